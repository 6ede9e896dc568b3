"""Think time: how long each seat took for its orders, by the times in the log."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.events.service import ServiceEvent
from napoleon.log.times import SECOND
from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven


class Thought(msgspec.Struct):
    """How long a seat took for all orders that it has given. In seconds."""

    orders: int = 0
    total: int = 0
    longest: int = 0

    @property
    def mean(self) -> int:
        """How long it took for an order on the average, in whole seconds."""
        return round(self.total / self.orders) if self.orders else 0


def think_times(events: Iterable[Event], seats: Iterable[str]) -> dict[str, Thought]:
    """The time that each of the `seats` took, from all events of a game, the oldest first.

    The time of an order is that since the table was last changed, by an order or a rewind. Where
    several are asked at once, whoever answers later is counted from the answer before. Orders that
    were taken back took their time too, and answers that were left in advance theirs: nobody learns
    from it that they were.
    """
    found = {seat: Thought() for seat in seats}
    changed: int | None = None
    for event in events:
        if isinstance(event, OrderGiven) and changed is not None:
            # As times are told: finer ones could tell answers that were left in advance.
            taken = max(0, event.at // SECOND - changed // SECOND)
            thought = found[event.player]
            thought.orders += 1
            thought.total += taken
            thought.longest = max(thought.longest, taken)
        if isinstance(event, HistoryRewound) or (
            event.phase and not isinstance(event, ServiceEvent)
        ):
            changed = event.at
    return found
