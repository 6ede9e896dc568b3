"""Orders that nobody should give: refused, nothing recorded, and nothing told by it."""

from __future__ import annotations

import pytest

from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia import orders
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_COMBAT,
    END_MARCH,
    FRENCH,
    Board,
    Played,
    deploy,
    everything_known,
    fighting,
    fire,
    fresh,
    marching,
    play,
    reinforce,
    retreat,
    road,
    roads,
    until,
)


def refused(given: Played, seat: str, order: orders.Order) -> Refusal:
    """The refusal, after which everybody knows what they knew before."""
    before = [everything_known(given, reader) for reader in (FRENCH, ALLIED, "spectator")]
    answer = play(given, seat, order)
    assert answer.refusal is not None
    assert answer.state == given.state
    after = [everything_known(given, reader) for reader in (FRENCH, ALLIED, "spectator")]
    assert before == after
    return answer.refusal


# -- the bad input of the table -------------------------------------------------------------------


def test_a_block_that_is_not_yours():
    given = marching({"charleroi": "f09", "ligny": "p02"})
    assert refused(given, FRENCH, *road("p02", "ligny", "namur")).code == "NOT_YOUR_UNIT"


def test_a_token_that_is_no_longer_valid_says_as_much_as_one_that_is():
    given = marching({"beaumont": "f09 f15 f17", "ghent": "a02"}, active=FRENCH)
    stale = given.tokens("f09")[0]
    marched = play(given, FRENCH, *road("f09", "beaumont", "thuin"), END_MARCH)
    assert marched.asked == [(ALLIED, "march")]
    valid = marched.tokens("f09")[0]
    assert valid != stale

    answers = [
        refused(marched, ALLIED, orders.March(name, "beaumont-thuin")) for name in (stale, valid)
    ]

    assert answers[0] == answers[1]
    assert (answers[0].code, answers[0].clause) == ("NOT_YOUR_UNIT", "5.1")


def test_a_ninth_unit_on_a_full_road():
    eight = "f02 f03 f06 f07 f09 f10 f12 f13"
    given = marching({"charleroi": f"{eight} f15", "ghent": "a02"})
    full = play(given, FRENCH, *roads(eight, "charleroi", "quatre_bras"))
    assert refused(full, FRENCH, *road("f15", "charleroi", "quatre_bras")).code == "ROAD_FULL"


def test_a_retreat_into_a_town_that_is_fought_over():
    given = fighting(
        Board("ligny", {"attacker_a": "f09", "defender_a": "p02 p03"}),
        Board("quatre_bras", {"attacker_a": "f15", "defender_b": "a02"}),
        acting_="defender",
    )
    assert refused(given, ALLIED, retreat("p02", "quatre_bras")).code == "BATTLE_TOWN"


def test_a_deployment_that_leaves_a_lane_empty():
    given = marching({"charleroi": "f09 f15 f17", "ligny": "p02 p03 p04"})
    attack = (*roads("f09 f15 f17", "charleroi", "ligny"), END_MARCH)
    attacked = play(given, FRENCH, *attack, drawn=["hill", "hill", "farm"])
    deploying = until(attacked, "deploy", ALLIED)
    two = play(deploying, ALLIED, *deploy("p02", "defender_a"), *deploy("p03", "defender_b"))
    assert refused(two, ALLIED, orders.EndDeploy()).code == "POSITION_EMPTY"


# -- strangers ------------------------------------------------------------------------------------

STRANGERS = ("a02", "a06", "anglo-4", "anglo-99", "f24", "f99", "", "quatre_bras")
"""An enemy who is there, one who is elsewhere, their tokens, a unit that is lost, and nobody."""


def _marching():
    return marching({"charleroi": "f09", "quatre_bras": "a02 a03", "ghent": "a06"})


def _fighting():
    lines = {"attacker_a": "f09 f11", "defender_a": "a02", "attacker_b": "f15"}
    there = Board("quatre_bras", lines, {"attacker_a": "farm f09"}, "charleroi")
    given = fighting(there, around={"charleroi": "f06 f07", "ghent": "a06"})
    given.state.battles[0].fighters["f09"].square = True
    return given


def _reinforcing():
    return play(_fighting(), FRENCH, END_COMBAT)


def _hit():
    lines = {"attacker_a": "f09 f15 a02", "defender_b": "a03", "attacker_b": "f17"}
    given = fighting(Board("quatre_bras", lines), acting_="defender", around={"ghent": "a06"})
    return play(given, ALLIED, fire("a02"), dice=[1, 6, 6, 6])


def _beaten():
    """Two have to leave, as the rules answer for one alone with one road."""
    lines = {"attacker_b": "f09:1 a02", "attacker_a": "f15 f17", "defender_c": "a03"}
    there = Board("quatre_bras", lines, {}, "charleroi")
    given = fighting(there, acting_="defender", around={"ghent": "a06"})
    return play(given, ALLIED, fire("a02"), dice=[1, 6, 6, 6])


def _regrouping():
    lines = {"attacker_a": "f09 f15", "defender_a": "a04"}
    there = Board("quatre_bras", lines, {}, "charleroi")
    around = {"charleroi": "f06", "waterloo": "a02", "ghent": "a06"}
    given = fighting(there, acting_="defender", around=around)
    return play(given, ALLIED, retreat("a04", "waterloo"))


def _deploying():
    given = marching({"charleroi": "f09 f15 f17", "quatre_bras": "a02 a03 a04", "ghent": "a06"})
    attack = (*roads("f09 f15 f17", "charleroi", "quatre_bras"), END_MARCH)
    attacked = play(given, FRENCH, *attack, drawn=["hill", "hill", "farm"])
    return until(until(attacked, "deploy", ALLIED), "deploy", FRENCH)


def _choosing():
    six = "f06 f07 f09 f10 f15 f17"
    given = marching({"charleroi": six, "quatre_bras": "a02", "ghent": "a06"})
    return play(given, FRENCH, *roads(six, "charleroi", "quatre_bras"), END_MARCH)


def _showing():
    given = marching({"beaumont": "f01 f09", "quatre_bras": "a02", "ghent": "a06"})
    way = ("beaumont", "philippeville", "laneffe")
    return play(given, FRENCH, *road("f09", *way, forced=True), END_MARCH)


def _placing():
    return until(fresh(), "setup", FRENCH)


ASKED = [
    (_marching, lambda unit: orders.March(unit, "charleroi-quatre_bras")),
    (_marching, orders.Halt),
    (_showing, orders.RevealLeader),
    (_choosing, orders.ChooseSkirmisher),
    (_deploying, lambda unit: orders.Deploy(unit, "attacker_a")),
    (_deploying, orders.TakeUp),
    (_deploying, orders.NameHolder),
    (_fighting, lambda unit: orders.CombatMove(unit, "attacker_reserve")),
    (_fighting, orders.Fire),
    (_fighting, orders.FormSquare),
    (_fighting, orders.BreakSquare),
    (_fighting, lambda unit: orders.Shelter(unit, "f09")),
    (_fighting, lambda unit: orders.Shelter("f11", unit)),
    (_fighting, orders.LeaveShelter),
    (_fighting, orders.StandUp),
    (_fighting, orders.TakeTerrain),
    (_fighting, orders.SwapHolder),
    (_fighting, lambda unit: orders.Retreat(unit, "charleroi")),
    (_hit, orders.AllocateHit),
    (_beaten, lambda unit: orders.Retreat(unit, "charleroi")),
    (_reinforcing, orders.Reinforce),
    (_regrouping, lambda unit: orders.Regroup(unit, "charleroi")),
    (_placing, orders.TakeUp),
]


@pytest.mark.parametrize(("given", "ordering"), ASKED)
def test_a_stranger_is_refused_alike_whether_there_is_such_a_unit_or_not(given, ordering):
    standing = given()
    assert {seat for seat, _ in standing.asked} == {FRENCH}
    tokens = [it.token for it in standing.state.blocks.values() if it.army != "french"]

    answers = [
        repr(play(standing, FRENCH, ordering(unit)).refusal) for unit in (*STRANGERS, *tokens)
    ]

    assert len(set(answers)) == 1
    assert answers[0] != "None"


@pytest.mark.parametrize("town", ["", "paris", "defender_a", "Ligny"])
def test_a_place_that_does_not_exist(town):
    given = _fighting()
    assert refused(given, FRENCH, orders.Retreat("f15", town)).code == "TOWN_BARRED"
    assert refused(given, FRENCH, orders.CombatMove("f15", f"x{town}")).code == "NOT_A_PLACE"
    assert refused(_reinforcing(), FRENCH, reinforce(town)).code == "NOT_YOUR_UNIT"
