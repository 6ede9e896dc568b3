"""The acceptance cases on retreats, routs, stalemates, reinforcement, regrouping [6.34, 6.7, 7]."""

import pytest

from napoleon.rulesets.napoleon_columbia.events.blocks import (
    StepLost,
    UnitEliminated,
    UnitUnharmed,
)
from napoleon.rulesets.napoleon_columbia.events.combat import (
    StalemateCounted,
    StalemateDeclared,
)
from napoleon.rulesets.napoleon_columbia.events.retreat import (
    BattleEnded,
    PositionLost,
    SideRouted,
    UnitRegrouped,
    UnitRetreated,
)
from napoleon.rulesets.napoleon_columbia.events.turn import UnitsRecovered
from napoleon.rulesets.napoleon_columbia.orders import Regroup, Retreat
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_COMBAT,
    END_REGROUP,
    END_REINFORCEMENT,
    FRENCH,
    Board,
    fighting,
    fire,
    legal_orders,
    move,
    play,
    refusal,
    reinforce,
    retreat,
    rules_with,
    until,
)


def test_case_13_one_major_and_one_minor_road_take_three_units():
    rules = rules_with(roads={"gembloux-wavre": "minor", "brussels-wavre": "major"})
    lines = {
        "attacker_a": "f09",
        "defender_a": "a02 a03",
        "defender_b": "a04",
        "defender_reserve": "a06 a07",
    }
    around = {"waterloo": "f15", "perwez": "f17", "louvain": "f06"}
    given = fighting(Board("wavre", lines), acting_="defender", around=around, rules=rules)

    three = play(
        given,
        ALLIED,
        retreat("a02", "brussels"),
        retreat("a03", "brussels"),
        retreat("a04", "gembloux"),
    )

    assert refusal(three, ALLIED, retreat("a06", "brussels")) == ("ROAD_FULL", "7.2")
    assert refusal(three, ALLIED, retreat("a06", "gembloux")) == ("ROAD_FULL", "7.2")
    assert legal_orders(three, ALLIED, Retreat) == []


def _ligny_won(around, *, others=(), rules=None):
    """The last Prussian is driven out of Ligny, and the French may regroup."""
    lines = {"attacker_a": "f09 f15 f17", "defender_a": "p04"}
    board = Board("ligny", lines, came_from="charleroi")
    kwargs = {"rules": rules} if rules else {}
    given = fighting(board, *others, acting_="defender", around=around, **kwargs)
    return play(given, ALLIED, retreat("p04", "gembloux"))


def test_case_14_two_units_regroup_along_a_major_road():
    won = _ligny_won({"quatre_bras": "f06", "charleroi": "f07"})
    assert won.asked == [(FRENCH, "regroup")]

    two = play(won, FRENCH, Regroup("f09", "quatre_bras"), Regroup("f15", "quatre_bras"))

    assert two.towns("f09", "f15") == ["quatre_bras"] * 2
    assert refusal(two, FRENCH, Regroup("f17", "quatre_bras")) == ("ROAD_FULL", "7.5")


def test_case_32_two_idle_combat_turns_end_the_attack():
    lines = {
        "attacker_a": "f09",
        "defender_b": "a02 f20",
        "attacker_reserve": "f15",
        "defender_a": "a15 f22",
        "defender_c": "a03",
    }
    given = fighting(Board("ligny", lines, came_from="charleroi"))

    idle = until(play(given, FRENCH, END_COMBAT), "combat", FRENCH)
    assert idle.state.battles[0].idle == 1
    declared = play(idle, FRENCH, END_COMBAT)

    assert declared.the(StalemateCounted).idle == 2
    assert declared.the(StalemateDeclared).side == FRENCH
    assert {it.unit for it in declared.events_of(StepLost)} == {"f22"}
    assert [it.unit for it in declared.events_of(UnitUnharmed)] == ["f20"]
    gone = until(declared, "march")
    assert [it.town for it in gone.events_of(UnitRetreated)] == ["charleroi", "charleroi"]
    assert len(gone.events_of(UnitEliminated, cause="no_retreat")) == 2
    assert gone.the(BattleEnded).winner == ALLIED


def test_case_33_retreat_and_rout_share_a_road():
    lines = {
        "attacker_a": "f09",
        "defender_a": "p02",
        "defender_b": "p03",
        "defender_reserve": "p04 p07",
        "attacker_b": "f15",
    }
    around = {"quatre_bras": "f17", "gembloux": "f06"}
    given = fighting(
        Board("ligny", lines, came_from="charleroi"), acting_="defender", around=around
    )
    engaged = until(play(given, ALLIED, END_COMBAT), "combat", FRENCH)
    engaged = until(play(engaged, FRENCH, move("f09", "defender_a")), "combat", ALLIED)

    one = play(engaged, ALLIED, retreat("p04", "namur"))
    routed = play(one, ALLIED, move("p02", "defender_reserve"))

    assert routed.the(SideRouted).side == ALLIED
    assert routed.asked == [(ALLIED, "beaten")]
    two = play(routed, ALLIED, retreat("p07", "namur"))
    assert {it.unit for it in two.events_of(UnitEliminated, cause="no_retreat")} == {"p02", "p03"}


def test_case_34_the_last_defender_of_a_position_falls_and_all_are_routed():
    lines = {
        "defender_a": "f09 a11:1",
        "defender_b": "a02",
        "defender_c": "a05",
        "defender_reserve": "a01 a06 a08:2",
        "attacker_b": "f15",
    }
    given = fighting(Board("quatre_bras", lines, came_from="charleroi"))

    routed = play(given, FRENCH, fire("f09"), dice=[1, 1, 6, 6])

    assert routed.the(PositionLost).place == "defender_a"
    assert routed.the(SideRouted).voided == 1
    assert routed.strength("a02", "a05", "a06") == [3, 1, 3]
    assert [it.unit for it in routed.events_of(UnitEliminated, cause="rout")] == ["a08"]
    assert [it.unit for it in routed.events_of(UnitUnharmed)] == ["a01"]
    assert routed.asked == [(ALLIED, "beaten")]


def test_case_35_a_vacant_position_is_no_rout():
    lines = {"attacker_a": "f09", "defender_a": "a02", "defender_b": "a03"}
    given = fighting(Board("ligny", lines), acting_="defender")

    vacant = play(given, ALLIED, move("a02", "defender_reserve"))

    assert not vacant.events_of(PositionLost)
    assert vacant.asked == [(ALLIED, "combat")]


def test_case_44_a_unit_that_retreated_does_not_reinforce():
    first = Board("ligny", {"attacker_a": "f09", "defender_a": "p02 p03"})
    second = Board("wavre", {"attacker_a": "f17", "defender_b": "a03"})
    given = fighting(first, second, acting_="defender", around={"gembloux": "p07"})

    left = play(given, ALLIED, retreat("p02", "gembloux"), END_COMBAT, END_REINFORCEMENT)
    wavre = until(left, "combat", ALLIED)
    assert wavre.state.at == "wavre"
    reinforcing = play(wavre, ALLIED, END_COMBAT)

    assert refusal(reinforcing, ALLIED, reinforce("p02")) == ("DISRUPTED", "7.3")
    assert play(reinforcing, ALLIED, reinforce("p07")).place("p07") == "defender_reserve"
    over = until(reinforcing, "march", ALLIED)
    assert "p02" in over.the(UnitsRecovered).units
    assert not over.state.blocks["p02"].disrupted


@pytest.mark.parametrize("town", ["waterloo", "quatre_bras", "binche", "hal", "braine_le_comte"])
def test_case_45_the_attacker_goes_back_to_where_they_came_from(town):
    lines = {"attacker_a": "f09", "defender_a": "a02"}
    given = fighting(Board("nivelles", lines, came_from="binche"))
    refused = None if town == "binche" else ("TOWN_BARRED", "7.1")
    assert refusal(given, FRENCH, retreat("f09", town)) == refused


@pytest.mark.parametrize(
    ("town", "refused"),
    [
        ("hal", None),
        ("waterloo", None),
        ("binche", ("TOWN_BARRED", "7.1")),
        ("braine_le_comte", ("TOWN_BARRED", "N-32")),
        ("quatre_bras", ("BATTLE_TOWN", "7.1")),
        ("brussels", ("TOWN_BARRED", "7.1")),
    ],
)
def test_case_45_the_defender_goes_anywhere_else(town, refused):
    boards = (
        Board("nivelles", {"attacker_a": "f09", "defender_a": "a02"}, came_from="binche"),
        Board("quatre_bras", {"attacker_a": "f15", "defender_a": "a03"}),
    )
    given = fighting(*boards, acting_="defender", around={"braine_le_comte": "f17"})
    assert refusal(given, ALLIED, retreat("a02", town)) == refused


def _ligny_and_quatre_bras():
    boards = (
        Board("ligny", {"attacker_a": "f09", "defender_a": "p02 p03"}, came_from="charleroi"),
        Board("quatre_bras", {"attacker_a": "f15", "defender_b": "a02"}, came_from="charleroi"),
    )
    return fighting(*boards, acting_="defender")


def test_case_50_nobody_retreats_to_a_town_that_is_fought_over():
    given = _ligny_and_quatre_bras()
    assert refusal(given, ALLIED, retreat("p02", "quatre_bras")) == ("BATTLE_TOWN", "7.1")

    passed = until(play(given, ALLIED, END_COMBAT), "combat", FRENCH)
    won = play(passed, FRENCH, retreat("f15", "charleroi"))
    assert won.the(BattleEnded).town == "quatre_bras"
    ligny = until(until(won, "combat", FRENCH), "combat", ALLIED)
    assert ligny.state.at == "ligny"
    assert play(ligny, ALLIED, retreat("p02", "quatre_bras")).towns("p02") == ["quatre_bras"]


def test_case_51_who_regroups_into_a_battle_uses_its_road():
    other = Board("quatre_bras", {"attacker_a": "f07", "defender_b": "a02"}, came_from="charleroi")
    won = _ligny_won({"charleroi": "f06"}, others=(other,))

    two = play(won, FRENCH, Regroup("f09", "quatre_bras"), Regroup("f15", "quatre_bras"))
    assert [it.place for it in two.events_of(UnitRegrouped)] == ["attacker_reserve"] * 2
    assert refusal(two, FRENCH, Regroup("f17", "quatre_bras")) == ("ROAD_FULL", "7.5")
    assert "ligny" in two.state.battles[0].used[FRENCH]

    ours = until(play(two, FRENCH, END_REGROUP), "combat", FRENCH)
    reinforcing = play(ours, FRENCH, END_COMBAT)
    assert refusal(reinforcing, FRENCH, reinforce("f17")) == ("ROAD_FULL", "6.34")
    assert play(reinforcing, FRENCH, reinforce("f06")).place("f06") == "attacker_reserve"
    later = until(until(reinforcing, "combat", FRENCH), "reinforcement", FRENCH)
    assert play(later, FRENCH, reinforce("f17")).place("f17") == "attacker_reserve"


def test_case_52_two_reinforce_by_a_major_road_after_each_combat_turn():
    rules = rules_with(roads={"gembloux-wavre": "major"})
    lines = {"attacker_a": "f09", "defender_b": "p14"}
    around = {"wavre": "p02 p03 p04 p07 p08"}
    given = fighting(Board("gembloux", lines), acting_="defender", around=around, rules=rules)
    given.state.blocks["p02"].path = ["perwez-wavre"]
    given.state.blocks["p08"].disrupted = True

    ended = play(given, ALLIED, END_COMBAT)
    assert refusal(ended, ALLIED, reinforce("p08")) == ("DISRUPTED", "7.3")
    two = play(ended, ALLIED, reinforce("p02"), reinforce("p03"))
    assert [two.place(it) for it in ("p02", "p03")] == ["defender_reserve"] * 2
    assert legal_orders(two, ALLIED) == []
    busy = play(two, FRENCH, move("f09", "attacker_reserve"))
    again = until(busy, "reinforcement", ALLIED)
    four = play(again, ALLIED, reinforce("p04"), reinforce("p07"))
    assert [four.place(it) for it in ("p04", "p07")] == ["defender_reserve"] * 2


def test_case_53_what_a_rout_costs():
    lines = {
        "defender_a": "f09 p02",
        "defender_b": "a13 f20",
        "defender_c": "a09 f23",
        "defender_reserve": "a05:2 a16:2 a15 a01",
        "attacker_b": "f15",
    }
    given = fighting(Board("quatre_bras", lines, came_from="charleroi"), acting_="defender")

    routed = play(given, ALLIED, move("p02", "defender_reserve"))

    assert routed.the(SideRouted).place == "defender_a"
    assert routed.strength("a09", "a05", "a16", "a13", "a15", "a01") == [3, 0, 1, 2, 3, 1]
    assert {it.unit for it in routed.events_of(UnitUnharmed)} == {"a15", "a01"}


def test_case_54_engaged_units_suffer_when_they_retreat():
    lines = {"attacker_b": "f15", "defender_a": "f09 a03", "defender_b": "a07", "defender_c": "a09"}
    given = fighting(Board("quatre_bras", lines), acting_="defender")

    left = play(given, ALLIED, retreat("a07", "waterloo"))
    both = play(left, ALLIED, retreat("a03", "waterloo"))

    assert both.the(StepLost, unit="a03").cause == "rout"
    assert both.strength("a03", "a07") == [2, 3]
    assert both.towns("a03", "a07") == ["waterloo"] * 2


def test_case_55_whoever_leaves_a_position_to_the_enemy_is_routed():
    lines = {"defender_b": "a02 f09", "defender_a": "a03", "defender_reserve": "a06"}
    given = fighting(
        Board("quatre_bras", {**lines, "attacker_a": "f15"}, came_from="charleroi"),
        acting_="defender",
    )

    routed = play(given, ALLIED, move("a02", "defender_reserve"))

    assert routed.the(PositionLost).place == "defender_b"
    assert routed.strength("a02", "a03", "a06") == [3, 2, 3]
    assert routed.asked == [(ALLIED, "beaten")]


def test_case_75_fire_that_can_do_nothing_is_idle():
    lines = {"attacker_a": "f11", "defender_a": "a02:1 a03:1", "defender_b": "a09"}
    given = fighting(Board("ligny", lines, came_from="charleroi"))

    once = play(given, FRENCH, fire("f11"), END_COMBAT, dice=[6, 6, 1])
    again = until(once, "combat", FRENCH)
    declared = play(again, FRENCH, fire("f11"), END_COMBAT, dice=[6, 6, 6])

    assert declared.the(StalemateDeclared).idle == 2


def test_case_75_fire_that_could_hit_is_not():
    lines = {"attacker_a": "f11", "defender_a": "a02:1 a03:2", "defender_b": "a09"}
    given = fighting(Board("ligny", lines, came_from="charleroi"))

    once = play(given, FRENCH, fire("f11"), END_COMBAT, dice=[6, 6, 6])

    assert once.the(StalemateCounted).idle == 0
