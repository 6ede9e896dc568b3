"""Acceptance cases 8 to 13: set-up, map and moves."""

import pytest

from napoleon.rulesets.napoleonic_empire.events.movement import ArmiesMoved
from napoleon.rulesets.napoleonic_empire.orders import MoveArmies
from tests.napoleonic_empire.kit import (
    ALLIED,
    FRENCH,
    SIDES,
    fresh,
    laid,
    legal_orders,
    move,
    play,
    position,
    refusal,
)


def test_ac_08_setup():
    given = laid()
    for side in SIDES:
        assert sum(given.armies(side).values()) == 40
        assert given.state.pool(side) == 40
        assert given.state.hands[side] == []
    for country in ("sweden", "warsaw", "ottoman"):
        assert given.state.standing(country) == ""
    assert given.armies(FRENCH) == {
        "france": 20,
        "rhineland": 4,
        "netherlands": 2,
        "denmark": 2,
        "spain": 2,
        "portugal": 2,
        "italy": 2,
        "naples": 2,
        "switzerland": 2,
        "egypt": 2,
    }
    assert given.armies(ALLIED) == {"england": 10, "russia": 10, "austria": 10, "prussia": 10}
    assert (given.state.phase, given.state.active) == ("draw", FRENCH)
    assert (given.state.turn, given.state.round) == (1, 1)
    assert fresh().asked == [(FRENCH, "window")]


@pytest.mark.parametrize(
    ("origin", "to"), [("italy", "france"), ("austria", "italy"), ("denmark", "sweden")]
)
def test_ac_09_one_sided_pair(origin, to):
    given = position({origin: 1}, {"england": 1})
    moved = play(given, FRENCH, move(origin, to, 1))
    assert moved.the(ArmiesMoved).way == "land"
    assert moved.armies(FRENCH) == {to: 1}


@pytest.mark.parametrize("origin", ["austria", "england"])
def test_ac_10_ottoman(origin):
    given = position({}, {origin: 1}, active=ALLIED)
    assert refusal(given, ALLIED, move(origin, "ottoman", 1)) == ("OTTOMAN_CLOSED", "MAP.5")


def test_ac_11_sea():
    given = position({"france": 1}, {"england": 10}, active=ALLIED)
    landings = [move("england", "portugal", 3), move("england", "egypt", 2)]
    moved = play(given, ALLIED, *landings, move("england", "austria", 5))
    assert moved.armies(ALLIED) == {"portugal": 3, "egypt": 2, "austria": 5}
    assert {event.way for event in moved.events_of(ArmiesMoved)} == {"sea"}
    for landlocked in ("warsaw", "switzerland"):
        refused = refusal(given, ALLIED, move("england", landlocked, 1))
        assert refused == ("LANDLOCKED", "MOVE.4")


def test_ac_12_no_way_back():
    landed = position({"france": 1}, {"portugal": 2, "england": 1}, active=ALLIED)
    assert refusal(landed, ALLIED, move("portugal", "england", 1)) == ("ENGLAND_CLOSED", "MOVE.6")
    from_portugal = {
        order.to
        for order in legal_orders(landed, ALLIED)
        if isinstance(order, MoveArmies) and order.origin == "portugal"
    }
    assert from_portugal == {"spain"}


def test_ac_13_once_per_turn():
    given = position({"france": 20, "rhineland": 4}, {"prussia": 1})
    arrived = play(given, FRENCH, move("france", "rhineland", 2))
    refused = refusal(arrived, FRENCH, move("rhineland", "prussia", 5))
    assert refused == ("NOT_ENOUGH_UNMOVED", "MOVE.2")
    moved = play(arrived, FRENCH, move("rhineland", "prussia", 4))
    assert moved.armies(FRENCH) == {"france": 18, "rhineland": 2, "prussia": 4}
    assert refusal(moved, FRENCH, move("rhineland", "prussia", 1)) == (
        "NOT_ENOUGH_UNMOVED",
        "MOVE.2",
    )
