"""The bot: it answers every decision of its seat by what the seat may see."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random

from napoleon.rules.kit.choosing import best_of
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia.bot import choices, fighting, marching
from napoleon.rulesets.napoleon_columbia.bot.seen import Seen
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.state import State


class Player:
    """Answers every decision of a seat; `random` breaks ties, so the same one plays alike."""

    def __init__(self, pack: Pack, random: Random) -> None:
        self._pack = pack
        self._random = random

    def choose(self, known: State, decision: Decision, legal_orders: Iterable[Order]) -> Order:
        """One of the legal orders of a decision of a seat, by what it knows of the position.

        Raises ValueError if there are no legal orders.
        """
        seen, orders = Seen(self._pack, known, decision.seat), list(legal_orders)
        if not orders:
            raise ValueError("there are no offers to choose from")
        if len(orders) == 1:
            return orders[0]
        match decision.kind:
            case "march":
                return marching.choose(seen, orders)
            case "combat":
                return self._random.choice(fighting.choose(seen, orders))
        return self._random.choice(best_of(orders, partial(choices.worth, seen)))
