"""What a start takes: of the service, of a command, of the first page of a process."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tools.bench.pages import Reader
from tools.bench.processes import (
    finding_tools,
    free_port,
    running,
    spent_by_children,
    wait_for_answer,
)
from tools.bench.rows import Row

STARTS = 3
"""How often each of them is started."""

SERVE_GOAL = 1000
SHOW_GOAL = 300
PAGE_GOAL = 100
"""Milliseconds."""


def starts(reader: Reader) -> list[Row]:
    """Starts of processes; `reader` is somebody who looks at a game of the store."""
    game = reader.created.game.id
    env = {**os.environ, **reader.store.env}
    show = [sys.executable, "-m", "api.command_line", "show", game]
    bare = [sys.executable, "-c", "import click, rich.console, rich.table, sqlite3"]
    pages = [_first_page(reader, env) for _ in range(STARTS)]
    return [
        _row(
            "napoleon serve up to its first answer",
            _median(lambda: served().clock),
            "an empty application in the same server",
            _median(lambda: _served_empty().clock),
            SERVE_GOAL,
        ),
        _row(
            "napoleon show",
            _median(lambda: _ran(show, env)),
            "a command that loads its libraries alone",
            _median(lambda: _ran(bare, env)),
            SHOW_GOAL,
        ),
        _row(
            "first page of a process that has prepared itself",
            statistics.median(first for first, _ in pages),
            "the same page again",
            statistics.median(again for _, again in pages),
            PAGE_GOAL,
        ),
    ]


def _row(work: str, found: float, reference: str, beside: float, goal: int) -> Row:
    return Row(
        work,
        f"{found:.0f} ms (median of {STARTS})",
        f"{reference} {beside:.0f} ms",
        found / beside,
        f"{goal} ms",
        found <= goal,
    )


def _median(work: Callable[[], float]) -> float:
    return statistics.median(work() for _ in range(STARTS))


class Start(NamedTuple):
    """Milliseconds from the start of a server to its first answer."""

    clock: float
    processor: float
    """What all its processes have taken of the processor until then."""


def served() -> Start:
    """The start of a service with an empty folder."""
    with TemporaryDirectory() as home:
        env = {**os.environ, "NAPOLEON_HOME": home}
        env = {name: value for name, value in env.items() if name not in _SERVERS}
        command = "-m api.command_line serve --port"
        return _answered([sys.executable, *command.split()], env, Path(home), "/api/v1/health")


def _served_empty() -> Start:
    """The same for an application that does nothing."""
    with TemporaryDirectory() as home:
        command = "-m gunicorn --log-level error tools.bench.starts:empty --bind 127.0.0.1:"
        return _answered([sys.executable, *command.split()], dict(os.environ), Path(home), "/")


_SERVERS = ("DATABASE_URL", "REDIS_URL")


def empty(environ: dict[str, object], start: Callable[..., object]) -> list[bytes]:
    """The reference, as a WSGI application."""
    start("200 OK", [("Content-Length", "0")])
    return [b""]


def _answered(command: Sequence[str], env: dict[str, str], home: Path, path: str) -> Start:
    """The start of a server whose port ends the command."""
    port = free_port()
    whole = [*command, str(port)]
    if command[-1].endswith(":"):
        whole = [*command[:-1], f"{command[-1]}{port}"]
    started = time.perf_counter()
    with running(whole, env, output=subprocess.DEVNULL, log=home / "errors.log"):
        wait_for_answer(f"http://127.0.0.1:{port}{path}", every=0.01)
        return Start((time.perf_counter() - started) * 1000, spent_by_children())


def _ran(command: Sequence[str], env: dict[str, str]) -> float:
    """Milliseconds that a command takes from its start to its end."""
    started = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - started) * 1000


def _first_page(reader: Reader, env: dict[str, str]) -> tuple[float, float]:
    """Milliseconds that a new process takes for a page of a game, and for the same page again."""
    seat, token = next(iter(reader.created.tokens.items()))
    command = [sys.executable, "-m", "tools.bench.first_page", reader.created.game.id, seat, token]
    told = subprocess.run(command, env=finding_tools(env), check=True, capture_output=True)
    first, again = json.loads(told.stdout)
    return first, again
