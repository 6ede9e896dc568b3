"""The acceptance cases on marches: groups, allowances, roads, rivers, forced marches, night [5]."""

import pytest

from napoleon.rulesets.napoleon_columbia.events.blocks import StepLost, UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.fights import AttackDeclared
from napoleon.rulesets.napoleon_columbia.events.march import ForcedMarchChecked, GroupActivated
from napoleon.rulesets.napoleon_columbia.orders import RevealLeader
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_COMBAT,
    END_MARCH,
    FRENCH,
    KEEP_HIDDEN,
    drawn_up,
    fire,
    legal_orders,
    marching,
    move,
    play,
    refusal,
    reinforce,
    road,
    roads,
    rules_with,
    until,
)

AROUND_BRUSSELS = ("alost", "ninove", "hal", "waterloo", "wavre", "louvain", "malines")


def test_case_02_a_group_goes_to_several_towns_at_once():
    given = marching({"brussels": "a02 a03 a04 a06 a07 a09 a10"}, active=ALLIED)
    units = ("a02", "a03", "a04", "a06", "a07", "a09", "a10")

    played = play(
        given,
        ALLIED,
        *(
            order
            for unit, town in zip(units, AROUND_BRUSSELS, strict=True)
            for order in road(unit, "brussels", town)
        ),
    )

    assert played.towns(*units) == list(AROUND_BRUSSELS)
    assert played.the(GroupActivated).left == 0


def test_case_03_two_allied_armies_in_one_town_use_up_both_marches():
    given = marching({"brussels": "a02 p02", "gembloux": "p03", "nivelles": "a03"}, active=ALLIED)

    both = play(given, ALLIED, *road("a02", "brussels", "hal"), *road("p02", "brussels", "wavre"))

    assert refusal(both, ALLIED, *road("p03", "gembloux", "wavre")) == ("NO_MARCH_LEFT", "5.1")
    assert refusal(both, ALLIED, *road("a03", "nivelles", "waterloo")) == ("NO_MARCH_LEFT", "5.1")


def test_case_03_the_march_of_the_anglo_dutch_is_not_given_to_the_prussians():
    given = marching({"brussels": "a02 p02", "gembloux": "p03"}, active=ALLIED)

    prussians = play(given, ALLIED, *road("p02", "brussels", "wavre"))

    refused = refusal(prussians, ALLIED, *road("p03", "gembloux", "wavre"))
    assert refused == ("WRONG_ARMY_MARCH", "5.1")


def test_case_04_groups_that_no_road_joins_do_not_attack_together():
    given = marching(
        {"waterloo": "a02 a03 a04", "ligny": "p02 p03", "quatre_bras": "f09 f15 f17"},
        active=ALLIED,
    )

    attacked = play(given, ALLIED, *roads("a02 a03 a04", "waterloo", "quatre_bras"))

    joining = road("p02", "ligny", "quatre_bras")
    assert refusal(attacked, ALLIED, *joining) == ("COMMAND_CONTROL", "5.2")
    fought = until(attacked, "combat", ALLIED, drawn=["hill", "hill", "farm"])
    assert play(fought, ALLIED, END_COMBAT, reinforce("p02")).place("p02") == "attacker_reserve"


def test_case_05_groups_that_a_road_joins_attack_together():
    given = marching(
        {
            "quatre_bras": "f09 f15",
            "nivelles": "f17 f06",
            "wavre": "f07 f10",
            "waterloo": "a02 a03 a04",
        }
    )

    attacked = play(
        given,
        FRENCH,
        *roads("f09 f15", "quatre_bras", "waterloo"),
        *roads("f17 f06", "nivelles", "waterloo"),
    )

    assert attacked.towns("f09", "f15", "f17", "f06") == ["waterloo"] * 4
    assert refusal(attacked, FRENCH, *road("f07", "wavre", "waterloo")) == ("NO_MARCH_LEFT", "5.1")
    fought = until(attacked, "combat", FRENCH, drawn=["hill", "hill", "farm"])
    came = play(fought, FRENCH, END_COMBAT, reinforce("f07"))
    assert came.place("f07") == "attacker_reserve"
    assert legal_orders(came, FRENCH) == []


@pytest.mark.parametrize("beyond", ["nivelles", "ligny"])
def test_case_06_cavalry_marches_two_towns_and_infantry_only_if_forced(beyond):
    given = marching(
        {"waterloo": "a13 a02", "quatre_bras": "a03", "nivelles": "a04", "ligny": "p02"},
        active=ALLIED,
    )
    way = ("waterloo", "quatre_bras", beyond)

    assert play(given, ALLIED, *road("a13", *way)).towns("a13") == [beyond]
    assert refusal(given, ALLIED, *road("a02", *way)) == ("TOO_FAR", "5.3")
    forced = play(given, ALLIED, *road("a02", *way, forced=True))
    assert forced.towns("a02") == [beyond]
    assert forced.state.blocks["a02"].forced


EIGHT = "f06 f07 f09 f10 f12 f13 f15 f17"


def test_case_07_eight_units_march_to_a_town_that_is_empty():
    given = marching({"laneffe": f"{EIGHT} f02"})

    eight = play(given, FRENCH, *roads(EIGHT, "laneffe", "charleroi"))

    assert refusal(eight, FRENCH, *road("f02", "laneffe", "charleroi")) == ("ROAD_FULL", "5.4")


def test_case_07_four_units_attack_across_a_river_and_one_defender_is_skirmished_with():
    given = marching({"laneffe": EIGHT, "charleroi": "p02"})

    four = play(given, FRENCH, *roads("f06 f07 f09 f10", "laneffe", "charleroi"))

    assert refusal(four, FRENCH, *road("f12", "laneffe", "charleroi")) == ("RIVER_LIMIT", "5.5")
    fought = play(four, FRENCH, END_MARCH, dice=[6] * 4 + [6] * 13)
    declared = fought.the(AttackDeclared)
    assert (declared.skirmish, declared.crossing, declared.attackers) == (True, True, 4)


def test_case_07_with_three_defenders_the_other_four_reinforce_by_two():
    given = marching({"laneffe": EIGHT, "charleroi": "p02 p03 p04"})

    attacked = play(given, FRENCH, *roads("f06 f07 f09 f10", "laneffe", "charleroi"))
    fought = until(attacked, "combat", FRENCH, drawn=["hill", "hill", "farm"])

    two = play(fought, FRENCH, END_COMBAT, reinforce("f12"), reinforce("f13"))
    assert legal_orders(two, FRENCH) == []
    later = until(two, "reinforcement", FRENCH)
    four = play(later, FRENCH, reinforce("f15"), reinforce("f17"))
    assert [four.place(unit) for unit in ("f12", "f13", "f15", "f17")] == ["attacker_reserve"] * 4


def test_case_16_napoleon_helps_those_who_began_the_turn_with_them():
    given = marching({"beaumont": "f01 f09"})
    forced = road("f09", "beaumont", "philippeville", "laneffe", forced=True)

    asked = play(given, FRENCH, *forced, END_MARCH)
    shown = play(asked, FRENCH, RevealLeader("f01"), dice=[3])

    checked = shown.the(ForcedMarchChecked)
    assert (checked.die, checked.total, checked.harmed) == (3, 4, False)
    assert shown.lines(ForcedMarchChecked) == [(3, "5.6"), (1, "9.1")]
    assert shown.strength("f09") == [4]


def test_case_16_napoleon_does_not_help_at_the_destination():
    given = marching({"beaumont": "f09", "laneffe": "f01"})
    forced = road("f09", "beaumont", "philippeville", "laneffe", forced=True)

    asked = play(given, FRENCH, *forced, END_MARCH)

    assert refusal(asked, FRENCH, RevealLeader("f01")) == ("NOT_AT_START_TOWN", "9.1")
    checked = play(asked, FRENCH, KEEP_HIDDEN, dice=[3])
    assert checked.the(StepLost, cause="forced").left == 3


def test_case_17_a_forced_unit_dies_after_all_marches_and_before_the_fight():
    given = marching({"philippeville": "f06:1 f09 f15", "charleroi": "p02 p03 p04"})
    attacked = play(
        given,
        FRENCH,
        *(
            order
            for unit in ("f06", "f09", "f15")
            for order in road(unit, "philippeville", "laneffe", "charleroi", forced=True)
        ),
    )
    assert attacked.strength("f06") == [1]
    fought = play(attacked, FRENCH, END_MARCH, dice=[2, 4, 4] + [6] * 17, dealt=0)

    assert fought.the(UnitEliminated, unit="f06").cause == "forced"
    declared = fought.the(AttackDeclared)
    assert (declared.attackers, declared.skirmish) == (2, True)
    kinds = fought.types
    assert kinds.index("unit_eliminated") < kinds.index("attack_declared")


def test_case_18_no_attack_and_no_forced_march_at_night():
    given = marching({"waterloo": "a13", "quatre_bras": "f09"}, active=ALLIED, night=True)

    attack = road("a13", "waterloo", "quatre_bras")
    assert refusal(given, ALLIED, *attack) == ("NIGHT_ATTACK", "5.7")
    third = road("a13", "waterloo", "nivelles", "binche", "mons", forced=True)
    assert refusal(given, ALLIED, *third) == ("NIGHT_FORCED", "5.7")


def test_case_19_a_full_minor_road_is_open_to_reinforcements():
    rules = rules_with(roads={"ligny-quatre_bras": "minor"})
    six = "f06 f07 f09 f10 f12 f13"
    given = marching(
        {"ligny": f"{six} f15 f17", "quatre_bras": "a02 a03 a04"},
        rules=rules,
    )

    full = play(given, FRENCH, *roads(six, "ligny", "quatre_bras"))

    seventh = road("f15", "ligny", "quatre_bras")
    assert refusal(full, FRENCH, *seventh) == ("ROAD_FULL", "5.4")
    fought = until(full, "combat", FRENCH, drawn=["hill", "hill", "farm"])
    assert play(fought, FRENCH, END_COMBAT, reinforce("f15")).place("f15") == "attacker_reserve"


def test_case_47_two_forced_attackers_die_and_two_skirmish():
    given = marching({"philippeville": "f06:1 f07:1 f22 f20", "charleroi": "p02:1 p03:1 p04:1"})
    attacked = play(given, FRENCH, *_all_to_charleroi())

    dead = play(attacked, FRENCH, END_MARCH, dice=[2, 2] + [6] * 3 + [6] * 6, dealt=0)
    assert [it.unit for it in dead.events_of(UnitEliminated, cause="forced")] == ["f06", "f07"]
    declared = dead.the(AttackDeclared)
    assert (declared.attackers, declared.skirmish) == (2, True)


def test_case_47_a_battle_stays_one_when_a_defender_is_eliminated():
    given = marching({"philippeville": "f06:1 f07:1 f22 f20", "charleroi": "p02 p03:1 p04:1"})
    attacked = play(given, FRENCH, *_all_to_charleroi())

    alive = until(attacked, "deploy", ALLIED, dice=[4, 4], drawn=["hill", "hill", "farm"])
    ready = play(alive, ALLIED, *drawn_up("defender", "p02", "p03", "p04"))
    alive = play(ready, FRENCH, *drawn_up("attacker", "f22", "f07", "f20"))
    theirs = until(alive, "combat", ALLIED)
    engaged = play(theirs, ALLIED, move("p03", "attacker_b"), END_COMBAT, dice=[6])
    killed = play(engaged, FRENCH, fire("f07"), dice=[1])
    assert killed.the(UnitEliminated).unit == "p03"
    assert killed.state.count("charleroi", ALLIED) == 2
    assert killed.state.battle_in("charleroi") is not None
    assert killed.asked == [(FRENCH, "combat")]


def _all_to_charleroi():
    way = ("philippeville", "laneffe", "charleroi")
    infantry = [it for unit in ("f06", "f07") for it in road(unit, *way, forced=True)]
    return [*infantry, *roads("f22 f20", *way)]


def test_case_65_cavalry_marches_two_towns_at_night():
    given = marching({"waterloo": "a13 a02", "quatre_bras": "a03"}, active=ALLIED, night=True)

    marched = play(given, ALLIED, *road("a13", "waterloo", "quatre_bras", "ligny"))

    assert marched.towns("a13") == ["ligny"]
    assert marched.state.blocks["a13"].halted


def test_case_66_both_allied_armies_share_a_minor_road():
    given = marching({"wavre": "a02 a03 a04 a06 a07 a09 p02 p03"}, active=ALLIED)

    six = play(
        given,
        ALLIED,
        *roads("a02 a03 a04 a06 a07", "wavre", "waterloo"),
        *roads("p02", "wavre", "waterloo"),
    )

    assert refusal(six, ALLIED, *road("p03", "wavre", "waterloo")) == ("ROAD_FULL", "5.4")
    assert refusal(six, ALLIED, *road("a09", "wavre", "waterloo")) == ("ROAD_FULL", "5.4")


def test_case_67_a_joint_attack_takes_the_direct_roads():
    given = marching({"quatre_bras": "f09 f15", "nivelles": "f20 f17", "waterloo": "a02 a03 a04"})

    round_about = play(given, FRENCH, *road("f20", "nivelles", "quatre_bras", "waterloo"))

    joining = road("f09", "quatre_bras", "waterloo")
    assert refusal(round_about, FRENCH, *joining) == ("COMMAND_CONTROL", "5.2")
    assert play(given, FRENCH, *road("f20", "nivelles", "waterloo"), *joining).refused is None
