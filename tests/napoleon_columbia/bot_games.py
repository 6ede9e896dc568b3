"""Games in which the bot plays some of the seats, and the others pick any legal order.

Bare rules, without a log: each position is looked at as it comes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import product
from random import Random
from typing import Any, NamedTuple

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.layout import seats
from napoleon.rulesets.napoleon_columbia.state import State

GAME = "0000001815"
MOST_ORDERS = 6_000

EVERY_FORM: tuple[tuple[str, dict[str, Any]], ...] = tuple(
    (scenario.id, options)
    for scenario in RULES.scenarios
    for options in (
        dict(zip((option.name for option in RULES.options), values, strict=True))
        for values in product(*(option.values for option in RULES.options))
    )
    if not (options["players"] == 3 and options["bidding"])
)
"""All scenarios with all combinations of the options that can be played [N-63]."""


def named(form: tuple[str, Mapping[str, Any]]) -> str:
    """A form in a word, for the name of a test: ``free-2-bidding``."""
    scenario, options = form
    switched = [name for name, value in options.items() if value is True]
    return "-".join([scenario, str(options["players"]), *switched])


class Played(NamedTuple):
    """A game as far as it was played."""

    state: State
    events: list[Event]
    kinds: set[str]
    """Kinds of decisions that the bot answered; it is asked where there is a choice."""
    orders: int

    @property
    def winner(self) -> str:
        """The side that has won; the game must have come to its end."""
        assert self.state.result is not None, f"no end in turn {self.state.turn}"
        return self.state.result.winner


def play(
    number: int,
    scenario: str = "historical",
    options: Mapping[str, Any] | None = None,
    *,
    bots: Collection[str] | None = None,
    most: int = MOST_ORDERS,
) -> Played:
    """Game number so and so, in which the bot plays `bots`, all seats if none are named.

    It goes up to its end, or to `most` orders.
    """
    chance = SeededChance(f"{number:064x}", GAME, drawn=0)
    careless = Random(number)
    chosen = RULES.checked_options(dict(options or {}))
    playing = seats(chosen) if bots is None else bots
    players = {seat: RULES.bot(Random(f"{number} {seat}")) for seat in playing}
    events, kinds, orders = RULES.setup(scenario, chosen, chance), set(), 0
    state = _after(None, events)
    while state.result is None and orders < most:
        [decision, *_] = RULES.decisions(state)
        legal_orders = list(RULES.legal_orders(state, decision))
        if len(legal_orders) > 1 and decision.seat in players:
            kinds.add(decision.kind)
            known = RULES.known(state, Viewer(decision.seat))
            order = players[decision.seat].choose(known, decision, legal_orders)
        else:
            order = careless.choice(legal_orders)
        caused = RULES.decide(state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal), (order, caused)
        state = _after(state, caused)
        events += caused
        orders += 1
    assert chance.drawn == state.draws, "the number of draws is part of the position"
    return Played(state, events, kinds, orders)


def _after(state: State | None, events: list[Event]) -> State:
    for event in events:
        state = RULES.apply(state, event)
    assert state is not None
    return state
