"""What happens in the game, one atomic fact each."""

from napoleon.rules.kit.applying import applied_by, count_order
from napoleon.rulesets.napoleonic_wars.events import (
    battles,
    impulses,
    losses,
    marches,
    production,
    setup,
    sieges,
    turn_end,
)

__all__ = [
    "battles",
    "impulses",
    "losses",
    "marches",
    "production",
    "setup",
    "sieges",
    "turn_end",
]

apply = applied_by(setup.GameSetUp, count_order)
"""Changes a position by an event."""
