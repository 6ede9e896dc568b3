"""Paths of a large picture, made small: fewer points, whole numbers, each from the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from napoleon.rules.picture.model import Point

_TOKEN = re.compile(r"[MLHVCQAZ]|-?[0-9.]+")

_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
"""How many numbers each command of a path takes."""

TOLERANCE = 1.1
"""How far a coast may be from where it was, in units of the small picture."""

LEAST = 14.0
"""The area under which an island is left out, in units of the small picture."""


BEYOND = 600
"""How far land and sea go on beyond the edges of a small picture, in its units."""


MOUTH = 24.0
"""How wide water at the edge has to be to go on beyond it, in units of the small picture."""


class Frame(NamedTuple):
    """Where a small picture begins in the large one, and how much smaller it is."""

    left: float
    top: float
    scale: float

    def at(self, x: float, y: float) -> Point:
        """A point of the large picture in the small one."""
        return (x - self.left) * self.scale, (y - self.top) * self.scale


class _Step(NamedTuple):
    """A command of a path with its points, the last of which is where it leads."""

    command: str
    points: tuple[Point, ...]
    arc: tuple[str, ...] = ()
    """What an arc says of itself: its radius twice, and three more numbers."""


@lru_cache(maxsize=1024)
def minified(data: str, frame: Frame) -> str:
    """The data of a path as it is in the small picture, in whole units."""
    return _relative(_steps(data), frame, digits=0)


def shape(data: str, scale: float, x: float, y: float) -> str:
    """The data of a shape around 0, 0 as it is around a point of the small picture."""
    start, drawn = _shape(data, scale)
    return f"M{_pairs([(round(x + start[0], 1), round(y + start[1], 1))])}{drawn}"


@lru_cache(maxsize=256)
def _shape(data: str, scale: float) -> tuple[Point, str]:
    """Where a shape begins, and how it goes on from there."""
    begin, *others = _steps(data)
    [start] = begin.points
    frame = Frame(start[0], start[1], scale)
    return (start[0] * scale, start[1] * scale), _relative(iter(others), frame, digits=1)


def rings(data: str, frame: Frame, box: tuple[float, float, float, float]) -> Iterator[str]:
    """Outlines of land in the small picture, of what is large enough to be seen in it.

    Land that goes to the edge of the large picture, its `box`, goes on beyond the small one.
    """
    edges = (*frame.at(box[0], box[1]), *frame.at(box[0] + box[2], box[1] + box[3]))
    for line in _outlines(_steps(data)):
        ring = _without_inlets([_beyond(frame.at(*point), edges) for point in line])
        points = _simplified(ring)
        if len(points) > 3 and _area(points) >= LEAST:
            yield _closed([(round(x), round(y)) for x, y in points])


def _beyond(point: Point, edges: tuple[float, float, float, float]) -> tuple[Point, bool]:
    """A point and whether it is at an edge; then it is moved far beyond that."""
    x, y = point
    left, top, right, bottom = edges
    to_x = x - BEYOND if x < left else x + BEYOND if x > right else x
    to_y = y - BEYOND if y < top else y + BEYOND if y > bottom else y
    return (to_x, to_y), (to_x, to_y) != point


def _without_inlets(line: Sequence[tuple[Point, bool]]) -> list[Point]:
    """A ring without narrow waters that reach the edge: beyond it they would never end."""
    ring = list[Point]()
    bay = list[Point]()
    last: Point | None = None
    for point, at_edge in line:
        if not at_edge:
            bay.append(point)
            continue
        wide = last is None or hypot(point[0] - last[0], point[1] - last[1]) > MOUTH
        ring += [*(bay if wide else ()), point]
        last, bay = point, []
    return ring + bay


def _steps(data: str) -> Iterator[_Step]:
    """The commands of a path, all in absolute points."""
    found = _TOKEN.findall(data)
    at, x, y = 0, 0.0, 0.0
    while at < len(found):
        command, count = found[at], _NUMBERS[found[at]]
        told = found[at + 1 : at + 1 + count]
        at += 1 + count
        if command == "Z":
            yield _Step("Z", ())
            continue
        arc = tuple(told[:5]) if command == "A" else ()
        numbers = [float(it) for it in told[len(arc) :]]
        if command == "H":
            numbers = [numbers[0], y]
        elif command == "V":
            numbers = [x, numbers[0]]
        points = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        x, y = points[-1]
        yield _Step("L" if command in "HV" else command, points, arc)


def _relative(steps: Iterator[_Step], frame: Frame, digits: int) -> str:
    """Steps from point to point as the small picture writes them; rounding does not add up."""
    written: list[str] = []
    here, start = (0.0, 0.0), (0.0, 0.0)
    for step in steps:
        if step.command == "Z":
            written.append("z")
            here = start
            continue
        points = [_rounded(frame.at(*it), digits) for it in step.points]
        if step.command == "M":
            written.append(f"M{_pairs(points)}")
            start = points[0]
        elif step.command == "A":
            radius = _number(round(float(step.arc[0]) * frame.scale, 1))
            turn = " ".join(step.arc[2:])
            written.append(f"a{radius},{radius} {turn} {_pairs(_from(here, points))}")
        else:
            written.append(_step(step.command, _from(here, points)))
        here = points[-1]
    return "".join(written)


def _step(command: str, by: Sequence[Point]) -> str:
    """A step by these points, in as few signs as will do."""
    [*_, (across, down)] = by
    if command == "L" and not round(down, 1):
        return f"h{_number(across)}"
    if command == "L" and not round(across, 1):
        return f"v{_number(down)}"
    return f"{command.lower()}{_pairs(by)}"


def _rounded(point: Point, digits: int) -> Point:
    return round(point[0], digits), round(point[1], digits)


def _from(here: Point, points: Sequence[Point]) -> list[Point]:
    return [(x - here[0], y - here[1]) for x, y in points]


def _pairs(points: Sequence[Point]) -> str:
    """Numbers with as few signs between them as SVG can do with."""
    written = ""
    for value in (it for point in points for it in point):
        told = _number(value)
        written += told if not written or told.startswith("-") else f" {told}"
    return written


def _number(value: float) -> str:
    """A number to a tenth, without a zero that says nothing.

    >>> _number(0.5), _number(-12.0), _number(-0.04)
    ('.5', '-12', '0')
    """
    told = f"{round(value, 1) + 0:g}"
    return told.replace("0.", ".", 1) if told.startswith(("0.", "-0.")) else told


def _outlines(steps: Iterator[_Step]) -> Iterator[list[Point]]:
    """The points that a path leads through, a list for each of its parts."""
    line: list[Point] = []
    for step in steps:
        if step.command == "M" and line:
            yield line
            line = []
        if step.points:
            line.append(step.points[-1])
    if line:
        yield line


def _simplified(points: Sequence[Point]) -> list[Point]:
    """The points without which the line would be farther away than `TOLERANCE` from where it was.

    By Douglas and Peucker; a ring is first parted at the point that is farthest from its first.
    """
    line = [*points, points[0]]
    x, y = line[0]
    far = max(range(len(line)), key=lambda at: hypot(line[at][0] - x, line[at][1] - y))
    kept = {0, far, len(line) - 1}
    todo = [(0, far), (far, len(line) - 1)]
    while todo:
        first, last = todo.pop()
        between = range(first + 1, last)
        if not between:
            continue
        worst = max(between, key=lambda at: _away(line[at], line[first], line[last]))
        if _away(line[worst], line[first], line[last]) > TOLERANCE:
            kept.add(worst)
            todo += [(first, worst), (worst, last)]
    return [line[at] for at in sorted(kept)]


def _away(point: Point, a: Point, b: Point) -> float:
    """How far a point is from the way from `a` to `b`."""
    across, down = b[0] - a[0], b[1] - a[1]
    length = across * across + down * down
    share = 0.0
    if length:
        along = (point[0] - a[0]) * across + (point[1] - a[1]) * down
        share = min(1.0, max(0.0, along / length))
    return hypot(point[0] - a[0] - share * across, point[1] - a[1] - share * down)


def _area(points: Sequence[Point]) -> float:
    turned = zip(points, [*points[1:], points[0]], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in turned)) / 2


def _closed(points: Sequence[Point]) -> str:
    """A ring of whole points; what follows one another without a step is one point."""
    x, y = points[0]
    steps = [(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points)]
    moved = [it for it in steps if it != (0, 0)]
    # The last step leads back to the beginning, as closing does by itself.
    return f"M{_pairs([(x, y)])}l{_pairs(moved[:-1])}z" if len(moved) > 2 else ""
