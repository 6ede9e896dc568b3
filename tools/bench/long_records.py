"""What takes long about a long game: its bundle and its audit, made apart, and slow pages."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from io import BytesIO

from flask import Flask

from api.app import create_app
from api.web.ahead import prepare
from napoleon.audit.audit import audit_of_game
from napoleon.play.outcomes import Created
from napoleon.record import bundle
from napoleon.rules.bots import RandomBot
from projections.worker import catch_up
from tools.bench import logs
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

SHORT = 200
"""Events of a game that has just begun."""

COUNTING = ("/battles", "/clock", "/marks", "/people")
"""Pages of a game that count over all of its events."""

GROWTH, LOOKS = 1.5, 9
"""How much longer they may take in a long game, and how often each is looked at."""


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
        _growth(store, long, length),
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


def _growth(store: Store, long: Created, length: str) -> Row:
    """Pages that count over a whole log, each after an order, in a short game and in the long one.

    What they take in the long one is mostly the list that they show.
    """
    app = create_app(store.games, store.views, env=store.env)
    short = _looked_at(store, app, logs.undecided(store.games, SHORT))
    grown = _looked_at(store, app, long)
    slowest = max(COUNTING, key=lambda it: grown[it] / short[it])
    factor = sum(grown.values()) / sum(short.values())
    return Row(
        f"pages that count over a log of {length}, after an order",
        ", ".join(f"{it} {took:.1f}" for it, took in grown.items()) + f" ms (median of {LOOKS})",
        f"of {SHORT} events {sum(short.values()):.1f} ms in all; {slowest} grows most",
        factor,
        f"{GROWTH} times",
        factor <= GROWTH,
    )


def _looked_at(store: Store, app: Flask, made: Created) -> dict[str, float]:
    """Milliseconds of a processor for each of these pages, once it was looked at before."""
    game, bot = store.games.open(made.game.id), RandomBot(7)
    reader = Reader(store, app, made)
    for part in COUNTING:
        reader.get(part)
    found: dict[str, list[float]] = {part: [] for part in COUNTING}
    for _ in range(LOOKS):
        if not game.over:
            game = logs.one_order(store.games, game, bot)
            catch_up(store.games, store.views)
        for part, taken in found.items():
            taken.append(reader.get(part).processor)
    return {part: statistics.median(taken) for part, taken in found.items()}


def _seconds(work: Callable[[], object]) -> float:
    """What some work takes of a processor; once before, as a process does it more than once."""
    work()
    taken = []
    for _ in range(TIMES):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
    return statistics.median(taken)
