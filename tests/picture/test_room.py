"""No counter of a board covers another one or a name, and each is in the frame of its place."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, takewhile
from random import Random
from typing import NamedTuple

import pytest

from napoleon.rules.events import REFEREE
from napoleon.rules.picture.album import altered
from napoleon.rules.picture.frames import frame_box, heading_box
from napoleon.rules.picture.layout import Rectangle
from napoleon.rules.picture.model import Picture
from napoleon.rules.picture.svg import draw, sheet
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from tests.napoleon_columbia.made_boards import made_board
from tests.picture.positions import boards, pictures
from tests.repetitions import so_many

LOOKED_AT = so_many(200, 600)
"""At least so many positions are looked at, or all of them, at even distances."""


def fields(enough: int) -> list[Picture]:
    """The fields of a game of cards."""
    return pictures("eagles_waterloo", {"decoys": True}, 1, enough, REFEREE)


def powers(enough: int) -> list[Picture]:
    """The boards beside the map of many powers."""
    return boards("napoleonic_wars", {"players": 4}, 3, enough, REFEREE)


def battles(enough: int) -> list[Picture]:
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
def positions(request: pytest.FixtureRequest, looked_at: int) -> list[Picture]:
    found: list[Picture] = request.param(looked_at)
    assert len(found) >= 200
    return found


def where_counters_are(picture: Picture) -> list[tuple[str, int, Rectangle]]:
    """The place of each counter, the number of its column there, and what it covers."""
    return [
        (name, number, box)
        for name, found in sheet(picture).columns.items()
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
    boxes = [(it.id, heading_box(it)) for it in picture.places]
    writing = [
        (one, other) for one, _, box in where for other, its in boxes if box.common(its) > 0.01
    ]
    return Covered(counters, writing)


def test_each_counter_is_in_its_frame_and_no_frame_covers_another(
    positions: list[Picture],
) -> None:
    for picture in positions:
        at = {it.id: it for it in picture.places}
        for name, _, box in where_counters_are(picture):
            frame, head = frame_box(at[name]), heading_box(at[name])
            assert frame.left <= box.left and box.right <= frame.right + 0.01, name
            assert head.bottom <= box.top + 0.01 and box.bottom <= frame.bottom + 0.01, name
        for one, other in combinations(picture.places, 2):
            assert not frame_box(one).common(frame_box(other)), (one.id, other.id)


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
        was, now = sheet(before), sheet(after)
        fragments = "".join(altered(was, now))
        for it in after.places:
            name = it.id
            if was.columns.get(name) != now.columns.get(name):
                assert f'data-place="{it.id}"' in fragments
                moved += 1
    assert moved
