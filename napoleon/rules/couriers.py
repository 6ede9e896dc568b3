"""Couriers: how far dispatches go between the places of a game, and who may capture them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

S = TypeVar("S", contravariant=True)


@dataclass(frozen=True, kw_only=True)
class Couriers(Generic[S]):
    """What a game declares so that its players may write to each other by dispatches."""

    places: Callable[[S], Sequence[str]]
    """Ids of the places of a position, in a stable order."""
    distance: Callable[[S, str, str], int | None]
    """Roads, or borders, on the way from one place to another; None if there is none."""
    enemies: Callable[[S, str], Sequence[str]]
    """The seats that may capture what a seat sends."""
