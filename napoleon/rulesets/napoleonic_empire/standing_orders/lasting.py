"""How long a standing order holds: what dates it, and when it has run out [SEQ.1, SEQ.3]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from napoleon.rules.standing_orders import Kept
from napoleon.rulesets.napoleonic_empire.sides import ALLIED
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.turns import DRAW, MOVE


def occasion(state: State) -> dict[str, Any]:
    """Turn, half of the round, and whether the turn is past its moves.

    What is left before the first turn counts as left when it began.
    """
    return {"turn": max(state.turn, 1), "half": _half(state), "moved": _is_past_moving(state)}


def _has_begun_since(state: State, kept: Kept) -> bool:
    """Whether a turn of a side has begun since: in the running half of a round, or before it."""
    parity, then = _parity(kept.seat), kept.occasion
    if _half(state) % 2 == parity:
        return bool(state.turn > then["turn"])
    next_own = then["half"] + (2 if then["half"] % 2 == parity else 1)
    return bool(_half(state) > next_own)


def _is_over_since(state: State, kept: Kept) -> bool:
    """Whether the enemy's turn, or their next one, has ended since."""
    own = kept.occasion["half"] % 2 == _parity(kept.seat)
    return bool(_half(state) > kept.occasion["half"] + own)


ENDS: dict[str, Callable[[State, Kept], bool]] = {
    "turn": lambda state, kept: bool(state.turn > kept.occasion["turn"]),
    "enemy_turn": _is_over_since,
    "own_turn": _has_begun_since,
}
"""By how long a standing order holds, whether that time is over."""


def _parity(side: str) -> int:
    """Which halves of rounds are the turns of a side: the French have the even ones [SEQ.1]."""
    return int(side == ALLIED)


def _half(state: State) -> int:
    """Halves of rounds so far; a turn and the extra turns that follow it are one."""
    return 2 * max(state.round, 1) + _parity(state.active)


def _is_past_moving(state: State) -> bool:
    """Whether the active side has been asked to move in the running turn, or may not [SEQ.2]."""
    if state.phase == MOVE:
        return MOVE in state.windows_closed
    return state.phase not in ("setup", DRAW)


def has_moved_since(state: State, kept: Kept) -> bool:
    """Whether a side has reached its moves since."""
    then, parity = kept.occasion, _parity(kept.seat)
    half, left_in_own = _half(state), then["half"] % 2 == parity
    if half % 2 == parity and _is_past_moving(state):
        return (state.turn, True) > (then["turn"], bool(then["moved"] and left_in_own))
    next_own = then["half"] + (0 if left_in_own and not then["moved"] else 1 + left_in_own)
    return bool(half > next_own)
