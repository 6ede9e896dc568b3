"""E-01 to E-10: deck, map, turns, drawing and moves, each as ruled and not the other way round."""

import pytest

from napoleon.rulesets.napoleonic_empire.events.cards import (
    CardDrawn,
    DeckRebuilt,
    DrawingEnded,
    HandLimitApplied,
)
from napoleon.rulesets.napoleonic_empire.orders import DiscardExcess, MoveArmies
from tests.napoleonic_empire.kit import (
    ALLIED,
    CARDS,
    DRAW,
    FRENCH,
    MOVES,
    PACK,
    TURN_END,
    laid,
    legal_orders,
    move,
    play,
    position,
    refusal,
    skip,
)

USABLE_BORDERS = """
austria-italy austria-prussia austria-rhineland austria-russia austria-warsaw denmark-netherlands
denmark-rhineland denmark-sweden egypt-naples france-italy france-netherlands france-rhineland
france-spain france-switzerland italy-naples italy-rhineland italy-switzerland
netherlands-rhineland portugal-spain prussia-rhineland prussia-russia prussia-warsaw
rhineland-switzerland russia-sweden russia-warsaw
"""

LANDINGS = {
    *("france", "russia", "austria", "prussia", "netherlands", "sweden", "denmark"),
    *("spain", "portugal", "rhineland", "italy", "naples", "egypt"),
}
"""Where the sea leads from England [MAP.4]."""


def destinations(given, side, origin):
    """Where armies of a side may go from a country."""
    return {
        order.to
        for order in legal_orders(given, side)
        if isinstance(order, MoveArmies) and order.origin == origin
    }


def test_e_01_one_deck_for_both_and_no_cards_at_the_start():
    given = laid()
    assert given.state.hands == {FRENCH: [], ALLIED: []}
    assert sorted(given.state.deck) == list(CARDS)
    spent = position(
        {"france": 1},
        {"england": 1},
        active=ALLIED,
        at=DRAW,
        deck=[],
        discards=["toulon", "jena"],
        hands={FRENCH: CARDS[:4], ALLIED: []},
    )
    drawn = skip(spent, MOVES)
    assert drawn.state.hands[ALLIED] == ["jena", "toulon"], "what the French have played"


def test_e_02_borders_are_open_both_ways():
    borders = USABLE_BORDERS.split()
    assert len(borders) == 25
    joined = {country: set() for country in PACK.board(False).countries}
    for border in borders:
        a, b = border.split("-")
        joined[a].add(b)
        joined[b].add(a)
    for country, there in joined.items():
        if country not in ("england", "ottoman"):
            given = position({country: 1}, {"england": 1})
            assert destinations(given, FRENCH, country) == there, country


@pytest.mark.parametrize("origin", sorted(LANDINGS))
def test_e_03_sea_links_lead_outward_only(origin):
    given = position({}, {origin: 1}, active=ALLIED)
    assert refusal(given, ALLIED, move(origin, "england", 1)) == ("ENGLAND_CLOSED", "MOVE.6")


def test_e_04_austria_and_the_rhineland_are_in_reach_of_the_sea():
    given = position({"france": 1}, {"england": 3}, active=ALLIED)
    assert destinations(given, ALLIED, "england") == LANDINGS
    assert {"austria", "rhineland"} <= LANDINGS


def test_e_05_the_ottoman_empire_is_closed_to_the_sea_too():
    given = position({"france": 1}, {"england": 1}, active=ALLIED)
    assert refusal(given, ALLIED, move("england", "ottoman", 1)) == ("OTTOMAN_CLOSED", "MAP.5")
    assert PACK.board(False).value("ottoman") == 0


@pytest.mark.parametrize(("deck", "drawn"), [([], 0), (["jena"], 1)])
def test_e_07_the_drawing_stops_without_cards(deck, drawn):
    rest = [name for name in CARDS if name not in deck]
    hands = {FRENCH: [], ALLIED: rest}
    given = position({"france": 1}, {"england": 1}, at=DRAW, deck=deck, hands=hands)
    after = skip(given, MOVES)
    assert after.the(DrawingEnded).cards == drawn
    assert after.state.hands[FRENCH] == deck
    assert not after.events_of(DeckRebuilt)


def test_e_08_the_limit_concerns_the_active_side_after_its_drawing():
    hands = {FRENCH: CARDS[:6], ALLIED: CARDS[10:19]}
    given = position({"france": 1}, {"england": 1}, at=DRAW, hands=hands)
    drawn = skip(given, "discard_excess")
    assert drawn.asked == [(FRENCH, "discard_excess")]
    assert len(drawn.events_of(CardDrawn)) == 2
    assert drawn.the(HandLimitApplied).excess == 1
    assert {order.cards for order in legal_orders(drawn, FRENCH)} == {
        (name,) for name in drawn.state.hands[FRENCH]
    }, "the owner chooses"
    chosen = play(drawn, FRENCH, DiscardExcess((CARDS[3],)))
    assert chosen.asked == [(FRENCH, "window")], "the enemy's nine cards are left alone"
    assert len(skip(chosen, TURN_END).state.hands[ALLIED]) == 9


def test_e_08_a_full_hand_is_no_excess():
    given = position({"france": 1}, {"england": 1}, at=DRAW, hands={FRENCH: CARDS[:5]})
    drawn = skip(given, MOVES)
    assert not drawn.events_of(HandLimitApplied)
    assert len(drawn.state.hands[FRENCH]) == 7
