"""Land and sea, made only from where the places and their borders are.

The land is a field of heights: it is highest at a place and along a border, sinks with the
distance, and has some hills and dales of its own, so that no coast is straight. The sea begins at
height 0, and the lines that engravers draw along a coast are those of some depths.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, hypot, sin
from typing import NamedTuple

from napoleon.rules.picture.model import Point
from tools.cartography.terrain import Box, Terrain

DEPTHS = (0, -8, -18, -31)
"""The levels at which lines are drawn: the coast itself, and the depths along it."""

CELL = 15
"""The distance between the points at which the height is measured."""

NECK = 0.8
"""How far the land along a border reaches, compared with that around a place."""

_NOWHERE = -1000.0


class _Ridge(NamedTuple):
    """High ground between two points, which may be one: as high as `radius`."""

    start: Point
    end: Point
    radius: float

    def height(self, x: float, y: float) -> float:
        (from_x, from_y), (to_x, to_y) = self.start, self.end
        along_x, along_y = to_x - from_x, to_y - from_y
        squared = along_x * along_x + along_y * along_y
        share = ((x - from_x) * along_x + (y - from_y) * along_y) / squared if squared else 0
        share = min(1, max(0, share))
        return self.radius - hypot(x - from_x - share * along_x, y - from_y - share * along_y)


_Edge = tuple[int, int, bool]
"""An edge of a cell: row and column of its first corner, and whether it goes down from there."""


def coastlines(terrain: Terrain) -> tuple[str, ...]:
    """The data of the paths along the coast and at some depths, the coast first."""
    at = terrain.places
    ridges = (
        *(_Ridge(point, point, terrain.reach) for point in at.values()),
        *(_Ridge(at[a], at[b], NECK * terrain.reach) for a, b in terrain.necks),
        *(_Ridge((it.x, it.y), (it.x, it.y), it.radius) for it in terrain.wilds),
    )
    heights = _measured(ridges, terrain.box)
    return tuple("".join(map(_closed, _loops(heights, depth, terrain.box))) for depth in DEPTHS)


def _measured(ridges: tuple[_Ridge, ...], box: Box) -> list[list[float]]:
    """The heights at the corners of all cells, row by row; a margin around the box is deep sea."""
    left, top, width, height = box
    columns, rows = ceil(width / CELL) + 5, ceil(height / CELL) + 5
    heights = [[_NOWHERE] * columns for _ in range(rows)]
    for ridge in ridges:
        reach = ridge.radius - DEPTHS[-1] + 3 * CELL
        for row in _within(ridge.start[1], ridge.end[1], reach, top, rows):
            y = top + (row - 2) * CELL
            line = heights[row]
            for column in _within(ridge.start[0], ridge.end[0], reach, left, columns):
                x = left + (column - 2) * CELL
                line[column] = _merged(line[column], ridge.height(x, y))
    for row, line in enumerate(heights):
        for column in range(columns):
            if line[column] > _NOWHERE:
                line[column] += _roughness(left + column * CELL, top + row * CELL)
    return heights


def _within(one: float, other: float, reach: float, start: float, count: int) -> range:
    """The rows or columns that a ridge may reach; never the outermost."""
    first = int((min(one, other) - reach - start) / CELL) + 2
    last = int((max(one, other) + reach - start) / CELL) + 3
    return range(max(1, first), min(count - 1, last))


def _merged(one: float, other: float) -> float:
    """The higher of two heights, and a little more where they are alike: valleys are filled."""
    blend = 26.0
    share = max(0.0, blend - abs(one - other)) / blend
    return max(one, other) + share * share * blend / 4


def _roughness(x: float, y: float) -> float:
    """Hills and dales, the same every time."""
    return (
        5.5 * sin(x / 37 + 1.3 * sin(y / 53)) * sin(y / 31 + 0.7)
        + 3.5 * sin(x / 13.7 + y / 19.1)
        + 2.5 * sin(y / 9.3 - x / 15.1 + 2)
    )


def _loops(heights: list[list[float]], level: float, box: Box) -> Iterator[list[Point]]:
    """The closed lines around all that is higher than `level`."""
    after: dict[_Edge, _Edge] = {}
    for row in range(len(heights) - 1):
        for column in range(len(heights[row]) - 1):
            after.update(_crossings(heights, level, row, column))
    while after:
        first, edge = after.popitem()
        loop = [first]
        while edge != first:
            loop.append(edge)
            edge = after.pop(edge)
        yield [_on(heights, level, it, box) for it in loop]


def _crossings(
    heights: list[list[float]], level: float, row: int, column: int
) -> Iterator[tuple[_Edge, _Edge]]:
    """How the line runs through a cell, from edge to edge, with the land on its right."""
    corners = (
        heights[row][column],
        heights[row][column + 1],
        heights[row + 1][column + 1],
        heights[row + 1][column],
    )
    edges = (
        (row, column, False),
        (row, column + 1, True),
        (row + 1, column, False),
        (row, column, True),
    )
    dry = [it > level for it in corners]
    out = [index for index in range(4) if dry[index] and not dry[(index + 1) % 4]]
    back = [index for index in range(4) if not dry[index] and dry[(index + 1) % 4]]
    if len(out) == 2:
        # Land in two opposite corners: it is one piece if the middle of the cell is dry.
        turn = 1 if sum(corners) > 4 * level else -1
        back = [(index + turn) % 4 for index in out]
    for leaves, enters in zip(out, back, strict=True):
        yield edges[leaves], edges[enters]


def _on(heights: list[list[float]], level: float, edge: _Edge, box: Box) -> Point:
    """Where the line crosses an edge."""
    row, column, down = edge
    here = heights[row][column]
    there = heights[row + down][column + (not down)]
    share = (level - here) / (there - here)
    x = box[0] + (column - 2 + (0 if down else share)) * CELL
    y = box[1] + (row - 2 + (share if down else 0)) * CELL
    return x, y


def _closed(loop: list[Point]) -> str:
    """The data of a path along a loop, with the corners rounded off."""
    after = [*loop[1:], loop[0]]
    middles = [
        _whole((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
        for here, there in zip(loop, after, strict=True)
    ]
    turns = (
        f"Q{_whole(*corner)} {middle}"
        for corner, middle in zip(after, [*middles[1:], middles[0]], strict=True)
    )
    return f"M{middles[0]}{''.join(turns)}Z"


def _whole(x: float, y: float) -> str:
    """A point to a whole unit, which is fine enough for a coast."""
    return f"{round(x)},{round(y)}"
