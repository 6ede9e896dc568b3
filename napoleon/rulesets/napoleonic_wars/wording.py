"""What the decisions of each kind are about; orders in words are declared by their verbs."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.rules.kit.table import Table
from napoleon.rules.kit.worded import DeclaredWording
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, Phrase, Way, say
from napoleon.rulesets.napoleonic_wars.asking import asks
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.sequence import DECLARED
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.ways_on import ways_on

KINDS: Mapping[str, Phrase] = {
    "bid": say("Which camp, and for how many SP"),
    "give_up": say("What is given up for the camp"),
    "resource": say("Which power begins with a Resource"),
    "mulligan": say("Whether to keep a hand"),
    "preempt": say("Whether to go before another nation"),
    "act": say("An impulse"),
    "march": say("A march"),
    "intercept": say("Whether to intercept"),
    "evade": say("Whether to evade"),
    "contest": say("Whether to tear a flag down"),
    "losses": say("What is lost by attrition"),
    "odd_hits": say("Which nation takes the odd hit"),
    "hits": say("Which pieces take hits"),
    "retreat": say("Where to retreat"),
    "siege_again": say("Whether to fight on in a siege"),
    "flag": say("Whether to raise a flag in victory"),
    "whose_flag": say("Whose flag is placed"),
    "flag_consent": say("Whether to let a card place a flag"),
    "choose": say("What a card is about"),
    "either": say("What a card does"),
    "ask": say("Whether to agree to a card"),
    "build": say("Where pieces of a card come"),
    "tie_down": say("Which pieces go on a foreign war"),
    "give": say("Which cards pay for what is demanded"),
    "deploy": say("Where an army goes by a card"),
    "spend": say("Production of a nation"),
    "reinforce": say("Reinforcements"),
    "resource_or_pass": say("Whether to spend a Resource or pass"),
    "winter": say("What to do by Russian Winter"),
    "peace": say("Whether to change the peace roll"),
    "cession": say("Which duchy is ceded"),
    "gift": say("Whether to give away what was ceded"),
    "take_gift": say("Whether to take a duchy"),
    "evacuate": say("Which forces leave the country"),
    "withdraw": say("Which other forces leave the country"),
    "offer": say("Terms of a submission"),
    "answer_offer": say("Whether to accept a submission"),
    "deployment": say("Deployment between turns"),
    "camp": say("Whether to change camp or make war"),
    "give_back": say("Which flags a new ally gets back"),
    "consul": say("Where a consul goes by a card"),
    "influence": say("Influence by cards of too many"),
    "welcome": say("Whether to let somebody join"),
    "caught": say("What becomes of caught forces"),
    "lift": say("Flags off the duchies of a new ally"),
    "excess": say("Which cards are too many"),
    "voyage": say("Where a fleet sails"),
    "seek": say("Whether to intercept a fleet"),
    "elude": say("Whether to evade at sea"),
    "sally": say("Whether to meet a fleet at a strait"),
    "sinking": say("Which nation loses a squadron"),
    "refuge": say("To which port a fleet goes"),
    "convoy": say("A convoy"),
    "cruise": say("Where a fleet goes between turns"),
    "window": say("Whether to respond with a card"),
    "battle_cards": say("Whether to play a battle card"),
}
"""By the kinds of decisions."""


class WordingWars(DeclaredWording):
    """The words of the game with one data pack."""

    windows: tuple[str, ...] = ("window", "battle_cards")
    quiet = "pass_all"

    def __init__(self, pack: Pack) -> None:
        super().__init__(DECLARED, KINDS, lambda state: Table(state, pack, apply, None))
        self._pack = pack

    def asks(self, state: State, decision: Decision) -> Asked | None:
        """What goes somewhere, with what it has left."""
        return asks(Table(state, self._pack, apply, None), decision)

    def ways(self, state: State, decision: Decision, order: Order) -> Way:
        """Where a force that is gathered, or marches, could go on to."""
        return ways_on(Table(state, self._pack, apply, None), decision, order)
