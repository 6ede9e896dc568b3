"""What each side has of what counts, as lines of a chart."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from napoleon.rules.contract import installed
from napoleon.rules.picture.chart_png import chart_png
from napoleon.rules.picture.sides import LOOKS
from napoleon.rules.picture.style import PARCHMENT
from napoleon.rules.picture.tally import Count, Course, Tally, draw_course
from tests.picture.maps import classed, parsed, written


def tally(*values: int) -> Tally:
    sides = (("France", "blue"), ("Great Britain", "vermillion"), ("Austria & Hungary", "green"))
    counts = [Count(*side, value, side[0][0]) for side, value in zip(sides, values, strict=False)]
    return Tally("Points", tuple(counts))


COURSE = Course(((0, tally(3, 1, 0)), (1, tally(5, -2, 0)), (2, tally(9, 4, 1))))


def test_each_side_has_a_line_a_point_for_each_turn_and_its_name() -> None:
    drawn = draw_course(COURSE)
    assert {"France", "Great Britain", "Austria & Hungary", "0", "1", "2"} <= {*written(drawn)}
    for look in ("blue", "vermillion", "green"):
        points = [it for it in classed(drawn, look) if it.tag.endswith("circle")]
        assert len(points) == 3
        xs = [float(it.get("cx", "")) for it in points]
        assert xs == sorted(xs)


def test_more_is_higher_and_less_than_nothing_has_its_place() -> None:
    drawn = draw_course(COURSE)
    heights = [
        float(it.get("cy", "")) for it in classed(drawn, "vermillion") if it.tag.endswith("circle")
    ]
    assert heights[1] > heights[0] > heights[2]
    box = [float(it) for it in parsed(drawn).get("viewBox", "").split()]
    assert all(box[1] < it < box[1] + box[3] for it in heights)


def test_names_that_find_no_room_go_to_the_next_row() -> None:
    looks = list(LOOKS)
    counts = tuple(Count(f"A power of Europe {it}", looks[it], it, str(it)) for it in range(9))
    box = parsed(draw_course(Course(((1, Tally("Points", counts)),)))).get("viewBox", "").split()
    one_row = parsed(draw_course(COURSE)).get("viewBox", "").split()
    assert float(box[1]) < float(one_row[1])


def test_a_side_that_comes_later_has_a_line_from_there_on() -> None:
    course = Course(((1, tally(3)), (2, tally(4, 2))))
    assert course.values("Great Britain") == [(2, 2)]
    assert course.values("France") == [(1, 3), (2, 4)]


def is_near(wanted: str, pixel: tuple[int, int, int]) -> bool:
    """Whether a pixel has a colour, as near as the palette of a PNG comes."""
    parts = [int(wanted[it : it + 2], 16) for it in (1, 3, 5)]
    return all(abs(one - other) < 12 for one, other in zip(parts, pixel, strict=True))


def test_as_a_picture_it_stands_on_paper_in_the_colours_of_its_sides() -> None:
    image = Image.open(BytesIO(chart_png(draw_course(COURSE), 720))).convert("RGB")
    corner: Any = image.getpixel((1, image.height - 2))
    assert is_near(PARCHMENT["paper"], corner)
    seen: Any = [colour for _, colour in image.getcolors(1 << 20) or ()]
    for look in ("blue", "vermillion", "green"):
        # Blue is a little lighter where it is drawn as a line.
        wanted = PARCHMENT["azure"] if look == "blue" else LOOKS[look].colour
        assert any(is_near(wanted, it) for it in seen), look


@pytest.mark.parametrize("name", sorted(installed()))
def test_a_game_has_a_chart_or_counts_for_each_side(name: str) -> None:
    """One of them shows in the last letter how it went."""
    pictures = installed()[name].pictures
    assert pictures is not None
    charted = pictures.chart.__name__ != "no_chart"
    assert charted != (getattr(pictures.tally, "__name__", "") != "no_tally")
