"""What several boards show alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from napoleon.rules.events import Line
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.state import State


def stacks(state: State, country: str) -> list[dict[str, Any]]:
    """The armies that stand in a country, side by side, and how many of them have moved."""
    return [
        {
            "side": side,
            "count": state.armies_in(side, country),
            "moved": moved(state, side, country),
        }
        for side in SIDES
        if state.armies_in(side, country)
    ]


def moved(state: State, side: str, country: str) -> int:
    """Armies of a side that have moved in this turn and stand there [MOVE.2]."""
    return state.moved.get(country, 0) if side == state.active else 0


def lines(breakdown: Iterable[Line]) -> list[dict[str, Any]]:
    """A breakdown, line by line."""
    return [{"amount": it.amount, "clause": it.clause, "note": it.note} for it in breakdown]
