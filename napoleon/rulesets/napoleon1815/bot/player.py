"""The bot: the order that is worth most, as far as one seat can see.

It takes places that score and guards those it has, fights where it has the better of it, keeps out
of the reach of stronger stacks and Napoleon in company, spares the tired, and plays a card when it
helps. It is told only what its seat may see, and looks a turn ahead. When ahead it takes fewer
risks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import islice
from random import Random

from napoleon.rules.kit.choosing import best_of
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815.bot.choices import worth
from napoleon.rulesets.napoleon1815.bot.marching import Marches
from napoleon.rulesets.napoleon1815.bot.seen import Seen
from napoleon.rulesets.napoleon1815.bot.theatre import Theatre
from napoleon.rulesets.napoleon1815.views import Views1815

MOST_OFFERS = 2_000
"""Legal orders that are read; what comes after them differs little from what came before."""
MANY = 300
"""Legal orders that are weighed at most, at even distances: stacks of many corps differ little."""


class Player:
    """Answers every decision of a seat; `random` breaks ties, so the same one plays alike."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, views: Views1815, decision: Decision, legal_orders: Iterable[Order]) -> Order:
        """One of the legal orders of a decision of the seat whose views these are.

        Raises ValueError if there are no legal orders.
        """
        marches = Marches(Theatre(Seen(views)))
        read = list(islice(legal_orders, MOST_OFFERS))
        best = best_of(read[:: 1 + max(0, len(read) - 1) // MANY], partial(worth, marches))
        return self._random.choice(best)
