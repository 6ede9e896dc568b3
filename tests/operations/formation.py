"""The processes of the service as an operator starts them, on free ports."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.command_line.conftest import Shell
from tests.command_line.server import PATIENCE, ROOT, fetched, living_processes, wait_until

BIN = Path(sys.executable).parent

PROCFILE = dict(
    line.split(": ", maxsplit=1) for line in (ROOT / "Procfile").read_text().splitlines() if line
)
"""The command of each kind of process."""


def free_ports(count: int) -> int:
    """The first of so many ports in a row that nothing listens on."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as first:
            port: int = first.getsockname()[1]
            others = [socket.socket() for _ in range(1, count)]
            try:
                for number, other in enumerate(others, start=1):
                    other.bind(("127.0.0.1", port + number))
            except OSError:
                continue
            finally:
                for other in others:
                    other.close()
        return port


def migrate(env: Mapping[str, str]) -> None:
    """Make the store that `env` names."""
    shell = Shell(Path(env["NAPOLEON_HOME"]))
    shell.env = dict(env)
    shell.run("migrate")


class Formation:
    """Some processes on one store, until they are told to end.

    Without `kinds` it is all of them, under honcho; else they are started one by one.
    """

    def __init__(self, env: Mapping[str, str], scratch: Path, *kinds: str) -> None:
        first = free_ports(5)
        self.web = f"http://127.0.0.1:{first}"
        self.live = f"http://127.0.0.1:{first + 1}"
        self._metrics = first + 2
        scratch.mkdir(exist_ok=True)
        self.scratch = scratch
        """Where temporary files go."""
        self._errors = scratch.with_name("errors").open("w+b")
        path = f"{BIN}:{os.environ['PATH']}"
        self._env: dict[str, str] = {**os.environ, **env, "PATH": path, "TMPDIR": str(scratch)}
        self._env |= {"LIVE_PORT": str(first + 1), "METRICS_PORT": str(self._metrics)}
        self._mark = f"TMPDIR={scratch}"
        # honcho gives each kind of process a port of its own, from this one on.
        under_honcho = ["honcho", "start", "--no-prefix", "--no-colour", "--port", str(first)]
        commands = {kind: PROCFILE[kind].split() for kind in kinds}
        commands = commands or {"honcho": [*under_honcho, "web", "live", "worker"]}
        self._env["PORT"] = str(first)
        self._commands = commands
        self.processes = {kind: self._start(kind) for kind in commands}

    def _start(self, kind: str) -> subprocess.Popen[bytes]:
        program, *arguments = self._commands[kind]
        return subprocess.Popen(
            [str(BIN / program), *arguments],
            cwd=ROOT,
            env=self._env,
            stdout=self._errors,
            stderr=self._errors,
        )

    @contextmanager
    def kept(self, pause: Callable[[str], float]) -> Iterator[None]:
        """Meanwhile whatever ends is started again, after so many seconds, as systemd does."""
        enough = Event()

        def keep() -> None:
            while not enough.wait(0.05):
                for kind, process in self.processes.items():
                    if process.poll() is not None and not enough.wait(pause(kind)):
                        self.processes[kind] = self._start(kind)

        keeper = Thread(target=keep)
        keeper.start()
        try:
            yield
        finally:
            enough.set()
            keeper.join()

    def wait_until_ready(self, *addresses: str) -> None:
        """Return when every process at these addresses may be sent requests."""
        for address in addresses:
            wait_until(lambda at=address: is_ready(at), f"{address} to be ready", every=0.1)

    def living(self) -> list[int]:
        """Ids of the processes that are there, however they were started."""
        return [process.id for process in living_processes() if self._is_one(process.id)]

    def workers(self, kind: str) -> list[int]:
        """Ids of the processes of a web server that answer requests."""
        settings = PROCFILE[kind].split()[2]
        of_kind = {p.id: p.parent for p in living_processes() if settings in p.arguments}
        return [it for it, parent in of_kind.items() if parent in of_kind and self._is_one(it)]

    def first_of(self, kind: str) -> int:
        """Id of the process that the command of a kind has become."""
        words = PROCFILE[kind].split()
        of_kind = {
            p.id: p.parent
            for p in living_processes()
            if [Path(word).name for word in p.arguments[1:2]] == words[:1]
            and p.arguments[2:-1] == words[1:]
            and self._is_one(p.id)
        }
        [found] = (it for it, parent in of_kind.items() if parent not in of_kind)
        return found

    def _is_one(self, process: int) -> bool:
        try:
            environment = Path(f"/proc/{process}/environ").read_bytes()
        except OSError:
            # It has ended, or belongs to somebody else.
            return False
        return self._mark.encode() in environment.split(b"\0")

    def metrics(self, kind: str) -> dict[str, float]:
        """The samples without labels that a kind of process tells of."""
        port = self._metrics + ("web", "live", "worker").index(kind)
        text = fetched(f"http://127.0.0.1:{port}/metrics").text
        return {
            sample.name: sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
            if not sample.labels
        }

    def end(self, number: signal.Signals, *, times: int = 1) -> dict[str, int]:
        """Send a signal to what was started; the exit statuses when all has ended."""
        for _ in range(times):
            for process in self.processes.values():
                process.send_signal(number)
        statuses = {kind: it.wait(PATIENCE) for kind, it in self.processes.items()}
        wait_until(lambda: not self.living(), "the processes to end")
        return statuses

    def log(self) -> str:
        """What the processes have printed so far."""
        self._errors.flush()
        return Path(self._errors.name).read_text()

    def clear_away(self) -> None:
        """Leave nothing behind, whatever has become of it."""
        for process in self.living():
            os.kill(process, signal.SIGKILL)
        for started in self.processes.values():
            started.wait(PATIENCE)
        self._errors.close()


def is_ready(address: str) -> bool:
    """Whether the process at an address says that it may be sent requests."""
    try:
        return fetched(f"{address}/api/v1/health/ready").status_code == 200
    except httpx.TransportError:
        return False


def new_game(address: str) -> dict[str, Any]:
    """A game as it was answered when it was set up."""
    body = {"ruleset": "napoleon1815", "scenario": "historical_invasion"}
    answer = httpx.post(f"{address}/api/v1/games", json=body, timeout=PATIENCE, verify=False)
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


def next_order(address: str, game: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """An order that is offered now, and the headers to send it with."""
    for seat in game["seats"]:
        token = {"Authorization": f"Bearer {seat['token']}"}
        at = f"{address}/api/v1/games/{game['id']}/decisions"
        view = fetched(at, **token).json()
        for decision in view["decisions"]:
            if decision["offers"]:
                order: dict[str, Any] = decision["offers"][0]
                return order, {**token, "If-Match": f'"{view["version"]}"'}
    raise AssertionError("nobody has to decide anything")


class HalfSent:
    """An order whose body is still to be sent, when the server has begun to work on it."""

    def __init__(self, address: str, game: dict[str, Any], key: str) -> None:
        order, headers = next_order(address, game)
        self.body = json.dumps(order).encode()
        self.headers = {**headers, "Idempotency-Key": key, "Content-Type": "application/json"}
        self.path = f"/api/v1/games/{game['id']}/orders"
        at = urlsplit(address)
        self._socket = socket.create_connection((at.hostname, at.port), timeout=PATIENCE)
        lines = [f"POST {self.path} HTTP/1.1", f"Host: {at.netloc}", "Expect: 100-continue"]
        lines += [f"Content-Length: {len(self.body)}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        assert self._socket.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"

    def finish(self) -> tuple[int, Any]:
        """Send the body; status and body of the answer. Raises OSError if nobody answers."""
        with self._socket:
            self._socket.sendall(self.body)
            answer = HTTPResponse(self._socket)
            answer.begin()
            return answer.status, json.loads(answer.read())
