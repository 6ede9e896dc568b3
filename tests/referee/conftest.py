"""A log of games whose time the test tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from napoleon.play.games import Games
from napoleon.rules.contract import Ruleset
from tests.core.play import logs
from tests.referee.law import Clock
from tests.stores import embedded
from tests.toy import Toy


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opened(
    tmp_path: Path, clock: Clock, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Games]]:
    """Opens the same log as another process would, as often as it is called.

    Chance is another in every test, and the same whenever the test is run.
    """
    entropy = Random(request.node.nodeid).randbytes
    env = embedded(tmp_path)

    def open_log(rules: Ruleset | None = None) -> Games:
        played = rules or Toy()
        return Games(env, rulesets={played.name: played}, clock=clock, entropy=entropy)

    with logs(open_log) as them:
        yield them


@pytest.fixture
def games(opened: Callable[..., Games]) -> Games:
    """A log without any game."""
    return opened()


@pytest.fixture
def game_id(games: Games) -> str:
    """A game of three turns with a referee; red is to go, and standing orders answer at once."""
    return games.create("toy", "wide", {"turns": 3}, referee=True, instant_answers=True).game.id
