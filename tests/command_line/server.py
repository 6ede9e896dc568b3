"""A real ``napoleon serve`` in a process group of its own, and players who take notes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx

from napoleon.rules.bots import RandomBot
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]

MOST_ERRORS = 1024 * 1024
"""Bytes of what a server complains about that are read."""


def wait_until(true: Callable[[], bool], what: str, *, every: float = 0.02) -> None:
    """Return as soon as `true`, asked `every` so many seconds, says so.

    Raises AssertionError if that takes too long.
    """
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(every)


def fetched(url: str, **headers: str) -> httpx.Response:
    """The answer of a server of the tests, which speaks no TLS.

    So no certificates are loaded for every question, which would take longer than the answer.
    """
    return httpx.get(url, headers=headers, timeout=PATIENCE, verify=False)


class Process(NamedTuple):
    """A process as the system tells it."""

    id: int
    parent: int
    group: int
    arguments: list[str]


def living_processes() -> Iterator[Process]:
    """All processes but those that have ended and that nobody has asked about yet."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent, group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
            arguments = (folder / "cmdline").read_text().split("\0")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if state != "Z":
            yield Process(int(folder.name), int(parent), int(group), arguments)


class Server:
    """``napoleon serve`` on a free port, until it is stopped or killed."""

    def __init__(self, env: Mapping[str, str], port: int = 0) -> None:
        # A pipe that nobody reads would hold up who writes very much into it.
        self._errors = TemporaryFile()  # noqa: SIM115 - it is closed when all is cleared away
        self.process = subprocess.Popen(
            [sys.executable, "-m", "api.command_line", "serve", "--port", str(port)],
            cwd=ROOT,
            env={**os.environ, **env},
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            start_new_session=True,
        )
        self.address = ""
        self.port = port

    def listens(self) -> Server:
        """This server, when it has printed its address."""
        assert self.process.stdout is not None
        words = self.process.stdout.readline().split()
        assert words[:3] == ["Napoleon", "listens", "at"]
        self.address = words[3]
        self.port = int(self.address.rpartition(":")[2])
        return self

    def health(self) -> dict[str, Any]:
        answer = fetched(f"{self.address}/api/v1/health").raise_for_status()
        health: dict[str, Any] = answer.json()
        return health

    def wait_until_drawn(self) -> None:
        """Return when the read models show all of the log."""

        def drawn() -> bool:
            health = self.health()
            return bool(health["drawn"] == health["recorded"])

        wait_until(drawn, "the read models to catch up")

    def children(self) -> dict[str, int]:
        """Process ids of the web server and of the worker."""
        own = [process for process in living_processes() if process.parent == self.process.pid]
        return {"web" if "gunicorn" in p.arguments else "worker": p.id for p in own}

    def is_gone(self) -> bool:
        """Whether no process of the service is left."""
        return not any(process.group == self.process.pid for process in living_processes())

    def errors(self) -> str:
        """What it has complained about so far."""
        return os.pread(self._errors.fileno(), MOST_ERRORS, 0).decode()

    def end(self, number: signal.Signals, *, group: bool = False) -> tuple[int, str]:
        """Send a signal to the service, or to all of its group; exit status and errors."""
        (os.killpg if group else os.kill)(self.process.pid, number)
        self.process.communicate(timeout=PATIENCE)
        wait_until(self.is_gone, "the processes of the service to end")
        return self.process.returncode, self.errors()

    def clear_away(self) -> None:
        """Leave nothing behind, whatever has become of the service."""
        if not self.is_gone():
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._errors.close()


class Sent(NamedTuple):
    """A request that was sent, whether or not it was answered."""

    key: str
    body: dict[str, Any]
    headers: dict[str, str]


class Player(Thread):
    """A seat that plays over HTTP in a thread, until the server is gone or it is told to stop."""

    def __init__(self, address: str, game: str, seat: str, token: str, seed: int) -> None:
        super().__init__()
        self.seat = seat
        self.accepted: dict[str, tuple[Sent, dict[str, Any]]] = {}
        self.unanswered: list[Sent] = []
        self.unexpected: list[Any] = []
        self.enough = Event()
        self._bot = RandomBot(seed)
        self._seed = seed
        self._game, self._token = game, token
        self.goes_on_at(address)

    def goes_on_at(self, address: str) -> None:
        """Ask that server from now on."""
        self._http = httpx.Client(
            base_url=f"{address}/api/v1/games/{self._game}",
            # A connection kept open would outlive the server that is killed.
            headers={"Authorization": f"Bearer {self._token}", "Connection": "close"},
            timeout=PATIENCE,
            verify=False,
        )

    def run(self) -> None:
        try:
            while not self.enough.is_set() and self._play():
                pass
        except httpx.TransportError:
            pass
        except BaseException as error:
            self.unexpected.append(error)

    def _play(self) -> bool:
        """Answer a decision of this seat, if there is one; whether the game goes on."""
        view = self._http.get("/decisions").raise_for_status().json()
        mine = [decision for decision in view["decisions"] if decision["seat"] == self.seat]
        if mine:
            key = f"{self._seed}-{view['version']}"
            headers = {"If-Match": f'"{view["version"]}"', "Idempotency-Key": key}
            sent = Sent(key, self._bot.choose(mine[0]["offers"]), headers)
            self.unanswered.append(sent)
            answer = self.send(sent)
            if answer.status_code == 201:
                self.accepted[key] = (sent, answer.json())
            elif answer.status_code != 412:
                self.unexpected.append(answer.text)
                return False
            self.unanswered.remove(sent)
        else:
            # Whoever asks without a break leaves the other players no time to answer.
            self.enough.wait(0.01)
        return bool(view["decisions"])

    def send(self, sent: Sent) -> httpx.Response:
        """Send a request, for the first time or again."""
        return self._http.post("/orders", json=sent.body, headers=sent.headers)
