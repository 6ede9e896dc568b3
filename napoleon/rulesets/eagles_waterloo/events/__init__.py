"""The events of the game, a module for each group of chapters [chapter c].

Each class says in `apply` what it changes, and nothing else changes the state.
"""

from napoleon.rules.kit.applying import applied_by
from napoleon.rulesets.eagles_waterloo.events import (
    campaign,
    cards,
    combat,
    corrections,
    decks,
    deployment,
    ends,
    morale,
    moves,
    specials,
    terrain,
    turn,
)

apply = applied_by(decks.GameLaidOut, ends.note_order)
"""The state after an event, which is moved on in place; `GameLaidOut` begins it."""

__all__ = [
    "apply",
    "campaign",
    "cards",
    "combat",
    "corrections",
    "decks",
    "deployment",
    "ends",
    "morale",
    "moves",
    "specials",
    "terrain",
    "turn",
]
