"""What a browser asks for: the page of a long game, and a step of the slider through it."""

from __future__ import annotations

import statistics
import time
from random import Random
from typing import NamedTuple

from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api.app import create_app
from api.http.tokens import seat_cookie
from bench import logs
from bench.rows import Row, best_of
from bench.stores import Store
from napoleon.play.outcomes import Created
from napoleon.rules.bots import RandomBot
from projections.worker import catch_up

ROUNDS = 40

PAGE_GOAL = 100
STEP_GOAL = 50
"""Milliseconds that the server may take for a page and for a step, at p50."""


class Reader(NamedTuple):
    """A seat of a game of `logs.REBUILT` events, whose browser asks the service for pages."""

    store: Store
    app: Flask
    created: Created

    def get(self, part: str = "") -> tuple[float, int]:
        """Milliseconds that a part of the game's page takes, and its size in bytes."""
        game, (seat, token) = self.created.game, next(iter(self.created.tokens.items()))
        environ = EnvironBuilder(
            f"/games/{game.id}{part}{'&' if '?' in part else '?'}seat={seat}",
            headers=[
                ("Accept", "text/html,application/json;q=0.9"),
                ("Cookie", f"{seat_cookie(game.id, seat)}={token}"),
            ],
        ).get_environ()
        started = time.perf_counter()
        answer, status, _ = run_wsgi_app(self.app, environ, buffered=True)
        size = sum(map(len, answer))
        taken = time.perf_counter() - started
        assert status.startswith("200"), status
        return taken * 1000, size


def reader(store: Store) -> Reader:
    """A browser at a new game that bots have played up to here."""
    created = logs.undecided(store.games, logs.REBUILT)
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
        first.append(reader.get()[0])
        again.append(reader.get()[0])
    return first, again


def step_times(reader: Reader) -> tuple[list[float], list[float]]:
    """Milliseconds for earlier positions, which nobody has looked at, and for replaying them."""
    games, game = reader.store.games, reader.created.game.id
    rests = [it.version - 1 for it in games.history(game) if it.begins and it.turn and it.phase]
    chosen = Random(1815).sample(rests, ROUNDS)  # noqa: S311
    steps = [reader.get(f"/position?at={version}")[0] for version in chosen]
    return steps, [best_of(1, lambda at=at: games.at(game, at)) for at in chosen]  # type: ignore[misc]


def pages(store: Store) -> list[Row]:
    """The page of a game and a step of its slider, for a seat, all server work."""
    looking = reader(store)
    first, again = page_times(looking)
    _, size = looking.get()
    steps, replayed = step_times(looking)
    version = store.games.head(looking.created.game.id)
    return [
        _row(
            f"page of a game with {version:,} events, {size // 1024} kB",
            first,
            "the same page again",
            again,
            PAGE_GOAL,
        ),
        _row(
            f"step of the slider through {version:,} events",
            steps,
            "the position alone",
            replayed,
            STEP_GOAL,
        ),
    ]


def _row(work: str, times: list[float], reference: str, bare: list[float], goal: int) -> Row:
    p50, alone = statistics.median(times), statistics.median(bare)
    return Row(
        work,
        f"{p50:.1f} ms (p50), {max(times):.1f} (worst)",
        f"{reference} {alone:.1f} ms",
        p50 / alone,
        f"{goal} ms (p50)",
        p50 <= goal,
    )
