"""Acceptance cases of the digest: retreat and pursuit (AC-37 to AC-40)."""

import pytest

from napoleon.rulesets.napoleon1815.events.casualties import FatigueAssigned, FatigueIncurred
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatWon,
    PursuitSkipped,
    PursuitStarted,
    RetreatEnded,
    RetreatOwed,
    RetreatWaived,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.movement import FortifiedPositionRemoved
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent
from tests.napoleon1815.battles import BLANK, LOSS, boxes, field, fight
from tests.napoleon1815.kit import ALLIED, FRENCH, GIVE_UP, at, legal_orders, losses, play, retreat

# -- AC-37: the fortified position -----------------------------------------------------------------


def lost_on_the_position():
    """The Allies lost by 2 on the fortified position of Quatre-Bras."""
    given = field(
        {"reille": at("quatre_bras"), "ney": at("quatre_bras"), "picton": at("quatre_bras", 4, 0)},
        fortified=["quatre_bras"],
        markers={"quatre_bras": (FRENCH, "marbais")},
        passed=[ALLIED],
    )
    played = fight(given, FRENCH, "quatre_bras", "reille", french=[LOSS, LOSS], allied=[BLANK] * 2)
    return play(played, ALLIED, losses(picton=(2, 0)))


def test_ac_37_fortified_position_given_up():
    lost = lost_on_the_position()
    assert lost.the(CombatWon).distance == 2
    assert lost.asked == [(ALLIED, "retreat")]
    assert legal_orders(lost, ALLIED) == [
        *retreat("quatre_bras", "genappe"),
        *retreat("quatre_bras", "nivelles"),
        GIVE_UP,
    ]

    stayed = play(lost, ALLIED, GIVE_UP)
    removed = stayed.the(FortifiedPositionRemoved)
    assert (removed.area, removed.reason) == ("quatre_bras", "given up")
    assert removed.clauses == ("FORTPOS.2", "RETREAT.2")
    assert stayed.the(RetreatWaived).clauses == ("RETREAT.2", "RULING.25")
    assert stayed.the(PursuitSkipped).clauses == ("RETREAT.2",), "though Reille has more cavalry"
    assert not stayed.events_of(StackRetreated)
    assert stayed.block("picton").area == "quatre_bras"
    assert stayed.state.fortified == []
    assert stayed.state.contested == ["quatre_bras"]
    assert {e.block for e in stayed.events_of(BlockSpent)} == {"reille", "picton"}


def test_ac_37_a_second_lost_battle_has_no_such_option():
    stayed = play(lost_on_the_position(), ALLIED, GIVE_UP)
    again = fight(stayed, FRENCH, "quatre_bras", "ney", french=[LOSS], allied=[BLANK])
    lost = play(again, ALLIED, losses(picton=(1, 0)))
    assert legal_orders(lost, ALLIED) == [
        *retreat("quatre_bras", "genappe"),
        *retreat("quatre_bras", "nivelles"),
    ]
    refused = play(lost, ALLIED, GIVE_UP)
    assert refused.refused == ("NO_FORTIFIED_POSITION", "RETREAT.2")


# -- AC-38: penalties ------------------------------------------------------------------------------


def lost_by_three_at_p3():
    """The Allies lost by 3 at P3; the bridge to P4 is broken, P5 is contested."""
    given = field(
        {
            "reille": at("p3", 7, 0),
            "lobau": at("p3"),
            "picton": at("p3"),
            "perponcher": at("p3"),
            "vandamme": at("p5"),
            "derlon": at("p5"),
            "hill": at("p5"),
        },
        broken=[("p3", "p4")],
        markers={"p3": (FRENCH, "p2"), "p5": (FRENCH, "p2")},
    )
    played = fight(given, FRENCH, "p3", "reille", "lobau", french=[LOSS] * 3, allied=[BLANK] * 2)
    return play(played, ALLIED, losses(picton=(2, 0), perponcher=(0, 1)))


def road_by_road(played):
    """Each road of a retreat: where it leads, and its extra fatigue with the clause."""
    return [
        (step.area, [(line.amount, line.clause) for line in step.breakdown])
        for step in played.events_of(StackRetreated)
    ]


def test_ac_38_retreat_penalties():
    lost = lost_by_three_at_p3()
    assert lost.the(RetreatOwed).roads == 3
    played = play(lost, ALLIED, *retreat("p3", "p4", "p5"))
    assert road_by_road(played) == [("p4", [(2, "RETREAT.7")]), ("p5", [(4, "RETREAT.6")])]
    ended = played.the(RetreatEnded)
    assert (ended.area, ended.reason, ended.clauses) == ("p5", "enemy stack", ("RETREAT.6",))
    assert played.lines(FatigueIncurred) == [(2, "RETREAT.7"), (4, "RETREAT.6")]
    assert played.the(FatigueIncurred).total == 6
    assert played.the(FatigueIncurred).clauses == ("RETREAT.8",)
    assert [(e.corps, e.now) for e in played.events_of(FatigueAssigned)] == [
        ("picton", 3),
        ("perponcher", 3),
    ]
    assert played.block("hill").fatigue == 0, "only those who retreated suffer"


def test_ac_38_three_roads_insisted_on():
    refused = play(lost_by_three_at_p3(), ALLIED, *retreat("p3", "p4", "p5", "p6"))
    assert refused.refused == ("MUST_STOP", "RETREAT.6")


# -- AC-39: the own marker -------------------------------------------------------------------------


def french_attack_lost_at_quatre_bras(by, toward):
    """D'Erlon attacked at Quatre-Bras and lost; the French marker points `toward` an area."""
    given = field(
        {"derlon": at("quatre_bras", 5, 0), "hill": at("quatre_bras"), "picton": at("quatre_bras")},
        markers={"quatre_bras": (FRENCH, toward)},
    )
    shown = [LOSS] * by + [BLANK] * (3 - by)
    played = fight(given, FRENCH, "quatre_bras", "derlon", french=[BLANK] * 2, allied=shown)
    return play(played, FRENCH, losses(derlon=(by, 0)))


def test_ac_39_own_marker_in_retreat():
    lost = french_attack_lost_at_quatre_bras(2, "marbais")
    owed = lost.the(RetreatOwed)
    assert (owed.roads, owed.must_use) == (2, "marbais-quatre_bras")
    assert owed.clauses == ("RETREAT.1", "RETREAT.3")
    first = lost.the(StackRetreated)
    assert (first.area, first.clauses) == ("marbais", ("RETREAT.3",)), "there is no choice to ask"
    assert legal_orders(lost, FRENCH) == [
        *retreat("marbais", "ligny"),
        *retreat("marbais", "mont_saint_guibert"),
    ]
    refused = play(lost, FRENCH, *retreat("marbais", "quatre_bras"))
    assert refused.refused == ("ROAD_REUSED", "RETREAT.5")

    away = play(lost, FRENCH, *retreat("marbais", "ligny"))
    assert away.the(RetreatEnded).clauses == ("RETREAT.1",)
    assert away.block("derlon").area == "ligny"
    refused = play(away, FRENCH, *retreat("ligny", "gembloux"))
    assert refused.refused == ("WRONG_LENGTH", "RETREAT.1")


def test_ac_39_no_road_leads_into_the_battle():
    lost = french_attack_lost_at_quatre_bras(3, "nivelles")
    played = play(lost, FRENCH, *retreat("nivelles", "genappe", "quatre_bras"))
    assert played.refused == ("REENTERS_BATTLE", "RETREAT.5")


def on_a_position_with_a_marker(side):
    """The Allies lost by 1 on the position of Quatre-Bras; a marker points to Marbais."""
    given = field(
        {"lobau": at("quatre_bras"), "picton": at("quatre_bras")},
        fortified=["quatre_bras"],
        markers={"quatre_bras": (side, "marbais")},
    )
    played = fight(given, FRENCH, "quatre_bras", "lobau", french=[LOSS], allied=[BLANK] * 2)
    return play(played, ALLIED, losses(picton=(1, 0)))


@pytest.mark.parametrize(
    ("side", "to", "refusal"),
    [
        (ALLIED, "genappe", ("OWN_RETREAT_ROAD_FIRST", "RETREAT.3")),
        (FRENCH, "marbais", ("ENEMY_RETREAT_ROAD", "RETREAT.4")),
    ],
)
def test_ac_39_the_first_road_goes_by_the_marker(side, to, refusal):
    lost = on_a_position_with_a_marker(side)
    assert play(lost, ALLIED, *retreat("quatre_bras", to)).refused == refusal
    assert play(lost, ALLIED, *retreat("ligny", "marbais")).refused == ("NOT_ADJACENT", "RETREAT.1")


# -- AC-40: no pursuit ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("area", "cards", "reason"),
    [
        ("f1", 2, "the battle was fought in a forest"),
        ("c1", 2, "the battle was fought in a citadel"),
    ],
)
def test_ac_40_no_pursuit_from_a_forest_or_a_citadel(area, cards, reason):
    given = field({"ney": at(area), "picton": at(area)})
    played = fight(given, FRENCH, area, "ney", french=[LOSS], allied=[BLANK] * cards)
    beaten = play(played, ALLIED, losses(picton=(1, 0)))
    skipped = beaten.the(PursuitSkipped)
    assert (skipped.reason, skipped.clauses) == (reason, ("PURSUIT.1",))
    assert not beaten.flipped("pursuit")


def test_ac_40_no_pursuit_with_equal_cavalry():
    given = field({"ney": at("p1", 0, 1), "perponcher": at("p1", 2, 1)})
    played = fight(given, FRENCH, "p1", "ney", french=[LOSS], allied=[BLANK])
    lost = play(played, ALLIED, losses(perponcher=(1, 0)))
    skipped = play(lost, ALLIED, *retreat("p1", "p2")).the(PursuitSkipped)
    assert skipped.reason == "the winner has no more cavalry than the loser"
    assert skipped.clauses == ("PURSUIT.1",)


def test_pursuit_1_with_more_cavalry_it_takes_place():
    given = field({"ney": at("p1", 0, 1), "perponcher": at("p1", 2, 1)})
    played = fight(given, FRENCH, "p1", "ney", french=[LOSS], allied=[BLANK])
    lost = play(played, ALLIED, losses(perponcher=(0, 1)))
    pursued = play(lost, ALLIED, *retreat("p1", "p2"), chance=boxes(french=[(1, 1)]))
    assert pursued.lines(PursuitStarted) == [(1, "PURSUIT.2")]
    assert pursued.lines(FatigueIncurred) == [(1, "PURSUIT.3")]
    assert (pursued.block("perponcher").strength, pursued.block("perponcher").fatigue) == (2, 1)
