"""A service for the demo alone: a fresh store, a free port, ended when the demo ends."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from tools.bench.processes import free_port, running, wait_for_answer

TIMEOUT = 30
"""Seconds that a busy machine may take to answer."""


@contextmanager
def running_service() -> Iterator[httpx.Client]:
    """A client of a service on a fresh store, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="napoleon-demo-") as home:
        port = free_port()
        env = {**os.environ, "NAPOLEON_HOME": home, "PORT": str(port)}
        with running([sys.executable, "-m", "api.command_line", "serve"], env):
            address = f"http://127.0.0.1:{port}"
            wait_for_answer(f"{address}/api/v1/health")
            with httpx.Client(base_url=address, timeout=TIMEOUT) as client:
                yield client
