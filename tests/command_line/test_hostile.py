"""A running ``napoleon serve`` and clients who do not keep to HTTP, or lie in it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from napoleon.play.games import Games
from tests.command_line.server import PATIENCE, Server

pytestmark = pytest.mark.skipif(
    not Path("/proc").is_dir(), reason="looks for what is left of the service in /proc"
)

ORDERS = b"POST /api/v1/games/zzzzzzzzzz/orders HTTP/1.1\r\nHost: localhost\r\n"
END = b"Connection: close\r\n\r\n"
GET = b"GET /api/v1/rulesets HTTP/1.1\r\nHost: localhost\r\n"

REFUSED: dict[str, tuple[bytes, int]] = {
    "an address too long": (b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\n" + END, 414),
    "a header too long": (GET + b"X: " + b"x" * 10_000 + b"\r\n" + END, 431),
    "too many headers": (GET + b"X: y\r\n" * 200 + END, 431),
    "headers without end": (GET + b"X: " + b"x" * 1_000_000, 431),
    "a folded header": (GET + b"X: a\r\n b\r\n" + END, 400),
    "a blank before the colon": (GET + b"X : a\r\n" + END, 400),
    "a zero in a header": (GET + b"X: a\0b\r\n" + END, 400),
    "a line that ends early": (b"GET / HTTP/1.1\nHost: localhost\n\n", 400),
    "two ways to say a length": (
        ORDERS + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n" + END + b"0\r\n\r\n",
        400,
    ),
    "two lengths": (ORDERS + b"Content-Length: 4\r\nContent-Length: 5\r\n" + END + b"{}{}{", 400),
    "a signed length": (ORDERS + b"Content-Length: +4\r\n" + END + b"{}{}", 400),
    "a negative length": (ORDERS + b"Content-Length: -1\r\n" + END, 400),
    "a length beyond all measure": (
        b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 99999999999999999999\r\n" + END + b"{",
        413,
    ),
    "a coding that nobody knows": (ORDERS + b"Transfer-Encoding: xchunked\r\n" + END, 501),
    "a method that is none": (b"G\xe9T / HTTP/1.1\r\n" + END, 400),
    "another protocol": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "no protocol": (b"GET /\r\n\r\n", 400),
    "noise": (bytes(range(128, 256)) + b"\r\n\r\n", 400),
    "what a proxy would do": (b"CONNECT db.example:5432 HTTP/1.1\r\n" + END, 404),
    "what shows a request again": (b"TRACE / HTTP/1.1\r\nHost: localhost\r\n" + END, 405),
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A service behind one proxy, in which a client may set up two games an hour."""
    env = {
        "NAPOLEON_HOME": str(tmp_path),
        "NAPOLEON_LIMITS": "create=2/hour",
        "TRUSTED_PROXIES": "1",
        "WEB_CONCURRENCY": "1",
    }
    started = Server(env)
    yield started.listens()
    started.clear_away()


def answer(server: Server, request: bytes) -> bytes:
    """All that is answered to the bytes of `request`, until the service ends the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        received = bytearray()
        with suppress(ConnectionError):
            connection.sendall(request)
        # What was answered before the connection was cut off is still there to be read.
        with suppress(ConnectionError):
            while chunk := connection.recv(65536):
                received += chunk
        return bytes(received)


def test_what_is_no_request_is_refused_and_what_lies_is_not_believed(
    server: Server, tmp_path: Path
) -> None:
    for what, (request, status) in REFUSED.items():
        told = answer(server, request)
        assert told.startswith(b"HTTP/1.1 %d " % status), (what, told[:200])
        assert told.count(b"HTTP/1.1 ") == 1, what
        assert b"Traceback" not in told, what

    def set_up(**headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = {"ruleset": "napoleon1815", "scenario": "historical_invasion"}
        url = f"{server.address}/api/v1/games"
        return httpx.post(url, json=body, headers=named, timeout=PATIENCE, verify=False)

    lies = ("192.0.2.66", "127.0.0.1", '"', "::1, 10.0.0.1", "")
    tried = [set_up(X_Forwarded_For=f"{lie}, 203.0.113.7") for lie in lies]
    assert [it.status_code for it in tried] == [201, 201, 429, 429, 429]
    told = set_up(X_Forwarded_For="203.0.113.8", X_Forwarded_Host="evil.example")
    assert told.status_code == 201
    assert "evil" not in told.text

    # A proxy passes these on; a server that believed them would look for another address.
    for header in (b"SCRIPT_NAME: /api", b"PATH_INFO: /nowhere", b"X_FORWARDED_FOR: 127.0.0.1"):
        assert answer(server, GET + header + b"\r\n" + END).startswith(b"HTTP/1.1 200 "), header

    health = answer(server, b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n" + END)
    assert b"Server: gunicorn\r\n" in health, "and no version of it"
    with Games({**os.environ, "NAPOLEON_HOME": str(tmp_path)}) as games:
        recorded = games.recorder.max_notification_id()
        assert recorded == sum(games.head(it.json()["id"]) for it in (*tried[:2], told))
    assert server.end(15)[0] == 0
