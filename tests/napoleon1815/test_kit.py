"""The kit of these tests does what it says."""

import pytest

from napoleon.rulesets.napoleon1815.events.movement import MovementPointsSet
from tests.napoleon1815.kit import (
    ALLIED,
    FRENCH,
    MOVE,
    PASS,
    activate,
    asked,
    at,
    legal_orders,
    play,
    position,
)
from tests.napoleon1815.scripted import ScriptedChance, box, face, value


def test_a_position_has_the_blocks_named_and_no_others():
    state = position({"ney": at("ligny"), "picton": at("ligny", 1, 2, fatigue=3, ready=False)})
    assert list(state.blocks) == ["ney", "picton"]
    assert (state.blocks["ney"].infantry, state.blocks["ney"].cavalry) == (0, 3)
    assert (state.blocks["picton"].strength, state.blocks["picton"].fatigue) == (3, 3)
    assert state.contested == ["ligny"]


def test_a_card_lies_in_one_place_only():
    state = position({}, hands={FRENCH: [40]}, discards={ALLIED: [4]}, lasting={"rain": 37})
    assert 40 not in state.decks[FRENCH] and 37 not in state.decks[FRENCH]
    assert len(state.decks[FRENCH]) == 34 and len(state.decks[ALLIED]) == 35


def test_an_order_is_played_with_the_draws_that_were_scripted():
    given = position({"ney": at("ligny"), "picton": at("bruxelles")})
    assert asked(given) == [(FRENCH, "go")] and PASS in legal_orders(given, FRENCH)
    played = play(
        given, FRENCH, activate("ligny", "ney"), MOVE, chance=ScriptedChance(french=[value(4)])
    )
    assert played.lines(MovementPointsSet) == [(4, "MOVE.1"), (1, "MOVE.1D")]
    assert given.operation is None, "a position is left as it was"


def test_a_draw_without_a_script_fails():
    given = position({"ney": at("ligny"), "picton": at("bruxelles")})
    with pytest.raises(AssertionError, match="nothing was scripted"):
        play(given, FRENCH, activate("ligny", "ney"), MOVE)


def test_a_wish_that_cannot_be_granted_fails():
    chance = ScriptedChance(french=[box(9, 9)])
    with pytest.raises(AssertionError, match="no option fits the wish for 9L"):
        chance.pick([37, 38], "french flip combat")


def test_a_wish_that_was_never_drawn_fails():
    given = position({"ney": at("ligny"), "picton": at("bruxelles")})
    chance = ScriptedChance(allied=[face(1, 0)])
    with pytest.raises(AssertionError, match="never drawn"):
        play(given, FRENCH, activate("ligny", "ney"), chance=chance)
