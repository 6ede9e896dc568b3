"""Who marches together, and who fires together: blocks that may be ordered alike [5.0, 6.33].

A march is given block by block and road by road [N-56], and a fire block by block. Here stands what
several blocks can be ordered at once, so that it is told once and not for each block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from napoleon.rules.orders import Order
from napoleon.rules.wording import Goal, Party, Phrase, Together, say
from napoleon.rulesets.napoleon_columbia import march, units
from napoleon.rulesets.napoleon_columbia.fire import OPEN
from napoleon.rulesets.napoleon_columbia.orders import Fire, March
from napoleon.rulesets.napoleon_columbia.roads_told import on_a_road
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import Block
from napoleon.rulesets.napoleon_columbia.table import Table

_FOOT, _HORSE, _GUNS = say("Foot"), say("Horse"), say("Guns")

_ARMS: Mapping[str, Phrase] = {
    units.INFANTRY: _FOOT,
    units.CAVALRY: _HORSE,
    units.LEADER: _HORSE,
    units.FOOT_ARTILLERY: _GUNS,
    units.HORSE_ARTILLERY: _GUNS,
}
"""What blocks are called as a kind, by their type; a leader rides."""


class _Stretch(NamedTuple):
    """A place that was reached, with the block as it would stand there."""

    block: Block
    room: int


def marching(table: Table, orders: Sequence[Order]) -> Iterator[Party]:
    """Those who may march, by where they stand and how far they come; `orders` are legal."""
    roads: dict[str, list[March]] = {}
    for order in orders:
        if isinstance(order, March):
            roads.setdefault(order.unit, []).append(order)
    alike: dict[object, list[str]] = {}
    for unit, ways in roads.items():
        block = table.state.blocks[unit]
        kind, far = _ARMS[units.type_of(table, unit)], units.march_allowance(table, unit)
        first = tuple((it.road, it.forced) for it in ways)
        same = (block.town, block.army, block.start, *block.path), kind.text, far, first
        alike.setdefault(same, []).append(unit)
    for those in alike.values():
        unit = those[0]
        arm, town = _ARMS[units.type_of(table, unit)], table.state.blocks[unit].town
        yield Party(town, arm, tuple(those), "unit", tuple(_goals(table, roads[unit])))


def _goals(table: Table, first: Sequence[March]) -> Iterator[Goal]:
    """The towns next to a block, then those behind them by the shortest roads.

    It goes on through towns without enemies, and beyond its allowance by force [5.3, 5.6].
    """
    unit = first[0].unit
    block = table.state.blocks[unit]
    far = units.march_allowance(table, unit) + (0 if table.state.night else 1)
    reached = {block.town, block.start}
    edge: list[_Stretch] = []
    for order in first:
        there = _marched(table, block, order, far_as=march.NO_LIMIT)
        reached.add(there.block.town)
        edge.append(there)
        yield _goal(table, order, block, there, "")
    while edge:
        farther = []
        for here in edge:
            for order, there in _on(table, unit, here, far):
                if there.block.town not in reached:
                    reached.add(there.block.town)
                    farther.append(there)
                    yield _goal(table, order, here.block, there, here.block.town)
        edge = farther


def _on(table: Table, unit: str, here: _Stretch, far: int) -> Iterator[tuple[March, _Stretch]]:
    """Every road by which a block could go on from where it would stand."""
    block = here.block
    if len(block.path) >= far or table.state.count(block.town, enemy(side_of(block.army))):
        return
    forced = len(block.path) >= units.march_allowance(table, unit)
    for road in table.data.roads_of(block.town):
        order = March(unit, road.id, forced)
        if march.refuse_road(table, order, block, road) is None:
            yield order, _marched(table, block, order, far_as=here.room)


def _marched(table: Table, block: Block, order: March, *, far_as: int) -> _Stretch:
    road = table.data.roads[order.road]
    town = road.other(block.town)
    room = min(far_as, march.room_on(table, road, town, side_of(block.army)))
    return _Stretch(msgspec.structs.replace(block, town=town, path=[*block.path, road.id]), room)


def _goal(table: Table, order: March, block: Block, there: _Stretch, after: str) -> Goal:
    told = tuple(on_a_road(table, order, block))
    return Goal(there.block.town, order, after, there.room, told, order.forced)


def firing(orders: Sequence[Order]) -> Iterator[Together]:
    """Everybody who can fire at enemies in the open, one after the other."""
    volley = tuple(it for it in orders if isinstance(it, Fire) and it.group == OPEN)
    if len(volley) > 1:
        yield Together(say("Fire with all %(count)s units", count=len(volley)), volley)
