"""The events of Napoléon 1815, a module for each group of chapters [chapter 18].

Each class says in `apply` what it changes, and nothing else changes the state.
"""

from napoleon.rules.kit.table import applied_by
from napoleon.rulesets.napoleon1815.events import (
    cards,
    casualties,
    combat,
    combat_cards,
    corrections,
    fog,
    initiative,
    movement,
    operations,
    partners,
    setup,
    turn,
    windows,
)

apply = applied_by(setup.TableLaid, turn.note_order)
"""The state after an event, which is moved on in place; `TableLaid` begins it."""

__all__ = [
    "apply",
    "cards",
    "casualties",
    "combat",
    "combat_cards",
    "corrections",
    "fog",
    "initiative",
    "movement",
    "operations",
    "partners",
    "setup",
    "turn",
    "windows",
]
