"""How nations are told apart, and who stands with whom [2.2.g, 8.3]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from napoleon.rules.picture.sides import Side
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleonic_wars.names import ALONE, LETTERS, nation
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.views.order_of_battle import NationView

CAMPS = ("imperial", "coalition")
"""Camps from the left to the right of a space; neutrals stand after them."""


def sides_of(pack: Pack) -> tuple[Side, ...]:
    """The nations as they begin; a nation in no camp stands by itself."""
    camps = {nation: camp for camp, them in pack.scenario.camps.items() for nation in them}
    return _in_order(pack, camps)


def sides_now(pack: Pack, armies: Iterable[NationView], words: Words) -> tuple[Side, ...]:
    """The nations by the camps in which they are now, those of one camp beside each other."""
    camps = {it.army: it.diplomacy.camp for it in armies if it.diplomacy.camp}
    return tuple(
        Side(it.id, nation(words, it.id), it.letter, it.look, it.camp)
        for it in _in_order(pack, camps)
    )


def _in_order(pack: Pack, camps: Mapping[str, str]) -> tuple[Side, ...]:
    made = [
        Side(it, ALONE[it], LETTERS[it], pack.looks[it].look, camps.get(it, it))
        for it in pack.track
    ]
    return tuple(sorted(made, key=lambda it: CAMPS.index(it.camp) if it.camp in CAMPS else 2))
