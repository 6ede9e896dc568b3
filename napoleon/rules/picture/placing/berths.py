"""Berths: where the pieces of a place stand, found once for a map and kept for all of its games.

Every place has a few, and none of them covers anything of another one: so a stack stands where it
stands whatever happens elsewhere, and nothing moves on the screen that does not move on the map.
A berth is a square for a block, as much room beside it as a name may take, and the line that leads
there from the mark.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import cos, pi, sin
from typing import NamedTuple

from napoleon.rules.picture.layout import Rectangle
from napoleon.rules.picture.model import Point
from napoleon.rules.picture.placing.boxes import (
    Line,
    Points,
    around,
    crosses,
    distance,
    leader,
    meet,
    meets_any,
    rooms_beside,
    rounded,
)
from napoleon.rules.picture.placing.names import Named

BLOCK = 22.0
"""Pixels that a block is wide and high."""

SHEET = 2.2
"""Pixels that each of the sheets under a block looks out above it and at its right."""

SIDE = BLOCK + 2 * SHEET
"""Pixels that the square of a berth has, with two sheets under the block."""

TAB = 104.0
"""Pixels that are left at most for a name beside a block."""

ENOUGH = 84.0
"""Pixels that are enough for most names."""

NAME = 60.0
"""Pixels that a place should have for a name beside one of its blocks."""

BERTHS = 3
"""Stacks that have a berth of their own in a place."""

_DIRECTIONS = 24
_GAPS = (2.0, 6.0, 11.0, 17.0, 25.0, 35.0, 48.0, 62.0)
_KEPT = 72
_ROUNDS = 3
_MARGIN = 2.0
"""Pixels between what stands in different berths."""

_NEARER = 3.0
"""Pixels by which a block is nearer to its own mark than to any other one."""

_FAR, _STEEP, _END, _ROAD, _RIVER = 0.6, 2.0, 300.0, 1.0, 0.35
_OWN_NAME, _TAKEN, _CROSSED, _NEARER_TO_OTHERS = 20.0, 400.0, 90.0, 150.0
_ASTRAY = 12.0
"""What it costs that a block is clearly nearer to another name than to its own mark: one takes it
for a block of that place."""
_CLEARLY = 0.5
_GOOD = 85.0
"""What a berth costs at most beside a first one: rather than one that leads astray, two share."""

_ROOM, _MIRRORED, _CLOSE = 0.9, 12.0, 16.0


class Berth(NamedTuple):
    """Where a stack stands: `box` is that of its block with its sheets, in units of the map.

    A name may take so many units at its `left` or at its `right`, where it covers neither another
    name nor a mark, nor the first berths of other places; `lead` is the line from the mark.
    """

    box: Rectangle
    left: float
    right: float
    lead: Line


class Ground(NamedTuple):
    """What berths keep off: all names and marks, and as far as possible roads and rivers.

    They keep off all that is `kept` as well: the names of rivers, and the legend.
    """

    places: Sequence[Named]
    names: Mapping[str, Rectangle]
    kept: Sequence[Rectangle]
    roads: Points
    ends: Sequence[Point]
    rivers: Points
    sheet: Rectangle
    unit: float


class _Choice(NamedTuple):
    """A berth that a place may have; `whole` is what it covers with a name beside it."""

    cost: float
    box: Rectangle
    lead: Line
    whole: Rectangle


class _Close(NamedTuple):
    """What is near enough to a place to matter to its berths."""

    drawn: tuple[Rectangle, ...]
    others: tuple[Named, ...]
    own_name: Rectangle
    names: tuple[Rectangle, ...]
    ends: tuple[Rectangle, ...]


def crowded(place: Named, ground: Ground) -> bool:
    """Whether two stacks have no two berths that are nearer to this mark than to any other one."""
    near = _close(place, ground)
    good = [it for it in _choices(place, near, ground) if it.cost < _NEARER_TO_OTHERS - 60]
    margin = _MARGIN * ground.unit
    return not any(
        max(_wide(one.whole), _wide(other.whole)) > (SIDE + NAME) * ground.unit
        and not meet(one.box, other.whole, margin)
        and not meet(one.whole, other.box, margin)
        for one, other in combinations(good[:40], 2)
    )


def _wide(box: Rectangle) -> float:
    return box.right - box.left


def berths(ground: Ground) -> dict[str, tuple[Berth, ...]]:
    """The berths of every place, the best first; one at least, and `BERTHS` where there is room."""
    near = {it.id: _close(it, ground) for it in ground.places}
    offered = {it.id: _choices(it, near[it.id], ground) for it in ground.places}
    # Those who have the least to choose from choose first.
    order = sorted(ground.places, key=lambda it: (len(offered[it.id]), it.y, it.x))
    reach = 2 * (_GAPS[-1] + SIDE + 14) * ground.unit
    beside = {
        it.id: [
            other.id
            for other in ground.places
            if abs(other.x - it.x) < reach and abs(other.y - it.y) < reach
        ]
        for it in order
    }
    found: dict[tuple[str, int], _Choice] = {}
    # Those of two camps together, as neither is worth less than the other.
    for numbers in ((0, 1), *((it,) for it in range(2, BERTHS))):
        for _ in range(_ROUNDS):
            before = dict(found)
            for place in order:
                for number in numbers:
                    if number and (place.id, number - 1) not in found:
                        continue
                    taken = [
                        it
                        for other in beside[place.id]
                        for its in range(numbers[-1] + 1)
                        if (other, its) != (place.id, number) and (it := found.get((other, its)))
                    ]
                    most = _GOOD if number else _TAKEN
                    best = _best(offered[place.id], taken, ground.unit, most)
                    if best is None:
                        found.pop((place.id, number), None)
                    else:
                        found[place.id, number] = best
            if found == before:
                break
    for place in order:
        # Whatever it covers: nobody may be without a place.
        found.setdefault((place.id, 0), offered[place.id][0])
    made: dict[str, tuple[Berth, ...]] = {}
    for place in order:
        first = [
            it.box
            for other in beside[place.id]
            if other != place.id
            if (it := found.get((other, 0)))
        ]
        made[place.id] = tuple(
            _berth(place, it, near[place.id], ground, first)
            for number in range(BERTHS)
            if (it := found.get((place.id, number)))
        )
    return made


def _berth(
    place: Named, choice: _Choice, near: _Close, ground: Ground, others: Sequence[Rectangle]
) -> Berth:
    left, right = _rooms(place, choice.box, near, ground, others)
    x, y, to_x, to_y = (round(it, 2) for it in choice.lead)
    return Berth(rounded(choice.box), round(left, 2), round(right, 2), (x, y, to_x, to_y))


def _close(place: Named, ground: Ground) -> _Close:
    unit = ground.unit
    reach = (_GAPS[-1] + SIDE) * unit + place.radius
    others = tuple(
        it
        for it in ground.places
        if it is not place
        and abs(it.x - place.x) < reach + TAB * unit
        and abs(it.y - place.y) < reach + 40 * unit
    )
    left, top, right, bottom = around(place.x, place.y, reach)
    whole = Rectangle(left - TAB * unit, top, right + TAB * unit, bottom)
    drawn = [box for it in (place, *others) for box in it.covered]
    drawn += (*ground.names.values(), *ground.kept)
    drawn = [it for it in drawn if meet(it, whole)]
    own = ground.names[place.id]
    names = [it for it in ground.names.values() if it is not own and meet(it, whole)]
    ends = [point for it in ground.ends if meet(point := around(*it, 0.5), whole)]
    return _Close(tuple(drawn), others, own, tuple(names), tuple(ends))


def _choices(place: Named, near: _Close, ground: Ground) -> list[_Choice]:
    """Boxes around a place that cover neither a name nor a mark, the best first."""
    found: list[_Choice] = []
    unit, side = ground.unit, SIDE * ground.unit
    for gap in _GAPS:
        for step in range(_DIRECTIONS):
            angle = 2 * pi * step / _DIRECTIONS
            away = place.radius + gap * unit + side / 2
            x, y = place.x + cos(angle) * away, place.y + sin(angle) * away
            box = Rectangle(x - side / 2, y - side / 2, x + side / 2, y + side / 2)
            if not _on_sheet(box, ground.sheet) or meets_any(box, near.drawn, unit):
                continue
            lead = leader(place.x, place.y, place.radius, box)
            cost = gap * _FAR + abs(sin(angle)) * _STEEP
            if gap > _GAPS[0]:
                if crosses(lead, near.own_name):
                    cost += _OWN_NAME
                if any(crosses(lead, it) for it in near.names):
                    cost += _CROSSED
                if any(crosses(lead, it.mark) for it in near.others):
                    cost += _CROSSED
            own = distance(box, place.x, place.y) - place.radius + _NEARER * unit
            if any(distance(box, it.x, it.y) - it.radius < own for it in near.others):
                cost += _NEARER_TO_OTHERS
            reach = (distance(box, place.x, place.y) - place.radius) * _CLEARLY + unit
            cost += _ASTRAY * meets_any(box, near.names, reach)
            cost += _END * meets_any(box, near.ends, unit)
            cost += ground.roads.within(box) * _ROAD + ground.rivers.within(box) * _RIVER
            # The more room for a name is beside it, the better.
            rooms = _rooms(place, box, near, ground)
            left, right = (min(it, ENOUGH * unit) for it in rooms)
            cost -= _ROOM * max(left - _MIRRORED, right) / unit
            if right >= left - _MIRRORED:
                whole = box._replace(right=box.right + right)
            else:
                whole = box._replace(left=box.left - left)
            found.append(_Choice(cost, box, lead, whole))
    return sorted(found)[:_KEPT] or [_anyhow(place, ground)]


def _anyhow(place: Named, ground: Ground) -> _Choice:
    """Where a place has no room at all: under its mark."""
    side, top = SIDE * ground.unit, place.y + place.radius
    box = Rectangle(place.x - side / 2, top, place.x + side / 2, top + side)
    return _Choice(0.0, box, leader(place.x, place.y, place.radius, box), box)


def _rooms(
    place: Named,
    box: Rectangle,
    near: _Close,
    ground: Ground,
    others: Sequence[Rectangle] = (),
) -> tuple[float, float]:
    """How much room for a name is at the left of a box, and at its right, in units.

    A name comes no nearer to the mark of another place than its block is to its own one.
    """
    unit, sheet = ground.unit, ground.sheet
    own = distance(box, place.x, place.y)
    theirs = [around(it.x, it.y, own) for it in near.others]
    kept = (*near.drawn, *near.ends, *theirs, *others)
    left, right = rooms_beside(box, kept, _MARGIN * unit)
    return (
        max(0.0, min(TAB * unit, left, box.left - sheet.left)),
        max(0.0, min(TAB * unit, right, sheet.right - box.right)),
    )


def _on_sheet(box: Rectangle, sheet: Rectangle) -> bool:
    return sheet[0] <= box[0] and sheet[1] <= box[1] and box[2] <= sheet[2] and box[3] <= sheet[3]


def _best(
    choices: Sequence[_Choice], taken: Sequence[_Choice], unit: float, most: float
) -> _Choice | None:
    """The best that meets nothing that is taken and costs less than `most`; None if none does."""
    best, least = None, most
    margin = _MARGIN * unit
    boxes = [it.box for it in taken]
    for it in choices:
        if it.cost >= least:
            break
        if meets_any(it.box, boxes, margin):
            continue
        cost = it.cost
        for other in taken:
            # A name has to have room beside either, as well.
            if meet(it.box, other.whole, margin) or meet(it.whole, other.box, margin):
                cost += _CLOSE
            elif meet(it.whole, other.whole, margin):
                cost += _CLOSE / 2
            if crosses(it.lead, other.box) or crosses(other.lead, it.box):
                cost += _CROSSED
        if cost < least:
            best, least = it, cost
    return best
