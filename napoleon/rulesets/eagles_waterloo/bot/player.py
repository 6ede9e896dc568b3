"""The bot: it answers every decision of its seat by what the seat may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from random import Random

from napoleon.rules.kit.choosing import best_of
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo.bot import combat, decks, deploying, specials
from napoleon.rulesets.eagles_waterloo.bot.seen import Seen
from napoleon.rulesets.eagles_waterloo.orders import (
    CheckTheRest,
    ChooseCaptors,
    EndSending,
    EndTurn,
    PlayNothing,
    PlaySpecial,
    SendReinforcements,
    ShowGeneral,
)
from napoleon.rulesets.eagles_waterloo.views import EaglesViews

NEVER = -1.0


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
    return best_of(orders, partial(other_worth, seen))


def other_worth(seen: Seen, order: Order) -> float:
    """What an order is other_worth to the seat; meaningful only beside the others of a decision."""
    match order:
        case CheckTheRest() | PlayNothing() | EndTurn() | EndSending():
            return 0.0
        case ShowGeneral():
            return 10.0
        case SendReinforcements():
            return 1.0
        case PlaySpecial():
            return specials.worth(seen.field, order)
        case ChooseCaptors(cards):
            return sum(seen.field.pieces[card].power for card in cards)
    return NEVER
