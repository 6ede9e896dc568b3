"""Custom decks: what they need at least, and the cheapest of them [15.0, G-42]."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rulesets.eagles_waterloo.labels import (
    MOST_COPIES,
    AnyCard,
    Artillery,
    Cavalry,
    General,
    Infantry,
    Terrain,
)

LEAST_UNITS = 6
LEAST_MOVERS = 2
"""Infantry or cavalry of a deck that somebody makes [G-42]."""
LEAST_CUSTOM = 8
"""Cards of a custom deck [G-42]."""


def copies_of(card: AnyCard) -> int:
    """How many copies of a card a custom deck may have [15.0]."""
    return 1 if isinstance(card, General | Terrain) else MOST_COPIES


def cheapest(pool: Sequence[AnyCard]) -> list[AnyCard]:
    """The legal custom deck that costs fewest battle points; a shorter list if there is none."""
    every = sorted(
        (card for card in pool for _ in range(copies_of(card))), key=lambda it: it.bp
    )  # fmt: skip
    deck: list[AnyCard] = []
    for kinds, least in (
        ((Infantry, Cavalry), LEAST_MOVERS),
        ((Infantry, Cavalry, Artillery), LEAST_UNITS),
        ((object,), LEAST_CUSTOM),
    ):
        left = list(every)
        for card in deck:
            left.remove(card)
        fitting = [card for card in left if isinstance(card, kinds)]
        deck += fitting[: least - len(deck)]
    return deck


def can_be_made(pool: Sequence[AnyCard], points: int) -> bool:
    """Whether so many battle points are enough for a legal custom deck [G-42]."""
    deck = cheapest(pool)
    return len(deck) == LEAST_CUSTOM and sum(card.bp for card in deck) <= points
