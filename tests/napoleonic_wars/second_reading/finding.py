"""Interception, patrol and evasion at sea (13.3, 13.8.a, 13.9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.napoleonic_wars.second_reading.sailing import (
    FRIENDLY,
    MINORS,
    TRACK,
    Fleet,
    Sea,
    Squadrons,
    at_sea,
    controls,
    fleets_in,
    guard,
    hostile,
    is_grand,
    nations_of,
    standing,
)

NEEDED = 9
"""2d6 and the modifiers have to reach it (13.3.c, 13.31.a)."""
MODIFIER = {"gb": 2, "fr": 1}
"""By the nation that most of a fleet belongs to (13.33.a)."""
DICE = {"gb": 3, "fr": 2, "dk": 2, "sw": 2, "ru": 1, "ot": 1, "sp": 1, "au": 0, "pr": 0}
"""Battle dice of a squadron (13.4.b)."""


@dataclass(frozen=True)
class Attempt:
    """An attempt to find or to avoid: who tries, against whom, the modifiers line by line."""

    by: Fleet
    against: Fleet
    lines: dict[str, int]
    automatic: bool = False
    """It succeeds without a roll (13.8.a)."""

    @property
    def modifier(self) -> int:
        """All modifiers (13.33)."""
        return sum(self.lines.values())

    @property
    def needed(self) -> int:
        """The least sum of two dice that succeeds; 2 or less cannot fail (13.3.c)."""
        return 2 if self.automatic else NEEDED - self.modifier

    def succeeds(self, roll: int) -> bool:
        """Whether a sum of two dice is enough (13.3.c)."""
        return self.automatic or roll >= self.needed


# -- stacks and modifiers ----------------------------------------------------------------------


def most(fleet: Iterable[Squadrons]) -> str | None:
    """The nation of more than half the squadrons, if there is one (13.33.a)."""
    count: dict[str, int] = {}
    for x in fleet:
        count[x.nation] = count.get(x.nation, 0) + x.all
    total = sum(count.values())
    return next((nation for nation, n in count.items() if 2 * n > total), None)


def top(sea: Sea, fleet: Fleet) -> str | None:
    """Whose squadron is on top of a grand fleet (13.2.a); none if it is a single fleet.

    Nobody marked: that of the power with most battle dice, then first in track order.
    """
    if not is_grand(sea, fleet):
        return None
    marked = [x.nation for x in fleet if x.leads]
    if marked:
        return marked[0]
    parts = fleets_in(sea, fleet)
    dice = {name: sum(x.fighting * DICE[x.nation] for x in part) for name, part in parts.items()}
    first = max(dice, key=lambda name: (dice[name], -TRACK.index(name)))
    own = [x.nation for x in parts[first] if x.nation == first]
    return own[0] if own else parts[first][0].nation


def modifiers(sea: Sea, fleet: Fleet, blockade: bool = False) -> dict[str, int]:
    """The lines of an interception, patrol or evasion by a fleet (13.33.a, 13.21.a, R-34)."""
    nation = most(fleet)
    value = MODIFIER.get(nation, 0) if nation else 0
    chief = top(sea, fleet)
    lowered = min(value, MODIFIER.get(chief, 0)) if chief else value
    lines = {
        "british": value if nation == "gb" else 0,
        "french": value if nation == "fr" else 0,
        "top": lowered - value,
        "blockade": int(blockade),
    }
    return {name: n for name, n in lines.items() if n}


def stacks(sea: Sea, squadrons: Iterable[Squadrons]) -> tuple[Fleet, ...]:
    """Squadrons of a zone by stacks; those without a name by power and its minors (13.21.b)."""
    found: dict[tuple[str, str], Fleet] = {}
    for x in squadrons:
        lone = sea.pacts.get(x.nation, x.nation) if x.nation in MINORS else x.nation
        name = (x.stack, "" if x.stack else lone)
        found[name] = (*found.get(name, ()), x)
    return tuple(found.values())


# -- interception ------------------------------------------------------------------------------


def interceptors(
    sea: Sea, moving: Fleet, target: str, *, unseen: bool = False
) -> tuple[Attempt, ...]:
    """Every non-active stack that may try to intercept a fleet's step (13.3.a, 13.32, R-34).

    `sea` is the position before the step, `moving` stands at its origin. Stacks in the zone that
    is entered try; for a step into a port those in the zone it is left from. The blockade counts
    if a port is left, or one that is not friendly to the interceptor is entered, and he controls
    the zone, the moving fleet left out. `unseen`: Blockade Runner in the zone outside the port.
    """
    origin = moving[0].place
    into_port = target in sea.chart.spaces
    out_of_port = origin in sea.chart.spaces
    zone = origin if into_port else target
    if unseen and out_of_port:
        return ()
    found = []
    for stack in stacks(sea, at_sea(sea, zone, without=moving)):
        foes = _foes(sea, stack, nations_of(moving))
        if not foes:
            continue
        held = any(controls(sea, x.nation, zone, without=moving) for x in foes)
        shut = out_of_port or (
            into_port and any(standing(sea, x.nation, target) != FRIENDLY for x in foes)
        )
        found.append(Attempt(foes, moving, modifiers(sea, foes, held and shut)))
    return tuple(found)


def _foes(sea: Sea, stack: Fleet, nations: tuple[str, ...]) -> Fleet:
    """The squadrons of a stack whose nations are at war with any of the others."""
    return tuple(x for x in stack if hostile(sea, (x.nation,), nations))


def strait_interceptors(sea: Sea, moving: Fleet, target: str) -> tuple[Attempt, ...]:
    """The fleet in the port of an enemy fortress on a naval strait: no roll (13.8.a, 13.32).

    It may do so after the batteries; one attempt for all that lie there.
    """
    watch = guard(sea, nations_of(moving), moving[0].place, target)
    if watch is None or not watch.fleet:
        return ()
    return (Attempt(watch.fleet, moving, {}, automatic=True),)


def expelled_interceptors(
    sea: Sea, nations: Iterable[str], expelled: Fleet, zone: str
) -> tuple[Attempt, ...]:
    """Who seeks a fleet that is driven out of a port that was taken: blockaders (13.9.a, case 156).

    Only stacks that control the zone blockade it; the line counts always. `nations` are those of
    the side that took the port: the others stay out of it.
    """
    side = frozenset(nations)
    found = []
    for stack in stacks(sea, at_sea(sea, zone)):
        foes = tuple(
            x
            for x in _foes(sea, stack, nations_of(expelled))
            if x.nation in side and controls(sea, x.nation, zone)
        )
        if foes:
            found.append(Attempt(foes, expelled, modifiers(sea, foes, blockade=True)))
    return tuple(found)


def patrols(sea: Sea, active: str, by: Fleet) -> tuple[Attempt, ...]:
    """The attempts of one patrol: one for each enemy stack in the zone (13.3.b, 13.21.b, 13.32).

    All of them are made for one maneuver; stacks that are found fight together. The blockade
    never counts (R-34). A fleet in port has none, nor one without the active nation's squadron.
    """
    zone = by[0].place
    if zone in sea.chart.spaces or active not in nations_of(by):
        return ()
    found = (_foes(sea, stack, nations_of(by)) for stack in stacks(sea, at_sea(sea, zone, by)))
    return tuple(Attempt(by, foes, modifiers(sea, by)) for foes in found if foes)


# -- evasion -----------------------------------------------------------------------------------


def evasion(sea: Sea, fleet: Fleet, against: Fleet, in_port: bool = False) -> Attempt | None:
    """The evasion of a fleet that was found; none for a fleet in port (13.31.a, 13.32, R-34)."""
    if in_port:
        return None
    return Attempt(fleet, against, modifiers(sea, fleet))


@dataclass(frozen=True)
class Evaded:
    """Where a fleet is after an evasion that succeeded, and what it may do (13.31.a)."""

    place: str
    new_zone: bool = False
    """It may go on into a new zone with another maneuver."""
    sought_again: bool = False
    """It may be patrolled against again."""


def after_evasion(
    sea: Sea, fleet: Fleet, zone: str, by: Fleet, *, active: bool, target: str = ""
) -> Evaded:
    """What becomes of a fleet that evaded in a zone (13.31.a).

    `fleet` stands at the origin of its step, `by` is who found it, `target` the port it was about
    to enter. A non-active evader stays in the zone. One that came out of a port which `by`
    blockades goes back to it; without a blockade it stays in the zone and may not go on.
    """
    origin = fleet[0].place
    if not active:
        return Evaded(zone, sought_again=True)
    if origin in sea.chart.spaces:
        shut = any(controls(sea, x.nation, zone, without=fleet) for x in by)
        return Evaded(origin if shut else zone)
    return Evaded(target or zone, new_zone=not target)
