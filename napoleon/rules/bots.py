"""Bots: one that knows only what it may do, and those that come with rulesets."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision

T = TypeVar("T")


class Bot(Protocol):
    """A player of one game. It is told what its seat may see, and nothing else."""

    def choose(self, known: Any, decision: Decision, legal_orders: Iterable[Order]) -> Order:
        """One of the legal orders of a decision, given what the seat that has to decide may know.

        That is what `napoleon.rules.contract.Ruleset.known` gives.
        """


@runtime_checkable
class Unasked(Protocol):
    """What a bot has as well if it gives orders of its own accord, such as to agree to an end."""

    def unasked(self, known: Any) -> Order | None:
        """A free order for the seat that may know this; None if it wants none."""


class RandomPlayer:
    """A player of any game that picks any legal order; `randomness` says which."""

    def __init__(self, randomness: random.Random) -> None:
        self._random = randomness

    def choose(self, known: Any, decision: Decision, legal_orders: Iterable[Order]) -> Order:
        """One of the legal orders of a decision. Raises IndexError if there are none."""
        return self._random.choice(list(legal_orders))


class RandomBot:
    """Picks any legal order, all equally likely. The same seed plays the same game.

    >>> bot = RandomBot(1815)
    >>> bot.choose(["pass", "move", "fight"]) in ("pass", "move", "fight")
    True
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  (a bot keeps no secrets)

    def choose(self, legal_orders: Sequence[T]) -> T:
        """One of the legal orders of a decision. Raises IndexError if there are none."""
        return self._random.choice(legal_orders)
