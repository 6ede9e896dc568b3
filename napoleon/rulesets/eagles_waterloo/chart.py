"""TABLE.B The battle chart under a scale: decks, musters, reinforcements, points [2.0, G-41]."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, cast

from napoleon.rulesets.eagles_waterloo.packs.cards import AnyCard, Nation, Special, Terrain
from napoleon.rulesets.eagles_waterloo.packs.pack import BattleId, Pack

SCALES = {"half": Fraction(1, 2), "printed": Fraction(1), "double": Fraction(2)}
"""All armies of a battle in the same proportion [2.0, G-41]."""

HAL = "hal"


class Row(NamedTuple):
    """A row of the chart as it is played."""

    deck: int
    muster: int
    """0 where the whole deck is reinforcements [3.0]."""
    reinforcements: int
    """Per turn, at least 1 [G-05]."""
    bp: int
    has_muster: bool
    """Whether part of the deck is dealt before the battle [3.0]."""


@lru_cache(maxsize=256)
def row(pack: Pack, battle: str, nation: str, scale: str) -> Row:
    """What the chart says of a nation in a battle; fractions are rounded down [G-05].

    >>> from napoleon.rulesets.eagles_waterloo import RULES
    >>> row(RULES.pack, "waterloo", "prussian", "half")[:3]
    (12, 0, 1)
    """
    army, by = pack.army(cast(BattleId, battle), cast(Nation, nation)), SCALES[scale]
    return Row(
        int(army.deck * by),
        int(army.muster * by),
        max(1, int(army.reinforcements * by)),
        int(army.bp * by),
        not army.separate_deck,
    )


def is_legal(card: AnyCard, battle: str, *, historical: bool) -> bool:
    """Whether a card may be in a deck for a battle [2.0, 11.0, G-01, G-40].

    Terrain and specials have to belong to it, under `historical` all cards. Cards of Hal alone are
    in no deck but that of Charleroi.
    """
    if isinstance(card, Special) and not card.playable:
        return False
    if historical or isinstance(card, Special | Terrain):
        return battle in card.battles
    return card.battles != (HAL,)


def pool(pack: Pack, battle: str, nation: str, options: Mapping[str, Any]) -> list[AnyCard]:
    """The cards that a nation's deck for a battle may have, by number [2.0, G-40]."""
    historical = bool(options["historical"])
    return [
        card
        for card in pack.cards_of(cast(Nation, nation))
        if is_legal(card, battle, historical=historical)
    ]
