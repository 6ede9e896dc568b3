"""The score in one line: how far along the way to victory a game is, and for whom."""

from __future__ import annotations

import msgspec


class Score(msgspec.Struct, frozen=True):
    """A number on its way to a goal.

    `low` and `high` are where the way ends; the ids of `towards_low` and `towards_high` say which
    side wins there, empty where nobody does. `words` tell what is won by it.
    """

    label: str
    value: int
    low: int
    high: int
    towards_low: str = ""
    towards_high: str = ""
    words: str = ""

    @property
    def share(self) -> float:
        """How much of the way from `low` to `high` has been gone, from 0 to 1.

        >>> Score("Track", 15, 10, 30).share, Score("Track", 40, 10, 30).share
        (0.25, 1.0)
        """
        return min(1.0, max(0.0, (self.value - self.low) / max(1, self.high - self.low)))
