"""Bots: players that know nothing but the list of what they may do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class RandomBot:
    """Picks any legal order, all equally likely. The same seed plays the same game.

    >>> bot = RandomBot(1815)
    >>> bot.choose(["pass", "move", "fight"]) in ("pass", "move", "fight")
    True
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  (a bot keeps no secrets)

    def choose(self, offers: Sequence[T]) -> T:
        """One of the offers of a decision. Raises IndexError if there are none."""
        return self._random.choice(offers)
