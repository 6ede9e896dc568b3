"""Chapters 6.34 and 7.5: reinforcement of a battle, and regrouping after one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.napoleon_columbia.oracle.tables import COMBAT_LIMIT, Road, without_code


@dataclass(frozen=True)
class Mover:
    """A unit of the side on the map."""

    town: str
    disrupted: bool = False
    regrouped: bool = False


@dataclass(frozen=True)
class ArrivalPosition:
    """Who may come into or leave `town`.

    `battle_towns` are those of fights that are not over (N-50), `own_towns` hold units of the side;
    `use` counts the moves of this combat turn or this regrouping by road id, `reserve_use` by
    battle town those into the Reserves of running battles (N-51).
    """

    roads: tuple[Road, ...]
    town: str
    battle_towns: frozenset[str] = frozenset()
    own_towns: frozenset[str] = frozenset()
    use: Mapping[str, int] = field(default_factory=dict)
    reserve_use: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def road_between(roads, one, other):
    return next((road for road in roads if {road.a, road.b} == {one, other}), None)


def reinforce(position, unit):
    """All refusals of Reinforce(unit): from an adjacent town not in battle, T2 (6.34, N-25)."""
    reasons = set()
    if unit.disrupted:
        reasons.add("disrupted")
    if unit.town in position.battle_towns:
        reasons.add("in_battle")
    road = road_between(position.roads, unit.town, position.town)
    if road is None:
        reasons.add("not_adjacent")
    elif position.use.get(road.id, 0) >= COMBAT_LIMIT[road.kind]:
        reasons.add("road_full")
    return reasons


def regroup(position, unit, to):
    """All refusals of Regroup(unit, to): to or from the town of the battle (7.5, N-33, N-36)."""
    reasons = set()
    if unit.disrupted:
        reasons.add("disrupted")
    if unit.regrouped:
        reasons.add(without_code("N-36"))
    if unit.town in position.battle_towns:
        reasons.add("in_battle")
    if to not in position.own_towns:
        reasons.add("not_friendly_town")
    road = road_between(position.roads, unit.town, to)
    if road is None or position.town not in (unit.town, to):
        return reasons | {without_code("7.5")}
    used = (position.use, position.reserve_use.get(to, {}))
    if any(it.get(road.id, 0) >= COMBAT_LIMIT[road.kind] for it in used):
        reasons.add("road_full")
    return reasons
