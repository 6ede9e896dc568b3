"""Rulings on marches, skirmishes and supply that no numbered case holds."""

import pytest

from napoleon.rulesets.napoleon_columbia.events.blocks import UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.deployment import BattleStarted, TerrainSharedOut
from napoleon.rulesets.napoleon_columbia.events.march import (
    ForcedMarchChecked,
    GroupActivated,
    UnitMarched,
)
from napoleon.rulesets.napoleon_columbia.events.retreat import UnitRetreated
from napoleon.rulesets.napoleon_columbia.events.turn import SupplyLossDue, UnitRemovedForSupply
from napoleon.rulesets.napoleon_columbia.orders import (
    Halt,
    OrderBattle,
    RemoveForSupply,
    RevealLeader,
)
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_COMBAT,
    END_MARCH,
    FRENCH,
    KEEP_HIDDEN,
    PACK,
    Board,
    changed,
    fighting,
    legal_orders,
    marching,
    play,
    refusal,
    reinforce,
    retreat,
    road,
    roads,
    until,
)


def test_n_04_a_group_is_who_stood_together_at_the_start():
    given = marching({"beaumont": "f09 f15", "thuin": "f06", "bavay": "f17", "ghent": "a02"})

    came = play(given, FRENCH, *road("f09", "beaumont", "thuin"))
    other = play(came, FRENCH, *road("f06", "thuin", "laneffe"))
    again = play(other, FRENCH, *road("f15", "beaumont", "solre"))

    assert other.the(GroupActivated).left == 0
    assert not again.events_of(GroupActivated)
    assert refusal(again, FRENCH, *road("f17", "bavay", "maubeuge")) == ("NO_MARCH_LEFT", "5.1")
    assert refusal(again, FRENCH, *road("f09", "thuin", "laneffe")) == ("ALREADY_MARCHED", "N-04")


def test_n_06_two_armies_of_one_town_attack_together():
    given = marching({"waterloo": "a02 p02", "quatre_bras": "f09 f15 f17"}, active=ALLIED)

    played = play(
        given,
        ALLIED,
        *road("a02", "waterloo", "quatre_bras"),
        *road("p02", "waterloo", "quatre_bras"),
    )

    assert played.towns("a02", "p02") == ["quatre_bras"] * 2


def test_n_06_one_group_reaches_its_target_by_several_routes():
    given = marching({"charleroi": "f09 f20", "ligny": "p02 p03 p04"})

    played = play(
        given,
        FRENCH,
        *road("f20", "charleroi", "quatre_bras", "ligny"),
        *road("f09", "charleroi", "ligny"),
    )

    assert played.towns("f09", "f20") == ["ligny"] * 2


def test_n_07_both_directions_fill_a_road():
    given = marching({"wavre": "a02 a03 a04 a06 a07", "waterloo": "p02 p03"}, active=ALLIED)

    full = play(
        given,
        ALLIED,
        *roads("a02 a03 a04 a06 a07", "wavre", "waterloo"),
        *road("p02", "waterloo", "wavre"),
    )

    assert refusal(full, ALLIED, *road("p03", "waterloo", "wavre")) == ("ROAD_FULL", "5.4")


def test_n_08_a_river_matters_on_the_last_section_only():
    cavalry = "f03 f19 f20 f21 f22"
    given = marching({"laneffe": cavalry, "ligny": "p02 p03 p04"})

    played = play(given, FRENCH, *roads(cavalry, "laneffe", "charleroi", "ligny"))

    assert played.towns(*cavalry.split()) == ["ligny"] * 5


def test_n_09_who_was_forced_retreats_and_reinforces():
    lines = {"attacker_a": "f09 f15", "defender_a": "a02"}
    board = Board("ligny", lines, {}, "charleroi")
    given = fighting(board, around={"charleroi": "f17"})
    forced = changed(changed(given, "f09", forced=True), "f17", forced=True)

    left = play(forced, FRENCH, retreat("f09", "charleroi"), END_COMBAT)

    assert play(left, FRENCH, reinforce("f17")).place("f17") == "attacker_reserve"


def test_n_05_and_n_64_a_fourth_battle_has_a_board_and_no_terrain():
    french = "f02 f06 f07 f09 f10 f12 f13 f15 f17 f19 f20 f21"
    given = marching(
        {
            "charleroi": french,
            "ligny": "p02 p03 p04",
            "quatre_bras": "a02 a03 a04",
            "binche": "a06 a07 a09",
            "namur": "p07 p08 p11",
        }
    )
    towns = ("ligny", "quatre_bras", "binche", "namur")
    units = french.split()
    marches = [
        order
        for number, town in enumerate(towns)
        for order in roads(" ".join(units[3 * number : 3 * number + 3]), "charleroi", town)
    ]

    attacked = play(given, FRENCH, *marches, END_MARCH)
    orders = [OrderBattle(town) for town in towns[:3]]
    drawn = ["hill", "hill", "farm", "farm", "stream", "woods", "woods", "woods"]
    ordered = play(attacked, FRENCH, *orders, drawn=drawn[:3])
    fought = until(ordered, "combat", drawn=drawn[3:])

    events = [*ordered.events, *fought.events]
    started = [it for it in events if isinstance(it, BattleStarted)]
    assert [(it.town, it.number) for it in started] == [*zip(towns, (1, 2, 3, 4), strict=True)]
    shared = [it for it in events if isinstance(it, TerrainSharedOut)]
    assert [(it.attacker, it.defender) for it in shared] == [(1, 2), (1, 2), (0, 2), (0, 0)]


def test_n_29_a_lone_minor_road_costs_a_unit():
    given = marching({"soignies": "f09 f15 f17", "enghien": "a02 a03", "hal": "f06", "ath": "f07"})
    blocked = marching(
        {
            "soignies": "f09 f15 f17",
            "enghien": "a02 a03",
            "hal": "f06",
            "ath": "f07",
            "grammont": "f10",
        }
    )
    attack = (*roads("f09 f15 f17", "soignies", "enghien"), END_MARCH)

    open_ = play(given, FRENCH, *attack, dice=[6] * 18)
    lone = play(blocked, FRENCH, *attack, dice=[6] * 18)

    both = play(play(open_, ALLIED, retreat("a02", "ninove")), ALLIED, retreat("a03", "grammont"))
    assert both.strength("a02", "a03") == [4, 3]
    one = play(lone, ALLIED, retreat("a02", "ninove"))
    assert one.the(UnitRetreated).town == "ninove"
    assert one.the(UnitEliminated).cause == "no_retreat"


def test_n_30_the_road_from_quatre_bras_to_ligny_is_major():
    assert PACK.roads["ligny-quatre_bras"].kind == "major"


def test_n_38_and_n_66_an_army_loses_what_it_has_with_its_leader():
    given = marching({"liege": "f09", "huy": "p01", "ghent": "a02", "brussels": "a01"})

    played = play(given, FRENCH, END_MARCH)

    due = played.the(SupplyLossDue)
    assert (due.units, [line.clause for line in due.breakdown]) == (1, ["10.0", "N-66"])
    assert played.the(UnitRemovedForSupply).unit == "p01"


def test_n_38_the_owner_may_lose_the_leader():
    given = marching({"ghent": "f09", "brussels": "a01 a02"})
    due = play(given, FRENCH, END_MARCH)
    assert play(due, ALLIED, RemoveForSupply("a01")).state.eliminated["anglo"] == ["a01"]


def test_n_56_a_march_is_over_when_another_unit_moves():
    given = marching({"charleroi": "f20 f22", "ghent": "a02"})
    first = play(given, FRENCH, *road("f20", "charleroi", "binche"))
    assert first.state.marching == "f20"

    halted = play(first, FRENCH, Halt("f20"))
    other = play(first, FRENCH, *road("f22", "charleroi", "binche"))

    for over in (halted, other):
        refused = refusal(over, FRENCH, *road("f20", "binche", "mons"))
        assert refused == ("ALREADY_MARCHED", "N-04")


def test_n_56_a_step_is_forced_from_the_first_that_goes_too_far():
    given = marching({"charleroi": "f20", "ghent": "a02"})
    way = ("charleroi", "binche", "mons", "ath")
    marched = play(given, FRENCH, *road("f20", *way, forced=True))
    assert [it.forced for it in marched.events_of(UnitMarched)] == [False, False, True]


def _forced_with_napoleon():
    given = marching({"beaumont": "f01 f09", "ghent": "a02"})
    way = ("beaumont", "philippeville", "laneffe")
    infantry, napoleon = road("f09", *way, forced=True), road("f01", *way, "charleroi", forced=True)
    return play(given, FRENCH, *infantry, *napoleon, END_MARCH)


def test_n_76_a_leader_who_dies_has_helped_all_whatever_the_order():
    asked = _forced_with_napoleon()
    order = list(asked.state.unchecked)
    dice = [2 if unit == "f01" else 3 for unit in order]

    shown = play(asked, FRENCH, RevealLeader("f01"), dice=dice)

    assert shown.the(UnitEliminated).unit == "f01"
    assert not shown.the(ForcedMarchChecked, unit="f09").harmed
    turned = list(reversed(order))
    asked.state.unchecked = turned
    again = play(
        asked, FRENCH, RevealLeader("f01"), dice=[2 if unit == "f01" else 3 for unit in turned]
    )
    assert not again.the(ForcedMarchChecked, unit="f09").harmed


@pytest.mark.parametrize("where", ["beaumont", "maubeuge"])
def test_n_77_the_question_is_put_wherever_the_leader_is(where):
    towns = {"beaumont": "f09", "ghent": "a02"}
    towns[where] = f"{towns.get(where, '')} f01"
    given = marching(towns)
    way = ("beaumont", "philippeville", "laneffe")

    asked = play(given, FRENCH, *road("f09", *way, forced=True), END_MARCH)

    assert asked.asked == [(FRENCH, "reveal_leader")]
    helpful = [RevealLeader("f01")] if where == "beaumont" else []
    assert legal_orders(asked, FRENCH) == [*helpful, KEEP_HIDDEN]
