"""The bot: the offer that is worth most, by a few considerations a beginner would name.

It takes places that score and fights where it has the better of it; it goes to the nearest such
aim, spares the tired, keeps Napoleon in company, and plays a card when it helps at once. It is told
only what its seat may see, and looks no further than the next operation.
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
from napoleon.rulesets.napoleon1815.bot.seen import Seen
from napoleon.rulesets.napoleon1815.views import Views1815

MOST_OFFERS = 2_000
"""Offers that are looked at; what comes after them differs little from what came before."""


class Player:
    """Answers every decision of a seat; `random` breaks ties, so the same one plays alike."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, views: Views1815, decision: Decision, offers: Iterable[Order]) -> Order:
        """One of the offers of a decision of the seat whose views these are.

        Raises ValueError if there are no offers.
        """
        seen = Seen(views)
        best = best_of(islice(offers, MOST_OFFERS), partial(worth, seen))
        return self._random.choice(best)
