"""What happened last in a game, for several who look for different things in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from itertools import count

from eventsourcing.persistence import StoredEvent

from napoleon.log.replayer import decoded
from napoleon.log.store.mapper import EventMapper
from napoleon.rules.events import Event


class Recent:
    """The events up to a position, newest first: each is read once, and when it is asked for.

    `rows` gives them as they are stored. Each iteration starts from the newest, so one page that
    tells the last trails, the last battle and the last order reads the log as far back as the
    furthest of them goes. Raises what `rows` raises, and BrokenLog for an event that cannot be
    read. It belongs to one thread.
    """

    def __init__(self, rows: Iterator[StoredEvent], mapper: EventMapper) -> None:
        self._unread = rows
        self._mapper = mapper
        self._rows: list[StoredEvent] = []
        self._events: dict[int, Event] = {}

    def __iter__(self) -> Iterator[Event]:
        return map(self._decoded, self._stored())

    def of(self, topics: Collection[str], *, after: int = 0) -> Iterator[Event]:
        """Those of some topics, also of earlier releases, back to the one after version `after`.

        No other is decoded.
        """
        stored_as = self._mapper.stored_as(topics)
        for row in self._stored():
            if row.originator_version <= after:
                return
            if row.topic in stored_as:
                yield self._decoded(row)

    def since(self, version: int) -> Iterator[Event]:
        """Those from that version on, the oldest first."""
        while not self._rows or self._rows[-1].originator_version > version:
            row = next(self._unread, None)
            if row is None:
                break
            self._rows.append(row)
        end = bisect_right(self._rows, -version, key=lambda row: -row.originator_version)
        return map(self._decoded, reversed(self._rows[:end]))

    def _stored(self) -> Iterator[StoredEvent]:
        for place in count():
            if place == len(self._rows):
                row = next(self._unread, None)
                if row is None:
                    return
                self._rows.append(row)
            yield self._rows[place]

    def _decoded(self, row: StoredEvent) -> Event:
        version = row.originator_version
        if version not in self._events:
            [self._events[version]] = decoded([row], self._mapper)
        return self._events[version]
