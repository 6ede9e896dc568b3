"""What a turn is called, and how far it has come."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import IMPULSES, State


def turn_name(state: State, pack: Pack) -> str:
    """The turn as players call it: its year, and the round while cards are played [R-03, 5.1.a]."""
    year = str(pack.year(state.turn))
    return f"{year}, round {state.round}" if state.phase == IMPULSES else year
