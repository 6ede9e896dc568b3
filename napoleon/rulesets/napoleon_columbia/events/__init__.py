"""The events of the game, a module for each group of chapters [chapter c].

Each class says in `apply` what it changes, and nothing else changes the state.
"""

from napoleon.rules.kit.table import applied_by
from napoleon.rulesets.napoleon_columbia.events import (
    blocks,
    combat,
    deployment,
    fights,
    march,
    retreat,
    setup,
    turn,
)

apply = applied_by(setup.GameLaidOut, turn.note_order)
"""The state after an event, which is moved on in place; `GameLaidOut` begins it."""

__all__ = [
    "apply",
    "blocks",
    "combat",
    "deployment",
    "fights",
    "march",
    "retreat",
    "setup",
    "turn",
]
