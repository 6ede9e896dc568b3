"""The position, and what a space is to a nation: chapters 3, 9.53 and 12.4 of the digest."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

FRIENDLY, ENEMY, UNCONTROLLED, NEUTRAL = "friendly", "enemy", "uncontrolled", "neutral"
TRACK = ("fr", "gb", "au", "ru", "pr", "ot", "sp", "sw", "dk")
"""The Movement Track (5.11.b, R-06)."""
CAMPS_OF_1805 = {"fr": "imperial", "sp": "imperial"} | dict.fromkeys(
    ("gb", "au", "ru"), "coalition"
)
"""The camps at the start (8.3.a)."""


@dataclass(frozen=True)
class Space:
    """A duchy (3.duchy). `start` is its colour: who controls it without a flag."""

    id: str
    start: str
    home: str
    upper: str
    lower: str
    key: bool
    capital: bool
    fortress: int
    ports: tuple[str, ...]

    @property
    def colours(self) -> frozenset[str]:
        """The nations of which it is a home or associated duchy (3.duchy)."""
        return frozenset({self.home, self.upper, self.lower} - {""})


@dataclass(frozen=True)
class Link:
    """A connection of two duchies (3.adjacent); `zone` is that of a strait."""

    kind: str
    zone: str


@dataclass(frozen=True)
class Nation:
    """The figures of a nation (3.power, 11.21, 15.1.c)."""

    id: str
    power: bool
    conquest: int
    bonus: int


@dataclass(frozen=True)
class Rating:
    """What is printed on a leader (2.2.c)."""

    id: str
    nation: str
    command: int
    battle: int


@dataclass(frozen=True)
class Atlas:
    """What does not change: the map and the figures of nations and leaders (18.A8, A11)."""

    spaces: Mapping[str, Space]
    links: Mapping[frozenset[str], Link]
    nations: Mapping[str, Nation]
    ratings: Mapping[str, Rating]

    def link(self, a: str, b: str) -> Link | None:
        """The connection of two spaces, if they are adjacent (3.adjacent)."""
        return self.links.get(frozenset((a, b)))

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The adjacent spaces by id (3.adjacent)."""
        return tuple(sorted(min(pair - {space}) for pair in self.links if space in pair))


@dataclass
class Lot:
    """SP of a nation in a space that entered so many spaces in this impulse (R-75)."""

    nation: str
    space: str
    sp: int
    entered: int = 0
    fought: bool = False
    halted: bool = False
    """Stopped for this impulse by a fortress or a siege (9.52.a, 12.2.e)."""


@dataclass
class Leader:
    """A leader on the map (2.2.c); their nation is a fact of the position (R-119)."""

    id: str
    nation: str
    space: str
    entered: int = 0
    fought: bool = False
    halted: bool = False


@dataclass
class World:
    """A position of the land war (18.A8 to A10, A13, A14, A19)."""

    atlas: Atlas
    flags: dict[str, str] = field(default_factory=dict)
    lots: list[Lot] = field(default_factory=list)
    leaders: dict[str, Leader] = field(default_factory=dict)
    wars: set[frozenset[str]] = field(default_factory=set)
    camps: dict[str, str] = field(default_factory=dict)
    pacts: dict[str, str] = field(default_factory=dict)
    """The power that a proxy is in Pact with (8.2)."""
    passage: dict[str, frozenset[str]] = field(default_factory=dict)
    """The camp that conquered a nation which is still neutral (15.21.c)."""
    fleets: dict[str, dict[str, int]] = field(default_factory=dict)
    """Squadrons by place (the id of a port's space, or of a zone) and nation (13.1)."""
    stacks: dict[tuple[str, str], str] = field(default_factory=dict)
    """Who leads the stack that a nation's fleet lies in, by nation and zone (13.2)."""
    failed: set[str] = field(default_factory=set)
    """Leaders who may not intercept in this impulse since an attempt failed (10.12.b, 10.13)."""
    failed_spaces: set[str] = field(default_factory=set)
    """Spaces from which an interception failed in this impulse (10.13)."""

    def put(
        self, nation: str, space: str, sp: int, entered: int = 0, fought: bool = False
    ) -> World:
        """Adds a lot of SP (R-75)."""
        self.lots.append(Lot(nation, space, sp, entered, fought))
        return self

    def lead(self, leader: str, space: str, entered: int = 0, fought: bool = False) -> World:
        """Puts a leader on the map (2.2.c)."""
        nation = self.atlas.ratings[leader].nation
        self.leaders[leader] = Leader(leader, nation, space, entered, fought)
        return self

    def war(self, some: Iterable[str], others: Iterable[str]) -> World:
        """Puts each of some nations at war with each of the others (8.3, 8.33)."""
        self.wars |= {frozenset((a, b)) for a in some for b in others}
        return self


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table of the data pack."""
    with path.open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def read_atlas(folder: Path) -> Atlas:
    """Reads the map, the nations and the leaders of a data pack (18.A8, A11)."""
    spaces = {
        r["id"]: Space(
            id=r["id"],
            start=r["start"],
            home=r["home"],
            upper=r["upper"],
            lower=r["lower"],
            key=r["key"] == "1",
            capital=r["capital"] == "1",
            fortress=int(r["fortress"]),
            ports=tuple(r["ports"].split()),
        )
        for r in rows(folder / "spaces.csv")
    }
    links = {
        frozenset((r["a"], r["b"])): Link(r["kind"], r["zone"])
        for r in rows(folder / "connections.csv")
    }
    nations = {
        r["id"]: Nation(
            r["id"], r["rank"] == "power", int(r["conquest_modifier"]), int(r["unit_bonus"])
        )
        for r in rows(folder / "nations.csv")
    }
    ratings = {
        r["id"]: Rating(r["id"], r["nation"], int(r["command"]), int(r["battle"]))
        for r in rows(folder / "leaders.csv")
    }
    return Atlas(spaces, links, nations, ratings)


def empty(atlas: Atlas, camps: Mapping[str, str] = CAMPS_OF_1805) -> World:
    """A map without pieces; nations of different camps are at war (8.3.a)."""
    world = World(atlas, camps=dict(camps))
    for camp in set(camps.values()):
        inside = [n for n in camps if camps[n] == camp]
        world.war(inside, [n for n in camps if camps[n] != camp])
    if CAMPS_OF_1805.items() <= dict(camps).items():
        world.pacts["sp"] = "fr"
    return world


# -- nations -----------------------------------------------------------------------------------


def at_war(world: World, a: str, b: str) -> bool:
    """Whether two nations are at war (8.33)."""
    return frozenset((a, b)) in world.wars


def allied(world: World, a: str, b: str) -> bool:
    """Whether they are the same or in one camp (3.alliance, 8.2.f); a Pact shares the camp.

    Proxies in Pact with the same power are allied, also if that is neutral (8.2.f).
    """
    if a == b or world.pacts.get(a, a) == world.pacts.get(b, b):
        return True
    return a in world.camps and world.camps[a] == world.camps.get(b)


def from_next(due: str) -> tuple[str, ...]:
    """The track from a nation on (5.11.b)."""
    at = TRACK.index(due)
    return TRACK[at:] + TRACK[:at]


# -- forces ------------------------------------------------------------------------------------


def strength(world: World, nation: str, space: str) -> int:
    """The SP of a nation in a space (R-01)."""
    return sum(lot.sp for lot in world.lots if (lot.nation, lot.space) == (nation, space))


def leaders_in(world: World, nation: str, space: str) -> tuple[str, ...]:
    """The leaders of a nation in a space (2.2.c)."""
    found = (x.id for x in world.leaders.values() if (x.nation, x.space) == (nation, space))
    return tuple(sorted(found))


def present(world: World, space: str) -> frozenset[str]:
    """The nations with field forces in a space (3.fieldforce)."""
    of_units = {lot.nation for lot in world.lots if lot.space == space and lot.sp}
    return frozenset(of_units | {x.nation for x in world.leaders.values() if x.space == space})


def enemies_in(world: World, nation: str, space: str) -> bool:
    """Whether field forces at war with a nation are in a space (3.fieldforce)."""
    return any(at_war(world, nation, other) for other in present(world, space))


def friends_in(world: World, nation: str, space: str) -> bool:
    """Whether field forces of a nation's camp are in a space (3.alliance)."""
    return any(allied(world, nation, other) for other in present(world, space))


# -- spaces ------------------------------------------------------------------------------------


def controller(world: World, space: str) -> str:
    """Whose flag is there; with no flag, whose colour is printed (3.control)."""
    return world.flags.get(space) or world.atlas.spaces[space].start


def negated(world: World, space: str) -> bool:
    """Whether enemy units negate the control of an unfortified duchy (3.control, 12.1.a)."""
    unfortified = not world.atlas.spaces[space].fortress
    return unfortified and enemies_in(world, controller(world, space), space)


def kind(world: World, nation: str, space: str) -> str:
    """What a space is to a nation (3.friendly, 3.enemy, 3.uncontrolled, 3.neutral, 15.21.c)."""
    owner = controller(world, space)
    fortress = bool(world.atlas.spaces[space].fortress)
    if allied(world, nation, owner) or nation in world.passage.get(owner, ()):
        lost = negated(world, space) or (not fortress and enemies_in(world, nation, space))
        return UNCONTROLLED if lost else FRIENDLY
    if not at_war(world, nation, owner):
        return NEUTRAL
    if negated(world, space) or friends_in(world, nation, space):
        return UNCONTROLLED
    return ENEMY


def enemy_fortress(world: World, nation: str, space: str) -> bool:
    """A fortress that an enemy controls, with or without forces outside it (12.1.a, 12.4)."""
    fortress = world.atlas.spaces[space].fortress
    return bool(fortress) and at_war(world, nation, controller(world, space))


def closed_ground(world: World, nation: str, space: str) -> str | None:
    """The clause that keeps a nation out of a neutral's duchy (9.54.a, 15.21.c)."""
    owner = controller(world, space)
    if kind(world, nation, space) == NEUTRAL:
        return "9.54"
    passes = nation in world.passage.get(owner, ()) and not allied(world, nation, owner)
    return "15.21.c" if passes and world.atlas.spaces[space].capital else None


def strait_closed(world: World, nation: str, a: str, b: str) -> bool:
    """Whether an enemy fleet closes a strait: in its zone, or in port at an end (9.53.a, R-56)."""
    link = world.atlas.link(a, b)
    if link is None or link.kind != "strait":
        return False
    places = (world.fleets.get(place, {}) for place in (link.zone, a, b))
    return any(n and at_war(world, nation, who) for fleet in places for who, n in fleet.items())


def out_of_fortress(world: World, nation: str, origin: str, target: str) -> bool:
    """Whether 12.4.a lets a force go: out of an enemy fortress space only to certain kinds."""
    free = not enemy_fortress(world, nation, origin)
    return free or kind(world, nation, target) in (FRIENDLY, UNCONTROLLED)


# -- keys --------------------------------------------------------------------------------------


def keys_at_start(atlas: Atlas, nation: str) -> tuple[str, ...]:
    """The starting list of a nation's keys: those of its colour (5.81.b, 15.1.c)."""
    return tuple(x.id for x in atlas.spaces.values() if x.key and x.start == nation)


def keys_lost(world: World, nation: str) -> tuple[str, ...]:
    """The keys of its starting list that another nation's flag stands on (5.81.a, 15.1.c)."""
    keys = keys_at_start(world.atlas, nation)
    return tuple(k for k in keys if controller(world, k) != nation)
