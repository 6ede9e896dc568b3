"""Random games over all battles, scales, decks and decoys, order by order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

from napoleon.chance import SeededChance
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision, SetupRefused
from napoleon.rulesets.eagles_waterloo import RULES, orders
from napoleon.rulesets.eagles_waterloo.layout import SCENARIOS
from napoleon.rulesets.eagles_waterloo.state import State

GAME = "0000001815"

KINDS = [
    (scenario.id, decks, scale, historical, decoys)
    for decoys, historical, scale, decks, scenario in product(
        (True, False),
        (False, True),
        ("half", "printed", "double"),
        ("random", "chosen", "custom"),
        SCENARIOS,
    )
]
"""Scenario, decks, scale, only historical cards, decoys; some of them cannot be played [G-41]."""

STEP = 67
"""From game to game another kind comes up; it has no divisor in common with their number."""

WEIGHTS: dict[type[Order], float] = {
    orders.EndCombat: 0.7,
    orders.ShowGeneral: 30,
    orders.Shock: 4,
    orders.OccupyTerrain: 3,
    orders.ChangeFormation: 0.2,
    orders.TakeUp: 0.02,
    orders.WithdrawFromBattle: 0.05,
    orders.WithdrawDecoy: 0.1,
    orders.FinishDeck: 30,
    orders.SubmitDeck: 30,
    orders.DropCard: 0.02,
    orders.EndDeployment: 5,
}

MOST_ORDERS = 900
"""Games are looked at for so long."""


class Moment(NamedTuple):
    """A position in which somebody decides."""

    state: State
    decision: Decision


def moments(number: int) -> Iterator[Moment]:
    """The decisions of a game; none of a kind that cannot be played. Positions are moved on."""
    scenario, decks, scale, historical, decoys = KINDS[number * STEP % len(KINDS)]
    options = {"decks": decks, "scale": scale, "historical": historical, "decoys": decoys}
    random, seed = Random(number), f"{number:064x}"
    state: Any = None
    try:
        events = RULES.setup(scenario, options, SeededChance(seed, GAME, drawn=0))
    except SetupRefused:
        return
    for event in events:
        state = RULES.apply(state, event)
    for _ in range(MOST_ORDERS):
        if state.result is not None:
            return
        decision = random.choice(RULES.decisions(state))
        yield Moment(state, decision)
        offers = list(RULES.offers(state, decision))
        order = random.choices(offers, [WEIGHTS.get(type(it), 1) for it in offers])[0]
        chance = SeededChance(seed, GAME, drawn=state.draws)
        causes = RULES.decide(state, decision.seat, order, chance)
        assert not isinstance(causes, Refusal), f"an offer is refused: {order}\n{causes}"
        for event in causes:
            state = RULES.apply(state, event)
