"""No counter of a board covers another one: of frames over a whole game, and of battle boards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from napoleon.rules.events import REFEREE
from napoleon.rules.picture.album import altered
from napoleon.rules.picture.columns import SCALES, Column, columns, fixed_boxes
from napoleon.rules.picture.frames import frame_box, heading_box
from napoleon.rules.picture.layout import PLATE_HEIGHT, Rectangle, spots, stack_box
from napoleon.rules.picture.model import Picture
from napoleon.rules.picture.placing.boxes import distance
from napoleon.rules.picture.svg import draw, sheet
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from tests.napoleon_columbia.made_boards import made_board
from tests.picture.maps import HAL, LIGNY, NEY, WAVRE, inland, place
from tests.picture.positions import boards, pictures
from tests.repetitions import so_many

LOOKED_AT = so_many(200, 600)
"""At least so many positions are looked at, or all of them, at even distances."""


def fields(folder: Path, enough: int) -> list[Picture]:
    """The fields of a game of cards."""
    return pictures(folder, "eagles_waterloo", {"decoys": True}, 1, enough, REFEREE)


def powers(folder: Path, enough: int) -> list[Picture]:
    """The boards beside the map of many powers."""
    return boards(folder, "napoleonic_wars", {"players": 4}, 3, enough, REFEREE)


def battles(folder: Path, enough: int) -> list[Picture]:
    """Boards of battles with many blocks, as they seldom come about in play."""
    chance = Random(18150618)
    words = words_of(RULES, ENGLISH)
    assert RULES.pictures is not None
    return [
        board.picture
        for _ in range(enough)
        for board in RULES.pictures.boards(RULES.view(made_board(chance), Viewer(REFEREE)), words)
    ]


class Covered(NamedTuple):
    """What counters cover in a position that they may not."""

    counters: list[tuple[str, str]]
    writing: list[tuple[str, str]]


@pytest.fixture(scope="module", params=LOOKED_AT)
def looked_at(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module", params=[fields, powers, battles])
def positions(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, looked_at: int
) -> list[Picture]:
    found: list[Picture] = request.param(tmp_path_factory.mktemp("boards"), looked_at)
    assert len(found) >= 200
    return found


def where_counters_are(picture: Picture) -> list[tuple[str, int, Rectangle]]:
    """The place of each counter, the number of its column there, and what it covers."""
    sides = {it.id: it for it in picture.sides}
    return [
        (name, number, box)
        for name, found in columns(picture, sides, spots(picture)).items()
        for number, column in enumerate(found)
        for _, box in column.counters()
    ]


def covered(picture: Picture) -> Covered:
    where = sorted(where_counters_are(picture), key=lambda it: it[2].left)
    counters = []
    for number, (one, _, box) in enumerate(where):
        # Counters that begin farther right than this one ends cannot touch it.
        near = takewhile(lambda it, end=box.right: it[2].left < end, where[number + 1 :])
        counters += [(one, other) for other, _, its in near if box.common(its) > 0.01]
    boxes = [(it, box) for it, all_ in fixed_boxes(picture, spots(picture)).items() for box in all_]
    writing = [
        (one, other) for one, _, box in where for other, its in boxes if box.common(its) > 0.01
    ]
    return Covered(counters, writing)


def test_each_counter_is_in_its_frame_or_nearest_to_its_own_place(
    positions: list[Picture],
) -> None:
    strays = []
    for picture in positions:
        at = {it.id: it for it in picture.places}
        for name, _, box in where_counters_are(picture):
            place = at[name]
            if place.room is not None:
                frame, head = frame_box(place), heading_box(place)
                assert frame.left <= box.left and box.right <= frame.right + 0.01, name
                assert head.bottom <= box.top + 0.01 and box.bottom <= frame.bottom + 0.01, name
                continue
            own = distance(box, place.x, place.y)
            others = [distance(box, it.x, it.y) for it in picture.places if it.id != name]
            if own > min(others):
                strays.append((picture.caption, name))
    assert not strays


@pytest.mark.sampled(4)
def test_no_counter_covers_another_one_nor_a_name_or_a_value(positions: list[Picture]) -> None:
    most = 0
    for picture in positions:
        found = covered(picture)
        assert found == Covered([], []), picture.caption
        most = max(most, *(len(it.pieces) for it in picture.places))
    assert most >= 2, "some place had several"


def test_every_piece_has_one_counter(positions: list[Picture]) -> None:
    for picture in positions[::10]:
        pieces = sorted(piece.id for it in picture.places for piece in it.pieces)
        assert sorted(re.findall(r'data-piece="([^"]*)"', draw(picture))) == pieces


def test_an_album_moves_what_has_to_make_room(positions: list[Picture]) -> None:
    moved = 0
    for before, after in pairwise(positions):
        fragments = "".join(altered(before, after))
        was, now = sheet(before), sheet(after)
        for it in after.places:
            name = it.id
            if was.columns.get(name) != now.columns.get(name):
                assert f'data-place="{it.id}"' in fragments
                moved += 1
    assert moved


def test_a_stack_that_is_alone_stands_where_it_always_stood() -> None:
    picture = inland(north=False)
    where = spots(picture)
    sides = {it.id: it for it in picture.sides}
    first, second = columns(picture, sides, where)["ligny"]
    assert first.box == stack_box(LIGNY, 1, where["ligny"], left=True)
    assert second.box == stack_box(LIGNY, 2, where["ligny"], left=False)
    assert (first.scale, first.abreast) == (1, 1)


def crowd(near: float, high: int) -> Picture:
    """Places so close together that all of their stacks cannot be drawn in full."""
    pieces = tuple(replace(NEY, id=f"ney-{number}") for number in range(high))
    places = tuple(
        replace(
            LIGNY if (row + across) % 2 else WAVRE,
            id=f"it-{row}-{across}",
            name="It",
            x=120 + across * near,
            y=120 + row * near,
            contested=False,
            value=0,
            pieces=tuple(replace(it, id=f"{row}-{across}-{it.id}") for it in pieces),
        )
        for row in range(3)
        for across in range(3)
    )
    return inland(places=places, links=(), arrows=(), north=False)


@pytest.mark.parametrize(("near", "high"), [(110, 4), (90, 3)])
def test_where_there_is_no_room_counters_shrink_and_cover_nothing(near: float, high: int) -> None:
    picture = crowd(near, high)
    assert covered(picture) == Covered([], [])
    scales = scales_of(picture)
    assert min(scales) < 1 and set(scales) <= set(SCALES)
    some = draw(picture)
    assert re.search(r'transform="translate\([^)]*\) scale\(0\.\d+\)"', some)


def scales_of(picture: Picture) -> Sequence[float]:
    return [column.scale for column in all_columns(picture)]


def all_columns(picture: Picture) -> Iterator[Column]:
    for found in sheet(picture).columns.values():
        yield from found


def test_counters_two_abreast_are_in_rows() -> None:
    picture = inland(
        places=(replace(LIGNY, pieces=(NEY,) * 9), replace(WAVRE, pieces=(NEY,) * 9), HAL),
        north=False,
    )
    for it in all_columns(picture):
        boxes = [box for _, box in it.counters()]
        assert max(box.bottom for box in boxes) <= it.box.bottom + 0.01
        assert max(box.right for box in boxes) <= it.box.right + 0.01
        assert boxes[0].bottom - boxes[0].top == pytest.approx(PLATE_HEIGHT * it.scale)
    assert place(draw(picture), "ligny") is not None
