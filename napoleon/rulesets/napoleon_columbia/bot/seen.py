"""What a seat sees of a game: the position as it knows it, by towns and places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from napoleon.rulesets.napoleon_columbia.bot.power import Unit, unit
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.places import PLACES
from napoleon.rulesets.napoleon_columbia.sides import FRENCH, enemy, side_of
from napoleon.rulesets.napoleon_columbia.sight import is_seen
from napoleon.rulesets.napoleon_columbia.state import Battle, State

PACKS = 4
"""How many maps are kept at hand."""

ROAD_LIMITS = {"major": 8, "minor": 6}
RIVER_LIMITS = {"major": 4, "minor": 3}
COMBAT_LIMITS = {"major": 2, "minor": 1}
"""Units along a road: in a player turn, into an attack over a river, in a combat turn [T2]."""


class Way(NamedTuple):
    """A road as seen from one of its ends."""

    id: str
    to: str
    kind: str
    river: bool


class Fighter(NamedTuple):
    """A unit on a battle board."""

    unit: Unit
    place: str
    charge: bool
    square: bool
    shelter: bool
    shaken: bool


@lru_cache(PACKS)
def ways_of(pack: Pack) -> Mapping[str, list[Way]]:
    """The roads that leave each town."""
    ways: dict[str, list[Way]] = {town: [] for town in pack.towns}
    for road in pack.roads.values():
        ways[road.a].append(Way(road.id, road.b, road.kind, road.river))
        ways[road.b].append(Way(road.id, road.a, road.kind, road.river))
    return ways


class Seen:
    """The game as one seat sees it."""

    def __init__(self, pack: Pack, known: State, seat: str) -> None:
        self.position = known
        self.armies = known.armies_of_seat(seat)
        """The armies that the seat commands; none while sides are bid for."""
        self.side = side_of(self.armies[0]) if self.armies else FRENCH
        self.enemy = enemy(self.side)
        self.turns_left = len(pack.turns) - known.turn
        self.ways = ways_of(pack)
        self.cities = {it.id: it.supply_loss for it in pack.supply_cities}
        """What each supply city costs the Allies in a French turn."""
        self.distances = pack.distances
        """Roads from a town to all others."""
        by_town: dict[str, list[Unit]] = {town: [] for town in ("", *pack.towns)}
        for name, block in known.blocks.items():
            label = pack.blocks[name] if is_seen(block) else None
            by_town[block.town].append(unit(name, block, label))
        self.beside = {it.id: it for it in by_town.pop("")}
        """Units of the seat that are not placed yet."""
        self.units = {it.id: it for there in by_town.values() for it in there}
        self.friends: dict[str, list[Unit]] = {}
        self.foes: dict[str, list[Unit]] = {}
        for it in self.units.values():
            there = self.friends if side_of(it.army) == self.side else self.foes
            there.setdefault(it.town, []).append(it)
        french = self.friends if self.side == FRENCH else self.foes
        self.held = self.cities.keys() & french.keys()
        """Supply cities that the French hold."""

    def known(self, name: str) -> Unit:
        """A unit of the seat, on the map or beside it."""
        return self.units.get(name) or self.beside[name]

    def is_own(self, it: Unit) -> bool:
        """Whether a unit is one of the seat's."""
        return it.army in self.armies

    def way(self, here: str, there: str) -> Way:
        """The road that joins two towns."""
        return next(it for it in self.ways[here] if it.to == there)

    # -- the battle that goes on -------------------------------------------------------------------

    @cached_property
    def battle(self) -> Battle:
        """The battle in which the seat is asked: that of the combat turn, or the next to begin."""
        battles = [it for it in self.position.battles if it.fighters]
        at = next((it for it in battles if it.acting and it.town == self.position.at), None)
        return at or next(it for it in battles if not it.begun)

    @cached_property
    def role(self) -> str:
        """Whether the seat attacks or defends in it."""
        return self.battle.role(self.side)

    @cached_property
    def fighters(self) -> dict[str, Fighter]:
        """All units on its board."""
        return {
            name: Fighter(
                self.units[name], place, it.charge, it.square, bool(it.shelter), it.shaken
            )
            for place in PLACES
            for name, it in self.battle.fighters.items()
            if it.place == place
        }

    def at(self, place: str, side: str) -> list[Unit]:
        """The units of a side in a place of its board."""
        return [
            it.unit
            for it in self.fighters.values()
            if it.place == place and side_of(it.unit.army) == side
        ]

    def on_board(self, side: str) -> list[Unit]:
        """The units of a side on its board."""
        return [it.unit for it in self.fighters.values() if side_of(it.unit.army) == side]

    def near(self, town: str, side: str) -> list[Unit]:
        """Units of a side in the towns around one, which may join a battle there."""
        there = self.friends if side == self.side else self.foes
        return [it for way in self.ways[town] for it in there.get(way.to, ()) if not it.disrupted]

    def coming(self, town: str, side: str) -> float:
        """What comes to a battle in a combat turn from around it, as roads allow [6.34]."""
        there = self.friends if side == self.side else self.foes
        return sum(
            power
            for way in self.ways[town]
            for power in _best(there.get(way.to, ()), COMBAT_LIMITS[way.kind])
        )


def _best(units: Iterable[Unit], most: int) -> list[float]:
    return sorted((it.power for it in units if not it.disrupted), reverse=True)[:most]
