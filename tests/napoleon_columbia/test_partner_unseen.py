"""An Allied seat learns nothing of its partner's upright blocks by what it may do [N-85 to N-88].

Positions that differ in nothing but these blocks give it the same questions, legal orders,
refusals, warnings and words.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.rules import NapoleonColumbia
from tests.napoleon_columbia.partners import SEATS, battles, other, told_apart
from tests.napoleon_columbia.random_play import KINDS, moments
from tests.repetitions import so_many

THREE = [kind for kind in KINDS if kind.options["players"] == 3]

ORDERS = 600
"""Orders of a random game that are looked at."""

EVERY = 12
"""Of so many orders of set-ups and marches the position before one is looked at."""


def _told_apart(number: int, rules: NapoleonColumbia = RULES) -> set[str]:
    found: set[str] = set()
    for place, state in enumerate(battles(number, rules)):
        for seat in SEATS:
            found |= told_apart(rules, state, seat, Random(f"{number}/{place}/{seat}"))
    return found


@pytest.mark.parametrize("number", so_many(10, 400))
def test_battles_of_both_allied_armies(number: int) -> None:
    for it in range(number):
        found = _told_apart(it)
        assert not found, (it, found)


@pytest.mark.parametrize("number", so_many(1, 40))
def test_random_games_of_three_players(number: int) -> None:
    for it in range(number):
        kind = THREE[it % len(THREE)]
        for place, moment in enumerate(islice(moments(it, kind=kind), ORDERS)):
            seat = moment.decision.seat
            often = moment.decision.kind in ("setup", "march")
            if seat in SEATS and not (often and place % EVERY):
                random = Random(f"{it}/{place}")
                found = told_apart(RULES, moment.state, seat, random, most=4)
                assert not found, (it, place, moment.decision.kind, found)


EARLIER = RULES.edition("1.1", RULES.replays[0][1])


@pytest.mark.parametrize(
    ("number", "what"),
    [
        (2, {"legal orders", "refusals of EndDeploy"}),
        (22, {"legal orders", "refusals of Deploy"}),
        (87, {"refusals of Shelter"}),
    ],
)
def test_what_told_it_in_earlier_rules_is_noticed(number: int, what: set[str]) -> None:
    assert what <= _told_apart(number, EARLIER)


def test_twins_differ_in_nothing_that_a_seat_may_know() -> None:
    for number in range(4):
        for place, state in enumerate(battles(number)):
            for seat in SEATS:
                twin = other(state, seat, Random(f"{number}/{place}"))
                assert RULES.known(state, Viewer(seat)) == RULES.known(twin, Viewer(seat))
