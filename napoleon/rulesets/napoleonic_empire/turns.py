"""Player turns and their phases [chapter 4]."""

from __future__ import annotations

from collections.abc import Callable

from napoleon.rulesets.napoleonic_empire import historical_deck
from napoleon.rulesets.napoleonic_empire.events.turn import PhaseStarted, TurnStarted
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
        historical_deck.add_cards(table)
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
