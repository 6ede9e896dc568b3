"""Places, positions and commanders where the acceptance cases are silent [chapters 7 and 9]."""

import pytest

from napoleon.rulesets.napoleon1815.events.casualties import (
    CommanderRemoved,
    CorpsEliminated,
    FatigueIncurred,
)
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatCardsCounted,
    CombatStarted,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.movement import (
    AreaCeasedContested,
    ControlRefused,
    ControlTaken,
    FortifiedPositionRemoved,
    MovementEnded,
    MovementPointsSet,
)
from napoleon.rulesets.napoleon1815.events.operations import OperationEnded
from tests.napoleon1815.battles import BLANK, LOSS, TIRING, boxes, field, fight
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    DECLINE,
    END,
    FRENCH,
    GIVE_UP,
    MOVE,
    NOTHING,
    activate,
    at,
    legal_orders,
    losses,
    march,
    play,
    retreat,
)
from tests.napoleon1815.playing_cards import card, hands, no_cards
from tests.napoleon1815.scripted import ScriptedChance, value


def moved(given, seat, *areas, stack, points=3):
    """A stack flips a card of this value and marches."""
    chance = ScriptedChance(**{seat: [value(points)]})
    return play(given, seat, activate(areas[0], *stack), MOVE, *march(*areas), chance=chance)


# -- CONTROL.5, RULING.13: when a flag changes ----------------------------------------------------


@pytest.mark.parametrize(("area", "points"), [("c1", 2), ("t1", 1)])
def test_control_5(area, points):
    """Neither a citadel nor a town costs the winner anything who is left alone in it."""
    given = field({"reille": at(area, 7, 0), "picton": at(area)}, passed=[ALLIED])
    cards = [BLANK] * (2 if area == "c1" else 1)
    played = fight(given, FRENCH, area, "reille", french=[LOSS, BLANK], allied=cards)
    won = play(played, ALLIED, losses(picton=(1, 0)))
    taken = won.the(ControlTaken)
    assert (taken.area, taken.side, taken.previous, taken.points) == (
        area,
        FRENCH,
        "anglo_dutch",
        points,
    )
    assert taken.clauses == ("CONTROL.2", "CONTROL.5")
    assert won.track_moves() == [(-1, [(-1, "VICTORY.1")]), (-points, [(-points, "VICTORY.2")])]
    assert not won.events_of(FatigueIncurred)


def test_control_5_when_the_enemy_marches_off():
    given = field({"ney": at("t1"), "picton": at("t1")}, to_go=ALLIED)
    left = moved(given, ALLIED, "t1", "p3", stack=["picton"])
    assert left.the(AreaCeasedContested).area == "t1"
    assert left.the(ControlTaken).clauses == ("CONTROL.2", "CONTROL.5")
    assert left.asked == [(ALLIED, "march")], "control is taken at once"
    assert left.state.track == 9


def test_ruling_13_a_retreating_stack_takes_what_it_passes():
    given = field({"lobau": at("p4"), "picton": at("p4", 4, 0)}, control={"c1": "french"}, track=10)
    played = fight(given, FRENCH, "p4", "lobau", french=[LOSS], allied=[BLANK])
    lost = play(played, ALLIED, losses(picton=(1, 0)))
    away = play(lost, ALLIED, *retreat("p4", "c1"))
    taken = away.the(ControlTaken)
    assert (taken.area, taken.army, taken.points) == ("c1", "anglo_dutch", 2)
    assert taken.clauses == ("CONTROL.2", "RULING.13")
    assert not away.events_of(FatigueIncurred), "MOVE.2G is a rule of movement"
    assert away.state.track == 11


def test_ruling_13_it_takes_what_it_only_passes_as_well():
    blocks = {"reille": at("fleurus", 7, 0), "picton": at("fleurus", 4, 0), "gerard": at("p6")}
    played = fight(field(blocks), FRENCH, "fleurus", "reille", french=[LOSS, LOSS], allied=[BLANK])
    lost = play(played, ALLIED, losses(picton=(2, 0)))
    away = play(lost, ALLIED, *retreat("fleurus", "beaumont"))
    assert [(e.area, e.points) for e in away.events_of(ControlTaken)] == [
        ("beaumont", 1),
        ("maubeuge", 2),
    ]
    assert away.block("picton").area == "maubeuge", "there was no other road"


def test_ruling_13_an_activated_stack_takes_where_it_stands():
    given = field({"lobau": at("t1")})
    done = play(given, FRENCH, activate("t1", "lobau"), NOTHING)
    assert done.the(ControlTaken).clauses == ("CONTROL.2", "RULING.13")
    assert done.track_moves() == [(-1, [(-1, "VICTORY.2")])]


def test_control_4_a_refused_citadel_is_taken_in_a_later_operation():
    given = field({"ney": at("p4", fatigue=8), "lobau": at("c1")}, passed=[ALLIED])
    refused = moved(given, FRENCH, "p4", "c1", stack=["ney"])
    assert refused.the(ControlRefused).clauses == ("CONTROL.4",)
    assert refused.state.control["c1"] == "anglo_dutch"
    later = play(refused, FRENCH, activate("c1", "lobau"), NOTHING)
    assert later.the(ControlTaken).area == "c1"


# -- RULING.1: the option farm_stop ----------------------------------------------------------------


def test_ruling_1_farm_stop():
    given = field({"ney": at("p5")}, options={"farm_stop": True})
    stopped = moved(given, FRENCH, "p5", "r1", stack=["ney"])
    ended = stopped.the(MovementEnded)
    assert (ended.reason, ended.clauses) == ("fortified farm", ("MOVE.2G",))
    assert stopped.lines(FatigueIncurred) == [(1, "MOVE.3F")]
    assert stopped.the(ControlTaken).clauses == ("CONTROL.2", "CONTROL.4", "RULING.13")
    refused = play(stopped, FRENCH, *march("r1", "p5"))
    assert refused.refused == ("MUST_STOP", "MOVE.2G")
    assert refused.refusal.detail == "The movement is over (fortified farm)."


def test_ruling_1_farm_stop_places_no_flag_if_the_point_eliminates():
    given = field({"ney": at("p5", fatigue=8)}, options={"farm_stop": True})
    gone = moved(given, FRENCH, "p5", "r1", stack=["ney"])
    assert gone.the(CorpsEliminated).corps == "ney"
    assert gone.the(ControlRefused).area == "r1"
    assert gone.state.control["r1"] == "anglo_dutch"


def test_ruling_1_farm_stop_says_nothing_of_towns_nor_of_own_farms():
    given = field({"ney": at("p3")}, options={"farm_stop": True})
    town = moved(given, FRENCH, "p3", "t1", "p3", stack=["ney"])
    assert (town.the(ControlTaken).area, town.asked) == ("t1", [(FRENCH, "march")])
    given = field({"ney": at("p5")}, options={"farm_stop": True}, control={"r1": "french"})
    farm = moved(given, FRENCH, "p5", "r1", "p5", stack=["ney"])
    assert farm.asked == [(FRENCH, "march")]


# -- FORTPOS.1: fortified positions ----------------------------------------------------------------


def test_fortpos_1_the_french_win_there():
    given = field(
        {"ney": at("r1"), "picton": at("r1", 1, 0)},
        fortified=["r1"],
        markers={"r1": (FRENCH, "p5")},
    )
    played = fight(given, FRENCH, "r1", "ney", french=[LOSS], allied=[BLANK] * 2)
    won = play(played, ALLIED, losses(picton=(1, 0)))
    removed = won.the(FortifiedPositionRemoved)
    assert removed.area == "r1"
    assert removed.clauses == ("FORTPOS.1", "RULING.25")
    assert won.state.fortified == []
    assert won.state.control["r1"] == "french"


def test_fortpos_1_the_french_come_when_it_is_empty():
    given = field({"ney": at("p5")}, fortified=["r1"])
    came = moved(given, FRENCH, "p5", "r1", stack=["ney"])
    assert came.the(FortifiedPositionRemoved).clauses == ("FORTPOS.1", "RULING.25")
    assert came.asked == [(FRENCH, "march")]


def test_fortpos_1_it_stays_while_it_is_contested_or_empty():
    given = field({"ney": at("p5"), "picton": at("r1")}, fortified=["r1"])
    came = moved(given, FRENCH, "p5", "r1", stack=["ney"])
    assert came.state.fortified == ["r1"]
    given = field({"picton": at("r1")}, fortified=["r1"], to_go=ALLIED)
    empty = moved(given, ALLIED, "r1", "p5", stack=["picton"])
    assert empty.state.fortified == ["r1"]


def test_ruling_25_an_allied_attacker_who_lost_may_give_it_up():
    given = field({"reille": at("r1"), "picton": at("r1")}, fortified=["r1"], to_go=ALLIED)
    played = fight(given, ALLIED, "r1", "picton", french=[LOSS, BLANK], allied=[BLANK])
    assert played.lines(CombatCardsCounted, side=ALLIED) == [(1, "COMBAT.1b")]
    lost = play(played, ALLIED, losses(picton=(1, 0)))
    assert lost.asked == [(ALLIED, "retreat")]
    assert not lost.events_of(StackRetreated)


def test_retreat_2_the_french_have_no_position_to_give_up():
    given = field(
        {"lobau": at("quatre_bras"), "hill": at("quatre_bras")},
        fortified=["quatre_bras"],
        to_go=ALLIED,
    )
    played = fight(given, ALLIED, "quatre_bras", "hill", french=[BLANK], allied=[LOSS, BLANK])
    lost = play(played, FRENCH, losses(lobau=(1, 0)))
    assert lost.asked == [(FRENCH, "retreat")]
    refused = play(lost, FRENCH, GIVE_UP)
    assert refused.refused == ("NO_FORTIFIED_POSITION", "RETREAT.2")


# -- ELIM.4, ELIM.5: commanders --------------------------------------------------------------------


def test_elim_5_commander_survives_with_other_army():
    given = field(
        {"picton": at("p2", fatigue=8), "wellington": at("p2"), "steinmetz": at("p2")},
        lasting={"rain": 37},
        to_go=ALLIED,
    )
    played = play(given, ALLIED, activate("p2", "picton", "wellington"))
    assert played.the(CorpsEliminated).corps == "picton"
    assert not played.events_of(CommanderRemoved)
    assert played.block("wellington").area == "p2"
    assert not played.block("wellington").ready, "he was activated [OPS.7]"
    assert played.track_moves() == [(-4, [(-4, "VICTORY.1")])]


def test_ops_4_a_commander_is_not_activated_with_the_other_army():
    given = field({"wellington": at("p2"), "steinmetz": at("p2")}, to_go=ALLIED)
    refused = play(given, ALLIED, activate("p2", "steinmetz", "wellington"))
    assert refused.refused == ("MIXED_ARMIES", "OPS.4")
    leaving = moved(given, ALLIED, "p2", "p3", stack=["steinmetz"])
    assert leaving.refused == ("COMMANDER_ALONE", "MOVE.2H")


def test_elim_4_bluecher_is_lost_with_his_last_corps():
    given = field({"reille": at("p2"), "steinmetz": at("p2", 1, 0, fatigue=8), "blucher": at("p2")})
    played = fight(given, FRENCH, "p2", "reille", french=[TIRING, BLANK])
    assert (played.the(CommanderRemoved).commander, played.the(CommanderRemoved).points) == (
        "blucher",
        2,
    )
    assert played.track_moves() == [(-3, [(-1, "VICTORY.1"), (-2, "VICTORY.5")])]
    assert played.block("blucher").removed


# -- RULING.54, RULING.58: a stack that did not come far ------------------------------------------


def test_ruling_54_a_commander_without_his_corps_does_not_attack():
    given = field(
        {
            "grouchy": at("p1", fatigue=8),
            "napoleon": at("p1"),
            "lobau": at("p4"),
            "picton": at("p4"),
        },
        broken=[("p3", "p4")],
    )
    stack = ["grouchy", "napoleon"]
    played = moved(given, FRENCH, "p1", "p2", "p3", "p4", stack=stack, points=4)
    assert played.lines(FatigueIncurred) == [(1, "MOVE.3A"), (1, "MOVE.3C"), (-1, "MOVE.3E")]
    assert played.the(CorpsEliminated).corps == "grouchy"
    assert played.block("napoleon").area == "p4"
    assert played.events_of(OperationEnded), "nobody is left to attack"
    assert played.asked == [(ALLIED, "go")]


def test_ruling_58_a_stack_that_entered_no_road_may_fight():
    given = field({"reille": at("p2"), "picton": at("p2")})
    chance = ScriptedChance([value(3)])
    halted = play(given, FRENCH, activate("p2", "reille"), MOVE, END, chance=chance)
    assert not halted.events_of(FatigueIncurred), "MOVE.5"
    assert halted.asked == [(FRENCH, "choose_attack")]
    fought = play(halted, FRENCH, ATTACK, chance=boxes(french=[BLANK], allied=[BLANK]))
    assert fought.the(CombatStarted).kind == "move_attack"
    assert fought.lines(CombatCardsCounted, side=FRENCH) == [(2, "COMBAT.1b"), (-1, "COMBAT.1c")]


def without_points(**options):
    """A stack in a contested area has 0 points with its Forced March, and enters no road."""
    given = field(
        {"reille": at("p2"), "lobau": at("p2"), "derlon": at("p2"), "picton": at("p2")},
        hands=hands("forced_march"),
        options=options,
    )
    begun = no_cards(play(given, FRENCH, activate("p2", "derlon", "lobau", "reille")))
    flipped = play(begun, FRENCH, MOVE, chance=ScriptedChance([value(1)]))
    marching = play(flipped, FRENCH, card("forced_march", FRENCH))
    assert marching.the(MovementPointsSet).total == 0
    assert march("p2", "p3")[0] in legal_orders(marching, FRENCH), "a road of any price is open"
    return play(marching, FRENCH, END)


def test_ruling_58_nobody_attacks_in_place_without_points():
    halted = without_points()
    assert not halted.events_of(CombatStarted)
    assert halted.asked == [(ALLIED, "go")], "there is nothing left to decide"
    assert not any(halted.block(it).ready for it in ("reille", "lobau", "derlon"))
    assert halted.block("picton").ready


def test_ruling_58_in_fog_the_player_is_asked_and_may_only_decline():
    halted = without_points(rules="grognard")
    assert halted.asked == [(FRENCH, "choose_attack")]
    assert legal_orders(halted, FRENCH) == [DECLINE]
    assert play(halted, FRENCH, ATTACK).refused == ("NOT_ENOUGH_MP", "RULING.20")
