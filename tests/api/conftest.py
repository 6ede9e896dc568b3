"""The service with an embedded store of its own for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from api.app import create_app
from napoleon.play.games import Games
from napoleon.rules.contract import Ruleset
from projections.store import open_views
from projections.worker import catch_up
from tests.api.desk import Desk, ToyWithArmies
from tests.stores import embedded


def desk_at(
    home: Path,
    rules: Ruleset | None = None,
    env: Mapping[str, str] | None = None,
    beside: Sequence[Ruleset] = (),
    **options: Any,
) -> Desk:
    """A service on the store in the folder `home`, which is made if need be.

    It plays by `rules`, by default those of the toy, and by those `beside`.
    """
    chosen = {
        **embedded(home),
        **(env or {}),
    }
    toy = rules or ToyWithArmies()
    games = Games(chosen, rulesets={it.name: it for it in (toy, *beside)}, **options)
    views = open_views(chosen)
    app = create_app(games, views)
    return Desk(app, games, views, lambda: catch_up(games, views))


@pytest.fixture
def make_desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """Makes services: by default each on an empty store of its own."""
    made: list[Desk] = []

    def make(
        rules: Ruleset | None = None,
        *,
        home: Path | None = None,
        env: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Desk:
        desk = desk_at(home or tmp_path / str(len(made)), rules, env, **options)
        made.append(desk)
        return desk

    yield make
    for desk in made:
        # Games are left to whoever made the store; a pool beside them would be found by the
        # collector of garbage in the middle of another test.
        desk.games.beside.close()


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """A service on an empty store."""
    return make_desk()
