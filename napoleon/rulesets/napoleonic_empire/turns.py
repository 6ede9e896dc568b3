"""COMP.7, SEQ, TN.3, OPT2 Player turns and their phases, and the cards that join by date."""

from __future__ import annotations

from collections.abc import Callable

from napoleon.rulesets.napoleonic_empire.events.cards import EventCardAdded
from napoleon.rulesets.napoleonic_empire.events.turn import PhaseStarted, TurnStarted
from napoleon.rulesets.napoleonic_empire.packs.pack import DatedCard
from napoleon.rulesets.napoleonic_empire.sides import FRENCH, enemy
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table

DRAW, MOVE, ATTACK, REINFORCEMENT, TURN_END = (
    "draw",
    "move",
    "attack",
    "reinforcement",
    "turn_end",
)
"""The four phases of a turn, and its end [SEQ.2]."""

OFF, BY_YEAR, EACH_ROUND = "off", "by_year", "each_round"
MODES = (OFF, BY_YEAR, EACH_ROUND)
"""No dates; a card in the round of its year; one card each round [E-39, E-40]."""


def during(phase: str) -> Callable[[Table], bool]:
    """Whether a phase of the running turn goes on."""
    return lambda table: table.state.phase == phase


def nothing_is_left(table: Table) -> bool:
    """Whether a phase, a battle or the turn is over; asked last in it."""
    return True


def start(table: Table) -> None:
    """The next turn: the other side's, unless a card has granted one more [SEQ.1, SEQ.3]."""
    state = table.state
    extra = bool(state.extra_granted)
    side = state.active if extra else _next_side(state)
    begins_round = side == FRENCH and not extra
    number = state.round + begins_round
    clause = "SEQ.3" if extra else "SEQ.1"
    table.record(TurnStarted(side, state.turn + 1, number, extra), clause)
    if begins_round:
        add_cards(table)
    table.record(PhaseStarted(side, DRAW), "SEQ.2")


def _next_side(state: State) -> str:
    """The sides take turns, the French first [SEQ.1]."""
    return enemy(state.active) if state.active else FRENCH


def begin(phase: str) -> Callable[[Table], None]:
    """The next phase of the turn begins [SEQ.2]."""
    return lambda table: table.record(PhaseStarted(table.state.active, phase), "SEQ.2")


def after_attack(table: Table) -> None:
    """Reinforcement, which an extra turn lacks [SEQ.2, SEQ.3]."""
    if table.state.extra:
        table.record(PhaseStarted(table.state.active, TURN_END), "SEQ.3")
    else:
        table.record(PhaseStarted(table.state.active, REINFORCEMENT), "SEQ.2")


def dated(table: Table) -> list[str]:
    """The cards that are not in the deck at the start, in the order in which they join."""
    if table.state.options["historical_deck"] == OFF:
        return []
    return [it.card for it in table.data.pack.deck_order]


def round_of(table: Table, card: DatedCard) -> int:
    """The round at whose start a card joins the deck [E-39, E-40]."""
    by_year = table.state.options["historical_deck"] == BY_YEAR
    return card.round_by_year if by_year else card.round_each


def add_cards(table: Table) -> None:
    """At the start of a round its cards are shuffled into the deck [E-41]."""
    state = table.state
    clause = "E-39" if state.options["historical_deck"] == BY_YEAR else "E-40"
    for card in table.data.pack.deck_order:
        if card.card in state.dated and round_of(table, card) <= state.round:
            table.record(EventCardAdded(card.card, state.round), "E-41", clause)
