"""The service as in production: the processes of the Procfile, on a store of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from tools.bench.processes import PROCFILE, command, free_port, running, wait_for_answer
from tools.bench.stores import fresh_environment, named

PROCESSES = ("web", "worker")


class Service(NamedTuple):
    """A running service."""

    address: str
    stores: str
    """What it stands on, in a few words."""
    env: Mapping[str, str]
    """By which another process opens its store."""


@contextmanager
def running_service(given: Mapping[str, str]) -> Iterator[Service]:
    """The service on a fresh store: on the databases that `given` names, or on SQLite.

    Its processes log as in production, each into a file beside the store.
    """
    servers = named(given)
    with fresh_environment(given, servers) as env, ExitStack() as stack:
        port = free_port()
        env["PORT"] = str(port)
        env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{given.get('PATH', '')}"
        subprocess.run(["napoleon", "migrate"], env=env, check=True, stdout=subprocess.DEVNULL)
        for name in PROCESSES:
            log = Path(env["NAPOLEON_HOME"]) / f"{name}.log"
            stack.enter_context(running(command(name), env, folder=PROCFILE.parent, log=log))
        address = f"http://127.0.0.1:{port}"
        wait_for_answer(f"{address}/api/v1/health")
        yield Service(address, servers.title, env)
