"""Acceptance cases of the digest: draw phase and recovery phase (AC-01, AC-03, AC-21)."""

import pytest

from napoleon.rulesets.napoleon1815.events.cards import (
    CardDiscarded,
    CardDrawn,
    LastingEventStarted,
    RedCardRevealed,
    RedCardsCancelled,
)
from napoleon.rulesets.napoleon1815.events.casualties import (
    CorpsRested,
    FatigueRemoved,
    LossAssigned,
)
from napoleon.rulesets.napoleon1815.events.operations import BlockReadied, BlockSpent, PlayerPassed
from napoleon.rulesets.napoleon1815.events.turn import TurnStarted
from napoleon.rulesets.napoleon1815.events.windows import EventApplied
from napoleon.rulesets.napoleon1815.orders import ChooseInertiaArea, PlayRecoveryCard
from tests.napoleon1815.kit import (
    ALLIED,
    FINISH,
    FRENCH,
    PASS,
    asked,
    at,
    begin_turn,
    legal_orders,
    losses,
    play,
    position,
)
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, event, value

INERTIA, REINFORCEMENTS, FORCED_MARCH, RAIN = 2, 7, 13, 37


def end_of_turn(**given):
    """The last go of a turn: the Allies are about to pass, and the next turn begins."""
    blocks = {"ney": at("ligny"), "picton": at("nivelles"), "hill": at("nivelles"), **given}
    blocks.setdefault("ziethen", at("gembloux"))
    return position(blocks, turn=1, to_go=ALLIED, passed=[FRENCH])


def test_ac_01_draw():
    chance = ScriptedChance(
        french=[HARMLESS] * 3,
        allied=[event("inertia"), event("reinforcements"), event("forced_march")],
    )
    drawn = play(end_of_turn(), ALLIED, PASS, chance=chance)

    cards = [e.card for e in drawn.events_of(CardDrawn) if e.player == ALLIED]
    assert cards == [INERTIA, REINFORCEMENTS, FORCED_MARCH]
    revealed = drawn.the(RedCardRevealed)
    assert (revealed.player, revealed.event, revealed.clauses) == (ALLIED, "inertia", ("DRAW.2",))
    assert drawn.asked == [(ALLIED, "choose_inertia_area")]
    assert legal_orders(drawn, ALLIED) == [
        ChooseInertiaArea("nivelles"),
        ChooseInertiaArea("gembloux"),
    ]

    chance = ScriptedChance(french=[value(3)], allied=[value(3)])
    named = begin_turn(drawn, ALLIED, ChooseInertiaArea("nivelles"), chance=chance)
    applied = named.the(EventApplied)
    assert (applied.event, applied.summary, applied.clauses) == (
        "inertia",
        "nivelles",
        ("CARD.inertia",),
    )
    spent = named.events_of(BlockSpent)
    assert [e.block for e in spent] == ["picton", "hill"]
    assert all("CARD.inertia" in e.clauses for e in spent)
    assert named.block("ziethen").ready and named.block("ney").ready
    discarded = named.the(CardDiscarded)
    assert (discarded.card, discarded.side) == (INERTIA, ALLIED)
    assert named.state.hands[ALLIED] == [REINFORCEMENTS, FORCED_MARCH], "no replacement"
    assert not named.events_of(CardDrawn)


def test_ac_01_inertia_leaves_commanders_as_they_are():
    given = end_of_turn(wellington=at("nivelles"))
    chance = ScriptedChance(french=[HARMLESS] * 3, allied=[event("inertia"), HARMLESS, HARMLESS])
    drawn = play(given, ALLIED, PASS, chance=chance)
    chance = ScriptedChance(french=[value(3)], allied=[value(3)])
    named = begin_turn(drawn, ALLIED, ChooseInertiaArea("nivelles"), chance=chance)
    assert named.block("wellington").ready
    assert not named.block("picton").ready


@pytest.mark.parametrize("tired", [5, 8])
def test_ac_03_recovery(tired):
    r = 2
    blocks = {
        "vandamme": at("ligny", 5, 1, fatigue=tired, ready=False),
        "ney": at("fleurus", fatigue=7),
        "uxbridge": at("nivelles", 0, 4, fatigue=4 + r, ready=False),
    }
    given = position(blocks, hands={ALLIED: [FORCED_MARCH]}, to_go=FRENCH)

    passed = play(given, FRENCH, PASS)
    assert [(e.player, e.forced) for e in passed.events_of(PlayerPassed)] == [
        (FRENCH, False),
        (ALLIED, True),
    ]
    rested = passed.the(CorpsRested)
    assert (rested.player, rested.removed) == (FRENCH, {"ney": 7})
    assert passed.block("ney").fatigue == 0
    assert rested.clauses == ("RECOVERY.1",)
    assert passed.asked == [(ALLIED, "recovery")], "the French have no cards"

    helped = play(passed, ALLIED, PlayRecoveryCard(FORCED_MARCH, "uxbridge"), FINISH)
    removed = helped.the(FatigueRemoved)
    assert (removed.corps, removed.points, removed.now) == ("uxbridge", r, 4)
    assert removed.clauses == ("RECOVERY.2",)
    assert helped.the(CardDiscarded).card == FORCED_MARCH
    assert helped.asked == [(FRENCH, "allocate_losses")], "4 is safe, 5 is not"

    chance = ScriptedChance(french=[HARMLESS] * 3 + [value(3)], allied=[HARMLESS] * 3 + [value(3)])
    lost = begin_turn(helped, FRENCH, losses(vandamme=(1, 0)), chance=chance)
    loss = lost.the(LossAssigned)
    assert (loss.corps, loss.kind, loss.points, loss.now) == ("vandamme", "infantry", 1, 4)
    assert "RECOVERY.3" in loss.clauses
    assert lost.track_moves() == [(1, [(1, "VICTORY.1")])]
    assert lost.state.track == 11
    assert (lost.block("uxbridge").strength, lost.block("uxbridge").fatigue) == (4, 4)
    assert lost.block("vandamme").fatigue == tired
    readied = lost.events_of(BlockReadied)
    assert {e.block for e in readied} == {"vandamme", "uxbridge"}
    assert all(e.clauses == ("RECOVERY.4",) for e in readied)
    started = lost.the(TurnStarted)
    assert started.turn_number == 3 and "RECOVERY.6" in started.clauses
    assert lost.asked == [(FRENCH, "go")]


def test_ac_21_two_reds():
    chance = ScriptedChance(
        french=[event("rain"), HARMLESS, HARMLESS, value(3)],
        allied=[HARMLESS, event("inertia"), HARMLESS, value(2)],
    )
    drawn = begin_turn(end_of_turn(), ALLIED, PASS, chance=chance)

    cancelled = drawn.the(RedCardsCancelled)
    assert (cancelled.cards, cancelled.clauses) == ((RAIN, INERTIA), ("DRAW.3",))
    assert [e.card for e in drawn.events_of(CardDiscarded)] == [RAIN, INERTIA]
    assert not drawn.events_of(LastingEventStarted) and not drawn.events_of(EventApplied)
    assert not drawn.events_of(BlockSpent)
    assert drawn.state.lasting == {}
    for side, card in ((FRENCH, RAIN), (ALLIED, INERTIA)):
        assert sum(e.player == side for e in drawn.events_of(CardDrawn)) == 3
        assert len(drawn.state.hands[side]) == 2
        assert card in drawn.state.discards[side]


def test_ac_21_two_reds_of_one_player():
    chance = ScriptedChance(
        french=[event("rain"), event("inertia"), HARMLESS, value(3)],
        allied=[HARMLESS] * 3 + [value(2)],
    )
    drawn = begin_turn(end_of_turn(), ALLIED, PASS, chance=chance)
    assert len(drawn.the(RedCardsCancelled).cards) == 2
    assert len(drawn.state.hands[FRENCH]) == 1
    assert asked(drawn) == [(FRENCH, "go")]
