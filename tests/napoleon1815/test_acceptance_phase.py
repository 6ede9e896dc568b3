"""Acceptance cases of the digest: passes, red events, recovery (AC-47 to AC-49, AC-66, AC-67)."""

import pytest

from napoleon.rulesets.napoleon1815.events.cards import (
    LastingEventEnded,
    LastingEventStarted,
    RecoveryBarred,
)
from napoleon.rulesets.napoleon1815.events.casualties import (
    FatigueAssigned,
    FatigueIncurred,
    FatigueRemoved,
    LossAssigned,
)
from napoleon.rulesets.napoleon1815.events.combat import CombatCardsCounted
from napoleon.rulesets.napoleon1815.events.movement import MovementPointsSet, StackCouldNotMove
from napoleon.rulesets.napoleon1815.events.operations import PlayerPassed
from napoleon.rulesets.napoleon1815.events.turn import GameWon
from napoleon.rulesets.napoleon1815.events.windows import EventApplied
from napoleon.rulesets.napoleon1815.orders import ActivateStack, PlayRecoveryCard
from tests.napoleon1815.battles import BLANK, LOSS, TIRING, field, fight
from tests.napoleon1815.foggy import go_on, in_fog, unopposed
from tests.napoleon1815.kit import (
    ALLIED,
    FINISH,
    FRENCH,
    MOVE,
    NOTHING,
    PASS,
    activate,
    at,
    begin_turn,
    fatigue,
    legal_orders,
    losses,
    march,
    play,
    position,
)
from tests.napoleon1815.playing_cards import no_cards
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, event, value

RAIN, ILL = {"rain": 37}, {"emperor_ill": 38}

# -- AC-47: passing --------------------------------------------------------------------------------


def test_ac_47_passing():
    given = position({"ney": at("ligny"), "picton": at("alost"), "hill": at("ath")})
    passed = play(given, FRENCH, PASS)
    assert passed.the(PlayerPassed).clauses == ("OPS.2",)
    refused = play(passed, FRENCH, activate("ligny", "ney"))
    assert refused.refused == ("ALREADY_PASSED", "OPS.2")

    operated = play(passed, ALLIED, activate("alost", "picton"), NOTHING)
    assert operated.asked == [(ALLIED, "go")], "operation after operation"
    refused = play(operated, FRENCH, activate("ligny", "ney"))
    assert refused.refused == ("ALREADY_PASSED", "OPS.2")
    assert play(operated, FRENCH, PASS).refused == ("ALREADY_PASSED", "OPS.2")


def test_ac_47_forced_pass():
    given = position({"ney": at("ligny"), "picton": at("alost"), "hill": at("ath")})
    done = play(given, FRENCH, activate("ligny", "ney"), NOTHING)
    assert not done.events_of(PlayerPassed), "nobody passes before it is his go"
    forced = play(done, ALLIED, activate("alost", "picton"), NOTHING)
    passed = forced.the(PlayerPassed)
    assert (passed.player, passed.forced, passed.next_player) == (FRENCH, True, ALLIED)
    assert passed.clauses == ("OPS.9",)
    assert forced.asked == [(ALLIED, "go")]


def all_corps_spent(**scout):
    """It is the next go of the French, whose corps are spent; a scout of theirs stands at P1."""
    given = in_fog(
        ney=at("ligny"),
        gerard=at("maubeuge", ready=False),
        french_scout_1=at("p1", **scout),
        picton=at("alost"),
        hill=at("ath"),
    )
    done = unopposed(go_on(given, FRENCH, activate("ligny", "ney"), NOTHING))
    return unopposed(go_on(done, ALLIED, activate("alost", "picton"), NOTHING))


def test_ac_47_a_ready_scout_keeps_a_player_going():
    given = all_corps_spent()
    assert not given.events_of(PlayerPassed)
    assert given.asked == [(FRENCH, "go")]
    stacks = [it for it in legal_orders(given, FRENCH) if isinstance(it, ActivateStack)]
    assert stacks == [activate("p1", "french_scout_1")]
    assert PASS in legal_orders(given, FRENCH), "[RULING.32]"


def test_ac_47_forced_pass_with_neither_ready_corps_nor_ready_scouts():
    given = all_corps_spent(ready=False)
    passed = given.the(PlayerPassed)
    assert (passed.player, passed.forced, passed.next_player) == (FRENCH, True, ALLIED)
    assert passed.clauses == ("OPS.9",)
    assert given.asked == [(ALLIED, "go")]


def test_ops_9_a_ready_commander_does_not_keep_a_player_going():
    given = position(
        {"ney": at("ligny"), "napoleon": at("ligny"), "picton": at("alost"), "hill": at("ath")}
    )
    done = play(given, FRENCH, activate("ligny", "ney"), NOTHING)
    forced = play(done, ALLIED, activate("alost", "picton"), NOTHING)
    assert forced.block("napoleon").ready
    assert forced.the(PlayerPassed).forced


# -- AC-48: rain ----------------------------------------------------------------------------------


def in_the_rain():
    """D'Erlon and Reille are activated in the rain, and D'Erlon takes the fatigue."""
    given = field({"derlon": at("p1"), "reille": at("p1")}, lasting=RAIN)
    return play(given, FRENCH, activate("p1", "derlon", "reille"))


def test_ac_48_rain():
    activated = in_the_rain()
    assert activated.lines(FatigueIncurred) == [(1, "CARD.rain")]
    assert activated.the(FatigueIncurred).clauses == ("CARD.rain", "RULING.11")
    assert activated.asked == [(FRENCH, "allocate_fatigue")]

    chance = ScriptedChance([value(4)])
    moved = play(activated, FRENCH, fatigue(derlon=1, reille=0), MOVE, chance=chance)
    assert [(e.corps, e.now) for e in moved.events_of(FatigueAssigned)] == [("derlon", 1)]
    assert moved.lines(MovementPointsSet) == [(4, "MOVE.1"), (-1, "MOVE.1A"), (-1, "MOVE.1E")]
    assert moved.the(MovementPointsSet).total == 2


def test_ac_48_who_is_attacked_is_not_tired_by_the_rain():
    given = field(
        {"derlon": at("p2", fatigue=1, ready=False), "lobau": at("p2"), "picton": at("p2")},
        lasting=RAIN,
        to_go=ALLIED,
    )
    played = fight(given, ALLIED, "p2", "picton", french=[BLANK] * 3, allied=[BLANK])
    assert [(e.side, e.reason) for e in played.events_of(FatigueIncurred)] == [(ALLIED, "rain")]
    assert (played.block("derlon").fatigue, played.block("lobau").fatigue) == (1, 0)
    assert not played.block("lobau").ready


def test_card_rain_a_single_corps_is_not_asked_and_may_have_no_points_left():
    given = field({"lobau": at("p1")}, lasting=RAIN)
    played = play(given, FRENCH, activate("p1", "lobau"), MOVE, chance=ScriptedChance([value(1)]))
    assert played.block("lobau").fatigue == 1
    assert played.the(MovementPointsSet).total == 0
    assert played.the(StackCouldNotMove).clauses == ("MOVE.1H", "RULING.20")
    assert played.block("lobau").fatigue == 1, "no fatigue for a move that did not take place"


# -- AC-49: the emperor is ill ---------------------------------------------------------------------


def test_ac_49_emperor_ill_movement():
    stack = ("derlon", "ney", "napoleon")
    given = field({name: at("ligny") for name in stack}, lasting=ILL)
    four = play(given, FRENCH, activate("ligny", *stack), MOVE, chance=ScriptedChance([value(4)]))
    assert four.lines(MovementPointsSet) == [(4, "MOVE.1"), (-1, "MOVE.1A")]
    assert four.the(MovementPointsSet).total == 3

    orders = [activate("ligny", *stack), MOVE]
    orders += march("ligny", "marbais", "quatre_bras", "genappe", "mont_saint_guibert")
    tired = play(given, FRENCH, *orders, chance=ScriptedChance([value(5)]))
    assert tired.lines(FatigueIncurred) == [(2, "MOVE.3A")]
    assert (tired.block("derlon").fatigue, tired.block("ney").fatigue) == (1, 1)


def test_ac_49_emperor_ill_combat():
    given = field({"ney": at("p2"), "napoleon": at("p2"), "picton": at("p2")}, lasting=ILL)
    played = fight(given, FRENCH, "p2", "napoleon", "ney", french=[BLANK], allied=[LOSS])
    assert played.lines(CombatCardsCounted, side=FRENCH) == [(1, "COMBAT.1b")]
    beaten = play(played, FRENCH, losses(ney=(0, 1)))
    assert beaten.track_moves() == [(1, [(1, "VICTORY.1")]), (3, [(3, "VICTORY.4")])]


def test_ac_49_emperor_ill_falls():
    given = field(
        {"ney": at("p2", fatigue=8), "napoleon": at("p2"), "picton": at("p2")},
        lasting=ILL,
        to_go=ALLIED,
    )
    won = fight(given, ALLIED, "p2", "picton", allied=[TIRING])
    assert won.the(GameWon).clauses == ("VICTORY.7",)


@pytest.mark.parametrize("name", ["rain", "emperor_ill"])
def test_cards_10_lasting_events_end_with_the_turn(name):
    given = position(
        {"ney": at("ligny"), "picton": at("nivelles")}, turn=1, passed=[FRENCH], to_go=ALLIED
    )
    chance = ScriptedChance([event(name)], otherwise=HARMLESS)
    drawn = begin_turn(given, ALLIED, PASS, chance=chance)
    started = drawn.the(LastingEventStarted)
    assert (started.event, started.clauses) == (name, (f"CARD.{name}", "DRAW.4"))
    assert drawn.state.lasting == {name: started.card}
    assert started.card not in drawn.state.hands[FRENCH] + drawn.state.discards[FRENCH]

    first, second = (drawn.state.to_go, ALLIED if drawn.state.to_go == FRENCH else FRENCH)
    chance = ScriptedChance(otherwise=HARMLESS)
    ended = play(play(drawn, first, PASS), second, PASS, chance=chance)
    assert ended.the(LastingEventEnded).clauses == ("RECOVERY.5", "CARDS.10")
    assert ended.state.lasting == {}
    assert started.card in ended.state.discards[FRENCH]


# -- AC-66, AC-67: recovery ------------------------------------------------------------------------


def test_ac_66_delayed_troops():
    blocks = {
        "ney": at("ligny", fatigue=4, ready=False),
        "picton": at("nivelles", fatigue=4, ready=False),
    }
    given = position(blocks, turn=1, phase="recovery", hands={FRENCH: [40]})
    assert not given.reinforcements, "no Prussian is left to come"
    chance = ScriptedChance(
        french=[HARMLESS] * 3 + [value(4)], allied=[event("delay"), HARMLESS, HARMLESS, value(3)]
    )
    drawn = begin_turn(given, FRENCH, FINISH, chance=chance)
    assert drawn.the(EventApplied).event == "delay"
    assert (drawn.the(RecoveryBarred).side, drawn.the(RecoveryBarred).clauses) == (
        ALLIED,
        ("CARD.delay",),
    )

    active = no_cards(play(drawn, FRENCH, activate("ligny", "ney")))
    first = no_cards(play(active, FRENCH, NOTHING))
    active = no_cards(play(first, ALLIED, activate("nivelles", "picton")))
    second = no_cards(play(active, ALLIED, NOTHING))
    assert second.asked == [(FRENCH, "recovery")]
    card = second.state.hands[ALLIED][0]
    barred = play(second, ALLIED, PlayRecoveryCard(card, "picton"))
    assert barred.refused == ("RECOVERY_BARRED", "CARD.delay")

    allowed = play(second, FRENCH, PlayRecoveryCard(second.state.hands[FRENCH][0], "ney"))
    assert allowed.refusal is None, "the enemy is not barred"

    third = begin_turn(second, FRENCH, FINISH, chance=ScriptedChance(otherwise=HARMLESS))
    assert third.state.turn == 3
    assert third.block("picton").fatigue == 4, "nobody helped him"
    for seat in (third.state.to_go, ALLIED if third.state.to_go == FRENCH else FRENCH):
        area, corps = ("ligny", "ney") if seat == FRENCH else ("nivelles", "picton")
        third = no_cards(play(third, seat, activate(area, corps)))
        third = no_cards(play(third, seat, NOTHING))
    assert sorted(third.asked) == [(ALLIED, "recovery"), (FRENCH, "recovery")]
    card = third.state.hands[ALLIED][0]
    helped = play(third, ALLIED, PlayRecoveryCard(card, "picton"), FINISH)
    recovered = play(helped, FRENCH, FINISH, chance=ScriptedChance(otherwise=HARMLESS))
    assert recovered.the(FatigueRemoved, corps="picton").player == ALLIED
    assert recovered.block("picton").fatigue < 4


def test_ac_67_recovery_limits():
    given = position(
        {
            "reille": at("ligny", fatigue=6),
            "lobau": at("ligny", fatigue=4, ready=False),
            "gerard": at("ligny", ready=False),
            "picton": at("nivelles"),
        },
        passed=[FRENCH],
        to_go=ALLIED,
        hands={FRENCH: [40, 41, 42]},
    )
    passed = play(given, ALLIED, PASS)
    assert passed.block("reille").fatigue == 0
    played = play(passed, FRENCH, PlayRecoveryCard(40, "lobau"))
    assert not played.events_of(FatigueRemoved), "it waits until all have finished"
    for order, refusal in [
        (PlayRecoveryCard(41, "lobau"), ("ONE_CARD_PER_CORPS", "RECOVERY.2")),
        (PlayRecoveryCard(40, "gerard"), ("CARD_NOT_IN_HAND", "RECOVERY.2")),
        (PlayRecoveryCard(41, "reille"), ("CORPS_WAS_READY", "RECOVERY.2")),
        (PlayRecoveryCard(41, "gerard"), ("NO_FATIGUE", "RECOVERY.2")),
        (PlayRecoveryCard(41, "picton"), ("NOT_YOUR_BLOCK", "RECOVERY.2")),
    ]:
        assert play(played, FRENCH, order).refused == refusal

    ended = play(played, FRENCH, FINISH, chance=ScriptedChance(otherwise=HARMLESS))
    removed = ended.the(FatigueRemoved)
    assert (removed.corps, removed.points, removed.now) == ("lobau", 2, 2)
    assert not ended.events_of(LossAssigned), "6 fatigue were gone before RECOVERY.3"
