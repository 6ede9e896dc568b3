"""Positions of games in which everybody answers with any legal order."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from napoleon.chance import SeededChance
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.state import State

FORMS: tuple[dict[str, Any], ...] = (
    {},
    {"commanders": True, "historical_deck": "by_year", "divided_russia": True},
    {"commanders": True, "historical_deck": "each_round"},
)
"""Every option in each of its values."""


class Stop(NamedTuple):
    """A position at rest, with a decision that is open in it."""

    state: State
    decision: Decision
    legal_orders: list[Order]


def walk(form: dict[str, Any], orders: int) -> Iterator[Stop]:
    """The positions of a game, as many as there are `orders`, or up to its end."""
    chance, random = SeededChance("18" * 32, "walk", drawn=0), Random(1805)
    state: Any = None
    for event in RULES.setup("europe", form, chance):
        state = RULES.apply(state, event)
    for _ in range(orders):
        if state.result is not None:
            return
        decision = random.choice(RULES.decisions(state))
        legal_orders = list(RULES.legal_orders(state, decision))
        yield Stop(RULES.copied(state), decision, legal_orders)
        outcome = RULES.decide(state, decision.seat, random.choice(legal_orders), chance)
        assert not isinstance(outcome, Refusal)
        for event in outcome:
            state = RULES.apply(state, event)
