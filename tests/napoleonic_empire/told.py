"""How events of Napoleonic Empire are told, and what no sentence says."""

from __future__ import annotations

from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import OrderGiven, to_data
from napoleon.rulesets.napoleonic_empire import RULES, orders
from napoleon.rulesets.napoleonic_empire.corrections.cards import CardCorrected
from napoleon.rulesets.napoleonic_empire.events.battle import (
    ArmiesEliminated,
    BattleStarted,
    LossesComputed,
)
from napoleon.rulesets.napoleonic_empire.events.cards import (
    CardDrawn,
    CardPlayed,
    ContinentalSystemBegan,
)
from napoleon.rulesets.napoleonic_empire.events.commanders import CommanderLost, KutuzovRolled
from napoleon.rulesets.napoleonic_empire.events.movement import ArmiesMoved, MovementBarred
from napoleon.rulesets.napoleonic_empire.events.reinforcement import ArmiesDue, RebelsPlaced
from napoleon.rulesets.napoleonic_empire.events.turn import GameWon, PhaseStarted, TurnStarted
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from tests.rulesets.sentences import Sentences, Told

DRAWN = CardDrawn("allied", "wellington", 3)

TOLD = [
    (KutuzovRolled(True), "Kutuzov could withdraw."),
    (KutuzovRolled(False), "Kutuzov had to stand and fight."),
    (CardPlayed("allied", "wellington", "B"), "The Allies played Duke of Wellington."),
    (CardPlayed("allied", "blucher", "B"), "The Allies played Gebhard von Blücher."),
    (CommanderLost("wellington", "spain"), "Wellington was lost in Spain."),
    (TurnStarted("french", 3, 1, True), "The French began an extra turn in round 1."),
    (TurnStarted("allied", 2, 1, False), "The Allies began their turn in round 1."),
    (PhaseStarted("french", "turn_end"), "The French came to the end of the turn."),
    (
        GameWon("allied", "The Allies control France.", "VIC.1"),
        "The Allies control France. The Allies won the game.",
    ),
    (MovementBarred("french", "josephine"), "The French may not move this turn: Josephine."),
    (
        ArmiesMoved("french", "rhineland", "netherlands", 1, "land"),
        "The French moved 1 army by land from the Rhineland to the Netherlands.",
    ),
    (
        BattleStarted("warsaw", "french", "allied", 3, 1),
        "Battle in Warsaw: the French attacked with 3 armies, the Allies defended with 1.",
    ),
    (LossesComputed("french", 1, 60, 0, 2, 0, ()), "The French had to lose 0 of 1 army (60 %)."),
    (
        ArmiesEliminated("allied", "spain", 1, "no_retreat"),
        "The Allies lost 1 army in Spain (for want of a retreat).",
    ),
    (RebelsPlaced("spain", 1, "NAT.1"), "1 rebel army rose in Spain."),
    (
        ContinentalSystemBegan(("france", "england")),
        "The Continental System weighs on France and England for a Reinforcement phase each.",
    ),
    (
        ArmiesDue("allied", 2, ("spain", "italy"), "balance_of_power", together=True),
        "The Allies had 2 armies to place: Spain, Italy.",
    ),
    (
        CardCorrected("wellington", "deck", "allied", "why", ("allied",)),
        "Correction: Duke of Wellington went from the deck to the hand of the Allies.",
    ),
    (
        OrderGiven(player="allied", order=to_data(orders.PlayCard("wellington"))),
        "Allies ordered: play card Duke of Wellington.",
    ),
    (
        OrderGiven(player="french", order=to_data(orders.DiscardExcess(("blucher", "jena")))),
        "French ordered: discard excess Gebhard von Blücher, Jena.",
    ),
    (DRAWN, "The Allies drew a card.", SPECTATOR),
    (DRAWN, "The Allies drew Duke of Wellington.", "allied"),
]

IDS = {*RULES.pack.cards, *RULES.pack.commanders, "no_retreat", "winner_loss", "turn_end", *SIDES}

SENTENCES = Sentences(
    rf"\b(?:{'|'.join(IDS)}|1 (?:armies|cards|losses))\b", [Told(*it) for it in TOLD]
)
