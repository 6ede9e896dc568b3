"""A log in a folder of its own, with the toy game, for the tests of the core."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from napoleon.games import Games
from tests.core.play import Clock
from tests.toy import Toy


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """The environment of an embedded store that may be created."""
    return {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}


@pytest.fixture
def opened(env: Mapping[str, str], request: pytest.FixtureRequest) -> Iterator[Callable[[], Games]]:
    """Opens the same log as another process would, as often as it is called.

    Chance is another in every test, and the same whenever the test is run.
    """
    everything: list[Games] = []
    entropy = Random(request.node.nodeid).randbytes

    def open_log() -> Games:
        everything.append(Games(env, rulesets={"toy": Toy()}, clock=Clock(), entropy=entropy))
        return everything[-1]

    yield open_log
    for games in everything:
        games.close()


@pytest.fixture
def games(opened: Callable[[], Games]) -> Games:
    """A log without any game."""
    return opened()


@pytest.fixture
def game_id(games: Games) -> str:
    """A game of two turns in `games`; red is to go."""
    return games.create("toy", "short", {"turns": 2}, referee=True).game.id
