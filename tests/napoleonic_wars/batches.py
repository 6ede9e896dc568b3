"""Positions in which the game and a second reading of its digest are compared, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeVar

import pytest

from tests.repetitions import repetitions

P = TypeVar("P")

EACH = 50
"""Positions of a batch."""


def in_batches(quickly: int) -> Any:
    """Parametrizes a test by its batches: so many, and 40 under ``make soak``."""
    return pytest.mark.parametrize("batch", repetitions(quickly, 40))


def numbers(batch: int) -> range:
    """The numbers of the positions of a batch."""
    return range(batch * EACH, (batch + 1) * EACH)


def positions(batch: int, made_up: Callable[[Random], P]) -> Iterator[tuple[Random, P]]:
    """The positions of a batch, each with what goes on being drawn in it."""
    for number in numbers(batch):
        random = Random(number)
        yield random, made_up(random)
