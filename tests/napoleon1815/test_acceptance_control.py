"""Acceptance cases of the digest: places that score (AC-25 to AC-28)."""

from napoleon.rulesets.napoleon1815.events.casualties import (
    CorpsEliminated,
    FatigueAssigned,
    FatigueIncurred,
)
from napoleon.rulesets.napoleon1815.events.movement import (
    AreaBecameContested,
    AreaCeasedContested,
    ControlRefused,
    ControlTaken,
    MovementEnded,
)
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    END,
    FRENCH,
    MOVE,
    activate,
    at,
    fatigue,
    losses,
    march,
    play,
    position,
)
from tests.napoleon1815.scripted import ScriptedChance, box, value


def moved(given, *areas, stack, points):
    """A French stack flips a card of this value and marches."""
    chance = ScriptedChance(french=[value(points)])
    return play(given, FRENCH, activate(areas[0], *stack), MOVE, *march(*areas), chance=chance)


def test_ac_25_citadel_taken():
    given = position({"derlon": at("p3"), "hill": at("nivelles")})
    played = moved(given, "p3", "p4", "c1", stack=["derlon"], points=5)
    ended = played.the(MovementEnded)
    assert (ended.reason, ended.points_used, ended.clauses) == ("citadel", 2, ("MOVE.2G",))
    assert played.lines(FatigueIncurred) == [(1, "MOVE.3F")]
    assert played.block("derlon").fatigue == 1
    taken = played.the(ControlTaken)
    assert (taken.area, taken.army, taken.previous, taken.points) == (
        "c1",
        "french",
        "anglo_dutch",
        2,
    )
    assert {"CONTROL.2", "CONTROL.4"} <= set(taken.clauses)
    assert played.track_moves() == [(-2, [(-2, "VICTORY.2")])]
    order = [type(event) for event in played.events]
    assert order.index(FatigueAssigned) < order.index(ControlTaken) < order.index(BlockSpent)
    more = play(played, FRENCH, *march("c1", "p4"))
    assert more.refused == ("MUST_STOP", "MOVE.2G")


def test_ac_25_citadel_taken_with_napoleon():
    given = position({"derlon": at("p3"), "napoleon": at("p3"), "hill": at("nivelles")})
    played = moved(given, "p3", "p4", "c1", stack=["derlon", "napoleon"], points=5)
    assert played.lines(FatigueIncurred) == [(-1, "MOVE.3E"), (1, "MOVE.3F")]
    assert played.block("derlon").fatigue == 0
    assert played.the(MovementEnded).reason == "citadel"
    assert played.state.control["c1"] == "french"
    assert played.state.track == 8


def test_ac_26_citadel_refused():
    given = position(
        {"derlon": at("p3", 4, 1, fatigue=8), "ney": at("ligny"), "hill": at("nivelles")}
    )
    played = moved(given, "p3", "p4", "c1", stack=["derlon"], points=5)
    assert played.the(FatigueAssigned).now == 9
    gone = played.the(CorpsEliminated)
    assert (gone.corps, gone.area, gone.strength_lost, gone.clauses) == (
        "derlon",
        "c1",
        5,
        ("ELIM.2",),
    )
    refused = played.the(ControlRefused)
    assert (refused.area, refused.clauses) == ("c1", ("CONTROL.4",))
    assert not played.events_of(ControlTaken)
    assert played.state.control["c1"] == "anglo_dutch"
    assert played.track_moves() == [(5, [(5, "VICTORY.1")])]


def test_ac_26_the_survivor_does_not_take_it_in_this_operation():
    given = position({"derlon": at("p3", fatigue=8), "lobau": at("p3"), "hill": at("nivelles")})
    played = moved(given, "p3", "p4", "c1", stack=["derlon", "lobau"], points=5)
    played = play(played, FRENCH, fatigue(derlon=1, lobau=0))
    assert played.the(CorpsEliminated).corps == "derlon"
    assert played.the(ControlRefused).area == "c1"
    assert not played.events_of(ControlTaken), "CONTROL.4, RULING.13"
    assert played.block("lobau").area == "c1"


def test_ac_27_fortified_farm():
    given = position({"derlon": at("p5"), "hill": at("nivelles")})
    played = moved(given, "p5", "r1", "p5", stack=["derlon"], points=3)
    taken = played.the(ControlTaken)
    assert (taken.area, taken.points) == ("r1", 1)
    assert {"CONTROL.2", "CONTROL.3"} <= set(taken.clauses)
    assert played.track_moves() == [(-1, [(-1, "VICTORY.2")])]
    assert played.asked == [(FRENCH, "march")], "it moves on"
    ended = play(played, FRENCH, END)
    assert ended.lines(FatigueIncurred) == []
    assert ended.block("derlon").fatigue == 0


def test_ac_27_fortified_farm_with_the_option_farm_stop():
    given = position({"derlon": at("p5"), "hill": at("nivelles")}, options={"farm_stop": True})
    played = moved(given, "p5", "r1", stack=["derlon"], points=3)
    assert played.the(MovementEnded).reason == "fortified farm"
    assert played.lines(FatigueIncurred) == [(1, "MOVE.3F")]
    assert played.block("derlon").fatigue == 1
    assert played.state.control["r1"] == "french"
    assert played.state.track == 9


def test_ac_28_contested_place():
    allied = {"beaumont": "anglo_dutch", "maubeuge": "anglo_dutch"}
    given = position(
        {
            "derlon": at("fleurus", 5, 0),
            "reille": at("fleurus", 5, 0),
            "hill": at("beaumont", 3, 0),
            "ziethen": at("gembloux"),
        },
        control=allied,
    )
    entered = moved(given, "fleurus", "beaumont", stack=["derlon", "reille"], points=4)
    assert entered.the(AreaBecameContested).area == "beaumont"
    assert not entered.events_of(ControlTaken), "CONTROL.1"
    assert entered.asked == [(FRENCH, "allocate_fatigue")], "MOVE.3C"
    entered = play(entered, FRENCH, fatigue(derlon=1, reille=0))

    chance = ScriptedChance(french=[box(1, 0)] + [box(0, 0)] * 2, allied=[box(0, 0)])
    won = play(entered, FRENCH, ATTACK, chance=chance)
    won = play(won, ALLIED, losses(hill=(1, 0)))
    assert won.block("hill").area == "maubeuge"
    assert won.the(AreaCeasedContested).area == "beaumont"
    taken = won.the(ControlTaken)
    assert (taken.area, taken.army, taken.points) == ("beaumont", "french", 1)
    assert {"CONTROL.2", "CONTROL.5"} <= set(taken.clauses)
    assert won.track_moves() == [(-1, [(-1, "VICTORY.1")]), (-1, [(-1, "VICTORY.2")])]
    assert not won.events_of(FatigueIncurred), "without fatigue"
    assert (won.block("derlon").fatigue, won.block("reille").fatigue) == (1, 0)
