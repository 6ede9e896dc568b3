"""Tallies: what each of several sides has of what counts, as lines of a chart over the turns."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from napoleon.rules.picture.chart import (
    HEIGHT,
    LEFT,
    RIGHT,
    WIDTH,
    Chart,
    axes,
    height_of,
    middle_of,
)
from napoleon.rules.picture.markup import number, pair, text

_LETTER = 11
"""How wide a letter of the legend is at most, in units of the chart."""

_SAMPLE = 26
"""How long the line is that stands before a name in the legend."""

_ROW = 26


class Count(msgspec.Struct, frozen=True):
    """How much a side has: the side by its name, the look of its line and its sign."""

    side: str
    look: str
    value: int
    letter: str
    """By which the side is known where its name has no room."""


class Tally(msgspec.Struct, frozen=True):
    """What counts, by its title, and how much of it each side has at one moment."""

    title: str
    counts: tuple[Count, ...]


class Course(msgspec.Struct, frozen=True):
    """Tallies of the same sides at the ends of turns, each with the number of its turn."""

    tallies: tuple[tuple[int, Tally], ...]

    @property
    def title(self) -> str:
        """What counts."""
        return self.tallies[-1][1].title

    @property
    def sides(self) -> Sequence[Count]:
        """The sides, each with what it has at the end."""
        return self.tallies[-1][1].counts

    def values(self, side: str) -> list[tuple[int, int]]:
        """By turn, how much a side had at its end, as far as it had anything to count."""
        return [
            (turn, it.value)
            for turn, tally in self.tallies
            for it in tally.counts
            if it.side == side
        ]


def draw_course(course: Course) -> str:
    """The course as an ``<svg>`` element: a line for each side, named above the chart."""
    every = [it.value for _, tally in course.tallies for it in tally.counts]
    turns = [turn for turn, _ in course.tallies]
    low, high = min(0, *every), max(1, *every)
    frame = Chart(
        title=course.title,
        low=low,
        high=high,
        start=low,
        value=low,
        first=turns[0],
        last=turns[-1],
        now=turns[0] - 1,
    )
    legend, rows = _legend(course.sides)
    top = -_ROW * rows
    lines = "".join(_line(frame, course, it) for it in course.sides)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" '
        f'viewBox="0 {top} {WIDTH} {HEIGHT - top}">{legend}{axes(frame)}{lines}</svg>'
    )


def _line(frame: Chart, course: Course, side: Count) -> str:
    points = [
        (middle_of(frame, turn), height_of(frame, value))
        for turn, value in course.values(side.side)
    ]
    dots = "".join(
        f'<circle class="tally {side.look}" cx="{number(x)}" cy="{number(y)}" r="4"/>'
        for x, y in points
    )
    drawn = "L".join(pair(*it) for it in points)
    return f'<path class="tally {side.look}" d="M{drawn}"/>{dots}'


def _legend(sides: Sequence[Count]) -> tuple[str, int]:
    """The names of the sides with a piece of their lines, and how many rows they take."""
    x, row, placed = LEFT, 0, list[tuple[int, int, Count]]()
    for it in sides:
        wide = _SAMPLE + 8 + _LETTER * len(it.side) + 18
        if x > LEFT and x + wide > RIGHT:
            x, row = LEFT, row + 1
        placed.append((x, row, it))
        x += wide
    rows = row + 1
    drawn = "".join(_named(x, _ROW * (row - rows) + 20, it) for x, row, it in placed)
    return drawn, rows


def _named(x: int, y: int, side: Count) -> str:
    return (
        f'<path class="tally {side.look}" d="M{x},{y - 5}h{_SAMPLE}"/>'
        f'<text class="side" x="{x + _SAMPLE + 8}" y="{y}">{text(side.side)}</text>'
    )
