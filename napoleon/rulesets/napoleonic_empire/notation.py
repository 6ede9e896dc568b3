"""The order notation of Napoleonic Empire: a line for every order, described in docs/notation.md.

Nothing in a line is hidden from anybody: the names of all cards are printed on them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from itertools import product
from typing import NamedTuple

from napoleon.rules.kit import conceding
from napoleon.rules.kit.declaring import patterns_of
from napoleon.rules.notation.declared import DeclaredNotation, Positions
from napoleon.rules.notation.grammar import Grammar, Slot
from napoleon.rules.notation.names import Names
from napoleon.rules.notation.slots import (
    Meanings,
    counted,
    in_any_order,
    named,
    number,
    phrase,
    tallied,
)
from napoleon.rulesets.napoleonic_empire import position_notation
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.position_codecs import cards, commanders, countries
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.verbs import DECLARED


class Scope(NamedTuple):
    """What the words of a line stand for, the same for every seat."""

    countries: Names
    """Those of the map that is played on; without a position those of both maps [OPT3]."""
    cards: Names
    commanders: Names


def scope(pack: Pack, state: State | None = None, seat: str = "") -> Scope:
    """What the words of a line stand for, in the position `state` or apart from any."""
    divided = None if state is None else bool(state.options["divided_russia"])
    return Scope(countries(pack, divided), cards(pack), commanders(pack))


# -- slots ---------------------------------------------------------------------------------------

_STEPS = re.compile(r"[-\u2010-\u2015>]+|\bto\b")
"""What stands between the countries of a way."""


def _way(longest: int) -> Slot:
    """Two countries or more, one after the other: ``France-Spain``, ``from France to Spain``."""

    def read(typed: str, where: Scope) -> Meanings:
        stops = _STEPS.split(re.sub(r"^from\b", "", typed.casefold()))
        if 1 < len(stops) <= longest:
            for found in product(*(list(where.countries.matches(stop)) for stop in stops)):
                yield tuple(it for it, _ in found), sum(level for _, level in found)

    def write(way: Iterable[str], where: Scope) -> str:
        return "-".join(map(where.countries.write, way))

    return phrase("a way, as in France-Spain", read, write)


COUNTRY = named("a country", lambda where: where.countries)
CARD = named("a card", lambda where: where.cards)
COMMANDER = named("a commander", lambda where: where.commanders)

SLOTS = {
    "armies": number("a number of armies"),
    "country": COUNTRY,
    "step": _way(2),
    "way": _way(3),
    "split": tallied(counted("an area with a number", lambda where: where.countries)),
    "card": CARD,
    "cards": in_any_order(CARD),
    "commanders": in_any_order(COMMANDER),
}

PATTERNS = (*patterns_of(DECLARED), *conceding.PATTERNS)
"""One pattern or more for each verb."""

GRAMMAR = Grammar(SLOTS, PATTERNS)

NotationEmpire = partial(
    DeclaredNotation,
    GRAMMAR,
    scope,
    Positions(position_notation.write, position_notation.write_views, position_notation.read),
)
"""Makes the notation of the game with the data pack of its rules."""
