"""Exactly the offers are accepted: each of them, and nothing else.

Everything is tried at many positions: all offers, an order of every verb, and orders that differ
from an offer in one thing. Nothing that is tried changes the position.
"""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from napoleon.chance import SeededChance
from napoleon.rules.orders import Order, OrderGiven, Refusal, to_data
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.orders import UNASKED
from tests.napoleon1815.mutations import ONE_OF_EACH, mutations
from tests.napoleon1815.random_play import EVERY_TWO, GAME, NoChance, Play, whole_game
from tests.napoleon1815.random_play import GAMES as RANDOM_GAMES
from tests.repetitions import some_of
from tests.watching import digest

GAMES = 48
"""Under ``make soak``, each of another kind; under ``make test`` some of these, in which every two
choices come together."""
TRIED = 12
"""Positions of each game at which everything is tried."""


def exactly_the_offers_are_accepted(play: Play, version: int, random: Random) -> None:
    state = play.positions[version]
    before = digest(state)
    offered = {
        decision.seat: list(RULES.legal_orders(state, decision)) for decision in play.asked[version]
    }
    for seat, orders in offered.items():
        assert len(set(map(key, orders))) == len(orders) > 0
        for order in orders:
            caused = RULES.decide(
                state, seat, order, SeededChance(play.seed, GAME, drawn=state.draws)
            )
            assert not isinstance(caused, Refusal), (seat, order, caused)
            assert isinstance(caused[0], OrderGiven)
            assert (caused[0].player, caused[0].order) == (seat, to_data(order))
            assert digest(state) == before
    every = [order for orders in offered.values() for order in orders]
    tried = random.sample(every, min(3, len(every)))
    others = [order for order in ONE_OF_EACH if not isinstance(order, UNASKED)]
    for order in [*every, *others, *(m for one in tried for m in mutations(one))]:
        for seat in state.seats:
            if key(order) not in map(key, offered.get(seat, ())):
                refusal = RULES.decide(state, seat, order, NoChance())
                assert isinstance(refusal, Refusal), (seat, order)
                assert re.fullmatch(r"[A-Z]+(_[A-Z]+)*", refusal.code)
                assert RULES.clause(refusal.clause) is not None, refusal
                assert digest(state) == before


def key(order: Order) -> bytes:
    """The order as bytes; in what order a client writes its fields is all the same."""
    return msgspec.json.encode(order, order="sorted")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("number", some_of(EVERY_TWO, range(GAMES)))
def test_exactly_the_offers_are_accepted_in_whole_games(number: int) -> None:
    play, random = whole_game(number), Random(number)
    versions = sorted(play.positions)
    for version in [*random.sample(versions, min(TRIED, len(versions))), play.version]:
        exactly_the_offers_are_accepted(play, version, random)


@settings(max_examples=40, deadline=None)
@given(RANDOM_GAMES.plays())
def test_exactly_the_offers_are_accepted_whatever_was_chosen(play: Play) -> None:
    exactly_the_offers_are_accepted(play, play.version, Random(play.seed))
