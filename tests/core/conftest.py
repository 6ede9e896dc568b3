"""A log in a folder of its own, with the toy game, for the tests of the core."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from zlib import crc32

import pytest

from napoleon.play.games import Games
from tests.core.play import Clock, logs
from tests.seeds import FEW
from tests.toy import Toy


@pytest.fixture
def env(log_env: dict[str, str]) -> dict[str, str]:
    """The environment of a log that may be created, once on each database."""
    return log_env


@pytest.fixture
def opened(env: Mapping[str, str], request: pytest.FixtureRequest) -> Iterator[Callable[[], Games]]:
    """Opens the same log as another process would, as often as it is called.

    Chance is one of a few, and the same whenever the test is run, on either database.
    """
    test = re.sub(r"(?<=[\[-])(sqlite|postgres|divided)(-|(?=\]))", "", request.node.nodeid)
    # Chains of few seeds are kept: see tests.seeds.
    entropy = Random(crc32(test.removesuffix("[]").encode()) % FEW).randbytes
    with logs(lambda: Games(env, rulesets={"toy": Toy()}, clock=Clock(), entropy=entropy)) as them:
        yield them


@pytest.fixture
def games(opened: Callable[[], Games]) -> Games:
    """A log without any game."""
    return opened()


@pytest.fixture
def game_id(games: Games) -> str:
    """A game of two turns in `games`; red is to go. Standing orders answer at once."""
    return games.create("toy", "short", {"turns": 2}, referee=True, instant_answers=True).game.id
