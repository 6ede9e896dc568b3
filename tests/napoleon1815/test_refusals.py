"""Each refusal of chapter 17, with its clause: goes, actions, draw and recovery phase, set-up."""

import pytest

from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.napoleon1815.orders import (
    ActivateStack,
    ChooseAction,
    ChooseDelayedCorps,
    ChooseInertiaArea,
    ChooseRetreat,
    DeclineWindow,
    PlayRecoveryCard,
)
from tests.napoleon1815.kit import (
    ALLIED,
    DECLINE,
    FIGHT,
    FINISH,
    FRENCH,
    MOVE,
    NOTHING,
    PASS,
    RULES,
    activate,
    fatigue,
    march,
    play,
)
from tests.napoleon1815.refusing import active, drawn, field, hit, marching, recovering, refusal
from tests.napoleon1815.scripted import ScriptedChance, box

SPENT_HILL = PlayRecoveryCard(13, "hill")


def test_in_the_draw_phase():
    inertia = drawn("inertia")
    assert refusal(inertia, ALLIED, ChooseInertiaArea("ligny")) == "NO_OWN_CORPS CARD.inertia"
    assert refusal(inertia, FRENCH, ChooseInertiaArea("ligny")) == "NOT_YOUR_DECISION CARD.inertia"
    delay = drawn("delay")
    assert refusal(delay, ALLIED, ChooseDelayedCorps("hill")) == "NOT_A_REINFORCEMENT CARD.delay"


@pytest.mark.parametrize(
    ("order", "refused"),
    [
        (activate("ligny"), "NO_CORPS OPS.3"),
        (activate("ligny", "napoleon"), "NO_CORPS OPS.3"),
        (activate("ligny", "derlon", "lobau"), "NOT_SAME_AREA OPS.3"),
        (activate("ligny", "derlon", "lamarque"), "NOT_SAME_AREA OPS.3"),
        (activate("ligny", "derlon", "reille"), "BLOCK_SPENT OPS.3"),
        (activate("ligny", "murat"), "NOT_YOUR_BLOCK OPS.3"),
        (activate("quatre_bras", "picton"), "NOT_YOUR_BLOCK OPS.3"),
        (activate("elba", "napoleon"), "BAD_PAYLOAD OPS.3"),
        (ActivateStack("ligny", ("derlon", "derlon")), "BAD_PAYLOAD OPS.3"),
        (ActivateStack("ligny", ("ney", "derlon")), "BAD_PAYLOAD OPS.3"),
    ],
)
def test_what_is_no_stack(order, refused):
    assert refusal(field(), FRENCH, order) == refused


def test_no_card_where_none_is_asked_for():
    assert refusal(field(), FRENCH, DeclineWindow()) == "NO_WINDOW OPS.8"


def test_two_armies_are_no_stack():
    given = play(field(), FRENCH, PASS)
    mixed = activate("quatre_bras", "picton", "ziethen")
    assert refusal(given, ALLIED, mixed) == "MIXED_ARMIES OPS.4"


@pytest.mark.parametrize("order", [PASS, activate("nivelles", "hill")], ids=["pass", "activate"])
def test_when_it_is_not_the_player_s_go(order):
    assert refusal(field(), ALLIED, order) == "NOT_YOUR_GO OPS.1"
    assert refusal(active(), ALLIED, order) == "NOT_YOUR_GO OPS.1"
    assert refusal(field(passed=[ALLIED]), ALLIED, order) == "ALREADY_PASSED OPS.2"
    assert refusal(active(passed=[ALLIED]), ALLIED, order) == "ALREADY_PASSED OPS.2"
    assert refusal(active(), FRENCH, order) == "OPERATION_RUNNING OPS.1"


def test_an_action():
    assert refusal(active(), FRENCH, FIGHT) == "NOT_CONTESTED COMBAT.0a"
    assert refusal(active(), FRENCH, ChooseAction("dance")) == "BAD_PAYLOAD OPS.6"
    assert refusal(active(), ALLIED, NOTHING) == "NOT_YOUR_DECISION OPS.10"
    could_not = marching("ligny", stack=("derlon", "ney"), points=1)
    assert refusal(could_not, FRENCH, FIGHT) == "DECISION_PENDING MOVE.1H"


@pytest.mark.parametrize(
    ("order", "refused"),
    [
        (PlayRecoveryCard(13, "orange"), "CORPS_WAS_READY RECOVERY.2"),
        (PlayRecoveryCard(13, "picton"), "NO_FATIGUE RECOVERY.2"),
        (PlayRecoveryCard(13, "derlon"), "NOT_YOUR_BLOCK RECOVERY.2"),
        (PlayRecoveryCard(15, "hill"), "CARD_NOT_IN_HAND RECOVERY.2"),
        (PlayRecoveryCard(47, "hill"), "CARD_NOT_IN_HAND RECOVERY.2"),
    ],
)
def test_a_recovery_card(order, refused):
    assert refusal(recovering(), ALLIED, order) == refused


def test_a_second_recovery_card():
    given = play(recovering(), ALLIED, SPENT_HILL)
    second = PlayRecoveryCard(14, "hill")
    assert refusal(given, ALLIED, second) == "ONE_CARD_PER_CORPS RECOVERY.2"
    again = PlayRecoveryCard(13, "picton")
    assert refusal(given, ALLIED, again) == "CARD_NOT_IN_HAND RECOVERY.2"


def test_recovery_that_is_over():
    given = play(recovering(), ALLIED, FINISH)
    assert refusal(given, ALLIED, SPENT_HILL) == "ALREADY_FINISHED RECOVERY.2"
    assert refusal(given, ALLIED, FINISH) == "ALREADY_FINISHED RECOVERY.2"


def test_recovery_that_is_barred():
    barred = recovering(recovery_barred=[ALLIED])
    assert refusal(barred, ALLIED, SPENT_HILL) == "RECOVERY_BARRED CARD.delay"


def test_what_nobody_asked_for():
    assert refusal(recovering(), ALLIED, PASS) == "WRONG_PHASE SEQ.1"
    assert refusal(field(), FRENCH, SPENT_HILL) == "WRONG_PHASE SEQ.1"
    assert refusal(active(), FRENCH, DECLINE) == "DECISION_PENDING OPS.10"
    assert refusal(field(), FRENCH, MOVE) == "DECISION_PENDING OPS.1"
    assert refusal(field(), FRENCH, fatigue(derlon=1)) == "DECISION_PENDING OPS.1"
    assert refusal(field(), FRENCH, ChooseRetreat("fleurus-ligny")) == "DECISION_PENDING OPS.1"


def test_what_another_was_asked_for():
    assert (
        refusal(hit(box(0, 2), box(0, 0), box(0, 0)), FRENCH, fatigue(drouot=2))
        == "NOT_YOUR_DECISION ALLOC.1"
    )
    on_the_march = marching("fleurus")
    (road,) = march("fleurus", "p1")
    assert refusal(on_the_march, ALLIED, road) == "NOT_YOUR_DECISION MOVE.2"


@pytest.mark.parametrize(
    ("name", "options", "refused"),
    [
        ("fixture", {"players": 4}, "BAD_OPTION SETUP.1"),
        ("fixture", {"fog": True}, "BAD_OPTION SETUP.1"),
        ("fixture", {"resolver": 1}, "BAD_OPTION SETUP.1"),
        ("austerlitz", {}, "UNKNOWN_SCENARIO SETUP.1"),
    ],
)
def test_a_game_that_cannot_be_set_up(name, options, refused):
    with pytest.raises(SetupRefused) as caught:
        RULES.setup(name, options, ScriptedChance())
    assert f"{caught.value.refusal.code} {caught.value.refusal.clause}" == refused
