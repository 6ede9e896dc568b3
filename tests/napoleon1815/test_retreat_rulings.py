"""Retreat and pursuit where the acceptance cases are silent [chapters 8R and 8P, RULING.22-24]."""

from napoleon.rulesets.napoleon1815.events.cards import CardFlipped, DiceRolled
from napoleon.rulesets.napoleon1815.events.casualties import (
    CommanderRemoved,
    CorpsEliminated,
    FatigueAssigned,
    FatigueIncurred,
    LossesIncurred,
)
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatWon,
    PursuitSkipped,
    PursuitStarted,
    RetreatEnded,
    RetreatOwed,
    RetreatWaived,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.movement import (
    AreaBecameContested,
    ControlTaken,
    RetreatDirectionPenaltyTriggered,
    RetreatMarkerPlaced,
)
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent
from tests.napoleon1815.battles import BLANK, LOSS, WEARY, boxes, field, fight
from tests.napoleon1815.kit import ALLIED, FIGHT, FRENCH, activate, at, losses, play, retreat
from tests.napoleon1815.scripted import ScriptedChance, face


def beaten(area, *, by=1, allied_cards=1, blocks, **given):
    """Reille has beaten Picton in an area by so much; `blocks` and `given` as `field` takes them.

    Picton has given up infantry for it, and other Allies nothing.
    """
    state = field({"reille": at(area, 7, 0), **blocks}, **given)
    shown = [LOSS] * by + [BLANK] * (2 - by)
    played = fight(state, FRENCH, area, "reille", french=shown, allied=[BLANK] * allied_cards)
    others = dict.fromkeys(played.the(LossesIncurred).corps, (0, 0))
    return play(played, ALLIED, losses(**{**others, "picton": (by, 0)}))


# -- RULING.22: no legal road ---------------------------------------------------------------------


def test_ruling_22_no_legal_retreat_road():
    lost = beaten(
        "t1",
        blocks={"reille": at("t1", 6, 1), "picton": at("t1", 4, 0)},
        markers={"t1": (FRENCH, "p3")},
    )
    owed = lost.the(RetreatOwed)
    assert (owed.may_not_use, owed.clauses) == ("p3-t1", ("RETREAT.1", "RETREAT.4"))
    ended = lost.the(RetreatEnded)
    assert (ended.area, ended.reason) == ("t1", "no legal road")
    assert ended.clauses == ("RETREAT.12", "RULING.22")
    assert not lost.events_of(StackRetreated)
    skipped = lost.the(PursuitSkipped)
    assert (skipped.reason, skipped.clauses) == (
        "the losing stack could not retreat",
        ("RULING.22",),
    )
    assert lost.block("picton").area == "t1"
    assert lost.block("picton").fatigue == 0, "no penalty is invented"
    assert lost.state.contested == ["t1"]
    assert lost.state.control["t1"] == "anglo_dutch"
    assert lost.asked == [(ALLIED, "go")]


def test_ruling_22_the_path_ends_in_a_dead_end():
    lost = beaten("p2", by=2, blocks={"reille": at("p2", 6, 1), "picton": at("p2", 4, 0)})
    dead_end = play(lost, ALLIED, *retreat("p2", "f1"), chance=boxes(french=[WEARY]))
    ended = dead_end.the(RetreatEnded)
    assert (ended.area, ended.reason) == ("f1", "no legal road")
    assert len(dead_end.events_of(StackRetreated)) == 1
    assert dead_end.the(PursuitStarted), "it has retreated, so it is pursued"
    assert dead_end.block("picton").fatigue == 2
    refused = play(dead_end, ALLIED, *retreat("f1", "p2"))
    assert refused.refused == ("MUST_STOP", "RETREAT.12")


def test_ruling_22_a_position_is_not_given_up_where_no_road_leads_away():
    lost = beaten(
        "r1",
        blocks={"picton": at("r1", 4, 0)},
        allied_cards=2,
        fortified=["r1"],
        markers={"r1": (FRENCH, "p5")},
    )
    assert lost.the(RetreatEnded).reason == "no legal road"
    assert lost.state.fortified == ["r1"]
    assert lost.asked == [(ALLIED, "go")]


# -- RULING.23, RETREAT.6: who stands where the path leads -----------------------------------------


def test_ruling_23_retreat_into_enemy_area():
    blocks = {"picton": at("p2", 4, 0), "lobau": at("p3"), "ney": at("p3")}
    lost = beaten("p2", by=2, blocks=blocks, markers={"p2": (FRENCH, "p1")})
    played = play(lost, ALLIED, *retreat("p2", "p3"))
    assert played.the(AreaBecameContested).area == "p3"
    marker = played.the(RetreatMarkerPlaced)
    assert (marker.area, marker.side, marker.road) == ("p3", ALLIED, "p2-p3")
    assert marker.clauses == ("RETREATDIR.1", "RULING.23")
    assert (played.the(RetreatEnded).reason, played.the(RetreatEnded).area) == ("enemy stack", "p3")
    assert played.lines(FatigueIncurred) == [(4, "RETREAT.6")]
    assert played.block("picton").fatigue == 4
    assert not played.events_of(RetreatDirectionPenaltyTriggered)
    assert played.state.contested == ["p3"]


def test_ruling_23_retreat_through_an_enemy_arrow():
    blocks = {"picton": at("p2", 4, 0), "lobau": at("p3"), "hill": at("p3")}
    lost = beaten("p2", blocks=blocks, markers={"p3": (FRENCH, "p2")})
    played = play(lost, ALLIED, *retreat("p2", "p3"))
    assert not played.events_of(RetreatDirectionPenaltyTriggered)
    assert not played.events_of(RetreatMarkerPlaced)
    assert [e.corps for e in played.events_of(FatigueAssigned)] == ["picton"]
    assert (played.block("picton").fatigue, played.block("lobau").fatigue) == (2, 0)
    assert (played.state.markers["p3"].side, played.state.markers["p3"].road) == (FRENCH, "p2-p3")


def test_retreat_6_a_friendly_stack_stops_it_without_fatigue():
    blocks = {"picton": at("p2", 4, 0), "ziethen": at("p3")}
    lost = beaten("p2", by=2, blocks=blocks)
    played = play(lost, ALLIED, *retreat("p2", "p3"))
    ended = played.the(RetreatEnded)
    assert (ended.area, ended.reason, ended.clauses) == ("p3", "friendly stack", ("RETREAT.6",))
    assert not played.events_of(FatigueIncurred)


def test_retreat_9_both_armies_retreat_together():
    blocks = {"picton": at("p2", 4, 0), "ziethen": at("p2", 3, 0), "blucher": at("p2")}
    lost = beaten("p2", blocks=blocks, allied_cards=2)
    played = play(lost, ALLIED, *retreat("p2", "p3"))
    assert set(played.the(StackRetreated).blocks) == {"picton", "ziethen", "blucher"}
    assert played.the(StackRetreated).clauses == ("RETREAT.4",)


# -- RULING.40, RULING.61: others in the area ------------------------------------------------------


def test_ruling_40_an_attacker_retreats_and_leaves_others_behind():
    given = field(
        {"lobau": at("p2"), "ney": at("p2"), "reille": at("p2", ready=False), "hill": at("p2")},
        markers={"p2": (FRENCH, "p1")},
    )
    played = fight(given, FRENCH, "p2", "lobau", french=[BLANK], allied=[LOSS, BLANK])
    lost = play(played, FRENCH, losses(lobau=(1, 0)))
    assert lost.the(CombatWon).winner == ALLIED
    assert lost.the(StackRetreated).blocks == ("lobau",)
    assert lost.block("lobau").area == "p1"
    assert [lost.block(corps).area for corps in ("ney", "reille")] == ["p2", "p2"]
    assert lost.state.contested == ["p2"], "others of the French still stand there"
    assert lost.state.markers["p2"].side == FRENCH
    assert {e.block for e in lost.events_of(BlockSpent)} == {"lobau", "hill"}
    assert lost.block("ney").ready


def test_ruling_61_a_commander_is_not_left_alone_by_a_retreat():
    given = field({"lobau": at("p2"), "napoleon": at("p2"), "hill": at("p2")})
    played = fight(given, FRENCH, "p2", "lobau", french=[BLANK], allied=[LOSS, LOSS])
    lost = play(played, FRENCH, losses(lobau=(2, 0)))
    away = play(lost, FRENCH, *retreat("p2", "p3", "t1"))
    assert [e.blocks for e in away.events_of(StackRetreated)] == [("lobau", "napoleon")] * 2
    assert away.block("napoleon").area == "t1"
    assert not away.events_of(CommanderRemoved)


# -- RULING.48: nobody left ------------------------------------------------------------------------


def test_ruling_48_wiped_out_loser():
    given = field({"ney": at("p2"), "picton": at("p2", 1, 0)}, markers={"p2": (FRENCH, "p1")})
    played = fight(given, FRENCH, "p2", "ney", french=[LOSS], allied=[BLANK])
    over = play(played, ALLIED, losses(picton=(1, 0)))
    gone = over.the(CorpsEliminated)
    assert (gone.corps, gone.strength_lost, gone.clauses) == ("picton", 0, ("ELIM.1",))
    assert over.track_moves() == [(-1, [(-1, "VICTORY.1")])]
    assert over.the(RetreatWaived).clauses == ("RULING.48",)
    assert over.the(PursuitSkipped).clauses == ("RULING.48",)
    assert over.state.contested == [] and over.state.markers == {}


def test_ruling_48_napoleon_is_beaten_with_a_stack_that_is_no_more():
    given = field(
        {"lobau": at("p2", 1, 0), "napoleon": at("p2"), "ney": at("p2"), "picton": at("p2")}
    )
    played = fight(given, FRENCH, "p2", "lobau", "napoleon", french=[BLANK] * 3, allied=[LOSS])
    over = play(played, FRENCH, losses(lobau=(1, 0)))
    assert over.the(RetreatWaived).clauses == ("RULING.48",)
    assert over.track_moves() == [(1, [(1, "VICTORY.1")]), (3, [(3, "VICTORY.4")])]
    assert over.block("napoleon").area == "p2", "Ney keeps him on the map"


def test_ruling_67_a_beaten_stack_takes_nothing_before_it_goes():
    given = field(
        {"drouot": at("t1", 1, 0), "picton": at("t1")},
        control={"t1": "french"},
        markers={"t1": (ALLIED, "p3")},
    )
    played = fight(given, FRENCH, "t1", "drouot", french=[LOSS, LOSS], allied=[LOSS])
    answered = play(played, FRENCH, losses(drouot=(1, 0)))
    over = play(answered, ALLIED, losses(picton=(2, 0)))
    assert over.the(CorpsEliminated).corps == "drouot"
    assert over.the(CombatWon).winner == FRENCH
    assert over.the(RetreatOwed).must_use == "p3-t1", "its marker still binds it"
    assert over.block("picton").area == "p3"
    assert not over.events_of(ControlTaken)
    assert over.state.control["t1"] == "french"
    assert over.state.contested == [] and over.state.markers == {}


def test_ruling_67_a_beaten_french_stack_does_not_take_a_position_before_it_goes():
    blocks = {"steinmetz": at("quatre_bras", 1, 0), "blucher": at("quatre_bras")}
    given = field({**blocks, "lobau": at("quatre_bras")}, fortified=["quatre_bras"], to_go=ALLIED)
    played = fight(
        given, ALLIED, "quatre_bras", "blucher", "steinmetz", french=[LOSS], allied=[LOSS, LOSS]
    )
    answered = play(played, FRENCH, losses(lobau=(2, 0)))
    over = play(answered, ALLIED, losses(steinmetz=(1, 0)))
    assert over.the(CombatWon).winner == ALLIED
    assert over.state.fortified == ["quatre_bras"]


def test_ruling_67_what_a_beaten_stack_has_left_is_taken_before_it_goes_on():
    lost = beaten("t1", by=2, blocks={"picton": at("t1", 4, 0)}, control={"t1": "allied"})
    assert lost.asked == [(ALLIED, "retreat")]
    assert lost.block("picton").area == "p3", "it has taken its first road, and owes another"
    assert lost.the(ControlTaken).area == "t1"
    assert (lost.state.control["t1"], lost.state.contested) == (FRENCH, [])


# -- pursuit --------------------------------------------------------------------------------------


def test_pursuit_2_a_card_more_for_each_symbol():
    given = field({"grouchy": at("p2"), "lobau": at("p2"), "picton": at("p2")})
    played = fight(given, FRENCH, "p2", "grouchy", "lobau", french=[LOSS, BLANK], allied=[BLANK])
    lost = play(played, ALLIED, losses(picton=(1, 0)))
    pursued = play(lost, ALLIED, *retreat("p2", "p1"), chance=boxes(french=[WEARY, (1, 1)]))
    assert pursued.lines(PursuitStarted) == [(1, "PURSUIT.2"), (1, "PURSUIT.2")]
    assert pursued.lines(FatigueIncurred) == [(3, "PURSUIT.3")]
    assert (pursued.block("picton").fatigue, pursued.block("picton").strength) == (3, 3)


def test_ruling_24_cavalry_is_compared_after_the_fatigue_of_the_retreat():
    given = field(
        {"ney": at("p3", 0, 1), "picton": at("p3"), "uxbridge": at("p3", fatigue=8)},
        broken=[("p3", "p4")],
    )
    played = fight(given, FRENCH, "p3", "ney", french=[LOSS], allied=[BLANK])
    lost = play(played, ALLIED, losses(picton=(1, 0), uxbridge=(0, 0)))
    pursued = play(lost, ALLIED, *retreat("p3", "p4"), chance=boxes(french=[BLANK]))
    assert pursued.the(CorpsEliminated).corps == "uxbridge"
    assert pursued.the(PursuitStarted).cards == 1


def test_dice_2_pursuit_with_dice():
    given = field({"grouchy": at("p2"), "picton": at("p2")}, options={"resolver": "dice"})
    dice = ScriptedChance([face(1, 0)], [face(0, 0)])
    played = play(given, FRENCH, activate("p2", "grouchy"), FIGHT, chance=dice)
    lost = play(played, ALLIED, losses(picton=(1, 0)))
    dice = ScriptedChance([face(0, 2), face(1, 1)])
    pursued = play(lost, ALLIED, *retreat("p2", "p1"), chance=dice)
    rolled = pursued.the(DiceRolled)
    assert (rolled.faces, rolled.fatigue, rolled.purpose) == ((4, 3), 3, "pursuit")
    assert rolled.clauses == ("DICE.2", "PURSUIT.2", "RULING.62")
    assert pursued.block("picton").fatigue == 3
    assert not pursued.events_of(CardFlipped)
