"""Green cards that the active player plays for his own operation [chapter 14.3]."""

import pytest

from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815.cards.card_play import GREEN
from napoleon.rulesets.napoleon1815.events.cards import CardFlipped, FlippedCardsDiscarded
from napoleon.rulesets.napoleon1815.events.casualties import FatigueIncurred, FatigueRemoved
from napoleon.rulesets.napoleon1815.events.movement import (
    BridgeBroken,
    MovementEnded,
    MovementPointsSet,
    StackCouldNotMove,
    StackMoved,
)
from napoleon.rulesets.napoleon1815.events.operations import OperationEnded
from tests.napoleon1815.battles import field
from tests.napoleon1815.kit import (
    ALLIED,
    END,
    FRENCH,
    MOVE,
    NOTHING,
    PACK,
    PASS,
    activate,
    at,
    legal_orders,
    march,
    play,
)
from tests.napoleon1815.marching import set_out
from tests.napoleon1815.playing_cards import NO_CARD, card, hands, no_cards, number, windows
from tests.napoleon1815.scripted import ScriptedChance, value

BRIDGE = "p3-p4"


def test_ruling_29_counter_order_reaches_the_events_of_movement_and_no_others():
    moving = {it.event for it in PACK.cards.values() if it.symbol in ("m-A", "m-F")}
    assert moving - {"counter_order"} == {
        name for name, event in GREEN.items() if event.can_be_countered
    }


# -- forced march ------------------------------------------------------------------------------


def test_ruling_19_after_the_first_road_a_forced_march_is_a_point_and_no_more():
    given = field({"derlon": at("p2")}, broken=[("p3", "p4")], hands=hands("forced_march"))
    moving = no_cards(set_out(given, FRENCH, "p2", "derlon", points=2))
    moving = play(moving, FRENCH, *march("p2", "p3"))
    moving = play(moving, FRENCH, card("forced_march", FRENCH))
    assert moving.lines(MovementPointsSet) == [(2, "MOVE.1"), (1, "MOVE.1B")]
    dear = play(moving, FRENCH, *march("p3", "p4"))
    assert dear.refused == ("NOT_ENOUGH_MP", "MOVE.2C")
    moved = play(moving, FRENCH, *march("p3", "p6", "p5"))
    assert moved.the(MovementEnded).points_used == 3


# -- Grouchy -----------------------------------------------------------------------------------


def with_grouchy(**given):
    """Grouchy is to move; the French hold his card."""
    blocks = {"grouchy": at("p1"), "derlon": at("p1")}
    return field(blocks, hands=hands("grouchy", "roadblock"), **given)


def test_card_grouchy_the_second_card_stands():
    moving = set_out(with_grouchy(), FRENCH, "p1", "grouchy", points=1)
    first = moving.the(CardFlipped).card
    assert first in moving.state.discards[FRENCH]
    chance = ScriptedChance(french=[value(4)])
    again = play(play(moving, FRENCH, card("grouchy", FRENCH)), ALLIED, NO_CARD, chance=chance)
    assert again.the(CardFlipped).value == 4
    assert again.the(FlippedCardsDiscarded).cards == (again.the(CardFlipped).card,)
    assert again.lines(MovementPointsSet) == [(4, "MOVE.1"), (1, "MOVE.1D")]
    assert windows(again) == [(ALLIED, "W.FLIPPED")], "the enemy answers the card that stands"


def test_card_grouchy_is_for_his_own_stack():
    moving = set_out(with_grouchy(), FRENCH, "p1", "derlon", points=1)
    refused = play(moving, FRENCH, card("grouchy", FRENCH))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.grouchy")


def test_ac_50_no_grouchy_in_a_general_advance():
    given = with_grouchy(lasting={"general_advance": 44})
    moving = play(no_cards(play(given, FRENCH, activate("p1", "grouchy"))), FRENCH, MOVE)
    assert windows(moving) == [(FRENCH, "W.FLIPPED")]
    refused = play(moving, FRENCH, card("grouchy", FRENCH))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.grouchy")


def test_ruling_8_grouchy_does_not_answer_a_roadblock():
    moving = play(set_out(with_grouchy(), FRENCH, "p1", "derlon", points=1), FRENCH, NO_CARD)
    moving = no_cards(play(moving, ALLIED, card("roadblock", ALLIED)), until="W.FLIPPED")
    refused = play(moving, FRENCH, card("grouchy", FRENCH))
    assert refused.refused == ("WRONG_WINDOW", "RULING.8")


# -- organisational superiority ------------------------------------------------------------------


def test_card_organisation_the_stack_goes_on():
    given = field({"derlon": at("p1"), "reille": at("p2")}, hands=hands("organisation"))
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", points=3))
    moving = play(moving, FRENCH, *march("p1", "p2"))
    assert windows(moving) == [(FRENCH, "W.ENTERED")]
    assert play(moving, FRENCH, NO_CARD).the(MovementEnded).reason == "friendly stack"

    moving = play(moving, FRENCH, card("organisation", FRENCH))
    assert moving.asked == [(FRENCH, "march")]
    moved = play(moving, FRENCH, *march("p2", "p3"), END)
    assert moved.the(MovementEnded).reason == "chosen"
    assert moved.block("derlon").area == "p3" and moved.block("reille").ready


def test_card_organisation_lifts_the_stop_of_one_area_only():
    blocks = {"derlon": at("p1"), "reille": at("p2"), "lobau": at("p3")}
    given = field(blocks, hands=hands("organisation"))
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", points=5))
    moving = play(moving, FRENCH, *march("p1", "p2"), card("organisation", FRENCH))
    moved = play(moving, FRENCH, *march("p2", "p3"))
    ended = moved.the(MovementEnded)
    assert (ended.reason, "MOVE.2F" in ended.clauses) == ("friendly stack", True)
    assert moved.block("derlon").area == "p3"


def test_card_organisation_needs_friends():
    given = field({"derlon": at("p1"), "reille": at("p5")}, hands=hands("organisation"))
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", points=3))
    moving = play(moving, FRENCH, *march("p1", "p2"))
    refused = play(moving, FRENCH, card("organisation", FRENCH))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.organisation")


def test_card_organisation_is_of_no_use_in_a_contested_area():
    given = field(
        {"derlon": at("p1"), "reille": at("p2"), "hill": at("p2")}, hands=hands("organisation")
    )
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", points=3))
    moved = play(moving, FRENCH, *march("p1", "p2"))
    assert windows(moved) == []
    assert moved.the(MovementEnded).reason == "enemy stack"


# -- bridge demolition ---------------------------------------------------------------------------


def at_the_bridge(points, **more):
    """Hill stands at P3, where a road crosses a bridge, and flips a card of this value."""
    given = field(
        {"hill": at("p3"), **more}, hands=hands("roadblock", "bridge_demolition"), to_go=ALLIED
    )
    return set_out(given, ALLIED, "p3", "hill", points=points)


def test_card_bridge_demolition_costs_a_point_and_the_stack_goes_on():
    moving = play(at_the_bridge(5), ALLIED, card("bridge_demolition", ALLIED, road=BRIDGE))
    moving = no_cards(moving, until="W.FLIPPED")
    assert moving.the(BridgeBroken).cost == 1
    assert moving.state.broken_bridges == [BRIDGE]
    assert windows(moving) == [(FRENCH, "W.FLIPPED")], "the enemy has his chance all the same"
    moving = play(moving, FRENCH, NO_CARD)
    moved = play(moving, ALLIED, *march("p3", "p4"), END)
    assert moved.the(StackMoved).cost == 3
    assert moved.the(MovementEnded).points_used == 4
    assert no_cards(moved).lines(FatigueIncurred) == [(1, "MOVE.3A")]


def test_card_bridge_demolition_on_the_march():
    moving = play(no_cards(at_the_bridge(2)), ALLIED, *march("p3", "p2"))
    refused = play(moving, ALLIED, card("bridge_demolition", ALLIED, road=BRIDGE))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.bridge_demolition")
    back = no_cards(at_the_bridge(2))
    broken = no_cards(play(back, ALLIED, card("bridge_demolition", ALLIED, road=BRIDGE)))
    moved = play(broken, ALLIED, *march("p3", "p2"))
    assert moved.the(MovementEnded).reason == "no movement points"


def test_card_bridge_demolition_without_points_the_stack_is_spent():
    moving = play(at_the_bridge(1), ALLIED, NO_CARD)
    moving = no_cards(play(moving, FRENCH, card("roadblock", FRENCH)), until="W.FLIPPED")
    assert moving.the(MovementPointsSet).total == 0
    broken = play(moving, ALLIED, card("bridge_demolition", ALLIED, road=BRIDGE))
    assert windows(broken) == [], "both sides have used their cards"
    assert broken.the(BridgeBroken).cost == 0
    assert broken.the(StackCouldNotMove).reason == "no movement points"
    assert not broken.block("hill").ready
    assert not broken.events_of(FatigueIncurred)


@pytest.mark.parametrize("defended", [False, True])
def test_ruling_43_the_point_toward_bruxelles_pays_for_no_bridge(defended):
    """Hill has one point left at P3, which may be the one that Defend Brussels gives."""
    hand = hands("", "bridge_demolition")
    given = field({"hill": at("p2")}, hands=hand, to_go=ALLIED)
    if defended:
        given.lasting["defend_brussels"] = number("defend_brussels", ALLIED)
        given.lasting_for["defend_brussels"] = ALLIED
    moving = no_cards(set_out(given, ALLIED, "p2", "hill", points=1 if defended else 2))
    there = play(moving, ALLIED, *march("p2", "p3"))
    assert there.asked == [(ALLIED, "march")]
    offered = card("bridge_demolition", ALLIED, road=BRIDGE) in legal_orders(there, ALLIED)
    assert offered == (not defended)


@pytest.mark.parametrize(
    ("more", "road"),
    [({}, "p2-p3"), ({}, "p4-p5"), ({"derlon": at("p3")}, BRIDGE)],
    ids=["no bridge", "another area", "not free"],
)
def test_card_bridge_demolition_refused(more, road):
    played = play(at_the_bridge(3, **more), ALLIED, card("bridge_demolition", ALLIED, road=road))
    assert played.refused == ("EVENT_PRECONDITION", "CARD.bridge_demolition")


# -- supply ------------------------------------------------------------------------------------


def supplied(*corps):
    """Supply helps these corps at Genappe."""
    given = field(
        {
            "picton": at("genappe", fatigue=3),
            "ziethen": at("genappe", fatigue=1, ready=False),
            "hill": at("nivelles", fatigue=4),
            "perponcher": at("p1"),
        },
        hands=hands(allied="supply"),
        to_go=ALLIED,
    )
    started = play(given, ALLIED, activate("p1", "perponcher"))
    assert windows(started) == [(ALLIED, "W.OPSTART")]
    return play(started, ALLIED, card("supply", ALLIED, *corps))


@pytest.mark.parametrize(
    ("corps", "left"),
    [(["picton"], (1, 1)), (["picton", "ziethen"], (2, 0)), (["ziethen"], (3, 0))],
    ids=["2 of one", "1 of each of two", "a single point"],
)
def test_card_supply(corps, left):
    played = supplied(*corps)
    assert (played.block("picton").fatigue, played.block("ziethen").fatigue) == left
    seen = [redacted(event, Viewer(FRENCH))["data"] for event in played.events_of(FatigueRemoved)]
    hidden = {"player": ALLIED, "corps": None, "points": None, "now": None, "reason": "supply"}
    assert seen == [hidden, hidden], "the enemy cannot tell how many corps it was"


@pytest.mark.parametrize("corps", [["perponcher"], ["hill", "picton"]], ids=["rested", "apart"])
def test_card_supply_refused(corps):
    assert supplied(*corps).refused == ("EVENT_PRECONDITION", "CARD.supply")


# -- combined operation --------------------------------------------------------------------------


def test_card_combined_op_needs_another_stack():
    blocks = {"derlon": at("p1"), "napoleon": at("maubeuge"), "gerard": at("maubeuge", ready=False)}
    # In fog of war nobody else knows that the ready block is but a commander [RULING.104].
    given = field(blocks, hands=hands("combined_op"), options={"rules": "grognard"})
    over = play(no_cards(play(given, FRENCH, activate("p1", "derlon"))), FRENCH, NOTHING)
    assert windows(over) == [(FRENCH, "W.OPEND")]
    refused = play(over, FRENCH, card("combined_op", FRENCH))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.combined_op")


def test_the_go_of_a_combined_operation_may_be_a_pass():
    given = field({"derlon": at("p1")}, hands=hands("combined_op"))
    over = play(given, FRENCH, activate("p1", "derlon"), NOTHING)
    second = play(over, FRENCH, card("combined_op", FRENCH))
    assert second.the(OperationEnded).next_player == FRENCH
    assert PASS in legal_orders(second, FRENCH)
    assert play(second, FRENCH, PASS).asked == [(ALLIED, "go")]
