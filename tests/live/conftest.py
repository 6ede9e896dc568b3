"""The service with places for a few streams, which are sent a sign of life at every moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from api.live.streams import Streams, register, streams_of
from napoleon.rules.contract import Ruleset
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table


@pytest.fixture
def make_desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """Makes services, each on an empty store of its own."""
    made: list[Desk] = []

    def make(rules: Ruleset | None = None, *, capacity: int = 8, **options: Any) -> Desk:
        desk = desk_at(tmp_path / str(len(made)), rules, **options)
        register(desk.app, Streams(capacity, heartbeats=0.05))
        made.append(desk)
        return desk

    yield make
    for desk in made:
        streams_of(desk.app).close()


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """A service on an empty store."""
    return make_desk()


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game with a referee; red is to go."""
    return desk.table(referee=True)
