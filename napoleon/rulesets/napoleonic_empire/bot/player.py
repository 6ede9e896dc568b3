"""The bot: it answers every decision of its seat by what the seat may see."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random

from napoleon.rules.kit.choosing import best_of
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire.bot import choices, marching
from napoleon.rulesets.napoleonic_empire.bot.seen import Seen
from napoleon.rulesets.napoleonic_empire.orders import AgreeToEnd
from napoleon.rulesets.napoleonic_empire.views import EmpireViews


class Player:
    """Answers every decision of a seat; `random` breaks ties, so the same one plays alike."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(
        self, views: EmpireViews, decision: Decision, legal_orders: Iterable[Order]
    ) -> Order:
        """One of the legal orders of a decision of the seat whose views these are.

        Raises ValueError if there are no legal orders.
        """
        seen, known = Seen(views), list(legal_orders)
        if not known:
            raise ValueError("no offers to choose from")
        if decision.kind == "move":
            return marching.choose(seen, known)
        return self._random.choice(best_of(known, partial(choices.worth, seen)))

    def unasked(self, views: EmpireViews) -> AgreeToEnd | None:
        """Agree to end the game, if the other side offers it and the bot is not ahead [E-53]."""
        seen = Seen(views)
        if views.map.end_offered_by != seen.enemy or choices.is_ahead(seen):
            return None
        return AgreeToEnd()
