"""Random games of every kind, from set-up to end: nothing raises, nobody is stuck [2 to 13].

They are decided again to the same events, as an audit does.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from napoleon.chance import SeededChance
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import Refusal
from napoleon.rules.reader import Reader
from napoleon.rulesets.napoleon_columbia import RULES
from tests.napoleon_columbia.random_play import GAME, KINDS, PLAYERS, Moment, moments

GAMES, FEW = 500, 14
"""In all, and of those under ``make test``: with the games of bots thirty."""

STEP = 13
"""From game to game another kind and another player come up."""

MOST_IN_A_TURN = 400
"""More decisions in a player turn would try anybody's patience."""


@pytest.mark.sampled(5)
@pytest.mark.parametrize("number", [it * STEP for it in range(FEW)])
def test_a_game_comes_to_its_end_and_is_decided_again(number: int) -> None:
    played(number)


@pytest.mark.soak
@pytest.mark.parametrize("number", [it * STEP for it in range(FEW, GAMES)])
def test_many_games_come_to_their_end_and_are_decided_again(number: int) -> None:
    played(number)


def played(number: int) -> list[Moment]:
    """Play a game, and decide each of its orders again from what was recorded of it."""
    again: Any = None
    kind, seed = KINDS[number % len(KINDS)], f"{number:064x}"
    for event in RULES.setup(kind.scenario, kind.options, SeededChance(seed, GAME, drawn=0)):
        again = RULES.apply(again, event)
    in_turn: Counter[int] = Counter()
    orders = []
    for moment in moments(number):
        chance = SeededChance(seed, GAME, drawn=again.draws)
        events = RULES.decide(again, moment.decision.seat, moment.order, chance)
        assert not isinstance(events, Refusal), (moment.order, events)
        assert events == moment.causes, moment.order
        assert moment.decision in RULES.decisions(again)
        for event in events:
            again = RULES.apply(again, event)
        in_turn[again.turn] += again.turn > 0
        if not len(orders) % 40:
            for reader in (*again.seats, SPECTATOR):
                RULES.view(again, Reader(reader))
        orders.append(moment)
    assert again.result is not None
    assert max(in_turn.values()) < MOST_IN_A_TURN, in_turn
    return orders


def test_every_kind_and_every_player_comes_up() -> None:
    numbers = [it * STEP for it in range(GAMES)]
    kinds = {(it % len(KINDS), it // len(KINDS) % len(PLAYERS)) for it in numbers}
    assert len(kinds) == len(KINDS) * len(PLAYERS)
