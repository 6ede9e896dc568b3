"""6.1.d Standing changes that cards have made, where they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from napoleon.rules.kit.program_text import is_form, named_in, parsed
from napoleon.rulesets.napoleonic_wars.cards import in_battle
from napoleon.rulesets.napoleonic_wars.cards.grammar import LANGUAGE, forms_in, steps_of
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing
from napoleon.rulesets.napoleonic_wars.events.cards import RuleEnded
from napoleon.rulesets.napoleonic_wars.events.hands import CardDiscardedByLot
from napoleon.rulesets.napoleonic_wars.state import Rule, State
from napoleon.rulesets.napoleonic_wars.table import Wars

SAILING = "sailing"
"""Until when a change stands that a card has made for a fleet: until it has sailed."""

YOU = "you"
"""What a program calls the nation that plays its card."""

ONCE = "next_draw"
"""Until when a change stands that a loan has made: for one draw."""


class Lasting(NamedTuple):
    """What a card does from the table, as its program says it."""

    hook: str
    until: str
    of: str
    """A nation, a name of the program that says which one, or empty for none in particular.

    The player of the card is called `YOU`.
    """


def lasting_of(program: str) -> Lasting | None:
    """What a card does from the table; None if it does nothing, or does so in a battle alone."""
    for said in forms_in(program, "rule"):
        if said["hook"] not in in_battle.HOOKS:
            return Lasting(said["hook"], said["until"], said.get("of", ""))
    return None


def standing(state: State, hook: str, of: str = "") -> list[Rule]:
    """The changes of a kind that stand; those about a nation, if one is given."""
    return [it for it in state.rules if it.hook == hook and of in ("", it.of)]


def holds(table: Wars, rule: Rule) -> bool:
    """Whether what a change is provided for is the case now [R-118]."""
    at = Playing(table, "", rule.nation, rule.card)
    for text in steps_of(table.data.cards[rule.card].program):
        _, step = parsed(text)
        if is_form(step, "rule") and "provided" in named_in(step):
            return bool(LANGUAGE.value(at, named_in(step)["provided"]))
    return True


def cards_fewer(table: Wars, nation: str) -> int:
    """How many cards fewer a nation draws, not below its minimum [14.31, 14.32]."""
    cuts = standing(table.state, "draw_cut", nation)
    return sum(it.until != ONCE and holds(table, it) for it in cuts)


def take_back(table: Wars, nation: str, held: Sequence[str]) -> None:
    """For a loan a nation loses one of the cards that it has just drawn, by chance.

    `held` is what it had before. The minimum of a hand does not protect it.
    """
    for rule in [it for it in standing(table.state, "draw_cut", nation) if it.until == ONCE]:
        drawn = [*table.state.nations[nation].hand]
        for card in held:
            drawn.remove(card)
        if drawn:
            lost, draw = table.draw(sorted(drawn), f"card that {nation} pays back")
            table.record(CardDiscardedByLot(nation, lost, draw), "14.31.a")
        table.record(RuleEnded(rule.hook, rule.card, nation), "6.1.d")
