"""The chart of the way to victory."""

from __future__ import annotations

from msgspec.structs import replace

from napoleon.rules.picture.chart import BOTTOM, TOP, Bound, Chart, Step, draw_chart, told
from tests.picture.maps import classed, parsed, title, written

CHART = Chart(
    title="Track",
    low=0,
    high=20,
    start=10,
    value=1,
    first=1,
    last=10,
    now=3,
    bounds=(Bound(20, "The Allies win", "vermillion"), Bound(0, "The French win", "blue")),
    steps=(Step(1, 12, "+2 Ath"), Step(1, 11, "-1 Hal"), Step(2, 0, "-11 <all>")),
    turns=((1, "14 June 1815, morning"), (3, "15 June 1815, morning")),
)


def test_every_step_is_a_point_that_tells_its_story() -> None:
    points = classed(draw_chart(CHART), "point")
    assert [title(it) for it in points] == [
        "14 June 1815, morning: 12, +2 Ath",
        "14 June 1815, morning: 11, -1 Hal",
        "turn 2: 0, -11 <all>",
    ]
    xs = [float(it.get("cx", "")) for it in points]
    assert xs == sorted(xs) and len(set(xs)) == 3
    heights = [float(it.get("cy", "")) for it in points]
    assert heights[2] == BOTTOM
    assert TOP < heights[0] < heights[1] < BOTTOM


def test_bounds_and_turns_are_written_on_it() -> None:
    words = written(draw_chart(CHART))
    assert {"The Allies win", "The French win", "14 June", "15 June", "morning"} <= {*words}
    assert {"0", "10", "20"} <= {*words}
    [now] = [it for it in classed(draw_chart(CHART), "now") if it.text == "3"]
    assert now is not None


def test_it_is_told_in_a_sentence() -> None:
    assert title(parsed(draw_chart(CHART))) == told(CHART) == "Track: 1 in turn 3"


def test_a_game_that_has_hardly_begun_has_a_chart() -> None:
    bare = replace(CHART, steps=(), turns=(), last=1, now=0, low=0, high=0, start=0, value=0)
    assert title(parsed(draw_chart(bare))) == "Track: 0 before the first turn"
    long = replace(CHART, last=95, now=95)
    turns = [it for it in classed(draw_chart(long), "turn") if (it.text or "").isdigit()]
    assert 5 <= len(turns) <= 11
