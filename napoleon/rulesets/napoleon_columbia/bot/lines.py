"""Drawing up for a battle: infantry in all positions, guns behind it, cavalry in Reserve [6.2]."""

from __future__ import annotations

from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon_columbia.bot import power
from napoleon.rulesets.napoleon_columbia.bot.seen import Seen
from napoleon.rulesets.napoleon_columbia.orders import (
    Deploy,
    EndDeploy,
    NameHolder,
    PlaceTerrain,
    TakeUp,
)

IN_LINE = {"inf": 6.0, "foot_art": 4.5, "horse_art": 3.0, "cav": 1.0, "leader": 0.5}
"""What it is worth to have a unit in line."""
FIRST_OF_ALL = {"inf": 20.0, "cav": 14.0, "horse_art": 9.0, "foot_art": 8.0, "leader": 1.0}
"""What it is worth to have it in a position that is empty."""
CROWDED = 0.35
"""What the power that a position has already takes from it."""
ENOUGH = 2.0
"""What a deployment has to be worth."""
LAID = {"hill": "b", "farm": "b", "stream": "a", "woods": "c"}
"""The lane in which terrain is laid first."""


def worth(seen: Seen, order: Order) -> float:
    """What an order of the deployment is worth."""
    match order:
        case PlaceTerrain(terrain, lane):
            return 1.0 if LAID[terrain] == lane else 0.0
        case Deploy(unit, place):
            return _deploying(seen, unit, place)
        case NameHolder(unit):
            return _holding(seen, unit)
        case EndDeploy():
            return ENOUGH
        case TakeUp():
            return -5.0
    raise AssertionError(f"no worth of {order}")


def _deploying(seen: Seen, name: str, place: str) -> float:
    """A unit in a position: empty ones first, then the weakest."""
    unit, there = seen.units[name], seen.at(place, seen.side)
    kind = unit.type or "inf"
    if not there:
        return FIRST_OF_ALL[kind] + unit.power
    return IN_LINE[kind] + unit.power / 4 - CROWDED * power.total(there)


def _holding(seen: Seen, name: str) -> float:
    """The strongest infantry holds a Farm, and the strongest battery a Hill [6.21.hold]."""
    place, unit = seen.fighters[name].place, seen.units[name]
    kind, marker = seen.battle.terrain_at(place), seen.battle.terrain.get(place)
    if (marker is not None and marker.holder) or (kind == "hill" and not unit.is_artillery):
        return -1.0
    return ENOUGH + unit.power / 10
