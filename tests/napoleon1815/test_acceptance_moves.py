"""Acceptance cases of the digest: the movement example, no points, bridges (AC-04 to 24)."""

import pytest

from napoleon.rulesets.napoleon1815.events.casualties import FatigueAssigned, FatigueIncurred
from napoleon.rulesets.napoleon1815.events.combat import CombatStarted
from napoleon.rulesets.napoleon1815.events.movement import (
    AreaBecameContested,
    MovementEnded,
    MovementPointsSet,
    RetreatDirectionPenaltyTriggered,
    RetreatMarkerPlaced,
    StackCouldNotMove,
    StackMoved,
)
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent
from tests.napoleon1815.kit import (
    ALLIED,
    DECLINE,
    END,
    FIGHT,
    FRENCH,
    MOVE,
    PASS,
    activate,
    at,
    begin_turn,
    fatigue,
    legal_orders,
    march,
    play,
    position,
)
from tests.napoleon1815.marching import set_out
from tests.napoleon1815.playing_cards import no_cards
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, value

ALL_THREE = ("derlon", "ney", "napoleon")


def at_ligny(**others):
    """Napoleon, Ney and D'Erlon at Ligny, all ready, the French to go."""
    blocks = {name: at("ligny") for name in ALL_THREE}
    return position({**blocks, "picton": at("alost"), **others})


def moved(given, *areas, stack=ALL_THREE, points=4, seat=FRENCH):
    """A stack is activated in the first area, flips a card of this value, and marches."""
    chance = ScriptedChance(**{seat: [value(points)]})
    return play(given, seat, activate(areas[0], *stack), MOVE, *march(*areas), chance=chance)


@pytest.mark.parametrize(
    ("stack", "breakdown"),
    [
        (["derlon"], [(4, "MOVE.1")]),
        (["ney"], [(4, "MOVE.1"), (1, "MOVE.1D")]),
        (["derlon", "napoleon"], [(4, "MOVE.1"), (1, "MOVE.1C")]),
        (["ney", "napoleon"], [(4, "MOVE.1"), (1, "MOVE.1C"), (1, "MOVE.1D")]),
        (ALL_THREE, [(4, "MOVE.1"), (-1, "MOVE.1A"), (1, "MOVE.1C")]),
    ],
    ids=lambda given: "+".join(given) if isinstance(given[0], str) else "",
)
def test_ac_04_movement_points(stack, breakdown):
    played = moved(at_ligny(), "ligny", stack=stack)
    assert played.lines(MovementPointsSet) == breakdown
    assert played.the(MovementPointsSet).total == sum(amount for amount, _ in breakdown)
    assert [e.value for e in played.flipped("movement")] == [4]


def test_ac_04_nobody_leaves_a_commander_alone():
    played = moved(at_ligny(), "ligny", "marbais", stack=("derlon", "ney"))
    assert played.refused == ("COMMANDER_ALONE", "MOVE.2H")


def test_ac_05_case_a():
    played = moved(at_ligny(), "ligny", "marbais", "quatre_bras", "genappe", "mont_saint_guibert")
    assert played.lines(FatigueIncurred) == [(2, "MOVE.3A"), (-1, "MOVE.3E")]
    assert played.the(FatigueIncurred).total == 1
    assert played.asked == [(FRENCH, "allocate_fatigue")]
    assert legal_orders(played, FRENCH) == [fatigue(derlon=1, ney=0), fatigue(derlon=0, ney=1)]

    spread = play(played, FRENCH, fatigue(derlon=0, ney=1))
    assert [(e.corps, e.points) for e in spread.events_of(FatigueAssigned)] == [("ney", 1)]
    assert {e.block for e in spread.events_of(BlockSpent)} == set(ALL_THREE)
    assert spread.asked == [(ALLIED, "go")]


def test_ac_05_each_road_is_a_fact_with_the_clause_of_entering_it_and_of_its_cost():
    played = moved(at_ligny(), "ligny", "marbais", "quatre_bras", "genappe", "mont_saint_guibert")
    steps = played.events_of(StackMoved)
    assert len(steps) == 4
    assert {step.clauses for step in steps} == {("MOVE.2A", "MOVE.2B")}
    bridge = position(
        {"derlon": at("p3"), "ney": at("ligny"), "picton": at("alost")}, broken=[("p3", "p4")]
    )
    [dear] = moved(bridge, "p3", "p4", stack=["derlon"]).events_of(StackMoved)
    assert dear.clauses == ("MOVE.2A", "MOVE.2C")


def test_ac_06_case_b():
    given = at_ligny(reille=at("quatre_bras"))
    played = moved(given, "ligny", "marbais", "quatre_bras")
    ended = played.the(MovementEnded)
    assert (ended.reason, ended.clauses) == ("friendly stack", ("MOVE.2F",))
    assert (ended.roads_moved, ended.points_used) == (2, 2), "2 of the 4 points are lost"
    assert played.lines(FatigueIncurred) == [(-1, "MOVE.3E"), (1, "MOVE.3")]
    assert all(played.block(name).fatigue == 0 for name in ("derlon", "ney", "reille"))
    assert {e.block for e in played.events_of(BlockSpent)} == set(ALL_THREE)
    assert played.block("reille").ready


def case_c(**others):
    """Case C of the example: the French stop at Quatre-Bras, where Picton stands."""
    given = at_ligny(picton=at("quatre_bras"), **others)
    return moved(given, "ligny", "marbais", "quatre_bras")


def test_ac_07_case_c():
    played = case_c()
    ended = played.the(MovementEnded)
    assert (ended.reason, ended.clauses) == ("enemy stack", ("MOVE.2F",))
    assert played.the(AreaBecameContested).area == "quatre_bras"
    marker = played.the(RetreatMarkerPlaced)
    assert (marker.side, marker.road) == (FRENCH, "marbais-quatre_bras")
    assert "RETREATDIR.1" in marker.clauses
    assert played.lines(FatigueIncurred) == [(1, "MOVE.3C"), (-1, "MOVE.3E")]
    assert played.the(FatigueIncurred).total == 0
    assert played.asked == [(FRENCH, "choose_attack")]

    declined = play(played, FRENCH, DECLINE)
    assert {e.block for e in declined.events_of(BlockSpent)} == set(ALL_THREE)
    assert declined.block("picton").ready
    assert declined.asked == [(ALLIED, "go")]


def test_ac_08_allied_follow_up_leaving():
    given = play(case_c(reille=at("beaumont")), FRENCH, DECLINE)
    barred = moved(given, "quatre_bras", "marbais", stack=["picton"], points=3, seat=ALLIED)
    assert barred.refused == ("ENEMY_RETREAT_ROAD", "RETREATDIR.6")
    others = [*march("quatre_bras", "genappe"), *march("quatre_bras", "nivelles")]
    assert legal_orders(barred, ALLIED) == [*others, END]

    for order in others:
        away = play(barred, ALLIED, order, END)
        assert away.lines(FatigueIncurred) == [(1, "MOVE.3B")]
        assert away.block("picton").fatigue == 1
        assert away.state.contested == [] and away.state.markers == {}


def test_ac_09_follow_up_more_french():
    given = play(case_c(reille=at("genappe")), FRENCH, DECLINE)
    given = play(given, ALLIED, PASS)
    played = moved(given, "genappe", "quatre_bras", stack=["reille"])
    assert played.the(MovementEnded).reason == "enemy stack"
    assert not played.events_of(RetreatMarkerPlaced)
    assert not played.events_of(AreaBecameContested)
    marker = played.state.markers["quatre_bras"]
    assert (marker.side, marker.road) == (FRENCH, "marbais-quatre_bras")
    assert played.lines(FatigueIncurred) == [(1, "MOVE.3C")]


def test_ac_10_follow_up_more_allies():
    given = play(case_c(hill=at("nivelles")), FRENCH, DECLINE)
    played = moved(given, "nivelles", "quatre_bras", stack=["hill"], seat=ALLIED)
    assert not played.events_of(RetreatMarkerPlaced)
    assert not played.events_of(RetreatDirectionPenaltyTriggered)
    assert played.state.markers["quatre_bras"].side == FRENCH
    assert [e.corps for e in played.events_of(FatigueAssigned)] == ["hill"], "MOVE.3C only"


def test_ac_11_follow_up_through_marbais():
    given = play(
        case_c(hill=at("mont_saint_guibert"), orange=at("mont_saint_guibert")), FRENCH, DECLINE
    )
    road = ("mont_saint_guibert", "marbais", "quatre_bras")
    played = moved(given, *road, stack=["hill"], seat=ALLIED)
    penalty = played.the(RetreatDirectionPenaltyTriggered)
    assert (penalty.area, penalty.side, penalty.clauses) == (
        "quatre_bras",
        FRENCH,
        ("RETREATDIR.3",),
    )
    assert played.lines(FatigueIncurred, player=FRENCH) == [(2, "RETREATDIR.3")], "RULING.11"
    assert played.lines(FatigueIncurred, player=ALLIED) == [(1, "MOVE.3C")]
    taken = [(e.corps, e.points) for e in played.events_of(FatigueAssigned)]
    assert taken == [("derlon", 1), ("ney", 1), ("hill", 1)]

    second = play(played, ALLIED, DECLINE)
    second = play(second, FRENCH, PASS)
    second = moved(second, *road, stack=["orange"], seat=ALLIED)
    assert not second.events_of(RetreatDirectionPenaltyTriggered)
    assert [e.corps for e in second.events_of(FatigueAssigned)] == ["orange"]


def test_ac_11_the_penalty_comes_back_with_the_next_turn():
    given = position(
        {
            "derlon": at("quatre_bras"),
            "ney": at("quatre_bras"),
            "picton": at("quatre_bras"),
            "orange": at("marbais"),
        },
        markers={"quatre_bras": (FRENCH, "marbais")},
        penalised=["quatre_bras"],
        to_go=ALLIED,
        passed=[FRENCH],
    )
    assert not moved(given, "marbais", "quatre_bras", stack=["orange"], seat=ALLIED).events_of(
        RetreatDirectionPenaltyTriggered
    )

    chance = ScriptedChance(french=[HARMLESS] * 3 + [value(2)], allied=[HARMLESS] * 3 + [value(5)])
    next_turn = begin_turn(given, ALLIED, PASS, chance=chance)
    moving = no_cards(set_out(next_turn, ALLIED, "marbais", "orange", points=4))
    played = play(moving, ALLIED, *march("marbais", "quatre_bras"))
    assert played.the(RetreatDirectionPenaltyTriggered).side == FRENCH


@pytest.mark.parametrize("enemy_there", [False, True], ids=["free", "contested"])
def test_ac_22_no_movement_points(enemy_there):
    blocks = {name: at("ligny") for name in ("derlon", "ney", "reille")}
    blocks["hill"] = at("ligny" if enemy_there else "nivelles")
    played = moved(position(blocks), "ligny", stack=("derlon", "ney", "reille"), points=2)
    assert played.lines(MovementPointsSet) == [(2, "MOVE.1"), (-2, "MOVE.1A")]
    assert "MOVE.1H" in played.the(StackCouldNotMove).clauses
    assert {e.block for e in played.events_of(BlockSpent)} == {"derlon", "ney", "reille"}
    assert not played.events_of(FatigueIncurred) and not played.events_of(CombatStarted)
    assert played.asked == [(ALLIED, "go")]
    fight = play(played, FRENCH, FIGHT)
    assert fight.refusal is not None and fight.refusal.clause == "MOVE.1H"


def test_ac_24_broken_bridge():
    given = position(
        {"derlon": at("p3"), "reille": at("p3"), "hill": at("nivelles")}, broken=[("p3", "p4")]
    )
    poor = moved(given, "p3", "p4", stack=["derlon"], points=2)
    assert poor.refused == ("NOT_ENOUGH_MP", "MOVE.2C")
    assert poor.refusal is not None and poor.refusal.facts == {"cost": 3, "left": 2}

    just = moved(given, "p3", "p4", stack=["derlon"], points=3)
    ended = just.the(MovementEnded)
    assert (ended.points_used, ended.reason) == (3, "no movement points")
    assert just.lines(FatigueIncurred) == []

    rich = moved(given, "p3", "p4", "p5", stack=["derlon"], points=5)
    rich = play(rich, FRENCH, END)
    assert rich.the(MovementEnded).points_used == 4
    assert rich.lines(FatigueIncurred) == [(1, "MOVE.3A")]


def test_ac_24_the_bridge_tires_each_corps():
    given = position(
        {"ney": at("p3"), "reille": at("p3"), "hill": at("nivelles")}, broken=[("p3", "p4")]
    )
    played = moved(given, "p3", "p4", "p5", stack=("ney", "reille"), points=5)
    assert played.the(MovementEnded).points_used == 4
    assert played.lines(FatigueIncurred) == [(2, "MOVE.3A")]
    assert [played.block(name).fatigue for name in ("ney", "reille")] == [1, 1]
