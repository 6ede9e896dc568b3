"""A log in a folder of its own, with the toy game and a clock that is moved by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from napoleon.play.games import Games
from tests.clocks import Clock
from tests.stores import embedded
from tests.toy import Toy
from tests.webhooks.receiver import LOOPBACK


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """The environment of an embedded store that may be created, with receivers on this machine."""
    return {
        **embedded(tmp_path),
        "WEBHOOK_ALLOW": f"{LOOPBACK}/32",
    }


@pytest.fixture
def opened(
    clock: Clock, request: pytest.FixtureRequest
) -> Iterator[Callable[[Mapping[str, str]], Games]]:
    """Opens the log of an environment as another process would.

    Chance is another in every test, and the same whenever the test is run.
    """
    everything: list[Games] = []
    entropy = Random(request.node.nodeid).randbytes

    def open_log(env: Mapping[str, str]) -> Games:
        everything.append(Games(env, rulesets={"toy": Toy()}, clock=clock, entropy=entropy))
        return everything[-1]

    yield open_log
    for games in everything:
        games.close()


@pytest.fixture
def games(env: dict[str, str], opened: Callable[[Mapping[str, str]], Games]) -> Games:
    """A log without any game."""
    return opened(env)
