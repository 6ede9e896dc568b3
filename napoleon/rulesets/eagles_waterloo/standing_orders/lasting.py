"""How long a standing order holds, and what has happened since it was left."""

from __future__ import annotations

from typing import Any

from napoleon.rules.standing_orders import Kept
from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.sides import SIDES
from napoleon.rulesets.eagles_waterloo.state import Battle, State


def occasion(pack: Pack, state: State) -> dict[str, Any]:
    """The round, the player turns of each side, and its losses, all of which lie open.

    What is left before the first round counts as left when it began.
    """
    battles = state.battles.values()
    return {
        "round": max(state.turn, 1),
        "turns": {it.id: {side: _turns(it, side) for side in SIDES} for it in battles},
        "lost": {it.id: {side: _lost(pack, it, side) for side in SIDES} for it in battles},
    }


def has_expired(state: State, kept: Kept) -> bool:
    """Whether a standing order has run out by time."""
    match getattr(kept.word, "until", "withdrawn"):
        case "turn":
            then: int = kept.occasion["round"]
            return state.turn > then
        case "own_turn":
            turns: dict[str, dict[str, int]] = kept.occasion["turns"]
            return any(
                _turns(it, kept.seat) > turns.get(it.id, {}).get(kept.seat, 0)
                for it in state.battles.values()
            )
    return False


def lost_since(pack: Pack, battle: Battle, kept: Kept) -> int:
    """How many units and generals of its seat a battle has cost since a standing order was left."""
    before: dict[str, dict[str, int]] = kept.occasion["lost"]
    return _lost(pack, battle, kept.seat) - before.get(battle.id, {}).get(kept.seat, 0)


def _turns(battle: Battle, side: str) -> int:
    """Player turns of a side that have begun: the French have the first [5.0]."""
    return (battle.turns + len(SIDES) - 1 - SIDES.index(side)) // len(SIDES)


def _lost(pack: Pack, battle: Battle, side: str) -> int:
    return sum(pack.by_id[labels.printed(card)].side == side for card in battle.routed)
