"""Live updates: from an order to 200 clients who follow its game, against a bare loop."""

from __future__ import annotations

import json
import os
import selectors
import socket
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Condition
from wsgiref.types import StartResponse, WSGIEnvironment

from napoleon.log.game_log import now
from napoleon.play.games import Games
from napoleon.rules.bots import RandomBot
from tools.bench.logs import RULESET, SCENARIO, one_order
from tools.bench.processes import free_port, running, wait_for_port
from tools.bench.rows import Row

CLIENTS = 200
ROUNDS = 200
MOST_PAUSE = 0.02
"""Seconds between two rounds at most, so that they do not keep step with what polls the log."""

ORDER_BYTES = 1200
"""As much as the events of an order take in the stream, four of them on average."""

GOAL = 50.0
PATIENCE = 20.0


def live_update(games: Games, env: Mapping[str, str]) -> Row:
    """The time from giving an order to each client's having the last of its events.

    It begins before the order is decided and saved, so this is the whole way. The stamps of the
    events are of no use, as they are told to the second.

    A live server in a process of its own follows the log, which it opens by `env`. The reference
    is the same crowd at the same kind of server, told by one request to it: no log, no rules and
    no redaction.
    """
    created = games.create(RULESET, SCENARIO, {})
    tokens = [None, *created.tokens.values()]
    game, bot = created.game, RandomBot(1815)

    def order() -> tuple[int, int]:
        nonlocal game
        given = now()
        game = one_order(games, game, bot)
        return game.version, given

    path = f"/api/v1/games/{game.id}/live"
    with (
        live_server("api.live.wsgi:app", env) as port,
        _crowd(port, path, [tokens[n % len(tokens)] for n in range(CLIENTS)]) as crowd,
    ):
        measured = _rounds(crowd, order)
    with (
        live_server("tools.bench.live:bare", env) as port,
        _crowd(port, "/", [None] * CLIENTS) as crowd,
    ):
        narrator = HTTPConnection("127.0.0.1", port)
        reference = _rounds(crowd, lambda: _tell(narrator))
        narrator.close()
    (p50, p99), (bare50, bare99) = map(percentiles, (measured, reference))
    return Row(
        f"live update, append to {CLIENTS} clients",
        f"{p50:.1f} ms (p50), {p99:.1f} (p99)",
        f"bare loop: {bare50:.1f} ms (p50), {bare99:.1f} (p99)",
        p99 / bare99,
        f"{GOAL:.0f} ms (p99)",
        p99 <= GOAL,
    )


class Bare:
    """A loop that tells all listeners what somebody posts, and knows nothing else."""

    def __init__(self) -> None:
        self._told = 0
        self._message = b"id: 0\nevent: position\ndata: {}\n\n"
        self._changed = Condition()

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Listen, or (POST) tell."""
        if environ["REQUEST_METHOD"] == "GET":
            start("200 OK", [("Content-Type", "text/event-stream")])
            return self._listen()
        data = environ["wsgi.input"].read()
        with self._changed:
            self._told += 1
            self._message = b"id: %d\nevent: event\ndata: %s\n\n" % (self._told, data)
            self._changed.notify_all()
        answer = json.dumps(self._told).encode()
        start("200 OK", [("Content-Length", str(len(answer)))])
        return [answer]

    def _listen(self) -> Iterator[bytes]:
        while True:
            told = self._told
            yield self._message
            with self._changed:
                self._changed.wait_for(lambda told=told: self._told > told)  # type: ignore[misc]


bare = Bare()
"""The reference, as a WSGI application."""


def _tell(narrator: HTTPConnection) -> tuple[int, int]:
    """Post as much as an order causes; returns the number of the message, and when it went out."""
    posted = now()
    narrator.request("POST", "/", b"x" * ORDER_BYTES)
    return json.loads(narrator.getresponse().read()), posted


class Client:
    """A client that waits for a message."""

    def __init__(self, port: int, path: str, token: str | None) -> None:
        lines = [f"GET {path} HTTP/1.0", "Host: bench"]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._received = b""

    def begin(self) -> None:
        """Wait until the stream has begun."""
        while b"event: position" not in self._received:
            self._receive()

    def _receive(self) -> None:
        part = self.socket.recv(65536)
        assert part, "the server ended a stream"
        self._received += part

    def has(self, version: int) -> bool:
        """Whether that has arrived whole, together with what is read now."""
        self._receive()
        _, found, after = self._received.rpartition(b"id: %d\n" % version)
        if not found or b"\n\n" not in after:
            return False
        self._received = b""
        return True


_Crowd = Sequence[Client]


@contextmanager
def _crowd(port: int, path: str, tokens: Sequence[str | None]) -> Iterator[_Crowd]:
    """Clients who have all been told where the stream begins."""
    clients = [Client(port, path, token) for token in tokens]
    try:
        for client in clients:
            client.begin()
        yield clients
    finally:
        for client in clients:
            client.socket.close()


def _rounds(crowd: _Crowd, act: Callable[[], tuple[int, int]]) -> list[float]:
    """Milliseconds until a message has come, for each client and round.

    `act` causes it, and says under which number it comes and since when it is under way.
    """
    pauses, times = Random(1815), list[float]()
    with selectors.DefaultSelector() as selector:
        for client in crowd:
            selector.register(client.socket, selectors.EVENT_READ, client)
        for _ in range(ROUNDS):
            time.sleep(pauses.uniform(0, MOST_PAUSE))
            waiting = set(crowd)
            version, begun = act()
            while waiting:
                ready = selector.select(PATIENCE)
                assert ready, "a client waits in vain"
                for key, _ in ready:
                    if key.data.has(version):
                        waiting.remove(key.data)
                        times.append((now() - begun) / 1000)
    return times


def percentiles(times: list[float]) -> tuple[float, float]:
    """The 50th and the 99th."""
    cuts = statistics.quantiles(times, n=100)
    return cuts[49], cuts[98]


@contextmanager
def live_server(app: str, env: Mapping[str, str]) -> Iterator[int]:
    """A live server that runs `app`; its port."""
    port = free_port()
    # Without limits, as the whole crowd comes from one address.
    env = {**os.environ, **env, "LIVE_PORT": str(port), "NAPOLEON_LIMITS": "off"}
    command = f"-m gunicorn --config python:api.server.live_settings {app}"
    with running(
        [sys.executable, *command.split()], env, log=Path(env["NAPOLEON_HOME"]) / "live.log"
    ):
        wait_for_port(port)
        yield port
