"""The acceptance cases on fire: firepower, charges, hits, squares [3.3 to 3.5, 6.33 to 6.52]."""

import pytest

from napoleon.rulesets.napoleon_columbia.events.blocks import StepLost, UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.combat import HitsVoided, UnitEngaged, UnitFired
from napoleon.rulesets.napoleon_columbia.orders import AllocateHit, FormSquare
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_COMBAT,
    FRENCH,
    Board,
    changed,
    fighting,
    fire,
    hit,
    legal_orders,
    move,
    play,
    refusal,
    rules_with,
    until,
)


def engaged(line, *, attacker=FRENCH, rules=None, terrain=None, **changes):
    """Units of both sides in the defender's position of lane a; it is the attacker's turn."""
    theirs = "a09" if attacker == FRENCH else "f09"
    lines = {"defender_a": line, "defender_b": theirs}
    board = Board("ligny", lines, terrain or {})
    given = fighting(board, attacker=attacker, **({"rules": rules} if rules else {}))
    for unit, values in changes.items():
        given = changed(given, unit, **values)
    return given


def line_of_battle(attacker_a, defender_a, *, reserve="", attacker=FRENCH, terrain=None):
    """Both sides stand unengaged in lane a, and elsewhere as few as may be."""
    others = ("f15", "a09") if attacker == FRENCH else ("a09", "f15")
    lines = {
        "attacker_a": attacker_a,
        "defender_a": defender_a,
        "attacker_reserve": reserve,
        "attacker_b": others[0],
        "defender_b": others[1],
    }
    return fighting(Board("ligny", lines, terrain or {}), attacker=attacker)


@pytest.mark.parametrize(
    ("line", "attacker", "unit", "firepower", "dice", "hits"),
    [
        ("a03 f02 f09", ALLIED, "a03", 1, [1, 2, 3], 1),
        ("f22 a02 a03", FRENCH, "f22", 3, [1, 2, 3], 3),
        ("f22 a02 a03", FRENCH, "f22", 3, [3, 4, 5], 1),
    ],
)
def test_case_01_a_unit_of_three_steps_rolls_three_dice(
    line, attacker, unit, firepower, dice, hits
):
    others = {"a03": "f15", "f22": "a09"}[unit]
    given = fighting(Board("ligny", {"defender_a": line, "defender_b": others}), attacker=attacker)
    assert given.strength(unit) == [3]

    fired = play(given, attacker, fire(unit), dice=dice).the(UnitFired)

    assert (fired.firepower, len(fired.dice), fired.hits) == (firepower, 3, hits)


def test_case_09_cavalry_charges_with_its_first_fire():
    rules = rules_with(units={"a15": {"max_strength": 4}})
    lines = {"attacker_reserve": "f22 f20", "defender_a": "a02 a15", "defender_b": "a09"}
    given = fighting(Board("ligny", lines), rules=rules)

    ways = [move(unit, place) for unit in ("f22", "f20") for place in ("attacker_a", "defender_a")]
    charging = play(given, FRENCH, *ways, END_COMBAT)
    one = play(charging, ALLIED, fire("a02"), dice=[2, 3, 3, 3])
    assert one.the(UnitFired).firepower == 2
    two = play(play(one, FRENCH, hit("f22")), ALLIED, fire("a15"), dice=[1, 2, 2, 2])
    assert two.the(UnitFired).firepower == 1
    assert two.strength("f22", "f20") == [2, 2]

    ours = play(two, ALLIED, END_COMBAT)
    heavy = play(ours, FRENCH, fire("f22"), dice=[6, 6]).the(UnitFired)
    light = play(ours, FRENCH, fire("f20"), dice=[6, 6]).the(UnitFired)
    assert (heavy.firepower, light.firepower) == (4, 3)
    assert [line.clause for line in heavy.breakdown] == ["3.5", "6.33.cav"]

    spent = play(ours, FRENCH, fire("f22"), fire("f20"), dice=[6] * 4)
    later = until(play(spent, FRENCH, END_COMBAT), "combat", FRENCH)
    again = play(later, FRENCH, fire("f22"), fire("f20"), dice=[6] * 4)
    assert [it.firepower for it in again.events_of(UnitFired)] == [3, 2]


def test_case_10_horse_artillery_engages_and_fires():
    given = line_of_battle("f23", "a02")

    fired = play(given, FRENCH, move("f23", "defender_a"), fire("f23"), dice=[6, 6])

    assert fired.the(UnitFired, range="short").firepower == 2
    later = until(fired, "combat", ALLIED)
    again = play(until(later, "combat", FRENCH), FRENCH, fire("f23"), dice=[6, 6])
    assert again.the(UnitFired).firepower == 1


def test_case_10_turned_round_horse_artillery_fires_and_moves():
    given = line_of_battle("f23", "a02")

    fired = play(given, FRENCH, fire("f23"), move("f23", "defender_a"), dice=[6, 6])

    assert fired.the(UnitFired, range="long").firepower == 1
    assert refusal(fired, FRENCH, fire("f23")) == ("ALREADY_FIRED", "6.33")
    assert refusal(fired, FRENCH, move("f23", "attacker_a")) == ("NO_MOVES_LEFT", "6.32")
    later = until(until(fired, "combat", ALLIED), "combat", FRENCH)
    assert play(later, FRENCH, fire("f23"), dice=[6, 6]).the(UnitFired).firepower == 2


def test_case_11_artillery_fires_when_its_infantry_has_come_back():
    given = fighting(
        Board(
            "ligny",
            {"attacker_a": "f11", "defender_a": "f09 a02", "defender_b": "a09"},
        )
    )

    assert refusal(given, FRENCH, fire("f11")) == ("POSITION_ENGAGED", "6.33.art")
    back = play(given, FRENCH, move("f09", "attacker_a"), fire("f11"), dice=[6] * 3)
    assert back.the(UnitFired).range == "long"


def test_case_25_hits_fall_on_the_strongest_again_and_again():
    given = engaged("f02 a03 a04 a11")

    fired = play(given, FRENCH, fire("f02"), dice=[3, 3, 3, 4])

    assert fired.the(StepLost).unit == "a03"
    assert {it.unit for it in legal_orders(fired, ALLIED, AllocateHit)} == {"a03", "a04", "a11"}
    second = play(fired, ALLIED, hit("a04"))
    assert {it.unit for it in legal_orders(second, ALLIED, AllocateHit)} == {"a03", "a11"}
    assert refusal(second, ALLIED, hit("a04")) == ("NOT_STRONGEST", "6.4")
    assert play(second, ALLIED, hit("a11")).strength("a03", "a04", "a11") == [2, 1, 1]


def test_case_26_long_range_fire_eliminates_nobody():
    given = line_of_battle("f04", "a02:1 a03:1")

    fired = play(given, FRENCH, fire("f04"), dice=[1, 1, 6])

    void = fired.the(HitsVoided)
    assert (void.hits, void.clauses) == (2, ("6.4",))
    assert fired.strength("a02", "a03") == [1, 1]


def test_case_27_weak_cavalry_does_nothing_to_a_square():
    given = engaged("a15 f15", attacker=ALLIED, f15={"square": True}, a15={"charge": True})
    assert refusal(given, ALLIED, fire("a15", "square")) == ("F_ZERO", "6.51")


def test_case_27_cavalry_does_not_charge_a_square_and_infantry_shoots_well_at_it():
    given = engaged("f20 f09 a02", a02={"square": True}, f20={"charge": True})

    cavalry = play(given, FRENCH, fire("f20", "square"), dice=[6] * 3).the(UnitFired)
    infantry = play(given, FRENCH, fire("f09", "square"), dice=[6] * 4).the(UnitFired)

    assert (cavalry.firepower, infantry.firepower) == (1, 3)
    assert [(it.amount, it.clause) for it in cavalry.breakdown] == [(2, "3.5"), (-1, "6.51")]


def test_case_28_surplus_hits_on_squares_are_void():
    given = engaged("f09 a03:1 a02", a03={"square": True})

    fired = play(given, FRENCH, fire("f09", "square"), dice=[3, 3, 3, 4])

    assert fired.the(UnitEliminated).unit == "a03"
    void = fired.the(HitsVoided)
    assert (void.hits, void.clauses) == (2, ("6.51",))
    assert fired.strength("a02") == [4]


def test_case_29_whoever_shelters_dies_with_the_square():
    given = engaged("f09 a03:1 a05:1 a02", a03={"square": True}, a05={"shelter": "a03"})

    fired = play(given, FRENCH, fire("f09", "square"), dice=[3, 4, 4, 4])
    dead = play(fired, ALLIED, hit("a03"))

    assert [(it.unit, it.cause) for it in dead.events_of(UnitEliminated)] == [
        ("a03", "hit"),
        ("a05", "shelter"),
    ]


def test_case_40_artillery_fires_first_and_cavalry_comes_from_the_reserve():
    given = line_of_battle("a05 a02", "f09", reserve="a13", attacker=ALLIED)

    played = play(
        given,
        ALLIED,
        fire("a05"),
        move("a02", "defender_a"),
        move("a13", "attacker_a"),
        move("a13", "defender_a"),
        dice=[6] * 3,
    )

    assert played.the(UnitEngaged, unit="a13").charge
    later = until(until(played, "combat", FRENCH), "combat", ALLIED)
    assert play(later, ALLIED, fire("a13"), dice=[6] * 3).the(UnitFired).firepower == 4
    late = play(given, ALLIED, move("a02", "defender_a"))
    assert refusal(late, ALLIED, fire("a05")) == ("POSITION_ENGAGED", "6.33.art")


def test_case_46_who_forms_square_has_moved():
    given = fighting(Board("ligny", {"attacker_a": "f09 a02", "defender_b": "a09"}))

    formed = play(given, FRENCH, FormSquare("f09"))

    assert refusal(formed, FRENCH, fire("f09")) == ("ALREADY_MOVED", "6.33")


def test_case_58_a_leader_fires_one_die_when_engaged():
    given = engaged("f01 a02")

    fired = play(given, FRENCH, fire("f01"), dice=[2]).the(UnitFired)

    assert (fired.firepower, fired.hits, len(fired.breakdown)) == (2, 1, 1)
    alone = line_of_battle("f01", "a02")
    assert refusal(alone, FRENCH, fire("f01")) == ("NOT_ENGAGED", "6.33")


def test_case_69_hits_of_cavalry_pass_by_the_holder_of_a_farm():
    given = engaged("f22 a02 a03", terrain={"defender_a": "farm a02"})

    fired = play(given, FRENCH, fire("f22"), dice=[3, 3, 3])

    assert fired.strength("a02", "a03") == [4, 0]


def test_case_69_hits_of_infantry_do_not():
    given = engaged("f09 a02 a03", terrain={"defender_a": "farm a02"})

    fired = play(given, FRENCH, fire("f09"), dice=[2, 2, 2, 3])

    assert fired.the(StepLost).unit == "a02"
    assert {it.unit for it in legal_orders(fired, ALLIED, AllocateHit)} == {"a02", "a03"}


def test_case_70_the_owner_spreads_hits_over_squares_and_the_sheltered():
    given = engaged(
        "f09 a03 a04 a05:2",
        a03={"square": True},
        a04={"square": True},
        a05={"shelter": "a04"},
    )

    fired = play(given, FRENCH, fire("f09", "square"), dice=[3, 3, 3, 3])

    assert fired.the(UnitFired).firepower == 3
    assert fired.the(StepLost).unit == "a03"
    everybody = {"a03", "a04", "a05"}
    assert {it.unit for it in legal_orders(fired, ALLIED, AllocateHit)} == everybody
    third = play(fired, ALLIED, hit("a05"))
    assert {it.unit for it in legal_orders(third, ALLIED, AllocateHit)} == everybody - {"a05"}
    assert play(third, ALLIED, hit("a03")).strength("a03", "a04", "a05") == [1, 1, 1]
