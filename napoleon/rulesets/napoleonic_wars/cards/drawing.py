"""Cards drawn in the middle of an impulse, by an event or a Resource [5.12.c, 16.2]."""

from __future__ import annotations

from typing import Literal

from napoleon.rulesets.napoleonic_wars.events.hands import CardDrawnInImpulse
from napoleon.rulesets.napoleonic_wars.events.setup import DeckShuffled
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.table import Wars


def can_draw(table: Wars) -> bool:
    """Whether there is a card to draw."""
    return bool(table.state.bag or table.state.discards)


def draw_in_impulse(
    table: Wars, nation: str, to: Literal["keep", "play", "resource"], *clauses: str
) -> None:
    """A card comes into a hand, if there is one left [R-61]."""
    state = table.state
    if not can_draw(table):
        return
    if not state.bag:
        table.record(DeckShuffled(len(state.discards)), "R-61")
    card, draw = table.draw(sorted(state.bag), f"card for {nation}")
    event = CardDrawnInImpulse(commander(state, nation), nation, card, draw, to)
    table.record(event, *clauses)
