"""Clocks: the deadlines of a thousand games, read out of the log and looked at."""

from __future__ import annotations

import time

from msgspec.structs import replace

from napoleon.log.clocks import PASS, Clock
from projections.clocks import Clocks
from tools.bench import logs
from tools.bench.rows import Row, beside
from tools.bench.stores import Store

GAMES = 1_000
ROUNDS = 5

GOAL = 50
"""Milliseconds in which a worker that begins knows when something is due in every game."""


def deadlines(store: Store) -> list[Row]:
    """The row of clocks: a worker that begins, beside a look at what has not changed."""
    games = store.games
    created = games.create(
        logs.RULESET, logs.SCENARIO, {}, clock=Clock(3 * 24 * 60, then=PASS)
    ).game
    for seat in created.created.seats:
        games.claim(created.id, seat)
    recorder, position = games.recorder, games.recorder.max_notification_id() or 0
    timed = games.history(created.id)
    for number in range(GAMES - 1):
        copies = [replace(it, game=f"clock{number:05}") for it in timed]
        recorder.insert_events([games.mapper.to_stored_event(it) for it in copies])
    begun, looked = list[float](), list[float]()
    for _ in range(ROUNDS):
        clocks = Clocks(games)
        for times in (begun, looked):
            started = time.perf_counter()
            clocks.look()
            clocks.run_due()
            times.append((time.perf_counter() - started) * 1000)
    assert recorder.max_notification_id() == position + (GAMES - 1) * len(timed)
    return [beside(f"deadlines of {GAMES} games", begun, "a look with nothing new", looked, GOAL)]
