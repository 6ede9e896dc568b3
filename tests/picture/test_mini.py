"""The small map of a position: what stands on it, how small it is, and what it keeps hidden."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from api.web.mini_maps import first_views
from napoleon.rules.contract import installed
from napoleon.rules.picture.mini import HEIGHT, MOST, SIGNS, Cut, mini
from napoleon.rules.picture.model import Picture, Piece, Place
from napoleon.rules.picture.outlines import Frame, minified, rings
from napoleon.rules.picture.sides import LOOKS
from napoleon.rules.prose.storybook import PLAINLY
from tests.picture.maps import ARMIES, BLUCHER, HAL, LIGNY, NEY, UNKNOWN, inland, overseas, parsed

GAMES = sorted(installed())


def begun(name: str) -> Picture:
    """The picture of a game that begins."""
    rules = installed()[name]
    views = first_views(rules)
    assert rules.pictures is not None and views is not None
    return rules.pictures.picture(views, PLAINLY)


def piece(side: str, count: int = 1) -> Piece:
    return Piece(id=f"{side}-{count}", side=side, label="", words="", count=count)


def board(*places: Place) -> Picture:
    """A map of these places without any roads."""
    return inland(places=places, links=(), arrows=())


def signs(marks: str) -> dict[str, int]:
    """How many signs of each look there are."""
    paths = re.findall(r'class="m (\w+)" d="([^"]+)"', marks)
    return {look: data.count("M") for look, data in paths}


def test_each_side_has_one_sign_in_each_place() -> None:
    small = mini(board(LIGNY, HAL), Cut())
    assert signs(small.marks) == {"vermillion": 2, "blue": 1, "black": 1}


def test_what_is_on_a_piece_does_not_show() -> None:
    others = (
        replace(NEY, label="Soult", words="Soult (spent)", ready=False, strength=9, fatigue=2),
        replace(UNKNOWN, hidden=False, label="Uxbridge", words="Uxbridge"),
        replace(BLUCHER, lying=True, kind="unit"),
    )
    one, other = (
        mini(board(replace(LIGNY, pieces=it), HAL), Cut())
        for it in ((NEY, UNKNOWN, BLUCHER), others)
    )
    assert one == other


def test_more_pieces_have_a_larger_sign() -> None:
    sizes = []
    for count in (1, 12):
        place = replace(HAL, pieces=(replace(ARMIES, count=count),))
        marks = mini(board(place, replace(LIGNY, pieces=())), Cut()).marks
        [radius, *_] = re.findall(r"a([\d.]+),", marks)
        sizes.append(float(radius))
    assert sizes[0] < sizes[1]


def test_roads_rivers_and_places_are_its_ground() -> None:
    ground = mini(inland(), Cut()).ground
    assert re.findall(r'class="(m-\w+)"', ground) == ["m-road", "m-dot"]
    dots = re.search(r'class="m-dot" d="([^"]+)"', ground)
    assert dots is not None and dots[1].count("M") == 3


def test_land_goes_on_beyond_the_edge_and_sea_around_it() -> None:
    small = mini(overseas(), Cut())
    assert re.findall(r'class="(m-\w+)"', small.ground) == ["m-sea", "m-land"]
    assert parsed(small.drawn()).get("viewBox") == f"0 0 {small.width} {HEIGHT}"


def test_a_ring_without_what_nobody_would_see() -> None:
    frame, box = Frame(0, 0, 0.1), (0.0, 0.0, 1000.0, 1000.0)
    coast = "M100,100L500,100L500,101L900,100L900,900L100,900ZM10,10L12,10L12,12Z"
    assert list(rings(coast, frame, box)) == ["M10 10l80 0 0 80-80 0z"]


def test_narrow_waters_at_the_edge_are_left_out() -> None:
    frame, box = Frame(0, 0, 1.0), (0.0, 0.0, 100.0, 100.0)
    coast = "M-1,-1L101,-1L101,40L60,42L101,44L101,101L-1,101Z"
    [land] = rings(coast, frame, box)
    assert land == "M-601-601l1302 0 0 1302-1302 0z"


def test_whole_numbers_do_not_add_up_to_a_drift() -> None:
    steps = "".join(f"L{x * 0.4:.1f},0" for x in range(1, 101))
    drawn = minified(f"M0,0{steps}", Frame(0, 0, 1.0))
    assert sum(int(it) for it in re.findall(r"h(-?\d+)", drawn)) == 40


def test_an_empty_map() -> None:
    small = mini(inland(places=(), links=(), arrows=()), Cut())
    assert small.marks == small.ground == "" and small.width == 2 * HEIGHT


@pytest.mark.parametrize("name", GAMES)
def test_a_crowded_map_is_as_small(name: str) -> None:
    rules, picture = installed()[name], begun(name)
    sides = [side.id for side in picture.sides]
    few = picture.places if any(it.room for it in picture.places) else picture.places[:64]
    crowded = tuple(
        replace(place, pieces=tuple(piece(sides[(at + of) % len(sides)], 9) for of in here))
        for at, place in enumerate(few)
        for here in [range(at % 2 + 1)]
    )
    everywhere = (*crowded, *(replace(it, pieces=()) for it in picture.places[len(crowded) :]))
    assert rules.pictures is not None
    small = mini(replace(picture, places=everywhere), rules.pictures.cut)
    assert len(small.drawn()) <= MOST * 1.1, "nearly as small with more than there ever is"
    assert sum(signs(small.marks).values()) <= SIGNS or any(it.room for it in picture.places)


@pytest.mark.parametrize("name", GAMES)
def test_the_weakest_are_left_out_where_there_are_too_many(name: str) -> None:
    picture = begun(name)
    if any(it.room for it in picture.places):
        return
    side, places = picture.sides[0], picture.places
    many = tuple(
        replace(places[at % len(places)], id=str(at), pieces=(piece(side.id, 1 + at),))
        for at in range(2 * SIGNS)
    )
    small = mini(replace(picture, places=many, links=(), rivers=()), Cut())
    assert signs(small.marks) == {side.look: SIGNS}


@pytest.mark.parametrize("name", GAMES)
def test_a_map_of_each_scenario_that_begins(name: str) -> None:
    rules = installed()[name]
    assert rules.pictures is not None
    for scenario in rules.scenarios:
        views = first_views(rules, scenario.id)
        assert views is not None
        small = rules.pictures.mini(views)
        assert len(small.drawn()) <= MOST
        assert {it.split()[1] for it in re.findall(r'class="(m \w+)"', small.marks)} <= {*LOOKS}
        assert small == rules.pictures.mini(first_views(rules, scenario.id))
    assert first_views(rules, "no such scenario") is None
