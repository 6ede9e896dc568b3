"""Boxes, lines and points of a picture, and what of them meets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import dist, hypot

from napoleon.rules.picture.layout import Rectangle
from napoleon.rules.picture.model import Point

Line = tuple[float, float, float, float]
"""From a point to another one."""

_PART = re.compile(r"([MLQC])([^MLQC]*)")
_NUMBER = re.compile(r"-?\d+\.?\d*")

STEP = 7.0
"""Units from one point of a course to the next."""

_CELL = 48.0


def meet(one: Rectangle, other: Rectangle, margin: float = 0.0) -> bool:
    """Whether two boxes come nearer to each other than a margin."""
    return (
        one[0] - margin < other[2]
        and other[0] - margin < one[2]
        and one[1] - margin < other[3]
        and other[1] - margin < one[3]
    )


def meets_any(box: Rectangle, others: Iterable[Rectangle], margin: float = 0.0) -> bool:
    """Whether a box comes nearer to any of some others than a margin."""
    left, top, right, bottom = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
    for it in others:  # noqa: SIM110 - a million of them are asked for
        if left < it[2] and it[0] < right and top < it[3] and it[1] < bottom:
            return True
    return False


def rooms_beside(box: Rectangle, others: Iterable[Rectangle], margin: float) -> tuple[float, float]:
    """How far a box can grow to the left, and to the right, with a margin to all others."""
    left, top, right, bottom = box[0], box[1] - margin, box[2], box[3] + margin
    to_left = to_right = 1e9
    for it in others:
        if top < it[3] and it[1] < bottom:
            if it[2] > right:
                to_right = min(to_right, it[0] - right)
            if it[0] < left:
                to_left = min(to_left, left - it[2])
    return to_left - margin, to_right - margin


def rounded(box: Rectangle) -> Rectangle:
    """A box to a hundredth of a unit: as it is written in a file."""
    return Rectangle(*(round(it, 2) for it in box))


def around(x: float, y: float, reach: float) -> Rectangle:
    """The square around a point."""
    return Rectangle(x - reach, y - reach, x + reach, y + reach)


def nearest(box: Rectangle, x: float, y: float) -> Point:
    """The point of a box that is nearest to another point."""
    return min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])


def distance(box: Rectangle, x: float, y: float) -> float:
    """How far a point is from a box; 0 in it."""
    across = box[0] - x if x < box[0] else x - box[2] if x > box[2] else 0.0
    down = box[1] - y if y < box[1] else y - box[3] if y > box[3] else 0.0
    return hypot(across, down)


def leader(x: float, y: float, radius: float, box: Rectangle) -> Line:
    """The line from the rim of a mark to the nearest point of a box."""
    to_x, to_y = nearest(box, x, y)
    away = dist((x, y), (to_x, to_y)) or 1.0
    return x + (to_x - x) * radius / away, y + (to_y - y) * radius / away, to_x, to_y


def crosses(line: Line, box: Rectangle) -> bool:
    """Whether a line runs through a box, to a tenth of its length."""
    x, y, to_x, to_y = line
    if max(x, to_x) < box[0] or min(x, to_x) > box[2]:
        return False
    if max(y, to_y) < box[1] or min(y, to_y) > box[3]:
        return False
    return any(
        box[0] <= x + (to_x - x) * step / 10 <= box[2]
        and box[1] <= y + (to_y - y) * step / 10 <= box[3]
        for step in range(1, 10)
    )


def crossed_by_any(box: Rectangle, lines: Iterable[Line]) -> bool:
    """Whether any of some lines runs through a box, as `crosses` tells it."""
    left, top, right, bottom = box
    for it in lines:
        x, y, to_x, to_y = it
        if (x < left and to_x < left) or (x > right and to_x > right):
            continue
        if not ((y < top and to_y < top) or (y > bottom and to_y > bottom)) and crosses(it, box):
            return True
    return False


@lru_cache(maxsize=1024)
def sampled(data: str) -> tuple[Point, ...]:
    """Points along the data of a path, about `STEP` units from each other."""
    found: list[Point] = []
    here: Point = (0.0, 0.0)
    for command, said in _PART.findall(data):
        numbers = [float(it) for it in _NUMBER.findall(said)]
        points = [*zip(numbers[::2], numbers[1::2], strict=True)]
        if command == "M":
            here = points[0]
            found.append(here)
            continue
        size = {"L": 1, "Q": 2, "C": 3}[command]
        for start in range(0, len(points), size):
            bent = (here, *points[start : start + size])
            length = sum(dist(*it) for it in pairwise(bent))
            steps = max(2, int(length / STEP))
            found += (_along(bent, step / steps) for step in range(1, steps + 1))
            here = bent[-1]
    return tuple(found)


def _along(points: tuple[Point, ...], share: float) -> Point:
    """A point of the curve that some points draw."""
    while len(points) > 1:
        points = tuple(
            (x + (to_x - x) * share, y + (to_y - y) * share)
            for (x, y), (to_x, to_y) in pairwise(points)
        )
    return points[0]


class Points:
    """Many points, to be counted within boxes."""

    def __init__(self, points: Iterable[Point]) -> None:
        self._cells: dict[tuple[int, int], list[Point]] = {}
        for x, y in points:
            self._cells.setdefault((int(x // _CELL), int(y // _CELL)), []).append((x, y))

    def within(self, box: Rectangle) -> int:
        """How many of them lie in a box."""
        left, top, right, bottom = box
        return sum(left <= x <= right and top <= y <= bottom for x, y in self._near(box))

    def _near(self, box: Rectangle) -> Iterator[Point]:
        for across in range(int(box[0] // _CELL), int(box[2] // _CELL) + 1):
            for down in range(int(box[1] // _CELL), int(box[3] // _CELL) + 1):
                yield from self._cells.get((across, down), ())
