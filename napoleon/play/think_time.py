"""Think time: how long each seat took for its orders, by the times in the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from statistics import median
from typing import NamedTuple

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


class ThinkTimes:
    """The time that seats took, into which the events of a game are entered, the oldest first."""

    topics = None
    """It takes in all of them."""

    def __init__(self, seats: Iterable[str]) -> None:
        self._found = {seat: Thought() for seat in seats}
        self._table = _Table()

    def enter(self, event: Event) -> None:
        """Take in the next event."""
        taken = self._table.taken(event)
        if taken is not None:
            thought = self._found[taken[0]]
            thought.orders += 1
            thought.total += taken[1]
            thought.longest = max(thought.longest, taken[1])

    def found(self) -> dict[str, Thought]:
        """What each seat took up to here."""
        return {seat: msgspec.structs.replace(it) for seat, it in self._found.items()}


def think_times(events: Iterable[Event], seats: Iterable[str]) -> dict[str, Thought]:
    """The time that each of the `seats` took, from all events of a game, the oldest first.

    The time of an order is that since the table was last changed, by an order or a rewind. Where
    several are asked at once, a later answer is counted from the answer before it. Orders that
    were taken back took their time too, and answers that were left in advance theirs: nobody learns
    from it that they were.
    """
    book = ThinkTimes(seats)
    for event in events:
        book.enter(event)
    return book.found()


class Answers(NamedTuple):
    """How often a seat has answered, and the median of how long that took, in seconds.

    What a seat orders while no other does is one answer.
    """

    number: int
    median: int


def answers(events: Iterable[Event], seats: Iterable[str]) -> dict[str, Answers]:
    """How often each of the `seats` answered, and how fast, by the same events and times."""
    taken: dict[str, list[int]] = {seat: [] for seat in seats}
    for seat, orders in groupby(_times_taken(events), key=itemgetter(0)):
        taken[seat].append(sum(it for _, it in orders))
    return {seat: Answers(len(it), round(median(it or [0]))) for seat, it in taken.items()}


def _times_taken(events: Iterable[Event]) -> Iterator[tuple[str, int]]:
    """The seat of each order, and how many seconds it took."""
    table = _Table()
    return (taken for event in events if (taken := table.taken(event)) is not None)


class _Table:
    """When the table was last changed."""

    def __init__(self) -> None:
        self._changed: int | None = None

    def taken(self, event: Event) -> tuple[str, int] | None:
        """The seat of an order, and how many seconds it took; None of what is none."""
        found = None
        if isinstance(event, OrderGiven) and self._changed is not None:
            # As times are told: finer ones could tell answers that were left in advance.
            found = event.player, max(0, event.at // SECOND - self._changed // SECOND)
        if isinstance(event, HistoryRewound) or (
            event.phase and not isinstance(event, ServiceEvent)
        ):
            self._changed = event.at
        return found
