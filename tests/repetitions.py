"""How often a test is repeated: enough of it under ``make test``, all of it with ``make soak``."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest


def repetitions(enough: int, in_all: int, *, first: int = 0) -> list[Any]:
    """Numbers for a parameter of a test, from 0 on.

    ``make test`` runs those from `first` up to `enough`, enough for every kind of case; ``make
    soak`` runs the others, up to `in_all`.
    """
    return some_of(range(first, enough), range(in_all))


def some_of(chosen: Container[Any], every: Iterable[Any], *, together: bool = False) -> list[Any]:
    """Values for a parameter of a test, or for several, of which each has its own `together`.

    ``make test`` runs those that are `chosen`; ``make soak`` runs the others of `every` one.
    """
    return [
        pytest.param(*(it if together else [it]), marks=[] if it in chosen else [pytest.mark.soak])
        for it in every
    ]


IN_THE_HOUSE = pytest.mark.parametrize(
    "log_env", some_of(["sqlite"], ["sqlite", "postgres"]), indirect=True
)
"""For tests of what the house does with any log: ``make soak`` runs them on both databases.

What a database does differently, ``make test`` runs on both.
"""


def so_many(enough: int, in_all: int) -> list[Any]:
    """A number for a parameter of a test that repeats something as often in one go.

    ``make test`` does it `enough` times for every kind of case; ``make soak`` does it `in_all`.
    """
    return [enough, pytest.param(in_all, marks=pytest.mark.soak)]
