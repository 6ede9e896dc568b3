"""Sea zones, blockades, the ways of fleets and convoys, straits (3, 13.1, 13.6 to 13.8)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

TRACK = ("fr", "gb", "au", "ru", "pr", "ot", "sp", "sw", "dk")
"""The order in which nations act (5.11.b, R-06)."""
MINORS = frozenset(("ot", "sp", "sw", "dk"))
"""The four minors (3.minor)."""

FRIENDLY, ENEMY, UNCONTROLLED, NEUTRAL = "friendly", "enemy", "uncontrolled", "neutral"
"""What a space is to a nation (3.friendly, 3.enemy, 3.uncontrolled, 3.neutral)."""

BATTERY, FORTRESS_BATTERY = 2, 4
"""Dice of a port's batteries, and of a fortress's (13.5.a, 13.8.a)."""


# -- position ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Space:
    """A duchy as far as the sea goes (3.duchy); `zones` are those of its anchors."""

    id: str
    colour: str
    """Who controls it without a flag (3.control)."""
    home: str = ""
    capital: bool = False
    fortress: int = 0
    zones: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chart:
    """What does not change: spaces, borders of zones and straits on land (18.A8)."""

    spaces: Mapping[str, Space]
    borders: Mapping[frozenset[str], str]
    """The fortress that guards the border of two zones, or nothing (13.8)."""
    straits: Mapping[frozenset[str], str]
    """The zone of a strait between two spaces (9.53)."""

    @property
    def zones(self) -> frozenset[str]:
        """All sea zones (3.seazone)."""
        return frozenset(zone for pair in self.borders for zone in pair)

    def beside(self, zone: str) -> tuple[str, ...]:
        """The zones that border on a zone (3.adjacent)."""
        return tuple(sorted(min(pair - {zone}) for pair in self.borders if zone in pair))

    def ports(self, zone: str) -> tuple[str, ...]:
        """The ports of a zone, those of two zones too (3.duchy)."""
        return tuple(sorted(x.id for x in self.spaces.values() if zone in x.zones))


@dataclass(frozen=True)
class Squadrons:
    """Squadrons of a nation in one place and one stack (13.1.a, 18.A13)."""

    nation: str
    place: str
    """The id of a zone, or of a space if they are in port."""
    ready: int = 0
    refit: int = 0
    """Awaiting refit (3.refit)."""
    building: int = 0
    """Under construction (7.3.a)."""
    stays: bool = False
    """May not sail in this impulse (13.41.a)."""
    stack: str = ""
    """A name for the stack; without one the fleet of a power and its minors is a stack."""
    leads: bool = False
    """A squadron of these is on top of the stack (13.2.a, 13.21.a)."""

    @property
    def fighting(self) -> int:
        """Squadrons that have dice: not those under construction (7.3.a)."""
        return self.ready + self.refit

    @property
    def all(self) -> int:
        """All of them."""
        return self.ready + self.refit + self.building


Fleet = tuple[Squadrons, ...]
"""Squadrons in one place that act together: a fleet, a grand fleet or a part of one."""


@dataclass(frozen=True)
class Sea:
    """A position of the naval war (18.A9, A13, A19)."""

    chart: Chart
    squadrons: Fleet = ()
    flags: Mapping[str, str] = field(default_factory=dict)
    forces: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The nations with field forces in a space."""
    wars: frozenset[frozenset[str]] = frozenset()
    alliances: frozenset[frozenset[str]] = frozenset()
    """Pairs in one camp, or a power and its proxy in Pact (3.alliance)."""
    pacts: Mapping[str, str] = field(default_factory=dict)
    """The power that a proxy is in Pact with (8.2)."""
    passage: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The nations to whom a conquered neutral's duchies are friendly (15.21.c)."""


def pairs(some: Iterable[str], others: Iterable[str] | None = None) -> frozenset[frozenset[str]]:
    """Each of some nations with each of others, or with one another."""
    some = tuple(some)
    return frozenset(
        frozenset((a, b)) for a in some for b in (some if others is None else others) if a != b
    )


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def read_chart(folder: Path) -> Chart:
    """Reads spaces, borders of zones and straits of a data pack."""
    spaces = {
        r["id"]: Space(
            r["id"],
            r["start"],
            r["home"],
            r["capital"] == "1",
            int(r["fortress"]),
            tuple(r["ports"].split()),
        )
        for r in _rows(folder / "spaces.csv")
    }
    borders = {
        frozenset((r["a"], r["b"])): r["naval_strait"] for r in _rows(folder / "sea_borders.csv")
    }
    straits = {
        frozenset((r["a"], r["b"])): r["zone"]
        for r in _rows(folder / "connections.csv")
        if r["kind"] == "strait"
    }
    return Chart(spaces, borders, straits)


# -- nations and ports -------------------------------------------------------------------------


def at_war(sea: Sea, a: str, b: str) -> bool:
    """Whether two nations are at war (8.33)."""
    return frozenset((a, b)) in sea.wars


def allied(sea: Sea, a: str, b: str) -> bool:
    """Whether they are one nation or allies (3.alliance)."""
    return a == b or frozenset((a, b)) in sea.alliances


def hostile(sea: Sea, some: Iterable[str], others: Iterable[str]) -> bool:
    """Whether any of some nations is at war with any of others (3.enemy)."""
    others = tuple(others)
    return any(at_war(sea, a, b) for a in some for b in others)


def nations_of(fleet: Iterable[Squadrons]) -> tuple[str, ...]:
    """The nations with squadrons in a fleet, in track order."""
    found = {x.nation for x in fleet if x.all}
    return tuple(nation for nation in TRACK if nation in found)


def controller(sea: Sea, space: str) -> str:
    """Whose flag is there; with no flag, whose colour is printed (3.control)."""
    return sea.flags.get(space) or sea.chart.spaces[space].colour


def negated(sea: Sea, space: str) -> bool:
    """Whether enemy units negate the control of an unfortified duchy (3.control, 12.1.a)."""
    owner = controller(sea, space)
    unfortified = not sea.chart.spaces[space].fortress
    return unfortified and hostile(sea, (owner,), sea.forces.get(space, ()))


def standing(sea: Sea, nation: str, space: str) -> str:
    """What a space is to a nation's ships (3.friendly, 3.enemy, 3.uncontrolled, 15.21.c).

    A fortress keeps its owner's control, even with enemies around it (12.1.a): it stays friendly to
    the owner and their allies, and an enemy port to the others. What is negated is uncontrolled.
    """
    owner = controller(sea, space)
    fortress = bool(sea.chart.spaces[space].fortress)
    if allied(sea, nation, owner) or nation in sea.passage.get(owner, ()):
        beset = not fortress and hostile(sea, (nation, owner), sea.forces.get(space, ()))
        return UNCONTROLLED if beset else FRIENDLY
    if not at_war(sea, nation, owner):
        return NEUTRAL
    return UNCONTROLLED if negated(sea, space) else ENEMY


def open_port(sea: Sea, nation: str, space: str) -> bool:
    """A friendly port that may be entered: no capital of a conquered neutral (13.6.a, 15.21.c)."""
    here = sea.chart.spaces[space]
    if not here.zones or standing(sea, nation, space) != FRIENDLY:
        return False
    return allied(sea, nation, controller(sea, space)) or not here.capital


def batteries(sea: Sea, space: str) -> int:
    """Dice of the batteries of a port: 2, or 4 of a fortress; none without anchor (13.5.a)."""
    here = sea.chart.spaces[space]
    if not here.zones:
        return 0
    return FORTRESS_BATTERY if here.fortress else BATTERY


# -- control and blockade ----------------------------------------------------------------------


def at_sea(sea: Sea, zone: str, without: Fleet = ()) -> Fleet:
    """The squadrons at sea in a zone; those of a fleet that is just moving may be left out."""
    return tuple(x for x in sea.squadrons if x.place == zone and x.all and x not in without)


def controls(sea: Sea, nation: str, zone: str, without: Fleet = ()) -> bool:
    """Whether a nation has a fleet at sea in the zone and no enemy of it has (3.control, R-02)."""
    here = nations_of(at_sea(sea, zone, without))
    return nation in here and not hostile(sea, (nation,), here)


def controllers(sea: Sea, zone: str) -> frozenset[str]:
    """The nations that control a zone, each for itself (3.control, R-02)."""
    return frozenset(n for n in nations_of(at_sea(sea, zone)) if controls(sea, n, zone))


def side_controls(sea: Sea, nation: str, zone: str) -> bool:
    """Whether a nation or an ally of it controls a zone (13.7.a)."""
    return any(allied(sea, nation, other) for other in controllers(sea, zone))


def blockaded_towards(sea: Sea, nation: str, port: str) -> tuple[str, ...]:
    """The zones of a port that an enemy of the nation controls (3.blockade, 13.33.a, R-46)."""
    zones = sea.chart.spaces[port].zones
    return tuple(z for z in zones if hostile(sea, (nation,), controllers(sea, z)))


def blockaded(sea: Sea, nation: str, port: str) -> bool:
    """Whether a port is blockaded for a nation towards all its zones (R-46, case 52)."""
    zones = sea.chart.spaces[port].zones
    return bool(zones) and len(blockaded_towards(sea, nation, port)) == len(zones)


def regroup_ports(sea: Sea, nation: str) -> tuple[str, ...]:
    """Where a squadron may come back from the Regroup box: unblockaded friendly ports (7.7.b)."""
    return tuple(
        x.id
        for x in sea.chart.spaces.values()
        if open_port(sea, nation, x.id) and not blockaded(sea, nation, x.id)
    )


# -- fleets ------------------------------------------------------------------------------------


def fleets_in(sea: Sea, fleet: Iterable[Squadrons], minors_apart: bool = False) -> dict[str, Fleet]:
    """The fleets in a stack: each power with its allied minors (3.fleet, 13.1.a).

    A minor belongs to the fleet of the power it is in Pact with. With `minors_apart` each nation's
    squadrons are a fleet, as the words of case 100 may be read.
    """
    found: dict[str, Fleet] = {}
    for x in fleet:
        name = x.nation
        if not minors_apart and name in MINORS:
            name = sea.pacts.get(name, name)
        found[name] = (*found.get(name, ()), x)
    return found


def is_grand(sea: Sea, fleet: Iterable[Squadrons]) -> bool:
    """Whether a stack is a grand fleet: fleets of two or more powers (3.grandfleet, 13.2)."""
    return len(fleets_in(sea, fleet)) > 1


@dataclass(frozen=True)
class Guard:
    """An enemy fortress on a naval strait (13.8.a)."""

    fortress: str
    dice: int
    fleet: Fleet
    """Ready squadrons in its port that may intercept without a roll, after the batteries."""


def guard(sea: Sea, nations: Iterable[str], a: str, b: str) -> Guard | None:
    """The enemy fortress that fires at a fleet going from zone to zone, if any (13.8.a)."""
    name = sea.chart.borders.get(frozenset((a, b)), "")
    nations = tuple(nations)
    if not name or not hostile(sea, nations, (controller(sea, name),)):
        return None
    inside = tuple(
        x
        for x in sea.squadrons
        if x.place == name and x.ready and hostile(sea, nations, (x.nation,))
    )
    return Guard(name, FORTRESS_BATTERY, inside)


@dataclass(frozen=True)
class Step:
    """One step of a fleet: port to zone, zone to port or zone to zone (13.1.a)."""

    target: str
    maneuvers: int
    """One for each fleet in the stack (13.2.b)."""
    entry: str
    """"zone", "friendly" (port), "storm" (enemy port with enemy squadrons), "empty" (enemy port
    without any), or "closed" (neutral, uncontrolled or a conquered capital)."""
    guard: Guard | None = None
    """The fortress that fires at it on the way (13.8.a)."""


def adjacent(chart: Chart, place: str) -> tuple[str, ...]:
    """Where one step leads: out of port, into port, or to a zone beside (13.1.a, 3.maneuver)."""
    if place in chart.spaces:
        return tuple(sorted(chart.spaces[place].zones))
    return (*chart.beside(place), *chart.ports(place))


def entry(sea: Sea, fleet: Fleet, target: str) -> str:
    """How a fleet would enter a place; the worst of what it is to its nations (13.1.a, 13.5.a)."""
    if target not in sea.chart.spaces:
        return "zone"
    nations = nations_of(fleet)
    if all(open_port(sea, nation, target) for nation in nations):
        return "friendly"
    if any(standing(sea, nation, target) == ENEMY for nation in nations):
        inside = [x.nation for x in sea.squadrons if x.place == target and x.all]
        return "storm" if hostile(sea, nations, inside) else "empty"
    return "closed"


def crew_refusals(sea: Sea, active: str, fleet: Fleet) -> tuple[str, ...]:
    """Why the active nation may not sail with these squadrons (8.2.d, R-16, 13.21.a, 13.41).

    A power takes its own squadrons, alone or with allies' of the stack; a proxy's CP move only
    its own. Nobody sails under construction (7.3.a), before refit (7.7.c), or after a beating.
    """
    nations = nations_of(fleet)
    found = {
        "8.2.d": active not in nations,
        "R-16": active in sea.pacts and set(nations) != {active},
        "13.2": not all(allied(sea, active, nation) for nation in nations),
        "7.3.a": any(x.building for x in fleet),
        "7.7.c": any(x.refit for x in fleet),
        "13.41": any(x.stays for x in fleet),
        "13.1": len({x.place for x in fleet}) != 1,
    }
    return tuple(clause for clause, holds in found.items() if holds)


def steps(sea: Sea, active: str, fleet: Fleet, minors_apart: bool = False) -> dict[str, Step]:
    """Every step that a fleet may make now, by its target; none if it may not sail (13.1)."""
    if not fleet or crew_refusals(sea, active, fleet):
        return {}
    place = fleet[0].place
    cost = len(fleets_in(sea, fleet, minors_apart))
    found = {}
    for target in adjacent(sea.chart, place):
        how = entry(sea, fleet, target)
        if how != "closed":
            watched = guard(sea, nations_of(fleet), place, target)
            found[target] = Step(target, cost, how, watched)
    return found


# -- convoys and landings ----------------------------------------------------------------------


def _enemy_ships(sea: Sea, nation: str, place: str) -> bool:
    return any(x.place == place and x.all and at_war(sea, nation, x.nation) for x in sea.squadrons)


def _passable(sea: Sea, nation: str, a: str, b: str) -> bool:
    """Whether a convoy may go from one place to the next (13.6.c)."""
    if _enemy_ships(sea, nation, b):
        return False
    if b in sea.chart.spaces:
        return open_port(sea, nation, b)
    return guard(sea, (nation,), a, b) is None


def _courses(sea: Sea, nation: str, origin: str, through_ports: bool) -> dict[str, int]:
    """Zones and friendly ports that a convoy reaches, with the CP to enter them (13.6.b)."""
    found = {origin: 0}
    edge = [origin]
    while edge:
        following: list[str] = []
        for place in edge:
            if place in sea.chart.spaces and place != origin and not through_ports:
                continue
            for target in adjacent(sea.chart, place):
                if target not in found and _passable(sea, nation, place, target):
                    found[target] = found[place] + 1
                    following.append(target)
        edge = following
    return found


def convoy_costs(sea: Sea, nation: str, origin: str, through_ports: bool = True) -> dict[str, int]:
    """The friendly ports that a convoy reaches from a port, and the fewest CP (13.6).

    `through_ports` lets it go on from a friendly port of two zones, paying for the port too.
    """
    if not open_port(sea, nation, origin):
        return {}
    found = _courses(sea, nation, origin, through_ports)
    return {p: n for p, n in found.items() if p in sea.chart.spaces and p != origin}


@dataclass(frozen=True)
class Landing:
    """An assault landing that is allowed (13.7.a)."""

    port: str
    zone: str
    cp: int
    dice: int
    """Of the batteries (13.5.a)."""
    invasion: bool = False
    """The port is a neutral minor's: its neutrality would have to end first (9.54.b)."""


def landings(
    sea: Sea, nation: str, origin: str, through_ports: bool = True
) -> dict[tuple[str, str], Landing]:
    """Every assault landing of a convoy, by port and by the zone it comes from (13.7.a, 13.6).

    The nation or an ally has to control that zone, and no enemy fleet may be in the port. Neutral
    minors' ports are listed too, marked as invasions; leave them out if landings do not invade.
    """
    if not open_port(sea, nation, origin):
        return {}
    found = {}
    for zone, cost in _courses(sea, nation, origin, through_ports).items():
        if zone in sea.chart.spaces or not side_controls(sea, nation, zone):
            continue
        for port in sea.chart.ports(zone):
            how = standing(sea, nation, port)
            owner = controller(sea, port)
            invasion = how == NEUTRAL and owner in MINORS
            inside = [x.nation for x in sea.squadrons if x.place == port and x.all]
            barred = hostile(sea, (nation,), inside) or (invasion and owner in inside)
            if (how == ENEMY or invasion) and not barred:
                found[port, zone] = Landing(port, zone, cost + 1, batteries(sea, port), invasion)
    return found


# -- straits on land ---------------------------------------------------------------------------


def strait_closed(sea: Sea, nation: str, a: str, b: str) -> bool:
    """Whether an enemy fleet closes a strait: in its zone, or in port at an end (9.53, R-56)."""
    zone = sea.chart.straits.get(frozenset((a, b)))
    return zone is not None and any(_enemy_ships(sea, nation, x) for x in (zone, a, b))
