"""Acceptance cases of the digest: cards, effects and losses of a combat (AC-31 to AC-36)."""

import pytest

from napoleon.rulesets.napoleon1815.events.casualties import (
    CorpsEliminated,
    FatigueAssigned,
    LossAssigned,
    LossesIncurred,
)
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatCalledOff,
    CombatCardsCounted,
    CombatDrawn,
    CombatEffectsSet,
    CombatStarted,
    CombatWon,
    PursuitSkipped,
    PursuitStarted,
    RetreatOwed,
)
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent
from napoleon.rulesets.napoleon1815.events.turn import VictoryTrackMoved
from tests.napoleon1815.battles import BLANK, BOTH, LOSS, TIRING, WEARY, field, fight
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    FRENCH,
    MOVE,
    activate,
    at,
    legal_orders,
    losses,
    march,
    play,
)
from tests.napoleon1815.scripted import ScriptedChance, value

# -- AC-31, AC-32: how many cards ------------------------------------------------------------------


@pytest.mark.parametrize(("fatigue", "at_check"), [(5, -1), (0, 0)], ids=["tired", "fresh"])
def test_ac_31_attack_called_off(fatigue, at_check):
    given = field({"drouot": at("p1", 3, 1, fatigue=fatigue), "picton": at("p2")})
    orders = [activate("p1", "drouot"), MOVE, *march("p1", "p2"), ATTACK]
    played = play(given, FRENCH, *orders, chance=ScriptedChance([value(3)]))

    assert played.the(CombatStarted).kind == "move_attack"
    called_off = played.the(CombatCalledOff)
    assert called_off.total_at_check == at_check, "the bonus of the Guard does not count here"
    assert called_off.clauses == ("COMBAT.1d", "RULING.9")
    assert not played.events_of(CombatCardsCounted)
    assert not played.flipped("combat")
    assert [e.block for e in played.events_of(BlockSpent)] == ["drouot"]
    assert played.block("picton").ready
    assert played.state.contested == ["p2"]
    assert played.asked == [(ALLIED, "go")]


def test_ac_31_a_stack_that_did_not_move_is_called_off_as_well():
    given = field({"ney": at("p2", fatigue=5), "picton": at("p2")})
    played = fight(given, FRENCH, "p2", "ney")
    assert played.the(CombatCalledOff).total_at_check == 0


def test_ac_32_defender_without_cards():
    given = field({"lobau": at("p2"), "picton": at("p2", 2, 0, fatigue=6)})
    played = fight(given, FRENCH, "p2", "lobau", french=[LOSS])
    assert played.lines(CombatCardsCounted, side=FRENCH) == [(1, "COMBAT.1b")]
    assert played.lines(CombatCardsCounted, side=ALLIED) == [(1, "COMBAT.1b"), (-1, "COMBAT.1d")]
    assert played.the(CombatCardsCounted, side=ALLIED).total == 0
    assert [card.side for card in played.flipped("combat")] == [FRENCH]

    won = play(played, ALLIED, losses(picton=(1, 0))).the(CombatWon)
    assert (won.winner, won.distance) == (FRENCH, 1)
    assert won.losses_inflicted == {FRENCH: 1, ALLIED: 0}


# -- AC-33: terrain --------------------------------------------------------------------------------


def test_ac_33_terrain_defender_in_a_town():
    given = field({"reille": at("t1"), "picton": at("t1")})
    played = fight(given, FRENCH, "t1", "reille", french=[WEARY, TIRING], allied=[BLANK])
    assert played.lines(CombatCardsCounted, side=ALLIED) == [(1, "COMBAT.1b")]
    assert played.lines(CombatEffectsSet, side_hit=ALLIED) == [(3, "COMBAT.3b"), (-1, "COMBAT.3c")]
    assert played.the(CombatEffectsSet, side_hit=ALLIED).fatigue == 2
    assert played.block("picton").fatigue == 2


def test_ac_33_terrain_attacker_in_a_town():
    given = field({"reille": at("t1"), "hill": at("t1")})
    played = fight(given, FRENCH, "t1", "reille", french=[BLANK] * 2, allied=[WEARY, TIRING])
    assert played.lines(CombatCardsCounted, side=FRENCH) == [(2, "COMBAT.1b")]
    assert played.lines(CombatEffectsSet, side_hit=FRENCH) == [(3, "COMBAT.3b")]
    assert played.block("reille").fatigue == 3


def test_ac_33_terrain_allies_on_a_fortified_position():
    given = field({"lobau": at("r1"), "picton": at("r1")}, fortified=["r1"])
    played = fight(given, FRENCH, "r1", "lobau", french=[TIRING], allied=[BLANK] * 2)
    assert played.lines(CombatCardsCounted, side=ALLIED) == [(1, "COMBAT.1b"), (1, "COMBAT.1g")]
    assert played.lines(CombatEffectsSet, side_hit=ALLIED) == [
        (1, "COMBAT.3b"),
        (-2, "COMBAT.3d"),
        (1, "COMBAT.3e"),
    ]
    assert played.the(CombatEffectsSet, side_hit=ALLIED).fatigue == 0
    assert played.block("picton").fatigue == 0


def test_ac_33_terrain_french_on_a_fortified_position():
    given = field({"lobau": at("r1"), "picton": at("r1")}, fortified=["r1"], to_go=ALLIED)
    played = fight(given, ALLIED, "r1", "picton", french=[BLANK], allied=[TIRING])
    assert played.lines(CombatCardsCounted, side=FRENCH) == [(1, "COMBAT.1b")]
    assert played.lines(CombatEffectsSet, side_hit=FRENCH) == [(1, "COMBAT.3b")]
    assert played.block("lobau").fatigue == 1


@pytest.mark.parametrize(
    ("flag", "breakdown"),
    [("anglo_dutch", [(1, "COMBAT.1b"), (1, "COMBAT.1f")]), ("french", [(1, "COMBAT.1b")])],
    ids=["own flag", "flag of the attacker"],
)
def test_ac_33_terrain_citadel(flag, breakdown):
    given = field({"lobau": at("c1"), "picton": at("c1")}, control={"c1": flag})
    cards = [BLANK] * len(breakdown)
    played = fight(given, FRENCH, "c1", "lobau", french=[BLANK], allied=cards)
    assert played.lines(CombatCardsCounted, side=ALLIED) == breakdown
    assert played.lines(CombatCardsCounted, side=FRENCH) == [(1, "COMBAT.1b")]


def test_ac_33_terrain_forest():
    given = field({"lobau": at("f1"), "picton": at("f1")})
    played = fight(given, FRENCH, "f1", "lobau", french=[BLANK], allied=[BLANK] * 2)
    assert played.lines(CombatCardsCounted, side=ALLIED) == [(1, "COMBAT.1b"), (1, "COMBAT.1e")]
    assert played.lines(CombatCardsCounted, side=FRENCH) == [(1, "COMBAT.1b")]


# -- AC-34, AC-35: fatigue and losses -------------------------------------------------------------


def three_defenders(perponcher, cards):
    """Picton 3/0, Hill 2/0 and Perponcher are hit by these cards of Reille's."""
    given = field(
        {
            "reille": at("p2"),
            "picton": at("p2", 3, 0),
            "hill": at("p2", 2, 0),
            "perponcher": at("p2", *perponcher),
        }
    )
    return fight(given, FRENCH, "p2", "reille", french=cards, allied=[BLANK] * 3)


def test_ac_34_cavalry_rule():
    played = three_defenders((1, 1), [LOSS, LOSS])
    assert played.the(LossesIncurred).cavalry_owed
    assert legal_orders(played, ALLIED) == [
        losses(picton=(1, 0), hill=(0, 0), perponcher=(0, 1)),
        losses(picton=(0, 0), hill=(1, 0), perponcher=(0, 1)),
    ]
    refused = play(played, ALLIED, losses(picton=(1, 0), hill=(1, 0), perponcher=(0, 0)))
    assert refused.refused == ("CAVALRY_REQUIRED", "COMBAT.4d")
    refused = play(played, ALLIED, losses(picton=(1, 0), hill=(0, 0), perponcher=(1, 0)))
    assert refused.refused == ("CAVALRY_REQUIRED", "COMBAT.4d")
    refused = play(played, ALLIED, losses(picton=(0, 0), hill=(0, 0), perponcher=(1, 1)))
    assert refused.refused == ("NOT_EVEN", "ALLOC.3")
    refused = play(played, ALLIED, losses(picton=(1, 0), hill=(0, 1), perponcher=(0, 0)))
    assert refused.refused == ("NOT_ENOUGH_SP", "COMBAT.4e")


def test_ac_34_one_loss_is_free():
    played = three_defenders((1, 1), [LOSS, BLANK])
    assert not played.the(LossesIncurred).cavalry_owed
    assert legal_orders(played, ALLIED) == [
        losses(picton=(1, 0), hill=(0, 0), perponcher=(0, 0)),
        losses(picton=(0, 0), hill=(1, 0), perponcher=(0, 0)),
        losses(picton=(0, 0), hill=(0, 0), perponcher=(1, 0)),
        losses(picton=(0, 0), hill=(0, 0), perponcher=(0, 1)),
    ]


def test_ac_34_without_cavalry_it_is_free():
    played = three_defenders((2, 0), [LOSS, LOSS])
    assert not played.the(LossesIncurred).cavalry_owed
    spread = play(played, ALLIED, losses(picton=(1, 0), hill=(1, 0), perponcher=(0, 0)))
    assert [(e.corps, e.kind, e.points, e.now) for e in spread.events_of(LossAssigned)] == [
        ("picton", "infantry", 1, 2),
        ("hill", "infantry", 1, 1),
    ]


def test_ac_35_fatigue_before_losses():
    given = field(
        {"reille": at("p2", 7, 0), "hill": at("p2", 2, 0, fatigue=8), "picton": at("p2", 3, 0)}
    )
    played = fight(given, FRENCH, "p2", "reille", french=[BOTH, BOTH], allied=[BLANK])
    assert played.lines(CombatCardsCounted, side=ALLIED) == [
        (1, "COMBAT.1b"),
        (1, "COMBAT.1b"),
        (-1, "COMBAT.1d"),
    ]
    assert [(e.corps, e.now) for e in played.events_of(FatigueAssigned)] == [
        ("hill", 9),
        ("picton", 1),
    ]
    gone = played.the(CorpsEliminated)
    assert (gone.corps, gone.strength_lost, gone.clauses) == ("hill", 2, ("ELIM.2",))
    assert played.the(LossesIncurred).corps == ("picton",)
    assert legal_orders(played, ALLIED) == [losses(picton=(2, 0))]
    assert not played.events_of(VictoryTrackMoved), "the track waits for the losses"

    decided = play(played, ALLIED, losses(picton=(2, 0)))
    assert decided.track_moves() == [(-4, [(-2, "VICTORY.1"), *[(-1, "VICTORY.1")] * 2])]
    won = decided.the(CombatWon)
    assert (won.winner, won.distance, won.losses_inflicted) == (FRENCH, 2, {FRENCH: 2, ALLIED: 0})
    assert won.clauses == ("COMBAT.5", "RULING.46")


def test_ruling_12_what_a_corps_cannot_absorb_goes_to_the_others():
    given = field(
        {"reille": at("p2"), "vandamme": at("p2"), "hill": at("p2", 1, 0), "picton": at("p2", 4, 0)}
    )
    played = fight(given, FRENCH, "p2", "reille", "vandamme", french=[LOSS] * 4, allied=[BLANK] * 2)
    assert legal_orders(played, ALLIED) == [losses(hill=(1, 0), picton=(3, 0))]
    refused = play(played, ALLIED, losses(hill=(2, 0), picton=(2, 0)))
    assert refused.refused == ("NOT_ENOUGH_SP", "COMBAT.4e")


# -- AC-36: a draw ---------------------------------------------------------------------------------


def test_ac_36_drawn_combat():
    given = field({"lobau": at("p2"), "picton": at("p2")}, markers={"p2": (FRENCH, "p1")}, track=10)
    played = fight(given, FRENCH, "p2", "lobau", french=[LOSS], allied=[LOSS])
    assert played.asked == [(FRENCH, "allocate_losses"), (ALLIED, "allocate_losses")]
    waiting = play(played, ALLIED, losses(picton=(1, 0)))
    assert not waiting.events_of(LossAssigned), "an answer waits for the other side's"

    drawn = play(waiting, FRENCH, losses(lobau=(1, 0)))
    assert [(e.side, e.by) for e in drawn.events_of(LossAssigned)] == [
        (FRENCH, FRENCH),
        (ALLIED, ALLIED),
    ]
    assert drawn.track_moves() == [(0, [(1, "VICTORY.1"), (-1, "VICTORY.1")])]
    assert drawn.state.track == 10
    assert (drawn.the(CombatDrawn).losses, drawn.the(CombatDrawn).clauses) == (1, ("COMBAT.5",))
    assert not drawn.events_of(RetreatOwed)
    assert not drawn.events_of(PursuitStarted) + drawn.events_of(PursuitSkipped)
    assert {e.block for e in drawn.events_of(BlockSpent)} == {"lobau", "picton"}
    assert drawn.block("lobau").area == drawn.block("picton").area == "p2"
    assert drawn.state.contested == ["p2"]
    assert list(drawn.state.markers) == ["p2"]
