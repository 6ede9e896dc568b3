"""The service as it is run in earnest: the processes of the Procfile, on a store of their own."""

from __future__ import annotations

import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from api.command_line.bench.stores import fresh_environment, named
from load.bots import Client

PROCFILE = Path(__file__).parents[1] / "Procfile"
PROCESSES = ("web", "worker")
START_UP_SECONDS = 30


class Service(NamedTuple):
    """A running service."""

    address: str
    stores: str
    """What it stands on, in a few words."""


@contextmanager
def running_service(given: Mapping[str, str]) -> Iterator[Service]:
    """The service on a fresh store: on the databases that `given` names, or on SQLite."""
    servers = named(given)
    with fresh_environment(given, servers) as env, ExitStack() as stack:
        port = free_port()
        env["PORT"] = str(port)
        env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{given.get('PATH', '')}"
        subprocess.run(["napoleon", "migrate"], env=env, check=True, stdout=subprocess.DEVNULL)  # noqa: S607
        for name in PROCESSES:
            stack.enter_context(_running(command(name), env))
        address = f"http://127.0.0.1:{port}"
        _wait(address)
        yield Service(address, servers.title)


def command(name: str) -> list[str]:
    """The command of a process in the Procfile."""
    for line in PROCFILE.read_text().splitlines():
        process, _, rest = line.partition(":")
        if process == name:
            return shlex.split(rest)
    raise LookupError(f"the Procfile has no process {name}")


@contextmanager
def _running(arguments: list[str], env: Mapping[str, str]) -> Iterator[None]:
    process = subprocess.Popen(arguments, env=dict(env), cwd=PROCFILE.parent)  # noqa: S603
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def _wait(address: str) -> None:
    deadline = time.monotonic() + START_UP_SECONDS
    while time.monotonic() < deadline:
        try:
            if Client(address).ask("GET", "/health")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"no service at {address}")


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
