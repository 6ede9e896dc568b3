"""Tables at which a toy is played: the service with that toy alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.api.desk import Table
from tests.toys.ruleset import Game
from tests.web.tables import desk_for, table_of


@pytest.fixture
def table_for(tmp_path: Path) -> Callable[[Game], Table]:
    """Sets up a service for a toy, and a game of it with a referee."""
    numbers = count()

    def make(rules: Game) -> Table:
        return table_of(desk_for(tmp_path / f"{rules.name}-{next(numbers)}", rules))

    return make
