"""Couriers ride along the lanes, and are captured by the other side [G-83]."""

from __future__ import annotations

import pytest

from napoleon.rulesets.eagles_waterloo.couriers import couriers
from tests.eagles_waterloo.fields import ALLIED, FRENCH, RULES, fresh

COURIERS = couriers(RULES.pack)

BATTLE = fresh("quatre_bras").state
CAMPAIGN = fresh("campaign").state


@pytest.mark.parametrize(
    ("origin", "destination", "legs"),
    [
        ("french_reserve", "french_reserve", 0),
        ("french_reserve", "french_left", 1),
        ("french_left", "french_right", 2),
        ("french_left", "allied_right", 1),
        ("french_left", "allied_left", 3),
        ("french_reserve", "allied_reserve", 3),
    ],
)
def test_how_far_it_is(origin: str, destination: str, legs: int) -> None:
    ends = (f"field_1_{origin}", f"field_1_{destination}")
    assert COURIERS.distance(BATTLE, *ends) == legs
    assert COURIERS.distance(BATTLE, *reversed(ends)) == legs


def test_a_battle_has_one_field_and_the_campaign_two() -> None:
    one, two = COURIERS.places(BATTLE), COURIERS.places(CAMPAIGN)
    assert len(one) == 8 and len(two) == 16
    assert set(one) < set(two)
    assert not any("middle" in place for place in two), "nobody stands on the Middle Ground"


def test_from_field_to_field_they_ride_between_the_reserves_of_a_side() -> None:
    for side in (FRENCH, ALLIED):
        ends = (f"field_1_{side}_reserve", f"field_2_{side}_reserve")
        assert COURIERS.distance(CAMPAIGN, *ends) == 1
    assert COURIERS.distance(CAMPAIGN, "field_1_french_left", "field_2_french_left") == 3


def test_the_other_side_captures() -> None:
    assert tuple(COURIERS.enemies(BATTLE, FRENCH)) == (ALLIED,)
    assert tuple(COURIERS.enemies(BATTLE, ALLIED)) == (FRENCH,)


def test_the_game_has_couriers() -> None:
    assert RULES.couriers is not None
    ends = ("field_1_french_left", "field_1_allied_left")
    assert RULES.couriers.distance(BATTLE, *ends) == 3
