"""Rulings on battles that no numbered case holds."""

import pytest

from napoleon.rulesets.napoleon_columbia.events.blocks import StepLost, UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.combat import (
    HitsVoided,
    StalemateCounted,
    StreamCrossed,
    UnitDisengaged,
    UnitFired,
)
from napoleon.rulesets.napoleon_columbia.events.retreat import BattleEnded, SideRouted
from napoleon.rulesets.napoleon_columbia.orders import (
    BreakSquare,
    CombatMove,
    Deploy,
    FormSquare,
    LeaveShelter,
    Shelter,
    SwapHolder,
    TakeTerrain,
)
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_COMBAT,
    END_MARCH,
    FRENCH,
    Board,
    changed,
    fighting,
    fire,
    hit,
    legal_orders,
    marching,
    move,
    play,
    refusal,
    reinforce,
    retreat,
    roads,
    rules_with,
    until,
)


def ligny(lines, terrain=(), *, acting="attacker", rules=None, around=(), **changes):
    """A battle at Ligny, in which the French attack from Charleroi."""
    kwargs = {"rules": rules} if rules else {}
    board = Board("ligny", lines, dict(terrain), "charleroi")
    given = fighting(board, acting_=acting, around=dict(around), **kwargs)
    for unit, values in changes.items():
        given = changed(given, unit, **values)
    return given


def test_n_13_the_attackers_left_faces_lane_a():
    given = ligny({"attacker_a": "f09", "defender_a": "a02", "defender_c": "a03"})
    assert refusal(given, FRENCH, move("f09", "defender_a")) is None
    assert refusal(given, FRENCH, move("f09", "defender_c")) == ("SIDEWAYS", "6.32")


def test_n_14_cavalry_in_woods_fires_at_one():
    lines = {"attacker_a": "f22", "defender_a": "a02 a03", "attacker_b": "f09"}
    given = ligny(lines, {"defender_a": "woods"})

    engaged = play(given, FRENCH, move("f22", "defender_a"))
    later = until(until(engaged, "combat", ALLIED), "combat", FRENCH)
    fired = play(later, FRENCH, fire("f22"), dice=[6] * 3).the(UnitFired)

    assert [(it.amount, it.clause) for it in fired.breakdown] == [(3, "3.5"), (-2, "6.21.woods")]


def test_n_15_surplus_hits_of_cavalry_pass_the_farm_by():
    lines = {"defender_a": "f22 a02 a04:1", "attacker_b": "f09", "defender_b": "a06"}
    given = ligny(lines, {"defender_a": "farm a02"})

    fired = play(given, FRENCH, fire("f22"), dice=[3, 3, 3])

    assert fired.the(UnitEliminated).unit == "a04"
    assert fired.the(HitsVoided).hits == 2
    assert fired.strength("a02") == [4]


def test_n_16_a_retreat_from_beyond_the_stream_does_not_cross_it():
    lines = {"defender_a": "f09 f15 f17 a02", "attacker_b": "f06"}
    given = ligny(lines, {"attacker_a": "stream"}, around={"brussels": "a06"})

    back = play(given, FRENCH, move("f09", "attacker_a"), move("f15", "attacker_a"))
    gone = play(back, FRENCH, retreat("f17", "charleroi"))

    assert len(back.events_of(StreamCrossed)) == 2
    assert gone.towns("f17") == ["charleroi"]


FARM = {"attacker_a": "f09 f10 f20", "defender_a": "a02"}


def test_n_17_a_swap_costs_nothing_and_both_act():
    given = ligny(FARM, {"attacker_a": "farm f09"})

    swapped = play(given, FRENCH, SwapHolder("f10"))

    assert swapped.state.battles[0].terrain["attacker_a"].holder == "f10"
    both = play(swapped, FRENCH, move("f09", "defender_a"), move("f10", "attacker_reserve"))
    assert both.state.battles[0].terrain["attacker_a"].holder == ""


def test_n_17_taking_an_empty_farm_costs_a_move():
    given = ligny(FARM, {"attacker_a": "farm"})
    taken = play(given, FRENCH, TakeTerrain("f10"))
    assert taken.state.battles[0].terrain["attacker_a"].holder == "f10"
    assert refusal(taken, FRENCH, move("f10", "defender_a")) == ("NO_MOVES_LEFT", "6.32")


def test_n_17_an_enemy_takes_what_its_holder_lost():
    lines = {"defender_a": "f09 f10 a02:1 a05", "attacker_b": "f15", "defender_b": "a03"}
    given = ligny(lines, {"defender_a": "farm a02"}, a05={"strength": 1})

    hurt = play(given, FRENCH, fire("f10"), dice=[2, 6, 6])
    killed = play(hurt, ALLIED, hit("a02"))
    taken = play(killed, FRENCH, TakeTerrain("f09"))

    assert taken.state.battles[0].terrain["defender_a"].holder == "f09"
    assert refusal(taken, FRENCH, fire("f09")) == ("ALREADY_MOVED", "6.33")


def test_n_20_a_leader_does_not_bring_two_armies_together():
    given = marching({"charleroi": "f09 f15 f17", "ligny": "p01 p02 p03 p04 a02 a03"})
    attack = (*roads("f09 f15 f17", "charleroi", "ligny"), END_MARCH)
    deploying = until(
        play(given, FRENCH, *attack, drawn=["hill", "hill", "farm"]), "deploy", ALLIED
    )
    orders = [Deploy(unit, "defender_b") for unit in ("p01", "p02", "a02")]
    assert refusal(deploying, ALLIED, *orders) == ("CORPS_LIMIT", "6.23")


def test_n_22_an_engaged_unit_goes_back_only_if_the_founder_wants_it_so():
    lines = {"attacker_a": "f09 a02", "defender_b": "a03", "attacker_b": "f15"}
    given = fighting(Board("ligny", lines, {}, "charleroi"), backwards=True)
    assert refusal(given, FRENCH, move("f09", "defender_a")) == ("ENGAGED", "N-22")
    assert refusal(given, FRENCH, move("f09", "attacker_b")) == ("SIDEWAYS", "6.32")
    back = play(given, FRENCH, move("f15", "attacker_reserve"), move("f09", "attacker_reserve"))
    assert back.the(UnitDisengaged).to == "attacker_reserve"


def test_n_22_an_engaged_unit_goes_in_any_direction_but_diagonally_and_among_enemies():
    lines = {"attacker_a": "f09 f15 a02", "defender_b": "a03", "defender_a": "a06"}
    given = ligny(lines)
    assert {it.place for it in legal_orders(given, FRENCH, CombatMove) if it.unit == "f09"} == {
        "attacker_reserve",
        "attacker_b",
    }
    assert refusal(given, FRENCH, move("f09", "defender_a")) == ("POSITION_ENGAGED", "6.32")
    assert refusal(given, FRENCH, move("f09", "defender_b")) == ("SIDEWAYS", "6.32")
    beside = play(given, FRENCH, move("f09", "attacker_b"))
    assert beside.the(UnitDisengaged).to == "attacker_b"


def test_n_22_who_goes_into_a_vacant_position_routs_the_enemy():
    lines = {"attacker_a": "f09 f20 a02", "defender_b": "a03", "attacker_b": "f15"}
    around = {"charleroi": "f01", "namur": "a04"}
    forwards = play(ligny(lines, around=around), FRENCH, move("f09", "defender_a"))
    assert forwards.events_of(SideRouted)[0].side == ALLIED


@pytest.mark.parametrize(
    ("mine", "yours", "seat", "unit", "to"),
    [
        ("attacker", "defender", FRENCH, "f09", "defender_a"),
        ("defender", "attacker", ALLIED, "a02", "attacker_a"),
    ],
)
def test_n_83_the_last_who_leaves_a_position_forwards_is_routed(mine, yours, seat, unit, to):
    lines = {f"{mine}_a": "f09 a02", "attacker_b": "f15", "defender_b": "a03"}
    board = Board("ligny", lines, {}, "charleroi")
    given = fighting(board, acting_=mine, around={"charleroi": "f01", "namur": "a04"})
    forwards = play(given, seat, move(unit, to))
    assert forwards.events_of(SideRouted)[0].side == seat
    assert forwards.events_of(SideRouted)[0].place == f"{mine}_a" != f"{yours}_a"


def test_n_23_cavalry_that_is_engaged_does_not_charge():
    lines = {"attacker_a": "f09", "defender_a": "a13", "defender_b": "a02"}
    engaged = play(ligny(lines), FRENCH, move("f09", "defender_a"), END_COMBAT)
    assert play(engaged, ALLIED, fire("a13"), dice=[6] * 3).the(UnitFired).firepower == 3


def test_n_23_a_charge_is_lost_by_going_back():
    lines = {"attacker_a": "f22", "defender_a": "a02", "attacker_b": "f09"}
    charged = play(ligny(lines), FRENCH, move("f22", "defender_a"))
    assert charged.state.battles[0].fighters["f22"].charge
    later = until(until(charged, "combat", ALLIED), "combat", FRENCH)
    back = play(later, FRENCH, move("f22", "attacker_a"))
    assert not back.state.battles[0].fighters["f22"].charge


def test_n_24_first_fire_is_once_in_each_engagement():
    lines = {"attacker_a": "f11", "defender_a": "a14", "attacker_b": "f09", "defender_b": "a02"}
    given = ligny(lines, acting="defender")
    engaged = play(given, ALLIED, move("a14", "attacker_a"), END_COMBAT)

    first = play(engaged, FRENCH, fire("f11"), END_COMBAT, dice=[6] * 3)
    assert (first.the(UnitFired).range, first.the(UnitFired).firepower) == ("short", 2)
    gone = play(first, ALLIED, move("a14", "defender_a"), END_COMBAT)
    far = play(gone, FRENCH, fire("f11"), END_COMBAT, dice=[6] * 3)
    assert (far.the(UnitFired).range, far.the(UnitFired).firepower) == ("long", 1)
    again = play(far, ALLIED, move("a14", "attacker_a"), END_COMBAT)
    assert play(again, FRENCH, fire("f11"), dice=[6] * 3).the(UnitFired).firepower == 2


def test_n_25_reinforcing_and_retreating_have_allowances_of_their_own():
    lines = {"attacker_a": "f09 f15 f17", "defender_b": "a02"}
    given = ligny(lines, around={"charleroi": "f06 f07"})

    left = play(given, FRENCH, *(retreat(unit, "charleroi") for unit in ("f09", "f15")))
    came = play(left, FRENCH, END_COMBAT, reinforce("f06"), reinforce("f07"))

    assert [came.place(unit) for unit in ("f06", "f07")] == ["attacker_reserve"] * 2


def test_n_27_horse_artillery_at_a_square():
    lines = {"attacker_a": "f23", "defender_a": "a02", "attacker_b": "f09"}
    given = ligny(lines, a02={"square": True})

    near = play(given, FRENCH, move("f23", "defender_a"), fire("f23", "square"), dice=[6, 6])
    assert near.the(UnitFired).firepower == 3
    far = play(given, FRENCH, fire("f23", "square"), dice=[6, 6])
    assert far.the(UnitFired).firepower == 2
    later = until(until(near, "combat", ALLIED), "combat", FRENCH)
    assert play(later, FRENCH, fire("f23", "square"), dice=[6, 6]).the(UnitFired).firepower == 2


def test_n_28_shelter_costs_a_move_and_a_broken_square_frees_for_nothing():
    lines = {"attacker_a": "f09 f11", "defender_a": "a02"}
    given = ligny(lines, f09={"square": True})

    inside = play(given, FRENCH, Shelter("f11", "f09"))
    assert refusal(inside, FRENCH, fire("f11")) == ("SHELTERED", "6.52")
    later = until(until(inside, "combat", ALLIED), "combat", FRENCH)
    left = play(later, FRENCH, LeaveShelter("f11"))
    assert refusal(left, FRENCH, fire("f11")) == ("ALREADY_MOVED", "6.33")
    freed = play(later, FRENCH, BreakSquare("f09"), fire("f11"), dice=[6] * 3)
    assert freed.the(UnitFired).range == "long"


def test_n_36_who_holds_a_town_after_a_defence_regroups_too():
    lines = {"attacker_a": "f09", "defender_a": "a02"}
    given = ligny(lines, around={"quatre_bras": "a06"})
    held = play(given, FRENCH, retreat("f09", "charleroi"))
    assert held.the(BattleEnded).winner == ALLIED
    assert held.asked == [(ALLIED, "regroup")]


def test_n_42_a_square_leaves_in_a_rout():
    lines = {"defender_a": "f09 a11:1", "defender_b": "a02", "attacker_b": "f15"}
    given = ligny(lines, a02={"square": True})
    routed = play(given, FRENCH, fire("f09"), dice=[1, 6, 6, 6])
    assert play(routed, ALLIED, retreat("a02", "namur")).towns("a02") == ["namur"]


def test_n_45_a_battle_ends_when_a_side_has_left():
    given = ligny({"attacker_a": "f09", "defender_c": "a02"})
    won = play(given, FRENCH, retreat("f09", "charleroi"))
    assert (won.the(BattleEnded).winner, won.the(BattleEnded).why) == (ALLIED, "retreat")


def test_n_46_firepower_is_five_at_most():
    rules = rules_with(units={"f02": {"firepower": 4}})
    lines = {"attacker_a": "f02 a03 a02", "defender_b": "a09"}
    given = ligny(lines, {"attacker_a": "farm f02"}, rules=rules, a03={"square": True})

    fired = play(given, FRENCH, fire("f02", "square"), dice=[6] * 4).the(UnitFired)

    assert fired.firepower == 5
    assert [(it.amount, it.clause) for it in fired.breakdown] == [
        (4, "3.5"),
        (1, "6.21.farm"),
        (1, "6.51"),
        (-1, "N-46"),
    ]


def test_n_61_first_all_losses_then_the_retreats():
    lines = {
        "defender_a": "f09 a11:1",
        "defender_b": "a02",
        "defender_reserve": "a06",
        "attacker_b": "f15",
    }
    routed = play(ligny(lines), FRENCH, fire("f09"), dice=[1, 6, 6, 6])
    assert {it.unit for it in routed.events_of(StepLost, cause="rout")} == {"a02", "a06"}
    assert routed.asked == [(ALLIED, "beaten")]
    one = play(routed, ALLIED, retreat("a02", "namur"))
    assert one.state.blocks["a02"].disrupted
    assert one.asked == [(ALLIED, "beaten")]


@pytest.mark.parametrize("deed", ["engage", "reinforce", "retreat", "reposition"])
def test_n_62_what_is_no_idling(deed):
    lines = {"attacker_a": "f09 f15", "attacker_b": "f17", "defender_a": "a02"}
    given = ligny(lines, around={"charleroi": "f06"})
    orders = {
        "engage": [move("f09", "defender_a"), END_COMBAT],
        "reinforce": [END_COMBAT, reinforce("f06")],
        "retreat": [retreat("f15", "charleroi"), END_COMBAT],
        "reposition": [move("f17", "attacker_reserve"), END_COMBAT],
    }

    acted = until(play(given, FRENCH, *orders[deed]), "combat", ALLIED)

    assert acted.state.battles[0].idle == (1 if deed == "reposition" else 0)
    assert acted.state.battles[0].stalemate_counted is False


def test_n_62_it_is_counted_once_in_each_turn_of_the_attacker():
    given = ligny({"attacker_a": "f09", "defender_b": "a02"})
    ended = play(given, FRENCH, END_COMBAT)
    assert ended.the(StalemateCounted).idle == 1
    theirs = play(ended, ALLIED, END_COMBAT)
    assert not theirs.events_of(StalemateCounted)


def test_n_84_a_square_is_formed_in_the_reserve_too():
    lines = {"attacker_a": "f09", "attacker_reserve": "f10", "defender_a": "a02"}
    formed = play(ligny(lines), FRENCH, FormSquare("f10"))
    assert formed.state.battles[0].fighters["f10"].square
    assert refusal(formed, FRENCH, move("f10", "attacker_a")) == ("SQUARE_FIXED", "6.5")
    engaged = ligny({**lines, "attacker_a": "f11", "defender_a": "a02 f09"})
    assert refusal(engaged, FRENCH, FormSquare("f09")) == ("IN_ENEMY_POSITION", "6.5")


def test_n_78_who_shelters_is_lost_with_a_square_in_a_rout():
    lines = {
        "defender_a": "f09 a11:1",
        "defender_b": "a02:1 a01",
        "defender_c": "a06",
        "attacker_b": "f15",
    }
    given = ligny(lines, a02={"square": True}, a01={"shelter": "a02"})
    routed = play(given, FRENCH, fire("f09"), dice=[1, 6, 6, 6])
    assert routed.the(UnitEliminated, unit="a02").cause == "rout"
    assert routed.the(UnitEliminated, unit="a01").cause == "shelter"
