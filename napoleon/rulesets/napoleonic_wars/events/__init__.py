"""What happens in the game, one atomic fact each."""

from napoleon.rules.kit.applying import applied_by, count_order
from napoleon.rulesets.napoleonic_wars.events import (
    building,
    cards,
    flags,
    impulses,
    losses,
    marches,
    meetings,
    production,
    setup,
    turn_end,
)

__all__ = [
    "building",
    "cards",
    "flags",
    "impulses",
    "losses",
    "marches",
    "meetings",
    "production",
    "setup",
    "turn_end",
]

apply = applied_by(setup.GameSetUp, count_order)
"""Changes a position by an event."""
