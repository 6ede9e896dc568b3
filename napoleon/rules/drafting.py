"""Decks that players make by themselves, out of a pool, within limits that can be counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase

POINTS = "points"
"""Id of the limit of what cards cost."""


class Limit(msgspec.Struct, frozen=True):
    """What is counted of a deck, from `least` to `most`; None where there is no end.

    `counted` is what it is called, such as battle points.
    """

    id: str
    counted: Phrase
    least: int = 0
    most: int | None = None


class DraftCard(msgspec.Struct, frozen=True):
    """A card of the pool, by its id in `napoleon.rules.picture.declared.Pictures.deck`.

    `weights` are what each copy adds to the limits, by their ids; `copies` is how many a deck may
    have, and `taken` how many it has.
    """

    id: str
    weights: Mapping[str, int]
    copies: int
    taken: int


class Draft(msgspec.Struct, frozen=True):
    """A deck that is being made, of the side or nation called `whose`."""

    whose: str
    limits: tuple[Limit, ...]
    pool: tuple[DraftCard, ...]


class Drafting(Protocol):
    """How a game has its players make decks."""

    verb: type[Order]
    """By which a whole deck is handed in."""
    field: str
    """The field of that order that lists the ids of its cards."""

    def drafts(self, state: Any, decision: Decision) -> Sequence[Draft]:
        """The decks that a decision asks its seat to make; none for any other decision."""
