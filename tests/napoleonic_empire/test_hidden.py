"""Who sees what [chapter d].

Two positions differ in one thing. Whoever may know it can tell them apart by his views.
"""

from __future__ import annotations

import json

import msgspec
import pytest

from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_empire import RULES, orders
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    FRENCH,
    MOVES,
    MOVES_OPEN,
    SIDES,
    card,
    fight,
    legal_orders,
    play,
    position,
    refusal,
)

READERS = (*SIDES, SPECTATOR, REFEREE)


def sees(one, other):
    """The readers who can tell two positions apart by their views."""
    return {
        reader
        for reader in READERS
        if RULES.view(one, Viewer(reader)) != RULES.view(other, Viewer(reader))
    }


def standing(**given):
    usual = {"france": 4, "spain": 4}, {"england": 4, "spain": 4}
    armies = given.pop("armies", usual)
    hands = {**dict.fromkeys(SIDES, ()), **given.pop("hands", {})}
    return position(*armies, **{"deck": ["nelson"], "hands": hands, **given})


EVERYBODY = set(READERS)


@pytest.mark.parametrize(
    "changed",
    [
        {"armies": ({"france": 5, "spain": 3}, {"england": 4, "spain": 4})},
        {"armies": ({"france": 3, "spain": 4}, {"england": 4, "spain": 4})},
        {"armies": ({"france": 4, "spain": 4}, {"england": 4, "austria": 4})},
        {"discards": ["toulon"]},
        {"discards": ["jena"]},
        {"deck": []},
        {"deck": ["nelson", "jena"]},
        {"hands": {FRENCH: ["toulon"]}},
        {"active": ALLIED},
        {"round_": 3},
        {"at": BATTLES},
        {"continental": ["france"]},
        {"commanders": {"davout": "france"}},
    ],
    ids=str,
)
def test_what_everybody_sees(changed):
    """Map, armies, pools, counts, played cards, and the course of the game."""
    assert sees(standing(), standing(**changed)) == EVERYBODY


@pytest.mark.parametrize("owner", SIDES)
def test_a_hand_is_for_its_owner(owner):
    one, other = (standing(hands={owner: [name]}) for name in ("toulon", "tilsit"))
    assert sees(one, other) == {owner, REFEREE}


def test_the_deck_is_for_the_referee():
    one, other = (standing(deck=deck) for deck in (["toulon", "jena"], ["tilsit", "jena"]))
    assert sees(one, other) == {REFEREE}


@pytest.mark.parametrize("owner", SIDES)
def test_face_down_discards_are_for_their_owner(owner):
    one, other = (standing(discards=[(name, owner)]) for name in ("toulon", "tilsit"))
    assert sees(one, other) == {owner, REFEREE}


def test_played_cards_and_totals_are_for_everybody():
    given = position(
        {"spain": 4, "france": 1},
        {"spain": 4},
        at=BATTLES,
        hands={FRENCH: ["little_corporal", "toulon"]},
    )
    played = fight(given, "spain", (FRENCH, "little_corporal"), french=[3], allied=[3])
    for reader in READERS:
        seen = json.dumps(msgspec.to_builtins(RULES.view(played.state, Viewer(reader))))
        assert "little_corporal" in seen
        assert ("toulon" in seen) == (reader in (FRENCH, REFEREE)), reader


def test_when_the_game_is_over_everybody_sees_all():
    one, other = (
        play(standing(hands={ALLIED: [name]}), FRENCH, orders.Resign()).state
        for name in ("toulon", "tilsit")
    )
    assert sees(one, other) == EVERYBODY


@pytest.mark.parametrize("reader", SIDES)
def test_neither_offers_nor_refusals_tell_of_the_enemys_cards(reader):
    enemy = next(side for side in SIDES if side != reader)
    for moment in (MOVES_OPEN, MOVES, BATTLES):
        one, other = (
            standing(at=moment, hands={enemy: [name]}) for name in ("josephine", "toulon")
        )
        assert legal_orders(one, reader) == legal_orders(other, reader)
        for order in (card("josephine"), card("toulon"), orders.Pass(), orders.EndMove()):
            assert refusal(one, reader, order) == refusal(other, reader, order)
        assert RULES.decisions(one) == RULES.decisions(other)
