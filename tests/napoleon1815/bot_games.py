"""Games in which the bot plays some of the seats, and the others pick any legal order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any

import msgspec

from napoleon.chance import SeededChance
from napoleon.rules.bots import RandomBot
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES, Napoleon1815
from napoleon.rulesets.napoleon1815.bot import Player
from napoleon.rulesets.napoleon1815.sides import side_of_army
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.random_play import GAME

MOST_ORDERS = 5_000


def advised(bot: Player, state: State, decision: Decision, rules: Napoleon1815 = RULES) -> Order:
    """What the bot answers, told what the service tells the seat."""
    served = msgspec.json.encode(rules.view(state, Viewer(decision.seat)))
    views = msgspec.json.decode(served, type=rules.views_type)
    return bot.choose(views, decision, rules.legal_orders(state, decision))


def bot_game(
    number: int, seats: Collection[str], scenario: str, options: Mapping[str, Any]
) -> tuple[State, set[str]]:
    """The end of a game in which the bot plays `seats`, and what kinds of questions it answered.

    Its answers are given to the rules, which must accept them.
    """
    seed = f"{number:064x}"
    random, careless, bot = Random(number), RandomBot(number), Player(Random(number))
    state: State | None = None
    for event in RULES.setup(scenario, options, SeededChance(seed, GAME, drawn=0)):
        state = RULES.apply(state, event)
    assert state is not None
    kinds = set()
    for _ in range(MOST_ORDERS):
        if state.result is not None:
            return state, kinds
        decision = random.choice(RULES.decisions(state))
        if decision.seat in seats:
            kinds.add(decision.kind)
            order = advised(bot, state, decision)
        else:
            order = careless.choose(list(RULES.legal_orders(state, decision)))
        chance = SeededChance(seed, GAME, drawn=state.draws)
        caused = RULES.decide(state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal), (order, caused)
        for event in caused:
            state = RULES.apply(state, event)
    raise AssertionError("a game without end")


def wins(number: int, side: str, scenario: str, options: Mapping[str, Any]) -> bool:
    """Whether the bot wins as `side` against a player who picks any legal order."""
    seats = [seat for seat in RULES.seats(options) if side_of_army(seat) == side]
    state, _ = bot_game(number, seats, scenario, options)
    return state.result is not None and state.result.winner == side
