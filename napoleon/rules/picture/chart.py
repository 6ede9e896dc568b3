"""The way to victory as a chart over the turns."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

import msgspec

from napoleon.rules.picture.markup import number, pair, text
from napoleon.rules.picture.model import Point
from napoleon.rules.prose.language import ENGLISH, Language

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 46, 700, 26, 246
"""Where the turns and the values are drawn, in units of the chart."""

MOST_TICKS = 10


class Bound(msgspec.Struct, frozen=True):
    """A value that decides the game, in words, and the look of the side that it is for."""

    value: int
    words: str
    look: str


class Step(msgspec.Struct, frozen=True):
    """A move on the track in a turn: where it ended, and why, in words."""

    turn: int
    value: int
    words: str


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """A track from `low` to `high`, which stood at `start` before the first of its `steps`.

    It stands at `value` now, which may be on the way to the next step.
    It runs from turn `first` to turn `last`; `now` is the turn that is played, 0 before the first.
    `turns` are the names of turns by their numbers, as far as they have any.
    """

    title: str
    low: int
    high: int
    start: int
    value: int
    first: int
    last: int
    now: int
    bounds: tuple[Bound, ...] = ()
    steps: tuple[Step, ...] = ()
    turns: tuple[tuple[int, str], ...] = ()
    language: Language = ENGLISH
    """That of its words, for what the renderer itself has to say."""


def draw_chart(chart: Chart, name: str = "chart-title") -> str:
    """The chart as an ``<svg>`` element for a page that has `style.stylesheet` among its styles.

    `name` is the id of its title, which no other element of the page has.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="group" '
        f'aria-labelledby="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<title id="{name}">{text(told(chart))}</title>'
        f'<g aria-hidden="true">{axes(chart)}</g>{_course(chart, dict(chart.turns))}</svg>'
    )


def axes(chart: Chart) -> str:
    """The values on the left, the turns below, and the bounds."""
    grid = "".join(_grid(chart, value) for value in _ticks(chart.low, chart.high))
    names = dict(chart.turns)
    turns = "".join(
        _turn(chart, turn, names.get(turn, "")) for turn in _ticks(chart.first, chart.last)
    )
    return grid + turns + "".join(_bound(chart, it) for it in chart.bounds)


def told(chart: Chart) -> str:
    """The chart in a sentence.

    >>> told(Chart(title="Track", low=0, high=20, start=9, value=10, first=1, last=10, now=2))
    'Track: 10 in turn 2'
    """
    _ = chart.language.gettext
    if not chart.now:
        return _("%(title)s: %(value)s before the first turn", **_standing(chart))
    return _("%(title)s: %(value)s in turn %(turn)s", turn=chart.now, **_standing(chart))


def _standing(chart: Chart) -> dict[str, str | int]:
    return {"title": chart.title, "value": chart.value}


def _course(chart: Chart, names: Mapping[int, str]) -> str:
    """The steps, the line that they make, and a point for each that tells its story."""
    corners: list[Point] = [(LEFT, height_of(chart, chart.start))]
    points = []
    for step, x in zip(chart.steps, _across(chart), strict=True):
        y = height_of(chart, step.value)
        corners += [(x, corners[-1][1]), (x, y)]
        name = names.get(step.turn) or chart.language.gettext("turn %(turn)s", turn=step.turn)
        words = f"{name}: {step.value}, {step.words}"
        points.append(
            f'<circle class="point" role="img" cx="{number(x)}" cy="{number(y)}" r="4.5">'
            f"<title>{text(words)}</title></circle>"
        )
    now = LEFT + (RIGHT - LEFT) * (chart.now - chart.first + 1) / _turns(chart)
    end = max(corners[-1][0], min(RIGHT, now))
    corners += [(end, corners[-1][1]), (end, height_of(chart, chart.value))]
    line = "L".join(pair(*corner) for corner in corners)
    return f'<path class="course" aria-hidden="true" d="M{line}"/>{"".join(points)}'


def _across(chart: Chart) -> list[float]:
    """Where each step is drawn: those of a turn share its width evenly."""
    wide = (RIGHT - LEFT) / _turns(chart)
    found = []
    for turn, together in groupby(chart.steps, key=lambda it: it.turn):
        left, count = LEFT + wide * (turn - chart.first), len(list(together))
        found += [left + wide * number / (count + 1) for number in range(1, count + 1)]
    return found


def height_of(chart: Chart, value: int) -> float:
    """Where a value is drawn, from the top of the chart."""
    return BOTTOM - (BOTTOM - TOP) * (value - chart.low) / max(1, chart.high - chart.low)


def middle_of(chart: Chart, turn: int) -> float:
    """Where the middle of a turn is drawn, from the left of the chart."""
    return LEFT + (RIGHT - LEFT) / _turns(chart) * (turn - chart.first + 0.5)


def _turns(chart: Chart) -> int:
    return max(1, chart.last - chart.first + 1)


def _ticks(low: int, high: int) -> range:
    """Whole numbers at even distances, not too many of them."""
    apart = max(1, -(-(high - low) // MOST_TICKS))
    return range(low, high + 1, apart)


def _grid(chart: Chart, value: int) -> str:
    y = number(height_of(chart, value))
    return (
        f'<path class="grid" d="M{LEFT},{y}H{RIGHT}"/>'
        f'<text class="amount" x="{LEFT - 8}" y="{y}" dy="4">{value}</text>'
    )


def _turn(chart: Chart, turn: int, name: str) -> str:
    """The number of a turn under its part of the chart, and its name, if any, in two lines."""
    wide = (RIGHT - LEFT) / _turns(chart)
    x = number(middle_of(chart, turn))
    begin = number(LEFT + wide * (turn - chart.first))
    date, _, hour = name.partition(", ")
    kind = "turn now" if turn == chart.now else "turn"
    lines = "".join(
        f'<text class="{kind}" x="{x}" y="{BOTTOM + 18 + 13 * row}">{text(words)}</text>'
        for row, words in enumerate((str(turn), " ".join(date.split()[:2]), hour))
        if words
    )
    return f'<path class="grid" d="M{begin},{TOP}V{BOTTOM + 5}"/>{lines}'


def _bound(chart: Chart, bound: Bound) -> str:
    y = height_of(chart, bound.value)
    below = y < TOP + 20
    return (
        f'<path class="bound {bound.look}" d="M{LEFT},{number(y)}H{RIGHT}"/>'
        f'<text class="words" x="{RIGHT}" y="{number(y + (14 if below else -5))}">'
        f"{text(bound.words)}</text>"
    )
