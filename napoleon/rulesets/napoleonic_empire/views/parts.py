"""What several boards show alike."""

from __future__ import annotations

import msgspec

from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.state import State


class StackView(msgspec.Struct, kw_only=True):
    """The armies of one side in a country."""

    side: str
    count: int
    moved: int
    """How many of them have moved in this turn [MOVE.2]."""


def stacks(state: State, country: str) -> list[StackView]:
    """The armies that stand in a country, side by side."""
    return [
        StackView(
            side=side,
            count=state.armies_in(side, country),
            moved=moved(state, side, country),
        )
        for side in SIDES
        if state.armies_in(side, country)
    ]


def moved(state: State, side: str, country: str) -> int:
    """Armies of a side that have moved in this turn and stand there [MOVE.2]."""
    return state.moved.get(country, 0) if side == state.active else 0
