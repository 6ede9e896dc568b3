"""Checks of ``specials.csv`` against the cards whose effects it tells more of [13.a]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from napoleon.rulesets.eagles_waterloo.packs.cards import EffectPhase, Special, Window
from napoleon.rulesets.eagles_waterloo.packs.loader import SpecialRow
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack

Rows = dict[int, SpecialRow]

PHASE_OF: dict[Window, EffectPhase] = {
    "M": "morale",
    "C": "combat",
    "E": "combat",
    "R": "reinforcement",
    "A": "any",
}
"""The phase of each window, in the turn of either side [13.a]."""


def _sources(pack: Pack, rows: Rows) -> Iterator[str]:
    for row in rows.values():
        if not row.source.strip():
            yield f"special {row.no} has no source"


def _same(pack: Pack, rows: Rows) -> Iterator[str]:
    for row in rows.values():
        card = pack.cards[row.no]
        assert isinstance(card, Special), "else the pack is not read"
        if row.id != card.id:
            yield f"special {row.no} is {row.id} there and {card.id} on the card"
        there, due = f"{row.effect_kind} {row.amount}", f"{card.effect_kind} {card.amount}"
        if there != due:
            yield f"special {row.no} does {there} there and {due} on the card"


def _windows(pack: Pack, rows: Rows) -> Iterator[str]:
    for row in rows.values():
        card = pack.cards[row.no]
        assert isinstance(card, Special), "else the pack is not read"
        for window in row.windows:
            if PHASE_OF[window] != card.effect_phase:
                yield f"special {row.no} works in {card.effect_phase} and has window {window}"


SPECIAL_CHECKS: dict[str, Callable[[Pack, Rows], Iterable[str]]] = {
    "sources of the specials are told": _sources,
    "specials do what their cards say [13.a, G-63]": _same,
    "specials are played in the phase of their cards [13.a]": _windows,
}
"""What is asked of these rows: the name of each check, and what finds what is wrong."""
