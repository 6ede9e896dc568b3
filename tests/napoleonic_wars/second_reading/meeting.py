"""Interception and evasion (chapter 10).

All functions take the position before the step that is met: who enters still stands at the origin
of the step, so that "friendly" and "uncontrolled" are what they were (cases 72, 74 of 18.E).
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.napoleonic_wars.second_reading.world import (
    FRIENDLY,
    UNCONTROLLED,
    World,
    at_war,
    closed_ground,
    enemies_in,
    kind,
    out_of_fortress,
    strait_closed,
)

HARD = ("marsh", "pass", "strait")
"""The connections over which interception and evasion are harder (10.1.d, 10.2.d)."""
SUCCESS = 9
"""2d6 and the modifiers have to reach it (10.11.a, 10.2.d)."""


@dataclass(frozen=True)
class Attempt:
    """An interception or evasion: who, whence, whither, and the modifiers line by line."""

    leader: str | None
    origin: str
    target: str
    lines: dict[str, int]

    @property
    def modifier(self) -> int:
        """All modifiers (10.1.d, 10.2.d)."""
        return sum(self.lines.values())

    def succeeds(self, roll: int) -> bool:
        """Whether a sum of two dice is enough (10.11.a, 10.2.d)."""
        return roll + self.modifier >= SUCCESS


def attempt(world: World, nation: str, leader: str | None, origin: str, target: str) -> Attempt:
    """The modifiers of an interception or evasion (10.1.d, 10.2.d); zeros are left out."""
    link = world.atlas.link(origin, target)
    lines = {
        "friendly": int(kind(world, nation, target) == FRIENDLY),
        "uncontrolled": -int(kind(world, nation, origin) == UNCONTROLLED),
        "battle": world.atlas.ratings[leader].battle if leader else 0,
        "connection": -int(link is not None and link.kind in HARD),
    }
    return Attempt(leader, origin, target, {name: n for name, n in lines.items() if n})


# -- interception ------------------------------------------------------------------------------


def passable(world: World, nation: str, origin: str, target: str) -> bool:
    """Whether a non-active force may advance or withdraw over a connection (9.53, 9.54, 12.4)."""
    return (
        world.atlas.link(origin, target) is not None
        and not strait_closed(world, nation, origin, target)
        and closed_ground(world, nation, target) is None
        and out_of_fortress(world, nation, origin, target)
    )


def may_intercept(world: World, leader: str, target: str, against: str) -> bool:
    """Whether a leader's army may intercept a nation in a space (10.1.a, 10.12.b, 10.13, 10.3)."""
    who = world.leaders[leader]
    able = leader not in world.failed and who.space not in world.failed_spaces and not who.fought
    return (
        able
        and at_war(world, who.nation, against)
        and passable(world, who.nation, who.space, target)
        and not enemies_in(world, who.nation, target)
    )


def interceptors(world: World, against: str, target: str) -> tuple[Attempt, ...]:
    """Every leader who may command an interception of a nation's forces (10.1, 10.13).

    For a flag placed by event (10.6.a) the position is that with the flag (case 77).
    """
    able = sorted(x for x in world.leaders if may_intercept(world, x, target, against))
    return tuple(
        attempt(world, world.leaders[x].nation, x, world.leaders[x].space, target) for x in able
    )


# -- evasion -----------------------------------------------------------------------------------


def evasion_spaces(world: World, nation: str, place: str, came_from: str | None) -> tuple[str, ...]:
    """Where a force may evade to from a space that an enemy entered (10.2.a, 10.2.c, 12.4)."""
    return tuple(
        space
        for space in world.atlas.neighbours(place)
        if space != came_from
        and not enemies_in(world, nation, space)
        and passable(world, nation, place, space)
    )


def evasions(
    world: World, nation: str, leader: str | None, place: str, came_from: str | None
) -> tuple[Attempt, ...]:
    """Every evasion of a force under a leader, or of a leaderless piece (10.2)."""
    targets = evasion_spaces(world, nation, place, came_from)
    return tuple(attempt(world, nation, leader, place, target) for target in targets)
