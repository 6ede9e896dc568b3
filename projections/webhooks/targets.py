"""Targets: what a URL that somebody has left says, once it is read strictly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import ip_address

import msgspec

from napoleon.rules.orders import Refusal
from projections.webhooks.addresses import Address, Network, is_allowed, is_public

LONGEST_URL = 2000

PORTS = (443, 8443)
"""Where a public receiver may listen."""

_DEFAULT_PORTS = {"https": 443, "http": 80}

_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*", re.ASCII)
_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)", re.ASCII)
"""A name whose last part is a number: C libraries read it as an IPv4 address, as ``0x7f.1``."""

LONGEST_NAME = 253


class Target(msgspec.Struct, frozen=True):
    """Where a message goes to."""

    url: str
    """All of it, as it is kept."""
    scheme: str
    authority: str
    """Host and port as the ``Host`` header has them."""
    host: str
    """A name in its ASCII form, or an address without brackets."""
    port: int
    path: str
    """Path and query."""

    @property
    def is_ordinary(self) -> bool:
        """Whether it is https, on a port that public receivers use."""
        return self.scheme == "https" and self.port in PORTS


def target(url: str, allowed: Sequence[Network]) -> Target | Refusal:
    """What `url` says, or ``BAD_URL``.

    Only where the operator has allowed networks may it be http, on any port, and have a host of one
    word. Whether the addresses behind it lie in them is asked when they are known: see `permits`.
    """
    # Every process of the service knows of targets, and few ever read one.
    import httpx

    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, UnicodeError):
        return _refusal("This is not a URL.")
    if parsed.scheme not in ("https", "http") or not parsed.raw_host:
        return _refusal("A URL reads https://HOST/PATH.")
    if parsed.userinfo or parsed.fragment or "#" in url:
        return _refusal("A URL names no user, and no fragment.")
    if len(str(parsed)) > LONGEST_URL:
        return _refusal(f"A URL has at most {LONGEST_URL} characters.")
    port = _DEFAULT_PORTS[parsed.scheme] if parsed.port is None else parsed.port
    host = parsed.raw_host.decode()
    found = Target(
        str(parsed), parsed.scheme, parsed.netloc.decode(), host, port, parsed.raw_path.decode()
    )
    if not found.is_ordinary and not allowed:
        ports = " or ".join(map(str, PORTS))
        return _refusal(f"Messages are sent by https to port {ports} only.")
    return _host_refused(found, allowed) or found


def permits(target: Target, address: Address, allowed: Sequence[Network]) -> bool:
    """Whether a message for `target` may be sent to `address`, which is one of its host's."""
    return is_allowed(address, allowed) or (target.is_ordinary and is_public(address))


def _host_refused(found: Target, allowed: Sequence[Network]) -> Refusal | None:
    try:
        address = ip_address(found.host)
    except ValueError:
        named = len(found.host) <= LONGEST_NAME and _NAME.fullmatch(found.host)
        if not named or _NUMBER.fullmatch(found.host):
            return _refusal("This is not the name of a host.")
        if "." not in found.host and not allowed:
            return _refusal("A host is named in full.")
    else:
        if not permits(found, address, allowed):
            return _refusal("Messages are sent to public addresses only.")
    return None


def _refusal(detail: str) -> Refusal:
    return Refusal("BAD_URL", "", detail)
