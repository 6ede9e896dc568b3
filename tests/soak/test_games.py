"""A thousand games of every kind, from first turn to end: nothing raises, nobody is stuck."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from napoleon.chance import SeededChance
from napoleon.rules.bots import RandomBot
from napoleon.rules.orders import Refusal
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.state import State

pytestmark = pytest.mark.soak

GAME = "0000001815"
GAMES = 1000
MOST_ORDERS = 20_000
FORMS = list(
    product(
        RULES.pack.scenarios,
        *([(option.name, value) for value in option.values] for option in RULES.options),
    )
)
"""Every scenario with every combination of the options."""


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_of_bots_comes_to_its_end(number: int) -> None:
    scenario, *options = FORMS[number % len(FORMS)]
    seed = f"{number:064x}"
    random, bot = Random(number), RandomBot(number)
    state: State | None = None
    for event in RULES.setup(scenario, dict(options), SeededChance(seed, GAME, drawn=0)):
        state = RULES.apply(state, event)
    assert state is not None
    orders = 0
    while state.result is None:
        decisions = RULES.decisions(state)
        assert decisions, "nobody has anything to decide, and the game is not over"
        decision = random.choice(decisions)
        legal_orders = list(RULES.legal_orders(state, decision))
        assert legal_orders, decision
        chance = SeededChance(seed, GAME, drawn=state.draws)
        events = RULES.decide(state, decision.seat, bot.choose(legal_orders), chance)
        assert not isinstance(events, Refusal), (decision, events)
        state = RULES.copied(state)
        for event in events:
            state = RULES.apply(state, event)
        for reader in (*state.seats, "spectator", "referee") if not orders % 50 else ():
            RULES.view(state, Viewer(reader))
        orders += 1
        assert orders < MOST_ORDERS, "a game without end"
