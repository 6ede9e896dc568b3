"""Chapter 5: single steps of a march, and the forced-march checks after all marches.

A refusal is the set of all words that apply, for the digest gives them no order; a step is legal
if the set is empty.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.napoleon_columbia.oracle.tables import (
    MARCH_ALLOWANCE,
    MARCH_LIMIT,
    MARCHES,
    RIVER_LIMIT,
    SIDE_OF,
    Road,
    joined,
)


@dataclass(frozen=True)
class Marcher:
    """A unit on the map: `start_town` at the start of the turn, `path` the towns entered since."""

    army: str
    type: str
    start_town: str
    path: tuple[str, ...] = ()
    strength: int = 1

    @property
    def town(self):
        return self.path[-1] if self.path else self.start_town

    @property
    def group(self):
        """The group to which the unit belongs for the whole turn (N-04)."""
        return self.army, self.start_town

    @property
    def forced(self):
        return len(self.path) > MARCH_ALLOWANCE[self.type]


@dataclass(frozen=True)
class MarchPosition:
    """A moment of the march phase.

    `units` holds those of both sides on the map, `activated` the groups (army, start town) that
    marched, `road_use` the sections marched by road id, `moving` the unit under way that has
    not halted (N-56), or an empty string.
    """

    roads: tuple[Road, ...]
    side: str
    units: Mapping[str, Marcher]
    night: bool = False
    activated: frozenset[tuple[str, str]] = frozenset()
    road_use: Mapping[str, int] = field(default_factory=dict)
    moving: str = ""

    def enemies_in(self, town):
        return any(
            SIDE_OF[unit.army] != self.side and unit.town == town for unit in self.units.values()
        )


@dataclass(frozen=True)
class Step:
    """The answer to one March(unit, road)."""

    reasons: frozenset[str]
    forced: bool = False


def step(position, name, road):
    """Whether the unit may march this one road now."""
    unit = position.units[name]
    reasons = set()
    reasons |= refused_for_the_group(position, unit)
    reasons |= refused_for_the_unit(position, name, unit)
    if road.leaves(unit.town):
        reasons |= refused_for_the_road(position, unit, road)
    else:
        reasons.add("no_road")
    return Step(frozenset(reasons), forced=len(unit.path) + 1 > MARCH_ALLOWANCE[unit.type])


def refused_for_the_group(position, unit):
    """5.1, N-04: French two groups, Allies one of each army, none twice."""
    if unit.group in position.activated:
        return set()
    spent = dict.fromkeys(MARCHES, 0)
    for army, _ in position.activated:
        spent[army] += 1
    if spent[unit.army] < MARCHES[unit.army]:
        return set()
    others = [army for army in SIDE_OF if army != unit.army and SIDE_OF[army] == SIDE_OF[unit.army]]
    unspent = [army for army in others if spent[army] < MARCHES[army]]
    if not unspent:
        return {"no_march_left"}
    if any(other.army in unspent for other in position.units.values()):
        return {"wrong_army_march"}
    return {"wrong_army_march", "no_march_left"}


def refused_for_the_unit(position, name, unit):
    """5.0, 5.3, 5.6, 5.7, N-56: a march that is over, or an allowance that is spent."""
    reasons = set()
    if unit.path and name != position.moving:
        reasons.add("already_marched")
    if unit.path and position.enemies_in(unit.town):
        reasons |= {"enemy_in_path", "already_marched"}
    normal = MARCH_ALLOWANCE[unit.type]
    if position.night and len(unit.path) >= normal:
        reasons |= {"night_forced", "already_marched"}
    if len(unit.path) >= normal + 1:
        reasons |= {"too_far", "already_marched"}
    return reasons


def refused_for_the_road(position, unit, road):
    """5.2, 5.4, 5.5, 5.7: the road, and what stands at its end."""
    reasons = set()
    target = road.leads_to(unit.town)
    use = position.road_use.get(road.id, 0)
    if use >= MARCH_LIMIT[road.kind]:
        reasons.add("road_full")
    if position.enemies_in(target):
        if position.night:
            reasons.add("night_attack")
        if road.river and use >= RIVER_LIMIT[road.kind]:
            reasons.add("river_limit")
        if not commanded(position, unit, target):
            reasons.add("command_control")
    return reasons


def commanded(position, unit, target):
    """5.2, N-06: alone, or with another group as both are adjacent, joined and come directly."""
    partners = [
        other
        for other in position.units.values()
        if SIDE_OF[other.army] == position.side
        and other.town == target
        and other.group != unit.group
    ]
    return not partners or (
        not unit.path
        and joined(position.roads, unit.start_town, target)
        and all(
            partner.path == (target,)
            and (
                partner.start_town == unit.start_town
                or joined(position.roads, partner.start_town, unit.start_town)
            )
            for partner in partners
        )
    )


def forced_units(position):
    """The units that must check after all marches (5.6, N-10)."""
    return {
        name
        for name, unit in position.units.items()
        if SIDE_OF[unit.army] == position.side and unit.forced
    }


def leaders_to_show(position):
    """The leaders that may be shown before the first die (9.1, FAQ.2, N-53); others are
    refused `not_at_start_town`."""
    starts = {position.units[name].group for name in forced_units(position)}
    return {
        name
        for name, unit in position.units.items()
        if unit.type == "leader" and unit.group in starts
    }


@dataclass(frozen=True)
class ForcedCheck:
    """One die of 5.6: `total` with the leader's bonus, `strength` afterwards (0 is eliminated)."""

    total: int
    strength: int


def forced_check(position, name, die, shown=frozenset()):
    """The check of one forced unit; `shown` holds the leaders that were revealed for it."""
    unit = position.units[name]
    helpers = shown & leaders_to_show(position)
    helped = any(position.units[leader].group == unit.group for leader in helpers)
    total = die + (1 if helped else 0)
    return ForcedCheck(total, unit.strength - (1 if total <= 3 else 0))
