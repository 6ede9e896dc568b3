"""Hills and mountains as engravers drew them: short strokes down their slopes, around a crest.

A slope is a closed line around a crest. Drawn with a broad stroke that is mostly gaps, what is left
of it are the strokes, each square to the slope: a hill takes some dozens of points, and no picture
has to hold its hachures.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from napoleon.rules.picture.model import Land, Point

FOLDER = Path(__file__).parent / "relief"

STEP = 11.0
"""About the distance between the points of a slope."""

TREES_APART = 13.0
"""About the distance between the trees of a wood."""

ROWS = {"hills": (0.62,), "ridge": (0.42, 0.95), "mountains": (0.34, 0.78, 1.22)}
"""By the kind of a height, how far its rows of strokes are from the crest: shares of its width.
The last of several is gentle, all others are steep."""


class Feature(NamedTuple):
    """A height or a wood along a line, in units of a picture."""

    name: str
    kind: str
    width: float
    course: tuple[Point, ...]


def features(game: str, placed: Callable[[float, float], Point]) -> tuple[Feature, ...]:
    """What is known of the ground of a game; `placed` gives where a point of its table is drawn."""
    with (FOLDER / f"{game}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            Feature(row["name"], row["kind"], float(row["width"]), _course(row["course"], placed))
            for row in csv.DictReader(file)
        )


def _course(told: str, placed: Callable[[float, float], Point]) -> tuple[Point, ...]:
    pairs = (tuple(map(float, point.split())) for point in told.split(";"))
    return tuple(placed(x, y) for x, y in pairs)


def with_relief(land: Land, known: Iterable[Feature]) -> Land:
    """The land with the slopes of its heights, and with its woods."""
    steep, gentle, trees = list[str](), list[str](), list[Point]()
    for feature in known:
        crest = _smooth(feature.course)
        for row, share in enumerate(ROWS.get(feature.kind, ())):
            slope = _closed(_around(crest, share * feature.width))
            last = row > 0 and row == len(ROWS[feature.kind]) - 1
            (gentle if last else steep).append(slope)
        if feature.kind == "wood":
            trees += _scattered(crest, feature.width)
    whole = sorted(((round(x), round(y)) for x, y in trees), key=lambda it: (it[1], it[0]))
    return replace(land, steep="".join(steep), gentle="".join(gentle), trees=tuple(whole))


def _smooth(course: Sequence[Point]) -> list[Point]:
    """Points along a smooth line through those of the course, at about even distances."""
    found = [course[0]]
    for at, (here, there) in enumerate(pairwise(course)):
        before, after = course[max(0, at - 1)], course[min(len(course) - 1, at + 2)]
        steps = max(1, ceil(hypot(there[0] - here[0], there[1] - here[1]) / STEP))
        found += (
            _between(before, here, there, after, step / steps) for step in range(1, steps + 1)
        )
    return found


def _between(before: Point, here: Point, there: Point, after: Point, share: float) -> Point:
    """A point of the curve that Catmull and Rom lead through four."""
    x, y = (
        here[axis]
        + share * (there[axis] - before[axis]) / 2
        + share**2 * (before[axis] - 2.5 * here[axis] + 2 * there[axis] - after[axis] / 2)
        + share**3 * (1.5 * (here[axis] - there[axis]) + (after[axis] - before[axis]) / 2)
        for axis in (0, 1)
    )
    return x, y


def _around(crest: Sequence[Point], distance: float) -> list[Point]:
    """The points of a slope at about a distance around the crest."""
    ways = [_direction(crest, at) for at in range(len(crest))]
    there = [(x, y, way - pi / 2) for (x, y), way in zip(crest, ways, strict=True)]
    back = [(x, y, way + pi / 2) for (x, y), way in zip(crest, ways, strict=True)][::-1]
    end = [(*crest[-1], ways[-1] + turn * pi / 4) for turn in (-1, 0, 1)]
    start = [(*crest[0], ways[0] + pi + turn * pi / 4) for turn in (-1, 0, 1)]
    return [_away(x, y, angle, distance) for x, y, angle in (*there, *end, *back, *start)]


def _direction(crest: Sequence[Point], at: int) -> float:
    (x, y), (to_x, to_y) = crest[max(0, at - 1)], crest[min(len(crest) - 1, at + 1)]
    return atan2(to_y - y, to_x - x)


def _away(x: float, y: float, angle: float, distance: float) -> Point:
    """A point of a slope, which is a little nearer or farther, the same every time."""
    rough = distance * (1 + 0.2 * sin(x / 11 + 1.7 * sin(y / 17 + angle)))
    return x + rough * cos(angle), y + rough * sin(angle)


def _closed(loop: Sequence[Point]) -> str:
    """The data of a smooth path around a loop, from the middle of one side to that of the next."""
    after = [*loop[1:], loop[0]]
    middles = [
        ((x + to_x) / 2, (y + to_y) / 2) for (x, y), (to_x, to_y) in zip(loop, after, strict=True)
    ]
    turns = (
        f"Q{_whole(corner)} {_whole(middle)}"
        for corner, middle in zip(after, [*middles[1:], middles[0]], strict=True)
    )
    return f"M{_whole(middles[0])}{''.join(turns)}Z"


def _whole(point: Point) -> str:
    return f"{round(point[0])},{round(point[1])}"


def _scattered(line: Sequence[Point], reach: float) -> Iterator[Point]:
    """Trees around a line, no two of them close together."""
    found: list[Point] = []
    for number, (x, y) in enumerate(line):
        for step in range(ceil(reach * reach / 28)):
            angle, distance = 2.4 * (step + 7 * number), reach * sqrt((step * 0.618 + 0.1) % 1)
            tree = x + 1.25 * distance * cos(angle), y + 0.85 * distance * sin(angle)
            if all(hypot(tree[0] - it[0], tree[1] - it[1]) >= TREES_APART for it in found):
                found.append(tree)
                yield tree
