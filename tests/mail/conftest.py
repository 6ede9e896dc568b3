"""Games that are played by mail, each on a store of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api import reading
from tests.clocks import Clock
from tests.mail.tables import Post
from tests.mail.visits import ANN, BOB, FOUND, House
from tests.stores import embedded

SEED = "1815"
"""With it the French are asked for a blue card first, then the Allies, and the French begin."""


@pytest.fixture(autouse=True)
def _without_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Maps take longer to be drawn than all else: they are where a test looks at them."""
    if "pictures" not in request.keywords:
        monkeypatch.setattr(reading, "picture_png", lambda picture, width: b"\x89PNG")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return embedded(tmp_path)


@pytest.fixture
def make_post(env: dict[str, str], clock: Clock) -> Iterator[Callable[..., Post]]:
    made: list[Post] = []

    def make(**more: str) -> Post:
        made.append(Post({**env, **more}, SEED, clock))
        return made[-1]

    yield make
    for post in made:
        post.close()


@pytest.fixture
def post(make_post: Callable[..., Post]) -> Post:
    """A game of Napoléon 1815 that has just begun."""
    laid = make_post()
    laid.set_up("napoleon1815", "historical_invasion")
    return laid


@pytest.fixture
def both(post: Post) -> Post:
    """The same, where both seats are told by mail, and have got their first mails."""
    post.leave("french")
    post.leave("allied")
    post.run()
    return post


@pytest.fixture
def make_house(env: dict[str, str], clock: Clock) -> Iterator[Callable[..., House]]:
    made: list[House] = []

    def make(**more: str) -> House:
        made.append(House({**env, **more}, clock))
        return made[-1]

    yield make
    for it in made:
        it.close()


@pytest.fixture
def house(make_house: Callable[..., House]) -> House:
    return make_house()


@pytest.fixture
def two(house: House) -> House:
    """Two who have registered."""
    assert "Welcome, Ann" in house.register(ANN, "Ann")
    assert "Welcome, Bob" in house.register(BOB, "Bob")
    return house


@pytest.fixture
def founded(two: House) -> House:
    """A game that one of them has set up."""
    assert "You play the French" in two.write(ANN, FOUND)
    return two
