"""Where the names of rivers stand: along their course, beside a reach that is free for them.

A name keeps off the names and marks of places and the edge of the sheet, and as far as it can off
roads and bends. One that finds no free reach is not written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import acos, dist, hypot
from typing import NamedTuple

from napoleon.rules.picture.layout import Rectangle
from napoleon.rules.picture.markup import curve
from napoleon.rules.picture.model import Point, River
from napoleon.rules.picture.placing.boxes import Points, around, meets_any, rounded, sampled
from napoleon.rules.picture.placing.widths import serif

LETTERS = 11.5
"""Pixels of the letters along a river."""

BETWEEN = 3.0
"""Units between two letters of such a name; the style says the same."""

OFF = 6.0
"""Units from the middle of a river to the foot of the letters over it, or to the top of those
under it."""

TALL = 0.74
"""How high a capital letter is, compared with the size of its letters."""

_STEP = 10.0
_ROAD, _NEAR, _BENT, _UNDER, _ASIDE, _MOST = 4.0, 5.0, 60.0, 6.0, 0.02, 150.0


class Along(NamedTuple):
    """The name of a river: its middle is at a `share` of the course in hundredths.

    It stands over the river, or `below` it, as seen by somebody who reads it, and covers `boxes`.
    """

    share: float
    below: bool
    boxes: tuple[Rectangle, ...]


class _Course(NamedTuple):
    """Points of a course, and how far each is from its beginning."""

    points: Sequence[Point]
    far: Sequence[float]

    def at(self, way: float) -> tuple[Point, Point]:
        """The point so far along the course, and the direction there, which is 1 unit long."""
        number = next((it for it in range(1, len(self.far)) if self.far[it] >= way), -1)
        (x, y), (to_x, to_y) = self.points[number - 1], self.points[number]
        length = hypot(to_x - x, to_y - y) or 1.0
        share = (way - self.far[number - 1]) / length
        return (
            (x + (to_x - x) * share, y + (to_y - y) * share),
            ((to_x - x) / length, (to_y - y) / length),
        )


def from_left(course: tuple[Point, ...]) -> tuple[Point, ...]:
    """A course along which writing stands upright."""
    return course if course[0][0] <= course[-1][0] else course[::-1]


def along(
    river: River,
    kept: Sequence[Rectangle],
    near: Sequence[Rectangle],
    roads: Points,
    sheet: Rectangle,
    unit: float,
) -> Along | None:
    """Where the name of a river stands best without covering what is `kept`; None if nowhere.

    What is `near` to places is left to their pieces, if the course has room elsewhere.
    """
    points = tuple(dict.fromkeys(sampled(curve(from_left(river.course)))))
    course = _Course(points, (0.0, *accumulate(dist(*it) for it in pairwise(points))))
    whole, size = course.far[-1], LETTERS * unit
    half = (serif(river.name, size) + BETWEEN * len(river.name)) / 2
    found: list[tuple[float, Along]] = []
    middle = half
    while river.name and middle <= whole - half:
        for below in (False, True):
            boxes, bent, upright = _letters(course, middle, half, size, below=below)
            if not upright or not all(_within(it, sheet) for it in boxes):
                continue
            if any(meets_any(it, kept, unit) for it in boxes):
                continue
            cost = _BENT * bent + _UNDER * below + _ASIDE * abs(middle - whole / 2) / unit
            cost += _ROAD * sum(map(roads.within, boxes))
            cost += _NEAR * sum(meets_any(it, near) for it in boxes)
            share = round(100 * middle / whole, 1)
            found.append((cost, Along(share, below, tuple(map(rounded, boxes)))))
        middle += _STEP
    best = min(found, default=None)
    return best[1] if best and best[0] < _MOST else None


def _letters(
    course: _Course, middle: float, half: float, size: float, *, below: bool
) -> tuple[list[Rectangle], float, bool]:
    """What the letters of a name cover, how much it bends, and whether it can be read upright."""
    boxes, bends = [], []
    before: Point | None = None
    upright = True
    for way in _steps(middle - half, middle + half, size / 2):
        (x, y), (across, down) = course.at(way)
        upright &= across > -0.2
        off = OFF + size * TALL / 2
        # The left side of a way is over the letters that are written along it.
        turned = -off if below else off
        boxes.append(around(x + down * turned, y - across * turned, size * 0.48))
        if before is not None:
            bends.append(acos(max(-1.0, min(1.0, before[0] * across + before[1] * down))))
        before = (across, down)
    return boxes, sum(bends), upright


def _steps(start: float, end: float, step: float) -> Iterator[float]:
    count = max(2, round((end - start) / step))
    return (start + (end - start) * it / count for it in range(count + 1))


def _within(box: Rectangle, sheet: Rectangle) -> bool:
    return sheet[0] <= box[0] and sheet[1] <= box[1] and box[2] <= sheet[2] and box[3] <= sheet[3]
