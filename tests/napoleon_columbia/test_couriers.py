"""Couriers ride by road, and are captured by the other side."""

from __future__ import annotations

import pytest

from napoleon.rulesets.napoleon_columbia.couriers import couriers
from tests.napoleon_columbia.kit import (
    ALLIED,
    ANGLO,
    FRENCH,
    PACK,
    PRUSSIAN,
    RULES,
    fresh,
    marching,
)

COURIERS = couriers(PACK)

STATE = fresh().state


@pytest.mark.parametrize(
    ("origin", "destination", "roads"),
    [
        ("brussels", "brussels", 0),
        ("brussels", "waterloo", 1),
        ("waterloo", "brussels", 1),
        ("waterloo", "ligny", 2),
        ("charleroi", "quatre_bras", 1),
    ],
)
def test_how_far_it_is(origin: str, destination: str, roads: int) -> None:
    assert COURIERS.distance(STATE, origin, destination) == roads


def test_there_is_a_way_between_all_towns() -> None:
    towns = COURIERS.places(STATE)
    assert list(towns) == list(PACK.towns)
    for town in towns:
        for other in towns:
            there = COURIERS.distance(STATE, town, other)
            assert there == COURIERS.distance(STATE, other, town)
            assert there is not None and (there == 0) == (town == other)


def test_the_game_has_couriers() -> None:
    assert RULES.couriers is not None
    assert RULES.couriers.distance(STATE, "waterloo", "ligny") == 2


def test_the_other_side_captures() -> None:
    assert COURIERS.enemies(STATE, FRENCH) == (ALLIED,)
    assert COURIERS.enemies(STATE, ALLIED) == (FRENCH,)


def test_a_partner_does_not() -> None:
    three = fresh(players=3).state
    assert COURIERS.enemies(three, FRENCH) == (ANGLO, PRUSSIAN)
    assert COURIERS.enemies(three, ANGLO) == COURIERS.enemies(three, PRUSSIAN) == (FRENCH,)


def test_who_bids_against_each_other_are_enemies_before_and_after() -> None:
    bidding = fresh(bidding=True, drawn=["first"]).state
    assert not bidding.players
    played = marching({"beaumont": "f02", "brussels": "a02"}, bidding=True).state
    for state in (bidding, played):
        assert COURIERS.enemies(state, "first") == ("second",)
        assert COURIERS.enemies(state, "second") == ("first",)
