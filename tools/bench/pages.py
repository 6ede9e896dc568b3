"""What a browser asks for: the page of a long game, and steps of the slider through it."""

from __future__ import annotations

import gc
import gzip
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

import msgspec
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api.app import create_app
from api.http.tokens import seat_cookie
from napoleon.play.outcomes import Created
from napoleon.rules.bots import RandomBot
from projections.worker import catch_up
from tools.bench import logs
from tools.bench.rows import Row, beside, best_of
from tools.bench.stores import Store

ROUNDS = 40

STRETCHES, LENGTH = 10, 10
"""How many stretches of the game are stepped through for their bytes, and how many steps each
of them has."""

PAGE_GOAL = 10
STEP_GOAL = 10
"""Milliseconds that the server may take for a page and for a step, at p50."""

SIZE_GOAL = 15_000
"""Bytes that a step may take on the line, at p50."""

GAMES = ((logs.RULESET, logs.SCENARIO), ("napoleonic_empire", "europe"))
"""The games whose steps are weighed, each with a scenario."""


class Answer(NamedTuple):
    """What a browser was answered."""

    milliseconds: float
    """What the server took for it."""
    processor: float
    """What it took of the processor, in milliseconds."""
    sent: int
    """Bytes on the line, without headers."""
    body: bytes

    @property
    def shown(self) -> str:
        """What the page that shows this position says of itself when it asks for another one."""
        told = msgspec.json.decode(self.body)
        return f"from={told['version']}&has={told['tags']}"


class Reader(NamedTuple):
    """A seat of a game of `logs.REBUILT` events, whose browser asks the service for pages."""

    store: Store
    app: Flask
    created: Created

    def get(self, part: str = "", encoding: str = "gzip") -> Answer:
        """A part of the game's page; the page itself without one."""
        game, (seat, token) = self.created.game, next(iter(self.created.tokens.items()))
        environ = EnvironBuilder(
            f"/games/{game.id}{part}{'&' if '?' in part else '?'}seat={seat}",
            headers=[
                ("Accept", "text/html,application/json;q=0.9"),
                ("Accept-Encoding", encoding),
                ("Cookie", f"{seat_cookie(game.id, seat)}={token}"),
            ],
        ).get_environ()
        started, began = time.perf_counter(), time.process_time()
        answer, status, headers = run_wsgi_app(self.app, environ, buffered=True)
        body = b"".join(answer)
        spent, taken = time.process_time() - began, time.perf_counter() - started
        assert status.startswith("200"), status
        plain = gzip.decompress(body) if "Content-Encoding" in headers else body
        return Answer(taken * 1000, spent * 1000, len(body), plain)

    def rests(self) -> list[int]:
        """The positions on the table at which nobody is in the middle of an order."""
        events = self.store.games.history(self.created.game.id)
        return [it.version - 1 for it in events if it.begins and it.turn and it.phase]


def reader(store: Store, ruleset: str = logs.RULESET, scenario: str = logs.SCENARIO) -> Reader:
    """A browser at a new game that bots have played up to here."""
    created = logs.undecided(store.games, logs.REBUILT, ruleset=ruleset, scenario=scenario)
    catch_up(store.games, store.views)
    return Reader(store, create_app(store.games, store.views, env=store.env), created)


def page_times(reader: Reader) -> tuple[list[float], list[float]]:
    """Milliseconds for the newest position that nobody has looked at yet, and for it again."""
    games, game, bot = reader.store.games, reader.created.game, RandomBot(7)
    first, again = [], []
    for _ in range(ROUNDS):
        if game.over:
            reader = reader._replace(created=logs.undecided(games, logs.REBUILT))
            game = reader.created.game
        game = logs.one_order(games, game, bot)
        catch_up(games, reader.store.views)
        first.append(reader.get().milliseconds)
        again.append(reader.get().milliseconds)
    return first, again


def step_times(reader: Reader) -> tuple[list[float], list[float]]:
    """Milliseconds for a step to positions that nobody has looked at, and for replaying them."""
    games, game = reader.store.games, reader.created.game.id
    rests = reader.rests()
    chosen = Random(1815).sample(range(1, len(rests)), ROUNDS)
    steps = []
    for number in chosen:
        shown = reader.get(f"/position?at={rests[number - 1]}").shown
        steps.append(reader.get(f"/position?at={rests[number]}&{shown}").milliseconds)
    alone = [best_of(1, lambda at=rests[it]: games.at(game, at)) for it in chosen]  # type: ignore[misc]
    return steps, alone


def step_sizes(reader: Reader) -> tuple[list[int], list[int]]:
    """Bytes on the line for steps all over the game, and for whole sections at each of them.

    The stretches are as far from each other as they can be; every other one is gone backwards.
    """
    rests = reader.rests()
    apart = (len(rests) - 1 - LENGTH) / (STRETCHES - 1)
    steps, whole = [], []
    for number in range(STRETCHES):
        begin = round(number * apart)
        way = rests[begin : begin + LENGTH + 1][:: -1 if number % 2 else 1]
        page = reader.get(f"/position?at={way[0]}")
        for at in way[1:]:
            page = reader.get(f"/position?at={at}&{page.shown}")
            steps.append(page.sent)
            whole.append(reader.get(f"/position?at={at}").sent)
    return steps, whole


def pages(store: Store) -> list[Row]:
    """The page of a game and a step of its slider, for a seat, all server work."""
    looking = reader(store)
    with loaded():
        first, again = page_times(looking)
        steps, replayed = step_times(looking)
    size = looking.get(encoding="identity").sent
    version = store.games.head(looking.created.game.id)
    return [
        beside(
            f"page of a game with {version:,} events, {size // 1024} kB",
            first,
            "the same page again",
            again,
            PAGE_GOAL,
        ),
        beside(
            f"step of the slider through {version:,} events",
            steps,
            "the position alone",
            replayed,
            STEP_GOAL,
        ),
        *(_weighed(looking if it == GAMES[0] else reader(store, *it)) for it in GAMES),
    ]


@contextmanager
def loaded() -> Iterator[None]:
    """As in a web server's process: no answer waits until garbage has been looked for."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def _weighed(reader: Reader) -> Row:
    steps, whole = step_sizes(reader)
    p50, beside = statistics.median(steps), statistics.median(whole)
    game = reader.created.game
    version = reader.store.games.head(game.id)
    return Row(
        f"bytes of a step through {version:,} events of {reader.store.games.rules(game).title}",
        f"{p50 / 1000:.1f} kB (p50 of {len(steps)}), {max(steps) / 1000:.1f} (worst)",
        f"whole sections {beside / 1000:.1f} kB, {max(whole) / 1000:.1f}",
        p50 / beside,
        f"{SIZE_GOAL / 1000:.0f} kB (p50)",
        p50 < SIZE_GOAL,
    )
