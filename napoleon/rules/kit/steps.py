"""Strength in steps: what hits take from pieces, one step each.

A piece without a step left is eliminated. After every hit it is decided where the next one falls.
"""

from __future__ import annotations

from collections.abc import Mapping


def strongest(strengths: Mapping[str, int], *, least: int = 0) -> list[str]:
    """The pieces one of which takes the next hit: the strongest with more steps than `least`.

    Among several their owner chooses; without any the hit is void. A hit that cannot eliminate,
    as by long-range fire, leaves `least` one step.

    >>> strongest({"guard": 3, "line": 3, "guns": 1})
    ['guard', 'line']
    >>> strongest({"guns": 1}, least=1)
    []
    """
    able = {piece: steps for piece, steps in strengths.items() if steps > least}
    most = max(able.values(), default=0)
    return [piece for piece, steps in able.items() if steps == most]


def taken(strengths: Mapping[str, int], hits: int, *, least: int = 0) -> int:
    """How many of the hits take a step; the others are void.

    >>> taken({"line": 2, "guns": 1}, 5)
    3
    """
    return min(hits, sum(max(0, steps - least) for steps in strengths.values()))


def weakened(strengths: Mapping[str, int], piece: str) -> dict[str, int]:
    """The strengths after a hit on `piece`; without a step left it is no longer among them.

    >>> weakened({"line": 2, "guns": 1}, "guns")
    {'line': 2}
    """
    left = {**strengths, piece: strengths[piece] - 1}
    return {name: steps for name, steps in left.items() if steps > 0}
