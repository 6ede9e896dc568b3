"""The events of Napoleonic Empire, a module for each group of chapters [chapter c].

Each class says in `apply` what it changes, and nothing else changes the state.
"""

from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven
from napoleon.rulesets.napoleonic_empire.events import (
    battle,
    cards,
    commanders,
    corrections,
    movement,
    reinforcement,
    setup,
    turn,
)
from napoleon.rulesets.napoleonic_empire.events.setup import TableLaid
from napoleon.rulesets.napoleonic_empire.state import State


def apply(state: State | None, event: Event) -> State:
    """The state after `event`, which is moved on in place; `TableLaid` begins it."""
    if state is None:
        assert isinstance(event, TableLaid), "a game begins with table_laid"
        return event.begin()
    if type(event) is OrderGiven:
        turn.note_order(state, event.player, event.order)
    else:
        event.apply(state)  # type: ignore[attr-defined]
    return state


__all__ = [
    "apply",
    "battle",
    "cards",
    "commanders",
    "corrections",
    "movement",
    "reinforcement",
    "setup",
    "turn",
]
