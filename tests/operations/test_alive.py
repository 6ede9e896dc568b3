"""Processes without an address say that they live, from the loop that works."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from api.command_line.main import main
from api.server import heartbeat
from tests.command_line.server import ROOT, wait_until
from tests.operations.formation import BIN, free_ports, migrate
from tests.stores import embedded
from tools.servers import OwnPostgres

IMPATIENT = (
    "from api.server import heartbeat; heartbeat.EVERY = 0.5; "
    "from api.command_line.main import main; main()"
)
"""The command ``napoleon`` in a process that says ten times as often that it lives."""

SECRET = {"NAPOLEON_SECRET": "correct horse battery staple"}


class Systemd:
    """What a unit of ``Type=notify`` with a watchdog is told."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "notify"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self.path))
        self.told: list[str] = []

    def hears(self, seconds: float) -> list[str]:
        """What it is told within that time."""
        heard, until = list[str](), time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._socket.settimeout(left)
            try:
                heard.append(self._socket.recv(4096).decode())
            except TimeoutError:
                break
        self.told += heard
        return heard

    def waits_for(self, word: str) -> None:
        wait_until(lambda: any(word in it for it in self.hears(0.2)), f"{word} to be told")

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Systemd]:
    listening = Systemd(tmp_path_factory.mktemp("n"))
    yield listening
    listening.close()


@contextmanager
def process(
    kind: str, env: dict[str, str], systemd: Systemd, *command: str
) -> Iterator[subprocess.Popen[bytes]]:
    """A process as its unit starts it, or by another `command`."""
    more = {"NOTIFY_SOCKET": str(systemd.path), "WATCHDOG_USEC": "60000000"}
    running = subprocess.Popen(
        [*(command or [str(BIN / "napoleon")]), kind],
        cwd=ROOT if command else None,
        env={**os.environ, **env, **more},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield running
    finally:
        running.send_signal(signal.SIGCONT)
        running.terminate()
        assert running.wait(30) == 0


def says(kind: str, env: dict[str, str], status: int) -> None:
    """Assert how `napoleon health` ends."""
    found = CliRunner().invoke(main, ["health", kind], env=env)
    assert found.exit_code == status, found.output


def served(tmp_path: Path, kind: str) -> dict[str, str]:
    port = free_ports(4)
    env = {**embedded(tmp_path), **SECRET, "CREATE_TABLE": "no"}
    return {**env, "MAIL_LISTEN": f"lmtp://127.0.0.1:{port}", "METRICS_PORT": str(port + 1)}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["worker", "mail"])
def test_one_that_hangs_falls_silent(
    kind: str, tmp_path: Path, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = served(tmp_path, kind)
    migrate(env)
    says(kind, env, 1)
    with process(kind, env, systemd, sys.executable, "-c", IMPATIENT) as running:
        systemd.waits_for("READY=1")
        systemd.waits_for("WATCHDOG=1\nSTATUS=at work")
        says(kind, env, 0)
        running.send_signal(signal.SIGSTOP)
        systemd.hears(0.5)
        assert systemd.hears(2) == []
        with monkeypatch.context() as impatient:
            impatient.setattr("api.command_line.health.SILENT", 0.5)
            says(kind, env, 1)
        running.send_signal(signal.SIGCONT)
        systemd.waits_for("WATCHDOG=1")
        says(kind, env, 0)


@pytest.mark.soak
def test_one_that_waits_for_its_database_lives_and_says_so(
    tmp_path: Path, systemd: Systemd, own_postgres: OwnPostgres
) -> None:
    url = own_postgres.create_database()
    env = {**served(tmp_path, "worker"), "DATABASE_URL": url}
    migrate(env)
    with process("worker", env, systemd):
        systemd.waits_for("STATUS=at work")
        own_postgres.stop()
        try:
            systemd.waits_for("STATUS=waiting for a database")
            says("worker", env, 0)
        finally:
            own_postgres.start()
        systemd.waits_for("STATUS=at work")


def test_a_socket_in_no_file_system_is_told_too(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0napoleon-test-{os.getpid()}")
        env = {"NAPOLEON_HOME": str(tmp_path), "NOTIFY_SOCKET": f"@napoleon-test-{os.getpid()}"}
        heartbeat.Heartbeat(env, "worker").begin()
        assert listening.recv(100) == b"READY=1"


def test_nobody_who_can_be_told_is_no_trouble(tmp_path: Path) -> None:
    env = {"NAPOLEON_HOME": str(tmp_path / "nowhere"), "NOTIFY_SOCKET": "/nowhere/notify"}
    heart = heartbeat.Heartbeat(env, "worker")
    heart.begin()
    heart.beat("still")
    assert heartbeat.silence(env, "worker") is None


def test_what_a_worker_measures_is_served(tmp_path: Path, systemd: Systemd) -> None:
    env = served(tmp_path, "worker")
    migrate(env)
    with process("worker", env, systemd):
        at = f"http://127.0.0.1:{int(env['METRICS_PORT']) + 2}/metrics"
        systemd.waits_for("STATUS=at work")
        wait_until(lambda: beaten(httpx.get(at).text) > 0, "the worker to beat")
        told = httpx.get(at).text
    for name in ("waiting", "oldest_seconds", "unanswered", "held"):
        assert f"\nnapoleon_mail_{name} 0.0" in told
    assert time.time() - beaten(told) < 60


def beaten(told: str) -> float:
    """When the worker beat last, as its metrics say."""
    line = next(it for it in told.splitlines() if it.startswith("napoleon_worker_heartbeat_t"))
    return float(line.split()[1])
