"""What takes long about a long game: its bundle and its audit, made apart, and slow pages."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from io import BytesIO

from api.app import create_app
from api.web.ahead import prepare
from napoleon.audit.audit import audit_of_game
from napoleon.play.outcomes import Created
from napoleon.record import bundle
from tools.bench.pages import Reader
from tools.bench.rows import Row
from tools.bench.stores import Store

BUNDLE_GOAL, AUDIT_GOAL = 2.0, 3.0
"""Seconds of a processor for the bundle of a long game, and for its audit."""

WAIT = 50
"""Milliseconds that others may wait, at most, for what the process that answers them all makes."""

PAGES = ("/battles", "/course", "/marks", "/people", "/record")
"""Pages of a game that read its log, under its address."""

TIMES = 3


def long_records(store: Store, long: Created) -> list[Row]:
    """The bundle and the audit of a long game as its record is read, and its slowest pages."""
    games, seat = store.games, next(iter(long.tokens))
    length = f"{long.game.version:,} events"
    whole = _seconds(lambda: bundle.write(games, long.game.id, seat, BytesIO()))
    alone = _seconds(lambda: bundle.write_record(games, long.game.id, seat, BytesIO()))
    audited = _seconds(lambda: audit_of_game(games, long.game.id))
    return [
        _of_a_processor("bundle", length, whole, "without its story and replay", alone),
        _of_a_processor("audit", length, audited, "its record alone", alone),
        _pages(store, long, length),
    ]


def _of_a_processor(what: str, length: str, found: float, reference: str, beside: float) -> Row:
    goal = {"bundle": BUNDLE_GOAL, "audit": AUDIT_GOAL}[what]
    return Row(
        f"{what} of {length}, by the process beside",
        f"{found:.1f} s of a processor (median of {TIMES})",
        f"{reference} {beside:.1f} s",
        found / beside,
        f"{goal:.0f} s",
        found <= goal,
    )


def _pages(store: Store, long: Created, length: str) -> Row:
    app = create_app(store.games, store.views, env=store.env)
    prepare(app)
    reader = Reader(store, app, long)
    reader.get()
    client, game = reader.app.test_client(), f"/games/{long.game.id}"
    found = {it: 1000 * _seconds(lambda: client.get(game + it).get_data()) for it in PAGES}  # noqa: B023
    slowest = max(found, key=found.__getitem__)
    newest = 1000 * _seconds(lambda: client.get(game).get_data())
    return Row(
        f"pages that read a log of {length}",
        ", ".join(f"{it} {took:.0f}" for it, took in found.items()) + f" ms (median of {TIMES})",
        f"the page of the game {newest:.0f} ms",
        found[slowest] / newest,
        f"{WAIT} ms",
        found[slowest] <= WAIT,
    )


def _seconds(work: Callable[[], object]) -> float:
    """What some work takes of a processor; once before, as a process does it more than once."""
    work()
    taken = []
    for _ in range(TIMES):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
    return statistics.median(taken)
