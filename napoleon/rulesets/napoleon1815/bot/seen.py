"""What a seat sees of a game, read from its four views alone.

The printed strength of an enemy corps that is seen is known; of one hidden in fog, only its
presence and its army: it is taken for a corps of middling strength.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, side_of_army
from napoleon.rulesets.napoleon1815.views import Views1815
from napoleon.rulesets.napoleon1815.views.map import (
    AreaView,
    BlockView,
    CombatView,
    OperationView,
)
from napoleon.rulesets.napoleon1815.views.order_of_battle import PrintedView, UnitView

UNKNOWN = PrintedView(
    infantry=4, cavalry=0, march=False, pursuit=False, combat_bonus=0, combat_bonus_when="any"
)
"""What a hidden block is taken for."""
BROKEN_BRIDGE = 3
"""Movement points that a road with a broken bridge takes [MOVE.2C]."""
STOPPED = 2
"""Points that a stack in the way costs: a mover that enters its area goes no further [MOVE.2F]."""
FAR = 9
"""Movement points beyond which nobody looks."""


class Block(NamedTuple):
    """A block on the map, as far as it is known. Strengths and fatigue in points."""

    id: str
    side: str
    army: str
    area: str
    kind: str | None
    """``corps``, ``commander`` or ``scout``; None for a block hidden in fog."""
    ready: bool
    infantry: int
    cavalry: int
    fatigue: int
    marches: bool
    """Whether it has the march symbol."""
    bonus: int
    """Combat cards by its combat bonus, which counts when `bonus_when` says."""
    bonus_when: str
    fights: bool
    """Whether it is a corps, or may be one."""

    @property
    def strength(self) -> int:
        """Infantry and cavalry together."""
        return self.infantry + self.cavalry


class Area(NamedTuple):
    """An area: what it scores, who controls it, what stands there."""

    id: str
    kind: str
    points: int
    """Victory points for a control marker; 0 for most areas."""
    controller: str | None
    fortified: bool
    blocks: tuple[Block, ...]


class Way(NamedTuple):
    """A road as seen from one of its ends."""

    to: str
    cost: int


class Seen:
    """The game as one seat sees it."""

    def __init__(self, views: Views1815) -> None:
        self._map = views.map
        self.seat = views.hand.seat
        self.side = side_of_army(self.seat)
        units = {unit.id: unit for army in views.order_of_battle.armies for unit in army.units}
        self.areas = {area.id: _area(area, units) for area in self._map.areas}
        self.blocks = {b.id: b for area in self.areas.values() for b in area.blocks}
        self.cards = {
            card.number: card
            for held in views.hand.hands
            for card in held.cards or ()
            if held.player == self.seat
        }
        self.turns_left = views.victory_track.last_turn - views.victory_track.turn
        """Turns after the one that is being played."""
        track = views.victory_track
        french_lead = track.french_win_at_the_end_up_to + 0.5 - track.value
        self.lead = french_lead if self.side == FRENCH else -french_lead
        """Points by which the seat's side would win if the game ended now [VICTORY.8]."""
        self.rains = any(it.event == "rain" for it in self._map.lasting_events or ())
        """Whether it rains: marches are shorter, and activation tires [CARD.rain]."""
        self.offer = views.hand.offer
        """Cards that the partner offers to exchange; None if there is no offer."""
        self.roads: dict[str, dict[str, Way]] = {area: {} for area in self.areas}
        """By area, the roads that lead out of it."""
        for road in self._map.roads:
            cost = BROKEN_BRIDGE if road.broken else 1
            self.roads[road.a][road.id] = Way(road.b, cost)
            self.roads[road.b][road.id] = Way(road.a, cost)
        self._distances: dict[str, dict[str, int]] = {}

    @property
    def operation(self) -> OperationView:
        """The operation that is running, for orders that are given in one."""
        assert self._map.operation is not None
        return self._map.operation

    @property
    def combat(self) -> CombatView:
        """The combat that is being fought, for orders that are given in one."""
        assert self._map.combat is not None
        return self._map.combat

    @property
    def points_left(self) -> int:
        """Movement points that the marching stack has left."""
        return (self.operation.movement_points or 0) - self.points_used

    @property
    def points_used(self) -> int:
        """Movement points that it has used."""
        return self.operation.points_used or 0

    @property
    def marching(self) -> list[Block]:
        """The stack that carries out the operation."""
        return self.stack(self.operation.blocks)

    @property
    def fighters(self) -> list[Block]:
        """The blocks of both sides that take part in the combat; none if there is none."""
        combat = self._map.combat
        return [] if combat is None else self.stack([*combat.attackers, *combat.defenders])

    def stack(self, blocks: Iterable[str]) -> list[Block]:
        """These blocks, except those no longer on the map."""
        return [self.blocks[block] for block in blocks if block in self.blocks]

    def friends(self, area: str) -> Sequence[Block]:
        """The blocks of the seat's own side in an area."""
        return self._friends[area]

    def foes(self, area: str) -> Sequence[Block]:
        """The enemy's blocks in an area that fight."""
        return self._foes[area]

    @cached_property
    def _friends(self) -> dict[str, list[Block]]:
        return {
            area.id: [b for b in area.blocks if b.side == self.side] for area in self.areas.values()
        }

    @cached_property
    def _foes(self) -> dict[str, list[Block]]:
        return {
            area.id: [b for b in area.blocks if b.side != self.side and b.fights]
            for area in self.areas.values()
        }

    @cached_property
    def foes_act(self) -> bool:
        """Whether the enemy carries out operations this turn still [OPS.2]."""
        enemies = {b.army for b in self.blocks.values() if b.side != self.side}
        return not enemies <= set(self._map.passed)

    @cached_property
    def allied_flags(self) -> int:
        """Control markers of the Allies on the map."""
        return sum(area.controller == ALLIED for area in self.areas.values())

    def distances(self, start: str) -> Mapping[str, int]:
        """Movement points from an area to those within `FAR`, the nearest first.

        What stands in the way makes it longer.
        """
        if start not in self._distances:
            self._distances[start] = self._search(start)
        return self._distances[start]

    def _search(self, start: str) -> dict[str, int]:
        found: dict[str, int] = {}
        held = self._held - {start}
        reached: list[set[str]] = [set() for _ in range(FAR + 1)]
        reached[0].add(start)
        # Every way takes a point or more, so none leads back to areas that are gone through.
        for cost, areas in enumerate(reached):
            for area in sorted(areas.difference(found)):
                found[area] = cost
                ahead = cost + STOPPED if area in held else cost
                for to, length in self.roads[area].values():
                    if ahead + length <= FAR and to not in found:
                        reached[ahead + length].add(to)
        return found

    @cached_property
    def _held(self) -> set[str]:
        """The areas in which corps stand."""
        return {area.id for area in self.areas.values() if any(b.fights for b in area.blocks)}


def _area(area: AreaView, units: Mapping[str, UnitView]) -> Area:
    return Area(
        area.id,
        area.kind,
        area.victory_points,
        area.control and side_of_army(area.control),
        area.fortified_position,
        tuple(_block(block, area.id, units.get(block.id)) for block in area.blocks),
    )


def _block(block: BlockView, area: str, unit: UnitView | None) -> Block:
    """A block of the map, with what the order of battle tells about it."""
    printed = UNKNOWN if unit is None else unit.printed
    infantry, cavalry = (None, None) if unit is None else (unit.infantry, unit.cavalry)
    return Block(
        id=block.id,
        side=side_of_army(block.army),
        army=block.army,
        area=area,
        kind=block.kind,
        ready=block.ready,
        infantry=printed.infantry if infantry is None else infantry,
        cavalry=printed.cavalry if cavalry is None else cavalry,
        fatigue=0 if unit is None else unit.fatigue or 0,
        marches=printed.march,
        bonus=printed.combat_bonus,
        bonus_when=printed.combat_bonus_when,
        fights=block.kind in ("corps", None),
    )
