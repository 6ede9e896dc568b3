"""1 The data pack: towns and roads, blocks, turn record, terrain, and what is drawn.

A pack is a folder of CSV and JSON files, described in its README.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Literal, get_args

import msgspec

from napoleon.rules.kit.packs import Count, Status
from napoleon.rules.kit.roads import Road as Link
from napoleon.rules.kit.roads import RoadGraph, other_end, road_id

Army = Literal["french", "anglo", "prussian"]
Side = Literal["french", "allied"]
UnitType = Literal["leader", "inf", "cav", "foot_art", "horse_art"]
RoadKind = Literal["major", "minor"]
Terrain = Literal["woods", "farm", "stream", "hill"]
Lane = Literal["a", "b", "c"]

ARMIES: tuple[Army, ...] = get_args(Army)
NATIONS: dict[Army, str] = {
    "french": "French",
    "anglo": "Anglo-Dutch",
    "prussian": "Prussian",
}
"""What tells units of the same name apart, if they are of different armies."""
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)

MOST_STRENGTH = 4
"""Most steps of a unit [3.4]."""

MOST_FIREPOWER = 4
"""Highest printed firepower; F5 comes by modifiers alone [3.5, N-46]."""

Strength = Annotated[int, msgspec.Meta(ge=1, le=MOST_STRENGTH)]
Firepower = Annotated[int, msgspec.Meta(ge=1, le=MOST_FIREPOWER)]


class Town(msgspec.Struct, frozen=True, kw_only=True):
    """A town or city of the map [1.0]; `x` and `y` are its place on a drawing of 1000 by 1000."""

    id: str
    name: str
    kind: Literal["city", "town"]
    country: Literal["france", "netherlands"]
    """On which side of the border it lies [1.0]."""
    zone: Army
    """Whose units may be set up there [4.1, 4.2]."""
    supply_army: Literal[Army, ""]
    """The army that suffers while the French hold the town, empty for none [10.0]."""
    supply_loss: Count
    """Units which that army loses each time [10.0]."""
    lon: float
    """Degrees east of the real place."""
    lat: float
    """Degrees north of the real place."""
    x: int
    y: int
    name_status: Status
    zone_status: Status
    status: Status
    source: str


class Road(msgspec.Struct, frozen=True, kw_only=True):
    """A road between two towns [1.0], the same in both directions."""

    a: str
    b: str
    kind: RoadKind
    river: bool
    """Whether it crosses a river, which matters to attackers alone [5.5]."""
    river_name: str
    """What it crosses, empty where there is none."""
    road_status: Status
    kind_status: Status
    river_status: Status
    status: Status
    source: str

    @property
    def id(self) -> str:
        """Both ends in alphabetical order, such as ``charleroi-laneffe``."""
        return road_id(self.a, self.b)

    def other(self, town: str) -> str:
        """The town at the other end. Raises ValueError if the road does not touch `town`."""
        return other_end(self.a, self.b, town)


_COMMANDED = re.compile(r"(?P<corps>.+) \((?P<commander>.+)\)")
_NUMBERED = re.compile(r"[IV]+ Corps (?:infantry|cavalry|artillery)|Reserve artillery")


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A unit block as its label shows it [3.1-3.6]."""

    id: str
    name: str
    army: Army
    nat: Literal["br", "ne", "bk", ""]
    """Nationality of Anglo-Dutch units, empty for all others [3.1]."""
    type: UnitType
    corps: str
    """The corps, or the army reserve that counts as one; empty for leaders [6.23, N-20]."""
    max_strength: Strength
    """Steps at full strength [3.3]."""
    firepower: Firepower
    """A die hits with this or less [3.5]."""
    unit_status: Status
    max_strength_status: Status
    firepower_status: Status
    status: Status
    source: str

    @property
    def side(self) -> Side:
        """The side it fights for [3.1]."""
        return "french" if self.army == "french" else "allied"

    @property
    def commander(self) -> str:
        """The commander whom its label names, such as Kellermann; empty if it names none."""
        found = _COMMANDED.fullmatch(self.name)
        return found["commander"] if found else ""

    @property
    def called(self) -> str:
        """What everybody calls it, with its army where the label does not tell it."""
        if found := _COMMANDED.fullmatch(self.name):
            return f"{found['commander']}'s {found['corps']}"
        if _NUMBERED.match(self.name):
            return f"{NATIONS[self.army]} {self.name}"
        if self.name.startswith("Horse"):
            return f"{NATIONS[self.army]} {self.name[:1].lower()}{self.name[1:]}"
        return self.name


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A box of the turn record: one player turn [2.0]."""

    index: int
    """From 1, without gaps."""
    date: datetime.date
    turn_of_day: int
    side: Side
    """Whose player turn it is."""
    night: bool
    """Whether nobody may attack or force a march [5.7]."""
    allied_consultation: bool
    """Whether two Allied players may talk during it [12.0]."""
    side_status: Status
    status: Status
    source: str


class GreenBlock(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of green block: a terrain that is drawn for battles, or the marker of a square."""

    id: Literal[Terrain, "square"]
    name: str
    count: Count
    in_pool: bool
    """Whether it is shuffled and drawn [6.21, N-05]."""
    status: Status
    source: str


class Caps(msgspec.Struct, frozen=True, kw_only=True):
    """Most units of each army in a town at set-up [4.1, 4.2]."""

    french: Count
    anglo: Count
    prussian: Count
    status: Status
    clauses: tuple[str, ...]

    def of(self, army: Army) -> int:
        """The cap of one army."""
        caps: dict[Army, int] = {
            "french": self.french,
            "anglo": self.anglo,
            "prussian": self.prussian,
        }
        return caps[army]


class Excess(msgspec.Struct, frozen=True, kw_only=True):
    """Units of an order-of-battle card that are too many for their town [4.3, N-03]."""

    units: Count
    """How many the card puts there."""
    cap: Count
    """How many may stand there."""
    default: dict[str, str]
    """Town by block, for those that give way if their owner does not choose otherwise."""
    clause: str
    note: str
    status: Status


class Setup(msgspec.Struct, frozen=True, kw_only=True, rename={"placed": "setup"}):
    """A set-up of all units, such as that of the order-of-battle cards [4.3]."""

    id: str
    title: str
    clause: str
    status: Status
    status_note: str
    group_status: dict[Army, Status]
    """How sure it is which towns the army holds."""
    caps: Caps
    placed: dict[str, str]
    """Town by block, the excess where it goes by default."""
    on_the_card: dict[str, tuple[str, ...]]
    """Blocks that the cards put into a town, for towns where they are too many."""
    excess: dict[str, Excess]
    """By such a town, what becomes of the units that do not fit."""
    strength: Literal["full"]

    def fixed(self) -> dict[str, str]:
        """Town by block, without those whose owner has to choose among them [N-03, N-57]."""
        waiting = {block for blocks in self.on_the_card.values() for block in blocks}
        return {block: town for block, town in self.placed.items() if block not in waiting}


class RiverPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A point of a reach of a river: a place of the drawing, or the road that crosses there."""

    reach: str
    river: str
    name: str
    """What is written along the reach, empty for nothing."""
    seq: Count
    road: str
    """The road under which it runs, empty for none."""
    x: int | None
    """None where there is a road, as `y`."""
    y: int | None
    status: Status
    source: str


class LinePoint(msgspec.Struct, frozen=True, kw_only=True):
    """A point of the border of France, or of the line between the Allied zones [1.0, 4.1]."""

    line: Literal["frontier", "deployment"]
    seq: Count
    x: int
    y: int
    status: Status
    source: str


class BoardPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A position or Reserve of a battle board, as it is drawn beside the map [6.2, N-13]."""

    id: str
    board: Annotated[int, msgspec.Meta(ge=1)]
    side: Literal["attacker", "defender"]
    role: Literal["position", "reserve"]
    lane: Literal[Lane, ""]
    """Empty for a Reserve."""
    x: int
    y: int
    label: str
    opposite: str
    """The enemy position of the same lane, empty for a Reserve."""
    own_reserve: str
    """The Reserve behind a position, empty for a Reserve."""
    status: Status
    source: str


class Pack:
    """The data of the game. `loader.load_pack` reads one from a folder."""

    def __init__(
        self,
        *,
        towns: Iterable[Town],
        roads: Iterable[Road],
        blocks: Iterable[Block],
        turns: Iterable[Turn],
        green_blocks: Iterable[GreenBlock],
        setups: Mapping[str, Setup],
        defeated_at: Mapping[str, int],
        rivers: Iterable[RiverPoint],
        lines: Iterable[LinePoint],
        battle_board: Iterable[BoardPlace],
        digest: str,
    ) -> None:
        self.towns = {town.id: town for town in towns}
        self.roads = {road.id: road for road in roads}
        """By id: both ends in alphabetical order, such as ``ligny-namur``."""
        self.blocks = {block.id: block for block in blocks}
        self.turns = tuple(sorted(turns, key=lambda turn: turn.index))
        self.green_blocks = {green.id: green for green in green_blocks}
        self.terrain = {
            green.id: green.count for green in self.green_blocks.values() if green.in_pool
        }
        """The pool from which terrain is drawn: markers by kind [6.21, N-05]."""
        self.setups = dict(setups)
        """By id; ``historical`` is that of the order-of-battle cards [4.3]."""
        self.defeated_at = dict(defeated_at)
        """By army, at how many eliminated units it is defeated [11.0]."""
        self.rivers = tuple(sorted(rivers, key=lambda point: (point.reach, point.seq)))
        self.lines = tuple(sorted(lines, key=lambda point: (point.line, point.seq)))
        self.battle_board = {place.id: place for place in battle_board}
        """The places of the battle boards that are drawn beside the map."""
        self.hash = digest
        """SHA-256 over names and bytes of all tables."""

    @property
    def historical(self) -> Setup:
        """The set-up of the order-of-battle cards [4.3]."""
        return self.setups["historical"]

    def turn(self, index: int) -> Turn:
        """A player turn, counted from 1. Raises IndexError for one that is not on the record."""
        if not 1 <= index <= len(self.turns):
            raise IndexError(f"there is no turn {index}")
        return self.turns[index - 1]

    def road_between(self, a: str, b: str) -> Road | None:
        """The road that joins two towns, None if none does."""
        return self.roads.get(road_id(a, b))

    def roads_of(self, town: str) -> tuple[Road, ...]:
        """The roads that leave a town. Raises KeyError for an unknown town."""
        return self._roads_of[town]

    def neighbours(self, town: str) -> tuple[str, ...]:
        """The towns one road away."""
        return self._neighbours[town]

    def distance(self, a: str, b: str) -> int | None:
        """Roads on the shortest way, 0 from a town to itself; None if there is no way."""
        return self._graph.distance(a, b)

    def distances(self, town: str) -> Mapping[str, int]:
        """Roads on the shortest ways from a town to all others."""
        return self._graph.distances(town)

    def blocks_of(self, army: str) -> tuple[Block, ...]:
        """The blocks of an army, its leader among them [3.1]."""
        return self._blocks_of[army]

    @cached_property
    def leaders(self) -> dict[Army, Block]:
        """By army, its leader [3.61]."""
        return {block.army: block for block in self.blocks.values() if block.type == "leader"}

    @cached_property
    def supply_cities(self) -> tuple[Town, ...]:
        """The cities whose loss costs the Allies units [10.0]."""
        return tuple(town for town in self.towns.values() if town.supply_army)

    @cached_property
    def unit_names(self) -> dict[str, str]:
        """What everybody calls each unit, everywhere.

        The French and the Prussians both have a IV Corps with infantry.
        """
        return {block.id: block.called for block in self.blocks.values()}

    @cached_property
    def labels(self) -> dict[str, str]:
        """What the label of each unit says, if it is the only one that says so."""
        shared = Counter(block.name for block in self.blocks.values())
        return {
            it.id: it.name if shared[it.name] == 1 else it.called for it in self.blocks.values()
        }

    def zone(self, army: str) -> tuple[Town, ...]:
        """The towns where an army may be set up [4.1, 4.2]."""
        return tuple(town for town in self.towns.values() if town.zone == army)

    def lane(self, board: int, lane: str) -> tuple[BoardPlace, ...]:
        """The positions of a lane of a drawn board, the attacker's first."""
        places = [p for p in self.battle_board.values() if (p.board, p.lane) == (board, lane)]
        return tuple(sorted(places, key=lambda place: place.side))

    @cached_property
    def _graph(self) -> RoadGraph:
        return RoadGraph(self.towns, [Link(it.id, it.a, it.b) for it in self.roads.values()])

    @cached_property
    def _roads_of(self) -> dict[str, tuple[Road, ...]]:
        return {
            town: tuple(self.roads[link.id] for link in self._graph.roads_of(town))
            for town in self.towns
        }

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        return {
            town: tuple(road.other(town) for road in roads)
            for town, roads in self._roads_of.items()
        }

    @cached_property
    def _blocks_of(self) -> dict[str, tuple[Block, ...]]:
        blocks = self.blocks.values()
        return {army: tuple(it for it in blocks if it.army == army) for army in ARMIES}
