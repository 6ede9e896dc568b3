"""How long a standing order holds, and what has happened since it was left."""

from __future__ import annotations

from typing import Any

from napoleon.rules.standing_orders import Kept
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.sides import side_of
from napoleon.rulesets.napoleon_columbia.state import State


def occasion(state: State) -> dict[str, Any]:
    """The player turn, and what each army has lost: both lie open to everybody.

    What is left before the first player turn counts as left when it began.
    """
    lost = {army: len(units) for army, units in state.eliminated.items()}
    return {"turn": max(state.turn, 1), "lost": lost}


def has_expired(pack: Pack, state: State, kept: Kept) -> bool:
    """Whether a standing order has run out by time."""
    match getattr(kept.word, "until", "withdrawn"):
        case "turn":
            return bool(state.turn > kept.occasion["turn"])
        case "own_turn":
            then: int = kept.occasion["turn"]
            sides = {side_of(army) for army in state.armies_of_seat(kept.seat)}
            return any(pack.turn(turn).side in sides for turn in range(then + 1, state.turn + 1))
    return False


def lost_since(state: State, kept: Kept) -> int:
    """How many units of its seat have been eliminated since a standing order was left."""
    before: dict[str, int] = kept.occasion["lost"]
    return sum(
        len(state.eliminated[army]) - before.get(army, 0)
        for army in state.armies_of_seat(kept.seat)
    )
