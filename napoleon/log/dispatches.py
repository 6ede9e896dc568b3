"""Dispatches: what a game remembers of letters that are carried from place to place."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

LOST, DELIVERED = "lost", "delivered"
"""Fates of dispatches; one that is captured has the seat that captures it."""

PURPOSE = "dispatch"
"""What the fate of a dispatch is drawn for."""

PER_CENT = 100


class Charter(msgspec.Struct, frozen=True):
    """How dispatches fare in a game."""

    lost: int
    """How many of a hundred are lost."""
    captured: int
    """How many of a hundred an enemy captures."""
    pace: int
    """Roads, or borders, in a turn; see `napoleon.rules.couriers`."""

    def turns(self, distance: int) -> int:
        """Turns that a dispatch is under way: at least one.

        >>> [Charter(0, 0, 4).turns(distance) for distance in (0, 4, 5)]
        [1, 1, 2]
        """
        return max(1, -(-distance // self.pace))


USUAL = Charter(lost=10, captured=10, pace=4)
"""How dispatches fare where a founder says no more than that there are some."""


class Dispatch(msgspec.Struct, frozen=True):
    """A dispatch that is under way."""

    id: int
    """Version at which it was sent."""
    sender: str
    writer: str
    """Who wrote it for the sender: the same, or a share of the seat."""
    to: str
    origin: str
    destination: str
    turn: int
    """The turn in which it was sent."""
    due: int
    """The turn at whose beginning it is due."""
    text: str
    """Id of a text."""
    fate: str = DELIVERED
    """`LOST`, `DELIVERED`, or the seat that captures it."""
    held: bool = False
    """Whether the referee holds it back."""

    @property
    def reader(self) -> str:
        """Who gets it; empty for nobody."""
        return {LOST: "", DELIVERED: self.to}.get(self.fate, self.fate)


def fates(lost: int, captured: int, captors: Sequence[str]) -> list[str]:
    """The fates that one is drawn from, all equally likely.

    What nobody can capture is lost instead.

    >>> some = fates(10, 20, ["red", "blue"])
    >>> len(some), [some.count(it) for it in ("lost", "red", "blue", "delivered")]
    (200, [20, 20, 20, 140])
    >>> fates(10, 20, []).count("lost")
    30
    """
    share = len(captors) or 1
    gone = lost * share + (0 if captors else captured)
    taken = [seat for seat in captors for _ in range(captured)]
    rest = PER_CENT * share - gone - len(taken)
    return [LOST] * gone + taken + [DELIVERED] * rest
