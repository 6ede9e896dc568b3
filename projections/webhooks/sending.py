"""Sending: one POST, to an address that was checked, within a time that nobody can draw out.

The host is resolved here, every address of it is checked, and the connection is made to those
very addresses: a name that points elsewhere a moment later changes nothing. Name and certificate
are still the host's. Redirects are not followed, and no proxy from the environment is used.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any

import httpcore

from napoleon.rules.orders import Refusal
from projections.webhooks.addresses import (
    Address,
    Network,
    Resolve,
    allowed_networks,
    resolved,
)
from projections.webhooks.targets import permits, target

CONNECT_SECONDS = 3.0
TOTAL_SECONDS = 10.0
"""For everything, from the first connection to the end of the answer."""

MOST_ADDRESSES = 4
"""How many addresses of a host are tried."""

MOST_READ = 4096
"""How many bytes of an answer are read, and thrown away."""

_FAILURES = (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException)

Send = Callable[[str, Mapping[str, str], bytes], int]
"""Sends a body with headers to a URL; returns the status of the answer. Raises Unsent."""


class Unsent(Exception):
    """There was no answer. The text says why, and names neither URL nor address."""


def sender(env: Mapping[str, str]) -> Send:
    """What sends messages in this environment. Raises ValueError as `allowed_networks` does."""
    return partial(post, allowed=allowed_networks(env))


def post(
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    allowed: Sequence[Network] = (),
    resolve: Resolve = resolved,
    tls: ssl.SSLContext | None = None,
    seconds: float = TOTAL_SECONDS,
) -> int:
    """Send `body`; the status of the answer. Raises Unsent.

    `allowed` networks count as public; `tls` says whose certificates are trusted, by default those
    that the system trusts; everything takes at most `seconds` after the host was resolved.
    """
    goes_to = target(url, allowed)
    if isinstance(goes_to, Refusal):
        raise Unsent("the URL is not permitted")
    try:
        addresses = resolve(goes_to.host)
    except OSError:
        raise Unsent("the host has no address") from None
    if not addresses:
        raise Unsent("the host has no address")
    if not all(permits(goes_to, address, allowed) for address in addresses):
        raise Unsent("the host has an address that is not permitted")
    backend = _Pinned(addresses[:MOST_ADDRESSES], time.monotonic() + seconds)
    parts = httpcore.URL(
        scheme=goes_to.scheme, host=goes_to.host, port=goes_to.port, target=goes_to.path
    )
    sent = [("Host", goes_to.authority), *headers.items()]
    try:
        with (
            httpcore.ConnectionPool(tls or _system_tls(), network_backend=backend) as pool,
            pool.stream("POST", parts, headers=sent, content=body) as answer,
        ):
            with suppress(*_FAILURES):
                _throw_away(answer)
            return answer.status
    except _FAILURES as error:
        raise Unsent(type(error).__name__) from None


@lru_cache(maxsize=1)
def _system_tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _throw_away(answer: httpcore.Response) -> None:
    """Read a little of what is said, so that the other side is not cut off in mid-sentence."""
    read = 0
    for chunk in answer.iter_stream():
        read += len(chunk)
        if read >= MOST_READ:
            break


class _Pinned(httpcore.NetworkBackend):
    """Connects to the addresses it was given, one after the other, whatever the host is called."""

    def __init__(self, addresses: Sequence[Address], deadline: float) -> None:
        self._addresses = addresses
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to the first address that takes one."""
        for number, address in enumerate(self._addresses, 1):
            left = min(CONNECT_SECONDS, _left(self._deadline))
            try:
                stream = httpcore.SyncBackend().connect_tcp(str(address), port, timeout=left)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if number == len(self._addresses):
                    raise
            else:
                return _Bounded(stream, self._deadline)
        raise httpcore.ConnectError("no address")


class _Bounded(httpcore.NetworkStream):
    """A stream that ends at a deadline, however little of it comes at a time."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Some of what the other side sends."""
        return self._stream.read(max_bytes, _left(self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all of `buffer`."""
        self._stream.write(buffer, _left(self._deadline))

    def close(self) -> None:
        """Hang up."""
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        """The same, encrypted, with a host that has a certificate for `server_hostname`."""
        left = _left(self._deadline)
        return _Bounded(self._stream.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        """What the stream beneath knows of itself."""
        return self._stream.get_extra_info(info)


def _left(deadline: float) -> float:
    """Seconds to `deadline`. Raises ReadTimeout when it is past."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("too long")
    return left
