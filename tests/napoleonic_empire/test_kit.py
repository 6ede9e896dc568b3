"""The kit's positions are such as the game itself comes to."""

from __future__ import annotations

import msgspec
import pytest

from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.state import State
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    DRAW,
    FRENCH,
    MOMENTS,
    PASS,
    SIDES,
    TURN_END,
    Played,
    asked,
    card,
    fresh,
    play,
    position,
    skip,
)


def compared(state: State) -> dict[str, object]:
    """All of a position but for what tells of earlier turns."""
    told: dict[str, object] = msgspec.to_builtins(state)
    for name in ("draws", "given", "history", "moved", "fought"):
        told.pop(name)
    told["control"] = {country: side for country, side in state.control.items() if side}
    told["held"] = sorted(state.held)
    return told


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("moment", [moment for moment in MOMENTS if moment != BATTLES])
def test_a_position_is_one_that_the_game_comes_to(moment, side):
    there = skip(skip(fresh(), DRAW, FRENCH), moment, side).state
    built = position(
        there.armies[FRENCH],
        there.armies[ALLIED],
        at=moment,
        active=side,
        round_=2,
        hands=there.hands,
    )
    assert compared(built) == compared(there)
    assert asked(built) == asked(there)


def test_a_position_before_a_battle():
    french, allied = {"spain": 2, "italy": 2, "france": 1}, {"spain": 2, "italy": 2}
    given = position(french, allied, active=ALLIED, at=TURN_END)
    there = skip(given, BATTLES, FRENCH).state
    built = position(
        there.armies[FRENCH], there.armies[ALLIED], at=BATTLES, round_=3, hands=there.hands
    )
    assert compared(built) == compared(there)


def test_a_position_in_an_extra_turn():
    given = position({"france": 1}, {"england": 1}, at=TURN_END, hands={FRENCH: ["berthier"]})
    granted = play(given, FRENCH, card("berthier"))
    there = skip(granted, DRAW)
    ended = skip(play(play(there, FRENCH, PASS), ALLIED, PASS), TURN_END).state
    built = position(
        ended.armies[FRENCH],
        ended.armies[ALLIED],
        at=TURN_END,
        extra=True,
        hands=ended.hands,
        discards=["berthier"],
    )
    assert compared(built) == {**compared(ended), "turn": built.turn}


@pytest.mark.parametrize("mode", ["by_year", "each_round"])
def test_dated_cards_wait(mode):
    given = position(
        {"france": 1},
        {"england": 1},
        round_=7,
        options={"historical_deck": mode},
        at=DRAW,
        hands=dict.fromkeys(SIDES, ()),
    )
    cards = [*given.deck, *given.dated]
    assert sorted(cards) == sorted(RULES.pack.cards)
    assert given.dated


def test_what_was_refused_has_no_events():
    refused = play(fresh(), ALLIED, PASS)
    assert isinstance(refused, Played)
    with pytest.raises(AssertionError):
        assert refused.events
