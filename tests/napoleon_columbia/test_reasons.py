"""Numbers of events say why they are what they are: their breakdowns sum to them."""

import pytest

from napoleon.rules.events import total
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.events.blocks import RoutLossDue, StepLost
from napoleon.rulesets.napoleon_columbia.events.fights import SkirmisherFired
from napoleon.rulesets.napoleon_columbia.events.march import UnitMarched
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_MARCH,
    FRENCH,
    PACK,
    Board,
    fighting,
    marching,
    move,
    play,
    retreat,
    road,
)

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


ROUTED = Board(
    "ligny",
    {
        "attacker_a": "f09 a13",
        "attacker_b": "f22 f15 a14 a02",
        "attacker_reserve": "f08 f21 f23 f01",
        "defender_c": "a03",
    },
    {},
    "charleroi",
)
"""The French infantry of the left is about to break off, which leaves the left to the enemy."""


@pytest.mark.parametrize(
    ("unit", "lines", "against"),
    [
        ("f09", [(1, "7.41", "infantry")], ()),
        ("f22", [(1, "7.41", "engaged with cavalry")], ("a14",)),
        ("f08", [(2, "7.41", "foot artillery")], ()),
        ("f23", [(1, "7.41", "horse artillery")], ()),
    ],
)
def test_a_rout_says_what_it_costs_by_type_and_by_which_enemy_cavalry(unit, lines, against):
    routed = play(fighting(ROUTED), FRENCH, move("f09", "attacker_reserve"))
    due = routed.the(RoutLossDue, unit=unit)
    assert [(it.amount, it.clause, it.note) for it in due.breakdown] == lines
    assert due.against == against
    assert total(due.breakdown) == due.steps == routed.the(StepLost, unit=unit).steps
    assert {it.unit for it in routed.events_of(RoutLossDue)} == {
        "f09",
        "f22",
        "f15",
        "f08",
        "f23",
    }


def test_leaving_the_enemy_says_what_it_costs():
    left = play(fighting(ROUTED), FRENCH, retreat("f22", "charleroi"))
    due = left.the(RoutLossDue)
    assert (due.unit, due.steps, due.against) == ("f22", 1, ("a14",))
    assert due.clauses == ("7.41", "7.0")


def test_a_hidden_unit_that_is_routed_tells_the_enemy_no_number():
    routed = play(fighting(ROUTED), FRENCH, move("f09", "attacker_reserve"))
    due = redacted(routed.the(RoutLossDue, unit="f08"), Viewer(ALLIED))
    assert [due["data"][name] for name in ("unit", "steps", "against")] == [None] * 3
    assert due["breakdown"] is None


def test_the_log_of_the_rules_1_0_stays_as_it_was():
    rules = RULES.edition("1.0", RULES.pack_hash)
    given = marching({"laneffe": "f09 f15", "ghent": "a02"}, rules=rules)
    marched = play(given, FRENCH, *road("f09", "laneffe", "charleroi"))
    assert marched.the(UnitMarched).breakdown == ()
