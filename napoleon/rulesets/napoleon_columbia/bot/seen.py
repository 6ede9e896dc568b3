"""What a seat sees of a game, read from its views alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from napoleon.rulesets.napoleon_columbia.bot.power import Unit, unit
from napoleon.rulesets.napoleon_columbia.sides import FRENCH, enemy, side_of
from napoleon.rulesets.napoleon_columbia.views import ColumbiaViews
from napoleon.rulesets.napoleon_columbia.views.battle import BattleView, FighterView
from napoleon.rulesets.napoleon_columbia.views.order_of_battle import UnitView

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


class Seen:
    """The game as one seat sees it."""

    def __init__(self, views: ColumbiaViews) -> None:
        self.map = views.map
        self.seat = views.hand.seat
        self.armies = [army for army, seat in self.map.players.items() if seat == self.seat]
        """The armies that the seat commands; none while sides are bid for."""
        self.side = side_of(self.armies[0]) if self.armies else FRENCH
        self.enemy = enemy(self.side)
        self.losses = {it.army: it for it in views.victory_track.losses}
        self.held = {it.town for it in views.victory_track.cities if it.held}
        """Supply cities that the French hold."""
        self.turns_left = views.victory_track.last_turn - views.victory_track.turn
        self.cities = {it.id: it.supply_loss for it in self.map.areas if it.supply_loss}
        """What each supply city costs the Allies in a French turn."""
        self.units = {
            it.id: it
            for town in self.map.areas
            for it in (unit(block, town.id) for block in town.blocks)
        }
        self.beside = {
            it.id: _waiting(it, army.army)
            for army in views.order_of_battle.armies
            for it in army.units
            if it.id not in self.units and it.strength is not None
        }
        """Units of the seat that are not placed yet."""
        self.friends: dict[str, list[Unit]] = {}
        self.foes: dict[str, list[Unit]] = {}
        for it in self.units.values():
            there = self.friends if side_of(it.army) == self.side else self.foes
            there.setdefault(it.town, []).append(it)
        self.ways: dict[str, list[Way]] = {town.id: [] for town in self.map.areas}
        for road in self.map.roads:
            river = road.river is not None
            self.ways[road.a].append(Way(road.id, road.b, road.kind, river))
            self.ways[road.b].append(Way(road.id, road.a, road.kind, river))
        self._distances: dict[str, dict[str, int]] = {}

    def known(self, name: str) -> Unit:
        """A unit of the seat, on the map or beside it."""
        return self.units.get(name) or self.beside[name]

    def is_own(self, it: Unit) -> bool:
        """Whether a unit is one of the seat's."""
        return it.army in self.armies

    def way(self, here: str, there: str) -> Way:
        """The road that joins two towns."""
        return next(it for it in self.ways[here] if it.to == there)

    def distances(self, start: str) -> Mapping[str, int]:
        """Roads from a town to all others."""
        if start not in self._distances:
            found = {start: 0}
            queue = deque(found)
            while queue:
                here = queue.popleft()
                for way in self.ways[here]:
                    if way.to not in found:
                        found[way.to] = found[here] + 1
                        queue.append(way.to)
            self._distances[start] = found
        return self._distances[start]

    # -- the battle that goes on -------------------------------------------------------------------

    @cached_property
    def battle(self) -> BattleView:
        """The battle in which the seat is asked: that of the combat turn, or the next to begin."""
        battles = self.map.battles
        at = next((it for it in battles if it.town == self.map.at), None)
        return at or next(it for it in battles if not it.begun)

    @cached_property
    def role(self) -> str:
        """Whether the seat attacks or defends in it."""
        return "attacker" if self.battle.attacker == self.side else "defender"

    @cached_property
    def fighters(self) -> dict[str, Fighter]:
        """All units on its board."""
        return {
            it.block.id: _fighter(it, place.id, self.battle.town)
            for place in self.battle.places
            for it in place.fighters
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


def _waiting(it: UnitView, army: str) -> Unit:
    return Unit(
        id=it.id,
        army=army,
        type=it.type,
        steps=it.strength or 0,
        firepower=it.firepower,
        corps=it.corps or "",
        town="",
        marched=0,
        disrupted=False,
        revealed=False,
    )


def _fighter(view: FighterView, place: str, town: str) -> Fighter:
    return Fighter(
        unit(view.block, town),
        place,
        view.charge,
        view.square,
        view.shelter is not None,
        view.shaken,
    )
