"""A worker that begins: what it has to know of games, where few are over and where many are."""

from __future__ import annotations

import statistics
import time

from msgspec.structs import replace

from api.mail.office import open_office
from api.mail.posting.turn_notifier import Attendance
from api.people.counting import Counting
from api.people.registry import open_registry
from api.people.telling.attending import Attendance as Messages
from napoleon.log.clocks import PASS, Clock
from projections.bots import Tables
from projections.clocks import Clocks
from projections.form_games import FormGames
from tools.bench import logs
from tools.bench.rows import Row
from tools.bench.stores import Store

GOING_ON, OVER = 50, 5_000
"""Games that are played, and that sleep as they are over, each with a bot and a clock."""

AT_ONCE = 100
"""Games that are recorded at once."""

ROUNDS = 9

GROWTH = 1.5
"""How much longer a start may take where more games are over."""


def beginning(store: Store) -> list[Row]:
    """The first looks of a worker, by what the processor does for them in its process."""
    games, recorder = store.games, store.games.recorder
    office, registry = open_office(games), open_registry(games)

    def start() -> float:
        started = time.process_time()
        Tables(games, store.views).look()
        Clocks(games).look()
        FormGames(games, store.views).some()
        Counting(registry).look()
        Attendance(office).look()
        Messages(registry, office).look()
        return (time.process_time() - started) * 1000

    try:
        _recorded(store, 0, GOING_ON)
        few = statistics.median(start() for _ in range(ROUNDS))
        _recorded(store, GOING_ON, GOING_ON + OVER)
        sleeping = [it for it in recorder.awake() if _number(it) >= GOING_ON]
        recorder.rest(recorder.heads(sleeping))
        many = statistics.median(start() for _ in range(ROUNDS))
    finally:
        office.store.close()
    events = recorder.max_notification_id() or 0
    return [
        Row(
            f"start of a worker, {GOING_ON} games that go on and {OVER:,} over, {events:,} events",
            f"{many:.1f} ms of the processor (p50 of {ROUNDS})",
            f"with none over {few:.1f} ms",
            many / few,
            f"{GROWTH} times",
            many < GROWTH * few,
        )
    ]


def _recorded(store: Store, first: int, last: int) -> None:
    """Record games with a bot and a clock, as copies of one."""
    games = store.games
    bots = games.rulesets[logs.RULESET].seats({})[:1]
    clock = Clock(3 * 24 * 60, then=PASS)
    model = games.create(logs.RULESET, logs.SCENARIO, {}, bots=bots, clock=clock).game
    for seat in model.created.seats:
        if seat not in bots:
            games.claim(model.id, seat)
    events = games.history(model.id)
    for start in range(first, last, AT_ONCE):
        ids = [f"begun{it:06}" for it in range(start, min(start + AT_ONCE, last))]
        copies = [replace(event, game=it) for it in ids for event in events]
        games.recorder.insert_events([games.mapper.to_stored_event(it) for it in copies])


def _number(game: str) -> int:
    return int(game.removeprefix("begun")) if game.startswith("begun") else 0
