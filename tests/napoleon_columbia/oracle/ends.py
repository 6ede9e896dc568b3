"""Chapters 10 and 11: supply dues, defeat and victory."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tests.napoleon_columbia.oracle.tables import DEFEATED_AT, SUPPLY

CITIES_FOR_VICTORY = 2


@dataclass(frozen=True)
class TurnEnd:
    """The end of a player turn, its battles being over.

    `side` had the turn; `french_held` are the supply cities with a French unit; `on_map` and
    `eliminated` count the units of each army; `last_french_turn` says that the record has no
    further French turn, `last_turn` that it has no further turn.
    """

    side: str
    french_held: frozenset[str]
    eliminated: Mapping[str, int]
    on_map: Mapping[str, int]
    last_french_turn: bool = False
    last_turn: bool = False


def supply_dues(end):
    """Units that each army must take off, after its own choice (10.0, N-38, N-66)."""
    if end.side != "french":
        return {}
    owed = Counter()
    for city in end.french_held & SUPPLY.keys():
        army, units = SUPPLY[city]
        owed[army] += units
    dues = {army: min(units, end.on_map[army]) for army, units in owed.items()}
    return {army: units for army, units in dues.items() if units}


def after_supply(end):
    """The end of the turn when the dues are paid; they count as eliminated (N-38)."""
    dues = supply_dues(end)
    return replace(
        end,
        eliminated={army: lost + dues.get(army, 0) for army, lost in end.eliminated.items()},
        on_map={army: units - dues.get(army, 0) for army, units in end.on_map.items()},
    )


def defeated(end):
    """The armies that have lost as many units as 11.0 names."""
    return {army for army, most in DEFEATED_AT.items() if end.eliminated[army] >= most}


def winner(end):
    """`(side, clause)` after supply, or None if the game goes on; tests in the order of N-39."""
    beaten = defeated(end)
    if beaten == set(DEFEATED_AT):
        return "french", "11.1"
    if "french" in beaten:
        return "allied", "11.2"
    if {"anglo", "prussian"} <= beaten:
        return "french", "11.1"
    held = len(end.french_held & SUPPLY.keys())
    if end.side == "french" and end.last_french_turn and held >= CITIES_FOR_VICTORY:
        return "french", "11.1"
    return ("allied", "11.2") if end.last_turn else None
