"""The bot: it answers every decision of its seat by what the seat may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from random import Random

from napoleon.rules.kit.choosing import best_of
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo.bot import combat, decks, deploying, others
from napoleon.rulesets.eagles_waterloo.bot.seen import Seen
from napoleon.rulesets.eagles_waterloo.views import EaglesViews


class Player:
    """Answers every decision of a seat; `random` breaks ties, so the same one plays alike."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(
        self, views: EaglesViews, decision: Decision, legal_orders: Iterable[Order]
    ) -> Order:
        """One of the legal orders of a decision of the seat whose views these are.

        Raises ValueError if there are no legal orders.
        """
        orders = list(legal_orders)
        if not orders:
            raise ValueError("there are no offers to choose from")
        if len(orders) == 1:
            return orders[0]
        return self._random.choice(_best(Seen(views), decision.kind, orders))


def _best(seen: Seen, kind: str, orders: Sequence[Order]) -> list[Order]:
    match kind:
        case "deck" | "split":
            return best_of(orders, partial(decks.worth, seen))
        case "deploy":
            return best_of(orders, partial(deploying.worth, seen))
        case "combat":
            return best_of(orders, combat.Phase(seen, orders).worth)
    return best_of(orders, partial(others.worth, seen))
