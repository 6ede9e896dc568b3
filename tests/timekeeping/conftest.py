"""A game with a clock, and a time that goes on when the tests say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from random import Random

import pytest

from napoleon.log.clocks import Clock
from napoleon.log.game import Game
from napoleon.log.times import HOUR
from napoleon.play.clock.running import run
from napoleon.play.games import Games
from napoleon.play.outcomes import Created
from tests.clocks import MONDAY, Time
from tests.core.play import logs
from tests.toy import Toy


@pytest.fixture
def env(log_env: dict[str, str]) -> dict[str, str]:
    """The environment of a log that may be created, once on each database."""
    return log_env


@pytest.fixture
def time() -> Time:
    """Noon of a Monday."""
    return Time(MONDAY)


@pytest.fixture
def opened(env: Mapping[str, str], time: Time) -> Iterator[Callable[[], Games]]:
    """Opens the same log as another process would, as often as it is called."""
    numbers = count()

    def open_log() -> Games:
        entropy = Random(next(numbers)).randbytes
        return Games(env, rulesets={"toy": Toy()}, clock=time, entropy=entropy)

    with logs(open_log) as them:
        yield them


@pytest.fixture
def games(opened: Callable[[], Games]) -> Games:
    """A log without any game."""
    return opened()


TWO_DAYS = Clock(48 * 60, notice=12 * 60, grace=24 * 60)
"""Two days for any answer, a reminder after one and a half, and a day of grace."""


def set_up(games: Games, clock: Clock | None = TWO_DAYS, **more: object) -> Created:
    """A game of three turns whose seats are claimed; red is to go."""
    created = games.create("toy", "wide", {"turns": 3}, referee=True, clock=clock, **more)  # type: ignore[arg-type]
    for seat in ("red", "blue"):
        games.claim(created.game.id, seat)
    return Created(games.open(created.game.id), created.tokens)


@pytest.fixture
def game_id(games: Games) -> str:
    """A game whose seats have two days for an answer."""
    return set_up(games).game.id


def hours_left(games: Games, game_id: str, seat: str) -> float | None:
    """Hours until the next deadline of a seat; None if nothing is due from it."""
    due = games.open(game_id).timekeeping.of(seat)
    return (due[0].set.due - games.clock()) / HOUR if due else None


def told(games: Games, game_id: str, after: int = 0) -> list[str]:
    """What was recorded after a version, by the types of events."""
    return [it.type for it in games.history(game_id, after=after)]


def passes_by(games: Games, time: Time, game_id: str, **passed: float) -> Game:
    """Let time go by, and the worker look."""
    time.goes_on(**passed)
    run(games, game_id)
    return games.open(game_id)
