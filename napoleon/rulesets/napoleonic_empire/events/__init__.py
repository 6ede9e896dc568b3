"""The events of Napoleonic Empire, a module for each group of chapters [chapter c].

Each class says in `apply` what it changes, and nothing else changes the state.
"""

from napoleon.rules.kit.table import applied_by
from napoleon.rulesets.napoleonic_empire.events import (
    battle,
    cards,
    commanders,
    movement,
    reinforcement,
    setup,
    turn,
)

apply = applied_by(setup.TableLaid, turn.note_order)
"""The state after an event, which is moved on in place; `TableLaid` begins it."""

__all__ = [
    "apply",
    "battle",
    "cards",
    "commanders",
    "movement",
    "reinforcement",
    "setup",
    "turn",
]
