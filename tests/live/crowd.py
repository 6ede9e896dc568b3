"""Live servers as they are run, and crowds of clients on plain sockets."""

from __future__ import annotations

import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.api.desk import V1
from tests.command_line.server import wait_until
from tests.live.listening import PATIENCE, Message, Parser

ROOT = Path(__file__).parents[2]


class Server:
    """A gunicorn of the project on a free port."""

    def __init__(self, env: Mapping[str, str], settings: str, app: str, *options: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        bound = {"PORT": str(self.port), "LIVE_PORT": str(self.port), "CREATE_TABLE": "no"}
        # The whole crowd comes from one address.
        bound["NAPOLEON_LIMITS"] = "off"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--config", settings, *options, app],
            cwd=ROOT,
            env={**os.environ, **env, **bound},
            stderr=subprocess.PIPE,
        )

    def answers(self) -> bool:
        """Whether it serves requests."""
        try:
            health = httpx.get(
                f"http://127.0.0.1:{self.port}{V1}/health/live", timeout=PATIENCE, verify=False
            )
        except httpx.TransportError:
            return False
        return health.status_code == 200

    def stop(self) -> tuple[int, str]:
        """Tell it to end; its exit status, and what it has logged."""
        self.process.terminate()
        _, log = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, log.decode()


@contextmanager
def serving(env: Mapping[str, str], settings: str, app: str, *options: str) -> Iterator[Server]:
    """A server, which is gone in the end whatever has happened."""
    server = Server(env, settings, app, *options)
    try:
        wait_until(server.answers, "the server to start")
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


class Client:
    """One who follows a game, and remembers what he was told."""

    def __init__(self, token: str | None) -> None:
        self.token = token
        self.events: list[Message] = []
        self.last: int | None = None
        """Version that he has come to; None before he was told of any."""
        self.status = 0
        self.socket: socket.socket
        self._head: bytes | None
        self._parser: Parser

    def connect(self, port: int, game: str) -> None:
        """Begin, or come back where he was cut off."""
        lines = [f"GET {V1}/games/{game}/live HTTP/1.0", "Host: test"]
        if self.token is not None:
            lines.append(f"Authorization: Bearer {self.token}")
        if self.last is not None:
            lines.append(f"Last-Event-ID: {self.last}")
        self._head, self._parser = b"", Parser()
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())

    def receive(self) -> bool:
        """Read what has come; whether the stream goes on."""
        received = part = self.socket.recv(65536)
        if self._head is not None:
            self._head, end, part = (self._head + part).partition(b"\r\n\r\n")
            if not end:
                return True
            self.status = int(self._head.split()[1])
            self._head = None
        for message in self._parser.feed(part):
            if message.id is not None:
                self.last = message.id
            if message.name == "event":
                self.events.append(message)
        return bool(received)


class Crowd:
    """Clients of one game."""

    def __init__(self, port: int, game: str, tokens: Sequence[str | None]) -> None:
        self.clients = [Client(token) for token in tokens]
        self._port = port
        self._game = game
        self._selector = selectors.DefaultSelector()

    def __enter__(self) -> Crowd:
        for client in self.clients:
            self._connect(client)
        return self

    def __exit__(self, *_: object) -> None:
        for key in list(self._selector.get_map().values()):
            self._selector.unregister(key.fileobj)
            key.data.socket.close()
        self._selector.close()

    def _connect(self, client: Client) -> None:
        client.connect(self._port, self._game)
        self._selector.register(client.socket, selectors.EVENT_READ, client)

    def cut(self, client: Client) -> None:
        """Cut one off, whatever is on its way to him, and let him come back."""
        self._selector.unregister(client.socket)
        client.socket.close()
        self._connect(client)

    def receive(self, seconds: float) -> None:
        """Read what comes to anybody in the next `seconds`."""
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                if not key.data.receive():
                    self._selector.unregister(key.fileobj)
                    key.data.socket.close()

    def receive_until(self, true: Callable[[Client], bool]) -> None:
        """Read until `true` holds for everybody."""
        deadline = time.monotonic() + PATIENCE
        while not all(map(true, self.clients)):
            assert time.monotonic() < deadline, "waited in vain"
            self.receive(0.02)

    @property
    def connected(self) -> int:
        """How many are."""
        return len(self._selector.get_map())
