"""The page of every game, while somebody plays it: the newest position, looked at once."""

from __future__ import annotations

import gc
import statistics
from typing import NamedTuple

from flask import Flask

from api.app import create_app
from api.web.ahead import prepare
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import installed
from projections.worker import catch_up
from tools.bench import logs
from tools.bench.live import percentiles
from tools.bench.pages import Reader, loaded
from tools.bench.rows import Row
from tools.bench.stores import Store

GAMES = (
    (logs.RULESET, logs.SCENARIO),
    ("napoleonic_empire", "europe"),
    ("napoleon_columbia", "historical"),
    ("eagles_waterloo", "campaign"),
    ("napoleonic_wars", "1805"),
)
"""The games, each with a scenario."""

BEFORE = 400
"""Events of a game before its page is looked at."""

ROUNDS = 100
"""Pages of each, one after every order."""

GOAL = 30
"""Milliseconds that the server may take for one, at p99."""


def pages_of_every_game(store: Store) -> list[Row]:
    """What the server takes for a page of each game, and for the same page again."""
    with loaded():
        return [_row(store, *it) for it in GAMES]


class Looks(NamedTuple):
    """Milliseconds that the server took for pages of one game."""

    first: list[float]
    """At a position that nobody had looked at, one after every order."""
    processor: list[float]
    """Of the processor, for the same."""
    again: list[float]
    """At the same position again."""
    size: int
    """Bytes of the largest page, before it is compressed."""


def looks(store: Store, ruleset: str, scenario: str) -> Looks:
    """Pages of a game between bots, by a seat that follows it.

    To be called while a process is `loaded` as a web server's is.
    """
    games, bot = store.games, RandomBot(7)
    app = create_app(games, store.views, env=store.env)
    prepare(app)
    reader = _begun(store, app, ruleset, scenario)
    game = reader.created.game
    first, processor = list[float](), list[float]()
    again, size = list[float](), 0
    while len(first) < ROUNDS:
        if game.over:
            reader = _begun(store, app, ruleset, scenario)
            game = reader.created.game
        game = logs.one_order(games, game, bot)
        catch_up(games, store.views)
        page = reader.get()
        first.append(page.milliseconds)
        processor.append(page.processor)
        again.append(reader.get().milliseconds)
        size = max(size, len(page.body))
        # As the web server does it: when an answer has gone out.
        gc.collect(0)
    return Looks(first, processor, again, size)


def _row(store: Store, ruleset: str, scenario: str) -> Row:
    found = looks(store, ruleset, scenario)
    p50, p99 = percentiles(found.first)
    known = statistics.median(found.again)
    return Row(
        f"page of {installed()[ruleset].title}, {found.size // 1024} kB at most",
        f"{p50:.1f} ms (p50), {p99:.1f} (p99 of {len(found.first)})",
        f"the same page again {known:.1f} ms",
        p50 / known,
        f"{GOAL} ms (p99)",
        p99 <= GOAL,
    )


def _begun(store: Store, app: Flask, ruleset: str, scenario: str) -> Reader:
    """A game that has been looked at: what a process learns at first has a row of its own."""
    created = logs.undecided(store.games, BEFORE, ruleset=ruleset, scenario=scenario)
    reader = Reader(store, app, created)
    reader.get()
    return reader
