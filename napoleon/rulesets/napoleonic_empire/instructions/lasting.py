"""How long an instruction holds: what dates it, and when it has run out [SEQ.1, SEQ.3]."""

from __future__ import annotations

from typing import Any

from napoleon.rules.instructions import Kept
from napoleon.rulesets.napoleonic_empire.instructions.kinds import Kutuzov, PassAll, PlayCard
from napoleon.rulesets.napoleonic_empire.sides import ALLIED
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.turns import DRAW, MOVE


def occasion(state: State) -> dict[str, Any]:
    """Turn, half of the round, and whether the turn is past its moves.

    What is left before the first turn counts as left when it began.
    """
    return {"turn": max(state.turn, 1), "half": _half(state), "moved": _is_past_moving(state)}


def has_expired(state: State, kept: Kept) -> bool:
    """Whether an instruction has run out: by time, or because card or commander is gone."""
    said, then = kept.instruction, kept.occasion
    match said:
        case PassAll():
            return _has_moved_since(state, kept.seat, then)
        case PlayCard(card=card):
            return card not in state.hands[kept.seat]
        case Kutuzov() if "kutuzov" not in state.commanders:
            return True
    match getattr(said, "until", "withdrawn"):
        case "turn":
            return bool(state.turn > then["turn"])
        case "enemy_turn":
            own = then["half"] % 2 == _parity(kept.seat)
            return bool(_half(state) > then["half"] + own)
        case "own_turn":
            return _has_begun_since(state, kept.seat, then)
    return False


def _has_begun_since(state: State, seat: str, then: dict[str, Any]) -> bool:
    """Whether a turn of a side has begun since: in the running half of a round, or before it."""
    parity = _parity(seat)
    if _half(state) % 2 == parity:
        return bool(state.turn > then["turn"])
    next_own = then["half"] + (2 if then["half"] % 2 == parity else 1)
    return bool(_half(state) > next_own)


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


def _has_moved_since(state: State, seat: str, then: dict[str, Any]) -> bool:
    """Whether a side has reached its moves since."""
    half, left_in_own = _half(state), then["half"] % 2 == _parity(seat)
    if half % 2 == _parity(seat) and _is_past_moving(state):
        return (state.turn, True) > (then["turn"], bool(then["moved"] and left_in_own))
    next_own = then["half"] + (0 if left_in_own and not then["moved"] else 1 + left_in_own)
    return bool(half > next_own)
