"""The acceptance cases on supply, defeat and victory [10, 11]."""

import pytest

from napoleon.rulesets.napoleon_columbia.events.turn import (
    ArmyDefeated,
    GameWon,
    SupplyCounted,
    SupplyLossDue,
    UnitRemovedForSupply,
)
from napoleon.rulesets.napoleon_columbia.orders import RemoveForSupply
from tests.napoleon_columbia.kit import ALLIED, END_MARCH, FRENCH, marching, play, refusal

LAST = 23
"""The last box of the turn record, a French turn."""

ALLIES = {"malines": "a02 a03 a04 a06", "tongres": "p02 p03 p04 p07"}


def remove(unit):
    return RemoveForSupply(unit)


def _over(given, seat, *removed):
    """The end of the player turn, in which the Allies lose these units for want of supply."""
    played = play(given, seat, END_MARCH)
    return play(played, ALLIED, *map(remove, removed)) if removed else played


def test_case_36_the_allies_choose_what_supply_costs():
    given = marching({"ghent": "f09", "liege": "f15", **ALLIES})

    due = play(given, FRENCH, END_MARCH)

    owed = {(it.city, it.army, it.units) for it in due.events_of(SupplyLossDue)}
    assert owed == {("ghent", "anglo", 1), ("liege", "prussian", 2)}
    assert due.asked == [(ALLIED, "supply")]
    assert refusal(due, ALLIED, remove("p02")) == ("WRONG_ARMY", "10.0")
    paid = play(due, ALLIED, remove("a04"), remove("p07"), remove("p02"))
    assert [it.unit for it in paid.events_of(UnitRemovedForSupply)] == ["a04", "p07", "p02"]
    assert paid.asked == [(ALLIED, "march")]
    assert paid.state.eliminated == {"french": [], "anglo": ["a04"], "prussian": ["p07", "p02"]}


def test_case_36_an_allied_turn_costs_nothing():
    given = marching({"ghent": "f09", "liege": "f15", **ALLIES}, active=ALLIED)

    played = play(given, ALLIED, END_MARCH)

    assert played.asked == [(FRENCH, "march")]
    assert not played.events_of(SupplyCounted)


def test_case_37_the_eighth_unit_defeats_the_anglo_dutch():
    given = marching({"brussels": "f09", **ALLIES}, lost={"anglo": 7, "prussian": 8})

    played = _over(given, FRENCH, "a02")

    assert played.the(ArmyDefeated, army="anglo").left == 3
    assert played.state.of_army("anglo") == []
    assert not played.events_of(GameWon)


def test_case_37_with_the_prussians_at_nine_the_french_win():
    given = marching({"brussels": "f09", **ALLIES}, lost={"anglo": 7, "prussian": 9})

    won = _over(given, FRENCH, "a02").the(GameWon)

    assert (won.side, won.clause) == (FRENCH, "11.1")


def test_case_38_all_three_armies_defeated_at_once():
    given = marching(
        {"hal": "f09", "malines": "a02", "tongres": "p02"},
        lost={"french": 12, "anglo": 8, "prussian": 9},
    )

    won = play(given, FRENCH, END_MARCH).the(GameWon)

    assert (won.side, won.clause) == (FRENCH, "11.1")
    assert "three" in won.reason


@pytest.mark.parametrize(
    ("held", "removed", "winner"),
    [
        ("brussels liege", ("a02", "p02", "p03"), FRENCH),
        ("brussels", ("a02",), ALLIED),
        ("liege", ("p02", "p03"), ALLIED),
    ],
)
def test_case_39_two_cities_on_the_last_day(held, removed, winner):
    french = dict(zip(held.split(), ("f09", "f15"), strict=False))
    given = marching({**french, **ALLIES}, turn=LAST)

    won = _over(given, FRENCH, *removed).the(GameWon)

    assert won.side == winner
    assert won.clause == ("11.1" if winner == FRENCH else "11.2")


def test_case_59_ghent_and_brussels_cost_two_units_at_night_too():
    given = marching({"ghent": "f09", "brussels": "f15", **ALLIES}, night=True)

    paid = _over(given, FRENCH, "a02", "a03")

    assert len(paid.events_of(UnitRemovedForSupply, army="anglo")) == 2
    assert paid.asked == [(ALLIED, "march")]
    allied = play(paid, ALLIED, END_MARCH)
    assert not allied.events_of(UnitRemovedForSupply)
    assert allied.asked == [(FRENCH, "march")]


def test_case_60_the_defeat_of_the_french_comes_before_that_of_one_ally():
    given = marching({"hal": "f09", **ALLIES}, lost={"french": 12, "anglo": 8, "prussian": 5})

    won = play(given, FRENCH, END_MARCH).the(GameWon)

    assert (won.side, won.clause, won.clauses) == (ALLIED, "11.2", ("11.2", "N-39"))


@pytest.mark.parametrize(("held", "winner"), [("ghent brussels", FRENCH), ("brussels", ALLIED)])
def test_case_61_cities_after_the_last_turn(held, winner):
    french = dict(zip(held.split(), ("f09", "f15"), strict=False))
    given = marching({**french, "tongres": "p02"}, turn=LAST, lost={"anglo": 8})

    won = play(given, FRENCH, END_MARCH).the(GameWon)

    assert won.side == winner
    assert ("Ghent" in won.reason) == (winner == FRENCH)
