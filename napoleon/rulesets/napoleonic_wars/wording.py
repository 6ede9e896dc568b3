"""What the decisions of each kind are about; orders in words are declared by their verbs."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.rules.kit.table import Table
from napoleon.rules.kit.worded import DeclaredWording
from napoleon.rules.orders import Order
from napoleon.rules.wording import FreeWords, Phrase, say
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.packs.pack import Pack
from napoleon.rulesets.napoleonic_wars.sequence import DECLARED
from napoleon.rulesets.napoleonic_wars.state import State

KINDS: Mapping[str, Phrase] = {
    "resource": say("Which power begins with a Resource"),
    "mulligan": say("Whether to keep a hand"),
    "preempt": say("Whether to take an impulse before another nation"),
    "act": say("An impulse"),
    "march": say("A march"),
    "intercept": say("Whether to intercept"),
    "evade": say("Whether to evade"),
    "contest": say("Whether to tear a flag down"),
    "losses": say("What is lost by attrition"),
    "odd_hits": say("Which nation takes the odd hit"),
    "hits": say("Which pieces take hits"),
    "retreat": say("Where to retreat"),
    "siege_again": say("Whether to fight another round of a siege"),
    "flag": say("Whether to raise a flag after a battle"),
    "respond": say("Whether to respond with a card"),
    "battle_card": say("Whether to play a battle card"),
}
"""By the kinds of decisions."""


class WordingWars(DeclaredWording):
    """The words of the game with one data pack."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(DECLARED, KINDS, lambda state: Table(state, pack, apply, None))

    def free(self, state: State, seat: str, verb: type[Order]) -> FreeWords:
        """Nothing may be ordered without being asked yet."""
        raise LookupError(verb)
