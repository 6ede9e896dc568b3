"""Clients: where a request comes from, as far as that can be believed.

The address of a connection cannot be forged; what a header says of it can. So ``X-Forwarded-For``
counts only as far as ``TRUSTED_PROXIES`` says that proxies of the operator have written it: each
appends to it, so the entry of the outermost one is that many places from the right, and what a
client has put before it is ignored.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable
from functools import cache, lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, current_app, request

from api.http.problems import Problem
from api.http.settings import TRUSTED_PROXIES
from api.http.tokens import bearer

_log = logging.getLogger(__name__)

SIGNS_OF_A_PROXY = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP")
"""Headers, as WSGI names them, that proxies add and clients have no use for."""

NETWORK_BITS = 64
"""A household or a server is given this much of IPv6: the owner of one address of it has all of
them."""


class Forwarded:
    """WSGI middleware that takes the client's address and scheme from what `proxies` have written.

    It splits at every comma. The header is not a list of quoted strings, though some libraries read
    it as one: then a client who sends a quotation mark hides what is appended to it.
    """

    def __init__(self, inner: WSGIApplication, proxies: int) -> None:
        self._inner = inner
        self._proxies = proxies

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The answer of the inner application."""
        entries = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(entries) >= self._proxies:
            found = _parsed(entries[-self._proxies].strip())
            environ["REMOTE_ADDR"] = str(found or environ.get("REMOTE_ADDR", ""))
        scheme = environ.get("HTTP_X_FORWARDED_PROTO", "").rpartition(",")[2].strip().lower()
        if scheme in ("http", "https"):
            environ["wsgi.url_scheme"] = scheme
        return self._inner(environ, start_response)


def register(app: Flask, proxies: int) -> None:
    """Let `app` believe that many proxies."""
    app.config[TRUSTED_PROXIES] = proxies
    if proxies:
        app.wsgi_app = Forwarded(app.wsgi_app, proxies)  # type: ignore[method-assign]


def address() -> str:
    """What stands for the client's address: itself, or for IPv6 the network that it lies in.

    All that can be said of anyone who comes by a Unix socket is ``unknown``.
    """
    return _standing_for(request.remote_addr or "")


@lru_cache(maxsize=1024)
def _standing_for(told: str) -> str:
    found = _parsed(told)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, NETWORK_BITS), strict=False))
    return str(found or "unknown")


def holder() -> str:
    """What stands for the bearer token of the request, or for the address if it has none.

    It does not give away the token, or what the log keeps of it.
    """
    try:
        token = bearer()
    except Problem:
        token = None
    if token is None:
        return address()
    return hashlib.blake2b(token.encode(), digest_size=16, person=b"napoleon/limits").hexdigest()


def is_exempt() -> bool:
    """Whether the client is on this machine: the owner, with programs of their own.

    Where a proxy is trusted nobody is: a client without a word from the proxy is unknown. So is one
    that comes through an untrusted proxy, or by a name that anybody may have given to this
    machine: that is how a page of another web site calls it from the owner's browser.
    """
    if current_app.config[TRUSTED_PROXIES] or not _is_local(request.remote_addr or ""):
        return False
    if not _is_local(request.environ.get("HTTP_HOST", "")):
        return False
    if any(sign in request.environ for sign in SIGNS_OF_A_PROXY):
        _tell_of_proxy()
        return False
    return True


def _is_local(text: str) -> bool:
    found = _parsed(text)
    return found.is_loopback if found else text.partition(":")[0].lower() == "localhost"


@lru_cache(maxsize=1024)
def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """The address in `text`, to which some proxies add the port."""
    host = text.partition("]")[0].removeprefix("[") if text.startswith("[") else text
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        found = ip_address(host)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


@cache
def _tell_of_proxy() -> None:
    """Say so once in each process, however many requests come through the proxy."""
    _log.warning(
        "requests come through a proxy on this machine, and all count as one client: "
        "set %s to the number of proxies",
        TRUSTED_PROXIES,
    )
