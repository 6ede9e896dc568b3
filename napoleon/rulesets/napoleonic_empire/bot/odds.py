"""The odds of a battle [ATTACK.6, ATTACK.7]."""

from __future__ import annotations

from functools import cache
from itertools import product

FACES = range(1, 7)


@cache
def chance_to_win(lead: int) -> float:
    """The chance of the higher total for a side that leads by `lead` before the dice; 0 to 1.

    >>> chance_to_win(6), chance_to_win(-5)
    (1.0, 0.0)
    >>> round(chance_to_win(0), 3)
    0.417
    """
    rolls = list(product(FACES, FACES))
    return sum(lead + own > other for own, other in rolls) / len(rolls)
