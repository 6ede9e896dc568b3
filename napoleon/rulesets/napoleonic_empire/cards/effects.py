"""What each kind of card does; the effect is that of the side named on it [CARD.3, E-23]."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from napoleon.rulesets.napoleonic_empire.cards import armies
from napoleon.rulesets.napoleonic_empire.cards.windows import EXTRA_TURN
from napoleon.rulesets.napoleonic_empire.drawing import draw_cards
from napoleon.rulesets.napoleonic_empire.events.battle import BonusApplied
from napoleon.rulesets.napoleonic_empire.events.cards import ContinentalSystemBegan
from napoleon.rulesets.napoleonic_empire.events.movement import MovementBarred
from napoleon.rulesets.napoleonic_empire.events.turn import ExtraTurnGranted
from napoleon.rulesets.napoleonic_empire.packs.pack import Card
from napoleon.rulesets.napoleonic_empire.table import Table


def add_bonus(table: Table, card: Card) -> None:
    """The card adds to its side's total in this battle, attacker or defender [ATTACK.4]."""
    assert table.state.battle is not None
    country = table.state.battle.country
    table.record(BonusApplied(card.side, card.id, card.amount, country), "ATTACK.4", card.clause)


def draw_more(table: Table, card: Card) -> None:
    """Its side draws cards at once, before those of the phase [CARD.2]."""
    draw_cards(table, card.side, card.amount, card.clause)


def bar_movement(table: Table, card: Card) -> None:
    """Its side may not move in this turn [E-28]."""
    table.record(MovementBarred(card.side, card.id), card.clause, "E-28")


def weigh_on_trade(table: Table, card: Card) -> None:
    """Two countries give fewer armies, each in one Reinforcement phase [E-27]."""
    table.record(ContinentalSystemBegan(card.places), card.clause, "E-27")


def grant_turn(table: Table, card: Card) -> None:
    """Its side has one more turn, without reinforcements [SEQ.3, E-29]."""
    table.record(ExtraTurnGranted(card.side, card.id), card.clause, "E-29")


EFFECTS: Mapping[str, Callable[[Table, Card], None]] = {
    "battle": add_bonus,
    "draw": draw_more,
    "no_move": bar_movement,
    "armies": armies.give_armies,
    "rebels": armies.give_rebels,
    "value": weigh_on_trade,
    EXTRA_TURN: grant_turn,
}
"""By the word that the data pack has for the effect."""
