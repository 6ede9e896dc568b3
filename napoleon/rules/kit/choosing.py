"""How bots choose among legal orders: by what each of them is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def best_of(legal_orders: Iterable[T], worth: Callable[[T], float]) -> list[T]:
    """The legal orders that are worth most; more than one if they are worth the same.

    Raises ValueError if there are no legal orders.

    >>> best_of([-3, 1, 3], abs)
    [-3, 3]
    """
    valued = [(worth(order), order) for order in legal_orders]
    best = max(value for value, _ in valued)
    return [order for value, order in valued if value == best]
