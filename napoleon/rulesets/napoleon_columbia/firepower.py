"""3.3, 3.5, 6.51 Firepower: what a unit hits with, and what adds to it [6.33, N-46]."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.rules.events import Line, total
from napoleon.rulesets.napoleon_columbia import terrain, units
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table

MOST = 5
ADDED: Mapping[str, int] = {
    "6.21.farm": 1,
    "6.21.hill": 1,
    "6.33.cav": 1,
    "6.33.art": 1,
    "6.51": 1,
}
"""What is added by clause: on a Farm, on a Hill, for a charge, for the first fire, at a square."""
CAVALRY_AT_SQUARE = -1
"""The same for cavalry that fires at a square [6.51]."""
IN_WOODS = 1
"""The firepower of cavalry there [6.21.woods]."""
LONG = "long"
SHORT = "short"
ENGAGED = "engaged"
SQUARE = "square"


def breakdown(table: Table, battle: Battle, unit: str, reach: str, group: str) -> tuple[Line, ...]:
    """The printed firepower and all that changes it; the sum is from 0 to 5 [N-46].

    `reach` is ``engaged``, ``short`` or ``long``, and `group` what is fired at.
    """
    label = table.data.blocks[unit]
    lines = [Line(label.firepower, "3.5", "printed")]
    match units.type_of(table, unit):
        case units.INFANTRY:
            lines += _infantry(battle, unit, group)
        case units.CAVALRY:
            lines += _cavalry(battle, unit, label.firepower, group)
        case units.FOOT_ARTILLERY | units.HORSE_ARTILLERY:
            lines += _artillery(battle, unit, reach, group)
    worth = total(lines)
    if worth > MOST:
        lines.append(Line(MOST - worth, "N-46", "at most F5"))
    elif worth < 0:
        lines.append(Line(-worth, "N-46", "at least F0"))
    return tuple(lines)


def _holds(battle: Battle, unit: str, kind: str) -> bool:
    marker = battle.terrain.get(battle.fighters[unit].place)
    return marker is not None and marker.kind == kind and marker.holder == unit


def _infantry(battle: Battle, unit: str, group: str) -> list[Line]:
    lines = []
    if _holds(battle, unit, terrain.FARM):
        lines.append(Line(ADDED["6.21.farm"], "6.21.farm", "on the Farm"))
    if group == SQUARE:
        lines.append(Line(ADDED["6.51"], "6.51", "at a square"))
    return lines


def _cavalry(battle: Battle, unit: str, printed: int, group: str) -> list[Line]:
    fighter = battle.fighters[unit]
    if battle.terrain_at(fighter.place) == terrain.WOODS:
        return [Line(IN_WOODS - printed, "6.21.woods", "in Woods")] if printed != IN_WOODS else []
    if group == SQUARE:
        return [Line(CAVALRY_AT_SQUARE, "6.51", "at a square")]
    return [Line(ADDED["6.33.cav"], "6.33.cav", "charge")] if fighter.charge else []


def _artillery(battle: Battle, unit: str, reach: str, group: str) -> list[Line]:
    lines = []
    if reach == LONG and _holds(battle, unit, terrain.HILL):
        lines.append(Line(ADDED["6.21.hill"], "6.21.hill", "on the Hill"))
    if reach == SHORT and battle.fighters[unit].first_fire:
        lines.append(Line(ADDED["6.33.art"], "6.33.art", "first fire"))
    if group == SQUARE:
        lines.append(Line(ADDED["6.51"], "6.51", "at a square"))
    return lines
