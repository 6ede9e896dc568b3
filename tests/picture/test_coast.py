"""The coast: it runs around the land, and everything that stands on land is inside of it."""

from __future__ import annotations

import re

import pytest

from napoleon.rules.picture.markup import curve, number, text
from napoleon.rules.picture.model import Picture
from tests.picture.maps import inland, overseas
from tools.cartography.coast import DEPTHS


def coastlines(picture: Picture) -> tuple[str, ...]:
    """The coast of a picture, and the lines along it."""
    land = picture.land
    return (land.coast, *land.depths) if land.coast else ()


def test_there_is_a_coast_only_where_there_is_a_sea() -> None:
    assert coastlines(inland()) == ()
    assert len(coastlines(overseas())) == len(DEPTHS)


def test_a_coast_is_closed_and_goes_around_what_is_joined_by_land() -> None:
    coast = coastlines(overseas())[0]
    shores = [it for it in coast.split("M") if it]
    assert all(it.endswith("Z") for it in shores)
    outlines = [corners(it) for it in shores]
    around = {
        place.id: [at for at, it in enumerate(outlines) if inside(place.x, place.y, it)]
        for place in overseas().places
    }
    assert all(len(it) == 1 for it in around.values())
    assert around["france"] == around["spain"] != around["egypt"]


def test_the_deeper_the_farther_from_the_land() -> None:
    widths = []
    for line in coastlines(overseas(wilds=())):
        xs = [x for shore in line.split("M") if shore for x, _ in corners(shore)]
        widths.append(max(xs) - min(xs))
    assert widths == sorted(widths)
    assert len(set(widths)) == len(DEPTHS)


def corners(shore: str) -> list[tuple[float, float]]:
    numbers = re.findall(r"-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?", shore)
    found = [tuple(map(float, it.split(","))) for it in numbers]
    return [(x, y) for x, y in found]


def inside(x: float, y: float, outline: list[tuple[float, float]]) -> bool:
    """Whether a point is inside of a polygon: a ray from it crosses an odd number of sides."""
    odd = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            odd = not odd
    return odd


@pytest.mark.parametrize(
    ("value", "written"), [(3, "3"), (-0.04, "0"), (2.25, "2.2"), (10, "10"), (-7.96, "-8")]
)
def test_numbers_are_as_short_as_they_can_be(value: float, written: str) -> None:
    assert number(value) == written


def test_what_xml_does_not_know_is_replaced() -> None:
    assert text("a\x00b\x1fc\ud800d") == "a\ufffdb\ufffdc\ufffdd"


def test_a_curve_begins_and_ends_where_it_has_to() -> None:
    assert curve(((0, 0), (10, 0))).startswith("M0,0C")
    assert curve(((0, 0), (5, 9), (10, 0))).endswith(" 10,0")
