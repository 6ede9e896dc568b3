"""Random games of every kind, from decks to end: nothing raises, nobody is stuck [2 to 16].

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
from napoleon.rulesets.eagles_waterloo import RULES
from tests.eagles_waterloo.random_play import GAME, KINDS, PLAYERS, moments

GAMES, FEW = 500, 12
"""In all, and of those under ``make test``, which plays this game for other tests as well."""

STEP = 73
"""From game to game another battle and another kind come up."""

MOST_IN_A_TURN = 1_500
"""More decisions in a round would try anybody's patience."""


@pytest.mark.sampled(5)
@pytest.mark.parametrize("number", [it * STEP for it in range(FEW)])
def test_a_game_comes_to_its_end_and_is_decided_again(number: int) -> None:
    played(number)


@pytest.mark.soak
@pytest.mark.parametrize("number", [it * STEP for it in range(FEW, GAMES)])
def test_many_games_come_to_their_end_and_are_decided_again(number: int) -> None:
    played(number)


def played(number: int) -> None:
    """Play a game, and decide each of its orders again from what was recorded of it."""
    again: Any = None
    kind, seed = KINDS[number % len(KINDS)], f"{number:064x}"
    for event in RULES.setup(kind.scenario, kind.options, SeededChance(seed, GAME, drawn=0)):
        again = RULES.apply(again, event)
    in_turn: Counter[int] = Counter()
    for place, moment in enumerate(moments(number)):
        chance = SeededChance(seed, GAME, drawn=again.draws)
        events = RULES.decide(again, moment.decision.seat, moment.order, chance)
        assert not isinstance(events, Refusal), (moment.order, events)
        assert events == moment.causes, moment.order
        assert moment.decision in RULES.decisions(again)
        for event in events:
            again = RULES.apply(again, event)
        in_turn[again.turn] += again.turn > 0
        if not place % 40:
            for reader in (*again.seats, SPECTATOR):
                RULES.view(again, Reader(reader))
    assert again.result is not None
    assert max(in_turn.values()) < MOST_IN_A_TURN, in_turn


def test_every_kind_and_every_player_comes_up() -> None:
    numbers = [it * STEP for it in range(GAMES)]
    assert {it % len(KINDS) for it in numbers} == set(range(len(KINDS)))
    assert {it // len(KINDS) % len(PLAYERS) for it in numbers} == set(range(len(PLAYERS)))
    few = [KINDS[it % len(KINDS)] for it in numbers[:FEW]]
    assert {it.scenario for it in few} == {it.id for it in RULES.scenarios}
