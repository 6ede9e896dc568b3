"""The events of the game, a module for each group of chapters [chapter c].

Each class says in `apply` what it changes, and nothing else changes the state.
"""

from __future__ import annotations

from napoleon.rules.events import Event
from napoleon.rules.kit.table import ANSWERS, applied_by
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
from napoleon.rulesets.eagles_waterloo.state import State

_applied = applied_by(decks.GameLaidOut, ends.note_order)


def apply(state: State | None, event: Event) -> State:
    """The state after an event, which is moved on in place; `GameLaidOut` begins it."""
    moved_on = _applied(state, event)
    # An answer moves no card: those who ask before and after it see the same.
    if type(event) not in ANSWERS:
        moved_on.look_again()
    return moved_on


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
