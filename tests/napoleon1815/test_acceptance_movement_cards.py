"""Acceptance cases of the digest: cards of movement (AC-19 to 30, 47, 53, 54, 56, 57, 69, 72)."""

import pytest

from napoleon.rulesets.napoleon1815.events.cards import CardDiscarded
from napoleon.rulesets.napoleon1815.events.casualties import FatigueAssigned, FatigueIncurred
from napoleon.rulesets.napoleon1815.events.combat import CombatDrawn
from napoleon.rulesets.napoleon1815.events.movement import (
    MovementEnded,
    MovementPointsSet,
    RetreatDirectionPenaltyTriggered,
    StackCouldNotMove,
    StackMoved,
    StackMovedByEvent,
)
from napoleon.rulesets.napoleon1815.events.operations import (
    BlockSpent,
    OperationStarted,
    PlayerPassed,
)
from napoleon.rulesets.napoleon1815.events.windows import EventApplied, EventCancelled, EventPlayed
from napoleon.rulesets.napoleon1815.orders import ActivateStack
from tests.napoleon1815.battles import BLANK, boxes, field
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    END,
    FRENCH,
    MOVE,
    PASS,
    activate,
    at,
    legal_orders,
    march,
    play,
    position,
)
from tests.napoleon1815.marching import gone, set_out
from tests.napoleon1815.playing_cards import NO_CARD, card, hands, no_cards, number, windows
from tests.napoleon1815.scripted import ScriptedChance, value

THREE = {"players": 3}
COORDINATION = number("allied_coordination", ALLIED)


def test_ac_19_a_partner_may_not_force_the_march_of_my_stack():
    given = position(
        {"pirch": at("jodoigne"), "picton": at("p1"), "derlon": at("beaumont")},
        hands={"anglo_dutch": [number("forced_march", ALLIED)]},
        options=THREE,
        leader="anglo_dutch",
        to_go="prussian",
    )
    started = play(given, "prussian", activate("jodoigne", "pirch"))
    started = no_cards(started, until="W.FLIPPED")
    moving = play(started, "prussian", MOVE, chance=ScriptedChance(allied=[value(2)]))
    assert windows(moving) == [("anglo_dutch", "W.FLIPPED")]
    played = play(moving, "anglo_dutch", card("forced_march", ALLIED))
    assert played.refused == ("PARTNERS_BLOCKS", "THREE.10")


@pytest.mark.parametrize(
    ("corps", "lines"),
    [
        (["derlon"], [(1, "MOVE.1"), (1, "MOVE.1B"), (-1, "MOVE.1B")]),
        (["derlon", "reille"], [(1, "MOVE.1"), (-1, "MOVE.1A"), (1, "MOVE.1B"), (-1, "MOVE.1B")]),
    ],
    ids=["one corps", "two corps"],
)
def test_ac_23_roadblock_against_forced_march(corps, lines):
    given = position(
        {**{name: at("p1") for name in corps}, "picton": at("alost")},
        hands=hands("forced_march", "roadblock"),
    )
    moving = set_out(given, FRENCH, "p1", *corps, points=1)
    assert windows(moving) == [(FRENCH, "W.FLIPPED")]
    moving = play(moving, FRENCH, NO_CARD)
    moving = no_cards(play(moving, ALLIED, card("roadblock", ALLIED)), until="W.FLIPPED")
    assert moving.the(MovementPointsSet).total <= 0
    assert windows(moving) == [(FRENCH, "W.FLIPPED")], "RULING.8: once more"

    moving = play(moving, FRENCH, card("forced_march", FRENCH))
    assert moving.lines(MovementPointsSet) == lines
    moved = play(moving, FRENCH, *march("p1", "p2"))
    assert moved.the(StackMoved).cost == 1
    assert moved.the(MovementEnded).reason == "no movement points"


def test_ac_23_without_a_forced_march_it_stands_still():
    given = position(
        {"derlon": at("p1"), "picton": at("alost")}, hands=hands("forced_march", "roadblock")
    )
    moving = play(set_out(given, FRENCH, "p1", "derlon", points=1), FRENCH, NO_CARD)
    moving = no_cards(play(moving, ALLIED, card("roadblock", ALLIED)), until="W.FLIPPED")
    assert moving.the(MovementPointsSet).total == 0
    stood = play(moving, FRENCH, NO_CARD)
    assert "MOVE.1H" in stood.the(StackCouldNotMove).clauses
    assert stood.the(BlockSpent).block == "derlon"


def test_ac_24_forced_over_a_broken_bridge():
    given = position(
        {"derlon": at("p3"), "picton": at("alost")},
        broken=[("p3", "p4")],
        hands=hands("forced_march"),
    )
    moving = set_out(given, FRENCH, "p3", "derlon", points=1)
    moving = play(moving, FRENCH, card("forced_march", FRENCH))
    assert set(march("p3", "p2") + march("p3", "p4")) <= set(legal_orders(moving, FRENCH))
    crossed = play(moving, FRENCH, *march("p3", "p4"))
    assert crossed.the(StackMoved).cost == 2, "all points count as used"
    assert "RULING.19" in crossed.the(StackMoved).clauses
    assert crossed.the(MovementEnded).reason == "no movement points"


def mixed(**more):
    """Picton and Ziethen at Genappe, the Allies to go with Allied Coordination in hand."""
    return position(
        {"picton": at("genappe"), "ziethen": at("genappe"), "derlon": at("beaumont"), **more},
        hands={ALLIED: [COORDINATION], FRENCH: [number("counter_order", FRENCH)]},
        to_go=ALLIED,
    )


BOTH_ARMIES = ActivateStack("genappe", ("picton", "ziethen"), COORDINATION)


def test_ac_30_mixed_armies():
    given = mixed()
    refused = play(given, ALLIED, activate("genappe", "picton", "ziethen"))
    assert refused.refused == ("MIXED_ARMIES", "OPS.4")

    one_army = ActivateStack("genappe", ("picton",), COORDINATION)
    refused = play(given, ALLIED, one_army)
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.allied_coordination")

    played = play(given, ALLIED, BOTH_ARMIES)
    assert not played.events_of(OperationStarted), "the enemy may still cancel it"
    assert windows(played) == [(FRENCH, "W.PLAYED")]
    started = play(played, FRENCH, NO_CARD)
    assert started.the(OperationStarted).blocks == ("picton", "ziethen")
    assert started.the(EventApplied).event == "allied_coordination"
    moving = play(started.state, FRENCH, NO_CARD)
    moving = play(moving, ALLIED, MOVE, chance=ScriptedChance(allied=[value(3)]))
    assert moving.lines(MovementPointsSet) == [(3, "MOVE.1"), (-1, "MOVE.1A")]
    moved = play(no_cards(moving), ALLIED, *march("genappe", "nivelles"), END)
    moved = no_cards(moved)
    assert {e.block for e in moved.events_of(BlockSpent)} == {"picton", "ziethen"}


def test_ac_47_a_passed_player_answers_each_enemy_operation():
    given = field(
        {"picton": at("p1"), "hill": at("p6")},
        hands={FRENCH: [number("roadblock", FRENCH), number("exhaustion", FRENCH)]},
    )
    given = play(given, FRENCH, PASS)
    assert given.the(PlayerPassed).forced is False
    moving = no_cards(play(given, ALLIED, activate("p1", "picton")), until="W.FLIPPED")
    moving = play(moving, ALLIED, MOVE, chance=ScriptedChance(allied=[value(2)]))
    again = play(moving, FRENCH, activate("maubeuge", "gerard"))
    assert again.refused == ("ALREADY_PASSED", "OPS.2")
    moving = play(moving, FRENCH, card("roadblock", FRENCH))
    assert moving.the(MovementPointsSet).total == 1
    moved = play(moving, ALLIED, *march("p1", "p2"))
    assert moved.asked == [(ALLIED, "go")], "no second card in the same operation"

    moving = set_out(moved, ALLIED, "p6", "hill", points=1)
    moved = play(no_cards(moving), ALLIED, *march("p6", "p5"))
    assert windows(moved) == [(FRENCH, "W.MOVEEND")]
    tired = play(moved, FRENCH, card("exhaustion", FRENCH))
    assert tired.lines(FatigueIncurred) == [(1, "MOVE.3D")]


def test_ac_53_confusion():
    given = position({"derlon": at("p1"), "picton": at("alost")}, hands=hands(allied="confusion"))
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", points=5))
    moving = gone(moving, FRENCH, "p1", "p2", "p3")
    early = play(moving, ALLIED, card("confusion", ALLIED))
    assert early.refused == ("EVENT_PRECONDITION", "CARD.confusion")

    moving = gone(moving, FRENCH, "p3", "p4")
    assert windows(moving) == [(ALLIED, "W.ENTERED")]
    confused = play(moving, ALLIED, card("confusion", ALLIED))
    ended = confused.the(MovementEnded)
    assert (ended.reason, ended.roads_moved, ended.points_used) == ("event", 3, 3)
    assert "CARD.confusion" in ended.clauses
    assert confused.lines(FatigueIncurred) == []
    assert not confused.block("derlon").ready
    assert confused.asked == [(ALLIED, "go")]


def test_ac_54_counter_order():
    given = field(
        {"derlon": at("p1"), "picton": at("p2")},
        hands=hands("counter_order fighting_spirit", "roadblock red_line"),
    )
    moving = play(set_out(given, FRENCH, "p1", "derlon", points=2), FRENCH, NO_CARD)
    moving = play(moving, ALLIED, card("roadblock", ALLIED))
    assert windows(moving) == [(FRENCH, "W.PLAYED")]
    cancelled = play(moving, FRENCH, card("counter_order", FRENCH))
    told = cancelled.the(EventCancelled)
    assert (told.event, told.by_card) == ("roadblock", number("counter_order", FRENCH))
    assert not cancelled.events_of(EventApplied)
    assert {e.card for e in cancelled.events_of(CardDiscarded)} == {
        number("roadblock", ALLIED),
        number("counter_order", FRENCH),
    }
    operation = cancelled.state.operation
    assert operation is not None and operation.movement_points == 2
    refused = play(cancelled, FRENCH, card("fighting_spirit", FRENCH))
    assert refused.refused == ("GREEN_CARD_USED", "CARDS.9")

    arrived = play(cancelled, FRENCH, *march("p1", "p2"))
    fought = play(arrived, FRENCH, ATTACK, chance=boxes([BLANK], [BLANK]))
    assert fought.events_of(CombatDrawn), "nobody was asked for a card of combat"


def combining(*french):
    """D'Erlon and Reille are ready; the French hold these cards."""
    return position(
        {"derlon": at("p1"), "reille": at("p6"), "picton": at("alost")},
        hands=hands(" ".join(french), "roadblock exhaustion"),
    )


def test_ac_56_combined_operation():
    first = set_out(combining("combined_op", "forced_march"), FRENCH, "p1", "derlon", points=2)
    first = play(play(first, FRENCH, NO_CARD), ALLIED, card("roadblock", ALLIED))
    first = no_cards(play(no_cards(first), FRENCH, *march("p1", "p2")), until="W.OPEND")
    assert windows(first) == [(FRENCH, "W.OPEND")]
    used = play(first, ALLIED, card("exhaustion", ALLIED))
    assert used.refused == ("GREEN_CARD_USED", "CARDS.9")

    second = no_cards(play(first, FRENCH, card("combined_op", FRENCH)))
    assert second.asked == [(FRENCH, "go")]
    second = set_out(second, FRENCH, "p6", "reille", points=1)
    assert windows(second) == [(FRENCH, "W.FLIPPED")]
    second = play(second, FRENCH, card("forced_march", FRENCH))
    assert second.the(EventPlayed).player == FRENCH
    second = play(no_cards(gone(second, FRENCH, "p6", "p5")), FRENCH, END)
    assert windows(second) == [(ALLIED, "W.MOVEEND")]
    second = play(second, ALLIED, card("exhaustion", ALLIED))
    assert second.the(EventPlayed).player == ALLIED
    assert (1, "MOVE.3D") in second.lines(FatigueIncurred)
    assert second.asked == [(ALLIED, "go")]


def test_ac_56_not_after_another_green_card():
    given = combining("combined_op", "forced_march")
    moving = set_out(given, FRENCH, "p1", "derlon", points=1)
    moving = no_cards(play(moving, FRENCH, card("forced_march", FRENCH)))
    moved = no_cards(play(no_cards(gone(moving, FRENCH, "p1", "p2")), FRENCH, END))
    assert moved.asked == [(ALLIED, "go")]
    refused = play(moved, FRENCH, card("combined_op", FRENCH))
    assert refused.refused == ("GREEN_CARD_USED", "CARDS.9")


def last_effort(**more):
    """Spent corps with Wellington at P3; a French stack at P2 came from there."""
    return position(
        {
            "picton": at("p3", ready=False),
            "orange": at("p3", ready=False),
            "wellington": at("p3", ready=False),
            "hill": at("p2"),
            "derlon": at("p2"),
            "ney": at("p2"),
            "reille": at("p4"),
            **more,
        },
        markers={"p2": (FRENCH, "p3")},
        hands=hands(allied="last_effort"),
    )


EFFORT = ("picton", "orange", "wellington")


def test_ac_57_last_effort():
    started = play(last_effort(), FRENCH, activate("p4", "reille"))
    assert windows(started) == [(ALLIED, "W.OPSTART")]
    held = play(started, ALLIED, card("last_effort", ALLIED, *EFFORT, area="p4"))
    assert held.refused == ("EVENT_PRECONDITION", "CARD.last_effort")

    moved = play(started, ALLIED, card("last_effort", ALLIED, *EFFORT, area="p2"))
    arrived = moved.the(StackMovedByEvent)
    assert (arrived.blocks, arrived.area) == (tuple(sorted(EFFORT)), "p2")
    assert moved.the(RetreatDirectionPenaltyTriggered).side == FRENCH
    assert moved.lines(FatigueIncurred, player=ALLIED) == [(4, "CARD.last_effort")]
    assert moved.lines(FatigueIncurred, player=FRENCH) == [(2, "RETREATDIR.3")]
    taken = {e.corps: e.points for e in moved.events_of(FatigueAssigned)}
    assert taken == {"picton": 2, "orange": 2, "derlon": 1, "ney": 1}
    assert not any(moved.block(name).ready for name in EFFORT)
    assert moved.asked == [(FRENCH, "choose_action")]


def test_ac_57_not_after_the_flip():
    moving = set_out(last_effort(), FRENCH, "p4", "reille", points=2)
    assert windows(moving) == [(ALLIED, "W.FLIPPED")]
    late = play(moving, ALLIED, card("last_effort", ALLIED, *EFFORT, area="p2"))
    assert late.refused == ("WRONG_WINDOW", "CARDS.4")


def test_ac_69_no_roadblock_against_a_general_advance():
    given = position(
        {"derlon": at("p1"), "picton": at("alost")},
        lasting={"general_advance": 44},
        hands=hands(allied="roadblock"),
    )
    moving = play(no_cards(play(given, FRENCH, activate("p1", "derlon"))), FRENCH, MOVE)
    assert moving.lines(MovementPointsSet) == [(3, "MOVE.1F")]
    assert windows(moving) == [(ALLIED, "W.FLIPPED")]
    refused = play(moving, ALLIED, card("roadblock", ALLIED))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.roadblock")


def test_ac_72_no_coordination_of_two_players():
    given = position(
        {"picton": at("genappe"), "ziethen": at("genappe"), "derlon": at("beaumont")},
        hands={"anglo_dutch": [COORDINATION]},
        options=THREE,
        leader="anglo_dutch",
        to_go="anglo_dutch",
    )
    refused = play(given, "anglo_dutch", BOTH_ARMIES)
    assert refused.refused == ("PARTNERS_BLOCKS", "RULING.57")
    assert activate("genappe", "picton") in legal_orders(given, "anglo_dutch")
    assert not any(getattr(order, "card", None) for order in legal_orders(given, "anglo_dutch"))


def test_ac_30_a_cancelled_coordination():
    played = play(mixed(), ALLIED, BOTH_ARMIES)
    cancelled = play(played, FRENCH, card("counter_order", FRENCH))
    assert cancelled.the(EventPlayed).event == "counter_order"
    assert not cancelled.events_of(OperationStarted)
    assert cancelled.asked == [(ALLIED, "go")], "RULING.51"
    assert activate("genappe", "picton") in legal_orders(cancelled, ALLIED)
    assert PASS in legal_orders(cancelled, ALLIED)
    refused = play(cancelled, ALLIED, BOTH_ARMIES)
    assert refused.refused == ("CARD_NOT_IN_HAND", "CARDS.1")
    started = play(cancelled, ALLIED, activate("genappe", "picton"))
    assert started.state.green == [ALLIED, FRENCH], "both cards count for this operation"
