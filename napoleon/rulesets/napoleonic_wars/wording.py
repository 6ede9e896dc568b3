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
}
"""By the kinds of decisions."""


class WordingWars(DeclaredWording):
    """The words of the game with one data pack."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(DECLARED, KINDS, lambda state: Table(state, pack, apply, None))

    def free(self, state: State, seat: str, verb: type[Order]) -> FreeWords:
        """Nothing may be ordered without being asked yet."""
        raise LookupError(verb)
