"""The order notation: a line for every order, as its verb declares it.

Nothing in a line is hidden from anybody: the names of all cards are printed on them.
"""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

from napoleon.rules.kit import conceding
from napoleon.rules.kit.declaring import patterns_of
from napoleon.rules.notation.declared import DeclaredNotation, Positions
from napoleon.rules.notation.grammar import Grammar
from napoleon.rules.notation.names import EXACT, Names
from napoleon.rules.notation.slots import Meanings, named, phrase
from napoleon.rulesets.napoleonic_wars import notation_names as names
from napoleon.rulesets.napoleonic_wars import position_notation
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.sequence import DECLARED
from napoleon.rulesets.napoleonic_wars.state import State


class Scope(NamedTuple):
    """What the words of a line stand for, the same for every seat."""

    cards: Names
    spaces: Names
    nations: Names
    leaders: Names
    places: Names
    things: Names


def scope(pack: Pack, state: State | None = None, seat: str = "") -> Scope:
    """What the words of a line stand for."""
    return Scope(
        names.cards(pack),
        names.spaces(pack),
        names.nations(pack),
        names.leaders(pack),
        names.places(pack),
        names.things(pack),
    )


def _read_number(typed: str, scope: Scope) -> Meanings:
    if re.fullmatch("[-+]?[0-9]{1,3}", typed):
        yield int(typed), EXACT


SLOTS = {
    "card": named("a card", lambda where: where.cards),
    "space": named("a duchy", lambda where: where.spaces),
    "nation": named("a nation", lambda where: where.nations),
    "leader": named("a leader", lambda where: where.leaders),
    "place": named("a duchy or a sea zone", lambda where: where.places),
    "thing": named("something to choose", lambda where: where.things),
    "camp": named("a camp", lambda where: names.CAMPS_BY_NAME),
    "branch": named("first or second", lambda where: names.BRANCHES),
    "way": named("cede or take back", lambda where: names.TERMS),
    "direction": named("right or left", lambda where: names.DIRECTIONS),
    "number": phrase("a number", _read_number, lambda value, scope: str(value)),
}
"""Kinds of words in lines."""

PATTERNS = (
    *(it._replace(template=it.template.lower()) for it in patterns_of(DECLARED)),
    *conceding.PATTERNS,
)
"""Verbs may say CP and SP: the words of a grammar are in lower case."""

GRAMMAR = Grammar(SLOTS, PATTERNS)

NotationWars = partial(
    DeclaredNotation,
    GRAMMAR,
    scope,
    Positions(position_notation.write, position_notation.write_known, position_notation.read),
)
"""Makes the notation of the game with the data pack of its rules."""
