"""Numbers of events say why they are what they are: their breakdowns sum to them."""

import pytest

from napoleon.rules.events import total
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.events.fights import SkirmisherFired
from napoleon.rulesets.napoleon_columbia.events.march import UnitMarched
from tests.napoleon_columbia.kit import END_MARCH, FRENCH, PACK, marching, play, road

GUARD = "f02"


def reasons(event):
    return [(line.amount, line.clause) for line in event.breakdown]


def test_guard_infantry_says_why_it_fires_worse_in_a_skirmish():
    assert (PACK.blocks[GUARD].type, PACK.blocks[GUARD].firepower) == ("inf", 3)
    given = marching({"laneffe": GUARD, "charleroi": "p02:1"})
    fought = play(given, FRENCH, *road(GUARD, "laneffe", "charleroi"), END_MARCH, dice=[6] * 5)
    fired = next(it for it in fought.events_of(SkirmisherFired) if it.unit == GUARD)
    assert reasons(fired) == [(3, "3.5"), (-2, "6.6")]
    assert total(fired.breakdown) == fired.firepower == 1


@pytest.mark.parametrize(
    ("defender", "lines"), [("p02", [(8, "5.4"), (-4, "5.5")]), ("", [(8, "5.4")])]
)
def test_the_limit_of_a_road_says_whether_it_is_a_river_that_halves_it(defender, lines):
    towns = {"laneffe": "f09", "charleroi": defender, "ghent": "a02"}
    marched = play(marching(towns), FRENCH, *road("f09", "laneffe", "charleroi"))
    event = marched.the(UnitMarched)
    assert reasons(event) == lines
    assert total(event.breakdown) == event.limit


def test_the_log_of_the_rules_1_0_stays_as_it_was():
    rules = RULES.edition("1.0", RULES.pack_hash)
    given = marching({"laneffe": "f09 f15", "ghent": "a02"}, rules=rules)
    marched = play(given, FRENCH, *road("f09", "laneffe", "charleroi"))
    assert marched.the(UnitMarched).breakdown == ()
