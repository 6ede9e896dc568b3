"""Spreading points over holders as evenly as possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations


def even_shares(points: int, capacities: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to spread `points` as evenly as possible over holders of these capacities.

    What one cannot hold goes evenly to the others; points beyond all capacities are lost. The ways
    come in a fixed order.

    >>> list(even_shares(5, [9, 9, 9]))
    [(2, 2, 1), (2, 1, 2), (1, 2, 2)]
    >>> list(even_shares(4, [1, 9, 9]))
    [(1, 2, 1), (1, 1, 2)]
    """
    points = min(points, sum(capacities))
    level = 0
    while sum(min(capacity, level + 1) for capacity in capacities) <= points:
        if all(capacity <= level for capacity in capacities):
            break
        level += 1
    base = [min(capacity, level) for capacity in capacities]
    rest = points - sum(base)
    takers = [i for i, capacity in enumerate(capacities) if capacity > level]
    for chosen in combinations(takers, rest):
        yield tuple(share + (i in chosen) for i, share in enumerate(base))


def every_split(points: int, holders: int) -> Iterator[tuple[int, ...]]:
    """Every way to spread `points` over that many holders, some of which may get none.

    >>> list(every_split(2, 2))
    [(2, 0), (1, 1), (0, 2)]
    """
    if holders == 1:
        yield (points,)
        return
    for first in range(points, -1, -1):
        for rest in every_split(points - first, holders - 1):
            yield (first, *rest)
