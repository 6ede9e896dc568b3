"""The map one trusts: over whole games of every game with a map, what stands there is told apart.

Each piece is nearest to its own place or tied to it by a line; none covers a name, a mark, the end
of a road, or another one; and what has not moved in the game does not move on the screen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist, hypot
from random import Random
from time import process_time
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from napoleon.rules.events import REFEREE
from napoleon.rules.picture.layout import SIZES, Rectangle
from napoleon.rules.picture.links import course
from napoleon.rules.picture.markup import curve
from napoleon.rules.picture.model import Picture, by_id
from napoleon.rules.picture.placing import LEGEND, STAGE, Plan, legend_box, plan, unit_of
from napoleon.rules.picture.placing.berths import BERTHS
from napoleon.rules.picture.placing.boxes import crossed_by_any, crosses, distance, meet, sampled
from napoleon.rules.picture.placing.names import LETTERS
from napoleon.rules.picture.plates import Plate
from napoleon.rules.picture.style import stylesheet
from napoleon.rules.picture.svg import draw, sheet
from tests.picture.maps import HAL, LIGNY, NEY, WAVRE, inland, parsed
from tests.picture.positions import pictures
from tests.repetitions import so_many

PLAYED = [
    ("napoleon1815", {"rules": "grognard"}, 1, REFEREE),
    ("napoleon1815", {"rules": "grognard"}, 1, "french"),
    ("napoleon1815", {"rules": "conscript", "players": 3}, 3, REFEREE),
    ("napoleonic_empire", {"commanders": True, "divided_russia": True}, 5, REFEREE),
    ("napoleon_columbia", {}, 1, REFEREE),
    ("napoleon_columbia", {"players": 2, "hidden": True}, 1, "french"),
    ("napoleonic_wars", {"players": 4}, 3, REFEREE),
]
"""Games, their options, who plays them, and who looks."""

LOOKED_AT = so_many(200, 600)
"""At least so many positions of each are looked at, or all of them, at even distances."""

STEADY = 0.99
"""How many of those that stay as they are stay where they are, with the name on their tab."""

ASTRAY = 0.1
"""The share of all spots where pieces stand that may be nearer to another name."""

A_STEP = 5.0
"""Milliseconds of a processor that the placing of a position may take."""

END = 10.0
"""Units of a road from the rim of a mark on that are its end."""


class Stands(NamedTuple):
    """A plate, and the place where it stands."""

    place: str
    plate: Plate


class Placed(NamedTuple):
    """A position, and where on its map everything stands."""

    picture: Picture
    plan: Plan
    standing: list[Stands]
    names: dict[str, Rectangle]
    marks: dict[str, Rectangle]

    def stacks(self, place: str) -> list[Plate]:
        return [it for name, it in self.standing if name == place]


@pytest.fixture(scope="module", params=LOOKED_AT)
def looked_at(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module", params=PLAYED, ids=lambda it: f"{it[0]}-{it[2]}-{it[3]}")
def positions(request: pytest.FixtureRequest, looked_at: int) -> list[Placed]:
    name, options, seed, viewer = request.param
    return [placed(it) for it in pictures(name, options, seed, looked_at, viewer)]


def placed(picture: Picture) -> Placed:
    at = plan(picture)
    stand = [Stands(name, it) for name, found in sheet(picture).plates.items() for it in found]
    named = {name: it.name.box for name, it in at.sites.items()}
    return Placed(picture, at, stand, named, marks(picture))


def marks(picture: Picture) -> dict[str, Rectangle]:
    reach = {it.id: SIZES[it.kind] for it in picture.places}
    return {
        it.id: Rectangle(
            it.x - reach[it.id], it.y - reach[it.id], it.x + reach[it.id], it.y + reach[it.id]
        )
        for it in picture.places
    }


@pytest.mark.sampled(3)
def test_each_piece_is_nearest_to_its_own_place_or_tied_to_it(positions: list[Placed]) -> None:
    tied = 0
    for it in positions:
        picture, at, unit = it.picture, by_id(it.picture), unit_of(it.picture)
        for place, plate in it.standing:
            own = distance(plate.box, at[place].x, at[place].y)
            others = (distance(plate.box, to.x, to.y) for to in picture.places if to.id != place)
            if own <= min(others):
                continue
            x, y, to_x, to_y = plate.lead
            assert dist((x, y), (to_x, to_y)) >= 1.5 * unit, (picture.caption, place)
            # Those who share a berth are tied by one line.
            together = [one for one in it.stacks(place) if one.lead == plate.lead]
            assert min(distance(one.box, to_x, to_y) for one in together) < 0.02
            assert dist((x, y), (at[place].x, at[place].y)) < SIZES[at[place].kind] + 7
            tied += 1
    assert tied < sum(len(it.standing) for it in positions) / 20


def test_few_pieces_are_read_with_the_name_of_another_place(positions: list[Placed]) -> None:
    """What stands clearly nearer to another name than to the own mark and the own name."""
    stands: dict[tuple[str, Rectangle], bool] = {}
    looked_at = set[tuple[int, str, Rectangle]]()
    for it in positions:
        at, found = by_id(it.picture), it.names
        for place, plate in it.standing:
            if (id(it.plan), place, plate.box) in looked_at:
                continue
            looked_at.add((id(it.plan), place, plate.box))
            own = min(
                distance(plate.box, at[place].x, at[place].y) - SIZES[at[place].kind],
                between(plate.box, found[place]),
            )
            others = min(between(plate.box, box) for name, box in found.items() if name != place)
            stands[place, plate.box] = others < own / 2
    astray = [place for (place, _), is_astray in stands.items() if is_astray]
    assert len(astray) <= len(stands) * ASTRAY, (len(stands), astray)


def between(one: Rectangle, other: Rectangle) -> float:
    """How far two boxes are from each other."""
    across = max(one.left - other.right, other.left - one.right, 0.0)
    down = max(one.top - other.bottom, other.top - one.bottom, 0.0)
    return hypot(across, down)


def test_no_piece_covers_a_name_or_a_mark_or_another_piece(positions: list[Placed]) -> None:
    plan_before, before = 0, set[Rectangle]()
    for it in positions:
        boxes = {plate.box for _, plate in it.standing}
        # What stood there in the position before as well was compared in it.
        new = boxes if id(it.plan) != plan_before else boxes - before
        plan_before, before = id(it.plan), boxes
        assert len(boxes) == len(it.standing), it.picture.caption
        for place, plate in it.standing:
            if plate.box not in new:
                continue
            for kept in (it.names, it.marks):
                covered = [name for name, box in kept.items() if meet(plate.box, box)]
                assert not covered, (it.picture.caption, place, covered)
            for other in boxes - {plate.box}:
                assert not meet(plate.box, other, -0.01), (it.picture.caption, place, other)


def test_no_line_runs_over_another_stack_and_no_stack_covers_the_end_of_a_road(
    positions: list[Placed],
) -> None:
    bad: Counter[str] = Counter()
    in_all = 0
    ground: tuple[object, object] = ((), ())
    ends: list[tuple[float, float]] = []
    off_ends: set[Rectangle] = set()
    for position in positions:
        stand, its = position.standing, position.picture
        rims = [(it.id, it.x, it.y, it.kind) for it in its.places]
        if (its.links, rims) != ground:
            ground, ends, off_ends = (its.links, rims), list(road_ends(its)), set()
        for place, plate in stand:
            in_all += 1
            if any(crosses(it.plate.lead, plate.box) for it in stand if it.plate is not plate):
                bad[f"line over {place}"] += 1
            if plate.box in off_ends:
                continue
            if any(distance(plate.box, *end) == 0 for end in ends):
                bad[f"end at {place}"] += 1
            off_ends.add(plate.box)
    assert in_all > 100
    assert not bad, bad


def test_a_line_that_runs_through_a_box_is_found_among_others() -> None:
    chance = Random(1815)
    lines = [tuple(chance.uniform(0, 90) for _ in range(4)) for _ in range(12)]
    found = Counter[bool]()
    for _ in range(200):
        left, top = chance.uniform(-5, 90), chance.uniform(-5, 90)
        box = Rectangle(left, top, left + 9, top + 4)
        among = chance.sample(lines, 3)
        crossed = any(crosses(it, box) for it in among)
        assert crossed_by_any(box, among) is crossed
        found[crossed] += 1
    assert min(found[True], found[False]) > 10, found


def road_ends(picture: Picture) -> Iterator[tuple[float, float]]:
    """Points of the roads close to the rims of the marks."""
    at = by_id(picture)
    for link in picture.links:
        for place in (at[link.a], at[link.b]):
            rim = SIZES[place.kind] + 6
            for point in sampled(course(link, at)):
                if rim <= dist(point, (place.x, place.y)) <= rim + END:
                    yield point


def test_what_has_not_moved_does_not_move_on_the_screen(positions: list[Placed]) -> None:
    same, stayed, named = 0, 0, 0
    for before, after in pairwise(positions):
        was = {(place, it.side, it.pieces): it for place, it in before.standing}
        for place, it in after.standing:
            earlier = was.get((place, it.side, it.pieces))
            if earlier is None:
                continue
            same += 1
            stayed += earlier.box[:2] == it.box[:2]
            named += earlier.box == it.box
    assert same > 200
    assert stayed >= STEADY * same, f"{stayed} of {same}"
    assert named >= 0.95 * same, f"{named} of {same} with the same name on them"


def test_a_chief_is_named_where_there_is_room(positions: list[Placed]) -> None:
    """Where roads and names of towns leave none, the fan of the stack names them."""
    led = named = 0
    for position in positions:
        unit = unit_of(position.picture)
        for place, it in position.standing:
            first = position.plan.sites[place].berths[0]
            if (
                len(position.stacks(place)) == 1
                and max(first.left, first.right) > 75 * unit
                and any(one.kind == "commander" and not one.hidden for one in it.pieces)
            ):
                led += 1
                named += bool(it.words)
    assert named >= 0.85 * led, f"{named} of {led}"


def test_names_keep_off_each_other_and_off_marks_and_off_the_edge(positions: list[Placed]) -> None:
    picture, found = positions[0].picture, positions[0].names
    for (one, box), (other, its) in combinations(found.items(), 2):
        assert not meet(box, its), (one, other)
    for name, mark in positions[0].marks.items():
        assert not [it for it, box in found.items() if meet(box, mark, -1)], name
    left, top, width, height = picture.box
    for box in found.values():
        assert left + 20 < box.left and box.right < left + width - 20
        assert top + 20 < box.top and box.bottom < top + height - 20


def test_neither_names_nor_berths_depend_on_the_position(positions: list[Placed]) -> None:
    plans = {id(it.plan) for it in positions}
    # A country that nobody may enter has another sign, and so other room around it.
    kinds = {tuple((it.id, it.kind) for it in seen.picture.places) for seen in positions}
    assert len(plans) == len(kinds)


def test_every_place_has_a_berth_and_most_have_several(positions: list[Placed]) -> None:
    found = [len(it.berths) for it in positions[0].plan.sites.values()]
    assert min(found) >= 1
    assert sum(it >= 2 for it in found) >= 0.8 * len(found)
    assert max(found) == BERTHS


def test_every_piece_is_one_element(positions: list[Placed]) -> None:
    for picture, *_ in positions[::10]:
        pieces = sorted(piece.id for it in picture.places for piece in it.pieces)
        assert sorted(re.findall(r'data-piece="([^"]*)"', draw(picture))) == pieces


def test_a_fan_lists_all_of_a_stack_and_covers_neither_it_nor_marks_of_other_places(
    positions: list[Placed],
) -> None:
    opened, bad = 0, Counter[str]()
    for it in positions[::20]:
        picture = it.picture
        fans = [it for it in parsed(draw(picture)).iter() if "data-fan" in it.attrib]
        assert [fan.get("data-fan") for fan in fans] == [one.id for one in picture.places]
        for fan, place in zip(fans, picture.places, strict=True):
            listed = [one.get("data-piece") for one in fan.iter() if "data-piece" in one.attrib]
            assert not listed or sorted(filter(None, listed)) == sorted(
                piece.id for piece in place.pieces
            )
            if not listed:
                continue
            opened += 1
            box = fan_box(fan)
            left, top, width, height = picture.box
            assert left <= box.left and box.right <= left + width
            assert top <= box.top and box.bottom <= top + height
            assert not [one for one in it.stacks(place.id) if meet(box, one.box, -1)]
            bad.update(name for name, mark in it.marks.items() if meet(box, mark, -1))
    assert opened or all(len(it.pieces) < 2 for it in positions[0].picture.places)
    # Eight blocks in the midst of everything may have no room but over a place.
    assert bad.total() <= opened / 30, bad


def fan_box(fan: ElementTree.Element) -> Rectangle:
    """What a list covers, in units of the map."""
    [listed] = [it for it in fan if it.get("class") == "sheet"]
    x, y, unit = map(float, re.findall(r"-?[\d.]+", fan.get("transform", "")))
    width, height = float(listed.get("width", "")) * unit, float(listed.get("height", "")) * unit
    return Rectangle(x, y, x + width, y + height)


def test_placing_takes_no_time_at_a_step(positions: list[Placed]) -> None:
    began = process_time()
    for it in positions:
        sheet(it.picture)
    assert 1000 * (process_time() - began) / len(positions) < A_STEP


def test_letters_of_a_map_have_their_size_and_are_never_stretched(positions: list[Placed]) -> None:
    picture = positions[0].picture
    svg = draw(picture)
    assert "textLength" not in svg and "lengthAdjust" not in svg
    unit = unit_of(picture)
    scale = min(STAGE[0] / picture.box[2], STAGE[1] / picture.box[3]) * picture.magnified
    assert unit * scale == pytest.approx(1)
    for rank, size in LETTERS.items():
        assert re.search(rf"\.name\.{rank} {{ font-size: {size:g}px", stylesheet())
        assert size >= 11


def test_rivers_are_named_along_their_course(positions: list[Placed]) -> None:
    picture = positions[0].picture
    svg = draw(picture)
    named = [it for it in picture.rivers if f">{it.name}</textPath>" in svg]
    assert {it.name for it in named} == {it.name for it in picture.rivers if it.name}
    sizes = re.findall(r'<text dy="[-\d.]+" font-size="([\d.]+)"', svg)
    assert len(sizes) == len(named)
    for size in sizes:
        assert float(size) / unit_of(picture) >= 11
    assert all(curve(it.course) in svg or curve(it.course[::-1]) in svg for it in picture.rivers)


def test_names_of_rivers_touch_neither_names_nor_marks_and_no_piece_covers_one(
    positions: list[Placed],
) -> None:
    first = positions[0]
    boxes = [box for it in first.plan.rivers if it for box in it.boxes]
    assert bool(boxes) == bool(first.picture.rivers)
    for box in boxes:
        for kept in (first.names, first.marks):
            assert not [it for it, its in kept.items() if meet(box, its)]
    for each in positions:
        for place, plate in each.standing:
            assert not any(meet(plate.box, it) for it in boxes), (each.picture.caption, place)


def test_nothing_lies_on_the_legend_and_all_of_it_is_within_the_frame(
    positions: list[Placed],
) -> None:
    for position in positions:
        picture = position.picture
        legend, unit = legend_box(picture), unit_of(picture)
        rows = 70 + 27 * len(picture.sides) + 25 * len(picture.explained)
        # With the compass, which reaches down to 140 units of a legend.
        foot = picture.legend_at[1] + LEGEND * unit * max(rows - 12, 140)
        left, top, width, height = picture.box
        assert foot < top + height - 18 and legend.right < left + width - 18
        for name, box in (*position.names.items(), *position.marks.items()):
            assert not meet(legend, box), name
        assert not [it for it in position.standing if meet(legend, it.plate.box)]


def test_two_camps_have_each_a_berth_of_their_own() -> None:
    both = inland(places=(replace(LIGNY, pieces=(NEY,)), WAVRE, HAL))
    alone = sheet(both).plates["ligny"]
    met = sheet(inland()).plates["ligny"]
    assert met[0].box[:2] == alone[0].box[:2]
    assert len({it.box for it in met}) == len(met) == 3


def test_more_stacks_than_berths_share_the_last_one() -> None:
    many = tuple(
        replace(NEY, id=f"{side}-{kind}", side=side, kind=kind, count=2)
        for side in ("red", "blue", "grey")
        for kind in ("unit", "fleet")
    )
    found = sheet(inland(places=(replace(LIGNY, pieces=many), WAVRE, HAL))).plates["ligny"]
    assert sum(len(it.pieces) for it in found) == len(many)
    assert {it.scale for it in found} == {1.0, 0.5}
    for one, other in combinations(found, 2):
        assert not meet(one.box, other.box, -0.01)
