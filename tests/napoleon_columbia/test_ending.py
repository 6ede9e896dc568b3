"""What answers no decision: giving up, and agreeing to end the game [N-74].

It may be done at any time; games are ended so in the middle of whatever happens.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.orders import AgreeToEnd, Resign
from napoleon.rulesets.napoleon_columbia.state import State
from tests.napoleon_columbia.random_play import GAME, KINDS, moments
from tests.repetitions import repetitions
from tests.rulesets.entrants import Form

GAMES = repetitions(6, 4 * len(KINDS))


def somewhere(number: int) -> tuple[Form, State]:
    """A position in the middle of a game."""
    random = Random(number)
    moment = next(islice(moments(number), random.randint(0, 120), None))
    return KINDS[number % len(KINDS)], RULES.copied(moment.state)


def give(state: State, seat: str, order: Order) -> tuple[State, list[Event]]:
    """The position after an order, and what it caused."""
    chance = SeededChance("74" * 32, GAME, drawn=state.draws)
    events = RULES.decide(state, seat, order, chance)
    assert not isinstance(events, Refusal), events
    after = RULES.copied(state)
    for event in events:
        after = RULES.apply(after, event)
    return after, events


@pytest.mark.parametrize("number", GAMES)
def test_a_side_has_lost_when_all_its_players_have_given_up(number: int) -> None:
    kind, state = somewhere(number)
    for seat in state.seats[1:]:
        assert state.result is None
        state, events = give(state, seat, Resign())
        assert any(event.type == "player_resigned" for event in events)
    assert state.result is not None
    first = state.seats[0]
    if kind.options["players"] == 3:
        assert state.result.winner == "french"
    elif state.players:
        armies = {army for army, player in state.players.items() if player == first}
        assert state.result.winner == ("french" if "french" in armies else "allied")
    else:
        assert state.result.winner == first


@pytest.mark.parametrize("number", GAMES)
def test_a_game_that_all_would_end_is_drawn(number: int) -> None:
    _, state = somewhere(number)
    for seat in state.seats:
        assert state.result is None
        state, events = give(state, seat, AgreeToEnd())
        assert any(event.type == "end_offered" for event in events)
    assert state.result is not None
    assert state.result.winner == ""


@pytest.mark.parametrize("number", GAMES)
def test_whoever_plays_on_turns_the_offer_down(number: int) -> None:
    _, state = somewhere(number)
    decision = RULES.decisions(state)[0]
    offering = next(seat for seat in state.seats if seat != decision.seat)
    state, _ = give(state, offering, AgreeToEnd())
    state, events = give(state, decision.seat, next(iter(RULES.legal_orders(state, decision))))
    assert any(event.type == "end_offers_lapsed" for event in events)
    assert not state.agreed
