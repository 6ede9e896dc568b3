"""Orders in words: what a button of the page says [chapter b]. Nothing in them is hidden."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.rules.kit.conceding import free_words
from napoleon.rules.kit.worded import DeclaredWording
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, FreeWords, Phrase, say
from napoleon.rulesets.napoleonic_empire import table
from napoleon.rulesets.napoleonic_empire.asking import asks
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, enemy
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.verbs import DECLARED

_OFFERED = {
    FRENCH: say("The French offer to end the game without a winner. Playing on turns it down."),
    ALLIED: say("The Allies offer to end the game without a winner. Playing on turns it down."),
}
"""By the side that offers it [E-53]."""


_KINDS: Mapping[str, Phrase] = {
    "set_up_russia": say("Setting up Russia"),
    "window": say("Whether to play a card"),
    "discard_excess": say("Discarding cards"),
    "move": say("Moving armies"),
    "choose_battle": say("Which battle comes next"),
    "kutuzov": say("Whether Kutuzov withdraws"),
    "retreat": say("Where to retreat"),
    "place_card_armies": say("Placing the armies of a card"),
    "place_reinforcements": say("Placing reinforcements"),
    "place_rebels": say("Placing rebels"),
}
"""What the decisions of each kind are about."""


class WordingEmpire(DeclaredWording):
    """The words of the game with one data pack."""

    windows: tuple[str, ...] = ("window",)
    quiet = "pass_all"

    def __init__(self, pack: Pack) -> None:
        super().__init__(DECLARED, _KINDS, lambda state: table.at(state, pack))
        self._pack = pack

    def asks(self, state: State, decision: Decision) -> Asked | None:
        """What is to be placed, discarded or taken away, and how much of it."""
        return asks(table.at(state, self._pack), decision)

    def free(self, state: State, seat: str, verb: type[Order]) -> FreeWords:
        """To resign, and to offer or accept an end without a winner [E-31, E-53]."""
        agreed = [state.offered] if state.offered else []
        return free_words(verb, agreed, seat, _OFFERED[enemy(seat)])
