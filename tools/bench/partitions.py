"""What partitions and workers bring: commits a second, and how fast read models catch up.

``python -m tools.servers python -m tools.bench.partitions`` makes a log in 1, 2 and 4 partitions.
Writers commit three events at a time, each in games of its own. And copies of a game that was
played are recorded, and 1, 2 and 4 workers draw them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import NamedTuple
from unittest import mock

from eventsourcing.persistence import StoredEvent

from napoleon.play.games import Games
from napoleon.rulesets.napoleon1815 import RULES
from projections.lag import lag
from tools.bench.logs import played_game
from tools.bench.many_games import environment, record
from tools.bench.processes import PROCFILE, command, finding_tools, running
from tools.bench.stores import Servers, Store, named, store

COUNTS = (1, 2, 4)
"""Partitions, and workers."""

WRITERS, SECONDS = 4, 10.0
"""How many processes commit at once, and for how long."""

COPIES = 100
"""Copies of the game that is drawn."""

PATIENCE = 600

_WRITE = """
import sys, os, time
from tools.bench.partitions import write
print(write(sys.argv[1], float(sys.argv[2])))
"""


class Found(NamedTuple):
    """What was measured with so many partitions."""

    partitions: int
    commits: float
    """Orders of three events that were committed a second."""
    drawn: Mapping[int, float]
    """Events drawn a second, by how many workers shared that."""

    def line(self) -> str:
        """All of it in one line."""
        workers = ", ".join(f"{each} workers {rate:,.0f}" for each, rate in self.drawn.items())
        return (
            f"{self.partitions} partitions: {self.commits:,.0f} commits/s by {WRITERS} writers; "
            f"events drawn a second by {workers}"
        )


def measured(counts: tuple[int, ...], servers: Servers) -> Iterator[Found]:
    """Measure a new log for each number of partitions, with each number of workers up to that."""
    for partitions in counts:
        with divided(partitions):
            shared = {each: _drawn(servers, each) for each in counts if each <= partitions}
            yield Found(partitions, _committed(servers), shared)


@contextmanager
def divided(partitions: int) -> Iterator[None]:
    """Meanwhile new logs have so many partitions."""
    wanted = {"DATABASE_PARTITIONS": str(partitions) if partitions > 1 else ""}
    with mock.patch.dict(os.environ, wanted):
        yield


def write(name: str, seconds: float) -> int:
    """Commit three events at a time in games called after `name`; how often that was done."""
    with Games(os.environ) as games:
        done, until = 0, time.monotonic() + seconds
        while time.monotonic() < until:
            # A game in each partition in turn, as if they were played side by side.
            game, version = f"{name}{done % 8}", 3 * (done // 8)
            games.recorder.insert_events(
                [
                    StoredEvent(game, version + number, "measured/1", b"{}" + b" " * 150)
                    for number in (1, 2, 3)
                ]
            )
            done += 1
        return done


def _committed(servers: Servers) -> float:
    """Commits a second."""
    with store(RULES, servers) as found:
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", _WRITE, f"writer{number}", str(SECONDS)],
                env=finding_tools({**os.environ, **found.env}),
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(WRITERS)
        ]
        return sum(int(it.communicate()[0]) for it in writers) / SECONDS


def _drawn(servers: Servers, workers: int) -> float:
    """Events that so many workers draw a second, once the first of them has begun."""
    with store(RULES, servers) as found, ExitStack() as stack:
        record(found, played_game(found.games, RULES.name, RULES.scenarios[0].id).id, 0, COPIES)
        for number in range(workers):
            log = found.home / f"worker{number}.log"
            begun = running(command("worker"), environment(found), folder=PROCFILE.parent, log=log)
            stack.enter_context(begun)
        first = _await(found, least=1)
        last = _await(found, least=first.recorded)
        return (last.drawn - first.drawn) / (last.at - first.at)


class _Reached(NamedTuple):
    recorded: int
    drawn: int
    at: float


def _await(found: Store, least: int) -> _Reached:
    """Wait until at least so many events are drawn."""
    until = time.monotonic() + PATIENCE
    while (now := lag(found.games, found.views)).drawn < least:
        if time.monotonic() > until:
            raise TimeoutError("the workers do not catch up")
        time.sleep(0.05)
    return _Reached(now.recorded, now.drawn, time.monotonic())


def main() -> None:
    """Print what was measured with each number of partitions."""
    for found in measured(COUNTS, named(os.environ)):
        print(found.line(), flush=True)


if __name__ == "__main__":
    main()
