"""What is drawn in an impulse: cards by events and Resources, seats that choose [5.12.c, R-99]."""

from __future__ import annotations

from typing import Literal

from napoleon.chance import PUBLIC
from napoleon.rulesets.napoleonic_wars.events.cards import SeatDrawn, SeatNamed
from napoleon.rulesets.napoleonic_wars.events.hands import CardDrawnInImpulse
from napoleon.rulesets.napoleonic_wars.events.setup import DeckShuffled
from napoleon.rulesets.napoleonic_wars.nations import commander, in_track_order
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


def choosing(table: Wars, nation: str, among: list[str]) -> str:
    """The seat that chooses for a nation nobody commands: by lot [R-99].

    With the option `red_by_track` it is the seat of the power that comes next on the track [R-10].
    """
    if table.state.options.get("red_by_track"):
        order = in_track_order(table.data, table.state.powers, nation)
        seat = next(it for it in map(table.state.powers.__getitem__, order) if it in among)
        table.record(SeatNamed(nation, seat), "R-10")
        return seat
    seat, draw = table.draw(among, f"who chooses for {nation}", PUBLIC)
    table.record(SeatDrawn(nation, tuple(among), seat, draw), "R-99")
    return seat
