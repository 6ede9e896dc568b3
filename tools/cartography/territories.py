"""The ground of countries on a map with a sea: all that is nearer to one of them than to others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, hypot, sin
from typing import NamedTuple

from napoleon.rules.picture.markup import polygon, polyline
from napoleon.rules.picture.model import Point
from tools.cartography.terrain import Box, Terrain

STEP = 22
"""The distance between the points through which a border winds."""

_Site = tuple[str, Point]
"""A point with the place that its ground belongs to; empty for none."""

_Side = tuple[Point, int]
"""A corner of a piece of ground, and what lies beyond the side that begins there: the index of a
site, or `_FRAME`."""

_FRAME = -1


class Territories(NamedTuple):
    """The data of the paths around the ground of each place, by its id, and of all borders.

    The ground reaches out into the sea: what is drawn of it is clipped at the coast.
    """

    grounds: Mapping[str, str]
    borders: str


def territories(terrain: Terrain) -> Territories:
    """The grounds of the places, to which that of the wilds is added."""
    wilds = ((wild.place, (wild.x, wild.y)) for wild in terrain.wilds)
    sites = (*terrain.places.items(), *wilds)
    grounds: dict[str, str] = {}
    borders = []
    for index, (place, _) in enumerate(sites):
        cell = _cell(index, sites, terrain.box)
        corners = [corner for corner, _ in cell]
        around = list(zip(cell, [*corners[1:], *corners[:1]], strict=True))
        if place:
            outline = [point for (here, _), there in around for point in _winding(here, there)]
            grounds[place] = grounds.get(place, "") + polygon(outline)
        for (here, beyond), there in around:
            if beyond > index and sites[beyond][0] != place:
                borders.append(polyline([*_winding(here, there), _warped(there)]))
    return Territories(grounds, "".join(borders))


def _cell(index: int, sites: Sequence[_Site], box: Box) -> list[_Side]:
    """The ground that is nearer to a site than to any other."""
    left, top, width, height = box
    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    cell = [(corner, _FRAME) for corner in corners]
    for rival in range(len(sites)):
        if rival != index:
            cell = _nearer(cell, sites[index][1], rival, sites[rival][1])
    return cell


def _nearer(cell: list[_Side], site: Point, rival: int, there: Point) -> list[_Side]:
    """The part of a cell that is nearer to `site` than to the rival."""
    kept: list[_Side] = []
    leads = [_squared(corner, there) - _squared(corner, site) for corner, _ in cell]
    for at, (corner, beyond) in enumerate(cell):
        after = (at + 1) % len(cell)
        if leads[at] >= 0:
            kept.append((corner, beyond))
        if (leads[at] >= 0) != (leads[after] >= 0):
            share = leads[at] / (leads[at] - leads[after])
            cut = _between(corner, cell[after][0], share)
            kept.append((cut, rival if leads[at] >= 0 else beyond))
    return kept


def _winding(here: Point, there: Point) -> list[Point]:
    """Points on the way from one corner to the next one, which is not among them."""
    # The other country goes the same way back, so both have to pass the same points.
    first, last = sorted((here, there))
    steps = max(1, ceil(hypot(last[0] - first[0], last[1] - first[1]) / STEP))
    points = [_between(first, last, step / steps) for step in range(steps + 1)]
    return [_warped(point) for point in (points if first == here else points[::-1])[:-1]]


def _warped(point: Point) -> Point:
    """Where a point of a straight border is on the map."""
    x, y = point
    return x + 6 * sin(y / 24 + 1.2 * sin(x / 43)), y + 6 * sin(x / 27 + 1.2 * sin(y / 39))


def _between(here: Point, there: Point, share: float) -> Point:
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


def _squared(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
