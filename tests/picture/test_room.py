"""No counter of a board covers another one: of frames over a whole game, and of battle boards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from napoleon.rules.events import REFEREE
from napoleon.rules.picture import afar
from napoleon.rules.picture.album import altered
from napoleon.rules.picture.columns import SCALES, Column, columns, fixed_boxes
from napoleon.rules.picture.layout import PLATE_HEIGHT, Rectangle, spots, stack_box
from napoleon.rules.picture.model import Picture
from napoleon.rules.picture.svg import draw, sheet
from tests.picture.maps import HAL, LIGNY, NEY, WAVRE, inland, place
from tests.picture.positions import pictures
from tests.repetitions import so_many

LOOKED_AT = so_many(10, 150)
"""At least so many positions are looked at, or all of them, at even distances."""


class Covered(NamedTuple):
    """What counters cover in a position that they may not."""

    counters: list[tuple[str, str]]
    writing: list[tuple[str, str]]


@pytest.fixture(scope="module", params=LOOKED_AT)
def looked_at(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory, looked_at: int) -> list[Picture]:
    folder = tmp_path_factory.mktemp("eagles")
    return pictures(folder, "eagles_waterloo", {"decoys": True}, 1, looked_at, REFEREE)


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


@pytest.mark.sampled(4)
def test_no_counter_covers_another_one_nor_a_name_or_a_value(positions: list[Picture]) -> None:
    most = 0
    for picture in positions:
        found = covered(picture)
        assert found == Covered([], []), picture.caption
        most = max(most, *(len(it.pieces) for it in picture.places))
    assert most >= 3, "some place was crowded"


def test_no_sign_that_is_seen_from_afar_covers_another_one(positions: list[Picture]) -> None:
    for picture in positions:
        left, top, width, height = picture.box
        found = [it for all_ in sheet(picture).afar.values() for it in all_]
        assert sorted(piece.id for it in found for piece in it.pieces) == sorted(
            piece.id for it in picture.places for piece in it.pieces
        )
        for number, sign in enumerate(found):
            assert not [it for it in found[number + 1 :] if it.box.common(sign.box) > 0.01]
            assert left < sign.box.left and sign.box.right < left + width
            assert top < sign.box.top and sign.box.bottom < top + height
            assert sign.box.bottom - sign.box.top >= 0.7 * afar.HEIGHT


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
            if (was.columns.get(name), was.afar.get(name)) != (
                now.columns.get(name),
                now.afar.get(name),
            ):
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
