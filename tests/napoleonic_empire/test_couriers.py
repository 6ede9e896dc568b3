"""Couriers ride across land borders, and sail to and from England."""

from __future__ import annotations

import pytest

from napoleon.rulesets.napoleonic_empire.couriers import way
from tests.napoleonic_empire.kit import RULES

BOARD = RULES.pack.board(False)


@pytest.mark.parametrize(
    ("origin", "destination", "borders"),
    [
        ("france", "france", 0),
        ("england", "england", 0),
        ("france", "spain", 1),
        ("france", "portugal", 2),
        ("england", "france", 1),
        ("france", "england", 1),
        ("england", "switzerland", 2),
    ],
)
def test_how_far_it_is(origin: str, destination: str, borders: int) -> None:
    assert way(BOARD, origin, destination) == borders


def test_there_is_a_way_between_all_that_have_borders() -> None:
    lonely = {it for it in BOARD.countries if it != "england" and not BOARD.neighbours(it)}
    for origin in BOARD.countries:
        for destination in BOARD.countries:
            there = way(BOARD, origin, destination)
            assert there == way(BOARD, destination, origin)
            if origin != destination:
                assert (there is None) == bool({origin, destination} & lonely)


def test_the_other_side_captures() -> None:
    assert RULES.couriers is not None
    assert RULES.couriers.enemies(None, "french") == ("allied",)
