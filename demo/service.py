"""A service of its own for the demo: a fresh store, a free port, ended when the demo ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

START_UP_SECONDS = 20


@contextmanager
def running_service() -> Iterator[str]:
    """The address of a service on a fresh store, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="napoleon-demo-") as home:
        port = free_port()
        env = {**os.environ, "NAPOLEON_HOME": home, "PORT": str(port)}
        process = subprocess.Popen(
            [sys.executable, "-m", "api.command_line", "serve"], env=env, start_new_session=True
        )
        try:
            address = f"http://127.0.0.1:{port}"
            wait_until_healthy(address)
            yield address
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def wait_until_healthy(address: str) -> None:
    """Return when the service answers. Raises TimeoutError if it does not in time."""
    deadline = time.monotonic() + START_UP_SECONDS
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{address}/api/v1/health").status_code == httpx.codes.OK:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise TimeoutError(f"no service at {address}")


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
