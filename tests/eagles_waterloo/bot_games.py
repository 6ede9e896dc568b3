"""Games in which the bot plays some of the seats, and the others pick any legal order.

Bare rules, without a log: each position is looked at as it comes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.eagles_waterloo import RULES
from napoleon.rulesets.eagles_waterloo.bot import Player
from napoleon.rulesets.eagles_waterloo.sides import SIDES
from napoleon.rulesets.eagles_waterloo.state import State

GAME = "0000001815"
MOST_ORDERS = 12_000


class Played(NamedTuple):
    """A game as far as it was played."""

    state: State
    events: list[Event]
    kinds: set[str]
    """Kinds of decisions that the bot answered; it is asked where there is a choice."""
    orders: int

    @property
    def winner(self) -> str:
        """The side that has won, or ``draw``; the game must have come to its end."""
        assert self.state.result is not None, f"no end in turn {self.state.turn}"
        return self.state.result.winner


def play(
    number: int,
    scenario: str = "quatre_bras",
    options: Mapping[str, Any] | None = None,
    *,
    bots: Collection[str] = SIDES,
    most: int = MOST_ORDERS,
) -> Played:
    """Game number so and so, in which the bot plays `bots`; up to its end, or to `most` orders."""
    chance = SeededChance(f"{number:064x}", GAME, drawn=0)
    careless = Random(number)
    chosen = RULES.checked_options(dict(options or {}))
    players = {seat: Player(Random(f"{number} {seat}")) for seat in bots}
    events, kinds, orders = RULES.setup(scenario, chosen, chance), set[str](), 0
    state = _after(None, events)
    while state.result is None and orders < most:
        [decision, *_] = RULES.decisions(state)
        legal_orders = list(RULES.legal_orders(state, decision))
        if len(legal_orders) > 1 and decision.seat in players:
            kinds.add(decision.kind)
            view = RULES.view(state, Viewer(decision.seat))
            order = players[decision.seat].choose(view, decision, legal_orders)
        else:
            order = careless.choice(legal_orders)
        caused = RULES.decide(state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal), (order, caused)
        state = _after(state, caused)
        events += caused
        orders += 1
    assert chance.drawn == state.draws, "the number of draws is part of the position"
    return Played(state, events, kinds, orders)


class BothBots:
    """The bot in every seat, as a player of `random_play`."""

    def __init__(self, number: int) -> None:
        self._players = {seat: Player(Random(f"{number} {seat}")) for seat in SIDES}

    def __call__(self, state: State, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        if len(legal_orders) == 1:
            return legal_orders[0]
        view = RULES.view(state, Viewer(decision.seat))
        return self._players[decision.seat].choose(view, decision, legal_orders)


def _after(state: State | None, events: list[Event]) -> State:
    for event in events:
        state = RULES.apply(state, event)
    assert state is not None
    return state
