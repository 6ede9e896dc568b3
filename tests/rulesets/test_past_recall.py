"""An order by which something is drawn or shown is said to be past recall.

Players are asked before they give it, as they can take it back by consent alone.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from napoleon.chance import SeededChance
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from tests.rulesets.playing import Played, some

POSITIONS = 8
"""Positions of a game at which orders are tried."""

MOST_OFFERS = 40
"""Offers of a decision that are tried, of those that there are."""

SEED = "18" * 32

TELLS_NOBODY = {"napoleon_columbia": {"TokensReplaced"}}
"""What is drawn and tells nobody anything, by game."""


def unsaid(rules: Any, state: Any, decision: Decision, order: Order, chance: Any) -> set[str]:
    """The events that draw or show something, if the order is not said to be past recall."""
    caused = rules.decide(state, decision.seat, order, chance)
    assert not isinstance(caused, Refusal)
    seals = {type(it).__name__ for it in caused if it.reveals or it.drawn}
    seals -= TELLS_NOBODY.get(rules.name, set())
    return set() if rules.is_irreversible(state, decision, order) else seals


def test_what_draws_or_shows_something_is_past_recall(played: Played) -> None:
    for step in played.sample(POSITIONS, "past recall"):
        state = played.entrant.thawed(step.before)
        for decision in played.entrant.rules.decisions(state):
            offers = played.legal_orders(step, decision)
            for order in some(offers, MOST_OFFERS, played.random(str(step))):
                chance = SeededChance(SEED, played.id, drawn=state.draws)
                found = unsaid(played.entrant.rules, state, decision, order, chance)
                assert not found, f"{found}: {played}, {step._replace(order=order)}"


def test_an_order_that_says_nothing_of_what_it_shows_is_found() -> None:
    class Shown:
        reveals, drawn = True, ""

    rules = SimpleNamespace(
        name="toy", decide=lambda *_: [Shown()], is_irreversible=lambda *_: False
    )
    asked: Any = SimpleNamespace(seat="red")
    order: Any = None
    assert unsaid(rules, None, asked, order, None) == {"Shown"}
    rules.is_irreversible = lambda *_: True
    assert unsaid(rules, None, asked, order, None) == set()
