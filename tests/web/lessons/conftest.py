"""What the tests of lessons share."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from tests.api.desk import Desk
from tests.web.browser import Browser
from tests.web.lessons.teaching import TAUGHT, Followed, Taught, followed
from tests.web.tables import desk_for


@pytest.fixture(scope="module", params=TAUGHT.values(), ids=[*TAUGHT])
def learnt(request: pytest.FixtureRequest) -> Taught:
    """Each of the games that have a lesson."""
    assert isinstance(request.param, Taught)
    return request.param


@pytest.fixture
def desk(make_desk: Callable[..., Desk], learnt: Taught) -> Desk:
    """A service with the game to learn with."""
    return make_desk(learnt.rules)


@pytest.fixture(scope="session")
def each_over_the_api(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Followed]:
    """Plays the first game of each ruleset, once for all tests."""

    @cache
    def play(name: str) -> Followed:
        learnt = TAUGHT[name]
        desk = desk_for(tmp_path_factory.mktemp("lesson"), learnt.rules)
        return Followed(desk, *followed(desk, Browser(desk.app), learnt, by_api=True))

    return play


@pytest.fixture
def over_the_api(each_over_the_api: Callable[[str], Followed], learnt: Taught) -> Followed:
    return each_over_the_api(learnt.rules.name)
