"""What those who follow a log on PostgreSQL read of it: the whole of it, or one of its partitions.

In a divided log a row of the table ``partitions`` says how far each has come. A writer moves it on
in the transaction of its events, and so holds it until they are there: ids count without gaps, and
nobody sees one before all smaller ones of that partition. Writers of two partitions never meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from eventsourcing.persistence import ApplicationRecorder, Notification, Subscription

from napoleon.log.store.postgres.connection import Datastore
from napoleon.log.store.postgres.subscription import PostgresSubscription
from napoleon.log.store.recorder import Places

# The events are found before anything is joined to them, so that no more are read than asked for.
_SELECT_NOTIFICATIONS = """
    SELECT coalesce(games.game, ''), version, coalesce(topics.topic, ''), state, id
    FROM (
        SELECT * FROM events WHERE {here} id >= %(start)s AND id <= %(stop)s {chosen}
        ORDER BY id LIMIT %(limit)s) AS found
    LEFT JOIN games ON games.number = found.game
    LEFT JOIN topics ON topics.number = found.topic
    ORDER BY id
"""

_CHOSEN = "AND topic = ANY (ARRAY(SELECT number FROM topics WHERE topic = ANY (%(topics)s)))"

_HERE = "part = %(part)s AND"

_NEWER = """
    SELECT game FROM games WHERE number IN (SELECT game FROM events WHERE {here} id > %(position)s)
"""

_GAMES = "SELECT game FROM games"

_GAMES_HERE = """
    SELECT game FROM games
    WHERE number %% (SELECT count(*)::integer FROM partitions) = %(part)s
"""

_PLACES = "SELECT place FROM partitions ORDER BY part"


LAST = 2**63 - 1
"""The greatest number that PostgreSQL holds."""


class Followed:
    """The log as it is followed, which is not divided."""

    _here = ""
    _part = 0

    def __init__(self, datastore: Datastore) -> None:
        self.datastore = datastore

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Events of all games in the order in which they were recorded."""
        found = self.datastore.select(
            _SELECT_NOTIFICATIONS.format(here=self._here, chosen=_CHOSEN if topics else ""),
            {
                "part": self._part,
                "start": 0 if start is None else start + (not inclusive_of_start),
                "stop": LAST if stop is None else stop,
                "topics": list(topics),
                "limit": limit,
            },
        )
        return [Notification(*row) for row in found]

    def max_notification_id(self) -> int | None:
        """The newest notification id, None for an empty log."""
        [[newest]] = self.datastore.select("SELECT max(id) FROM events")
        return cast("int | None", newest)

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """Notifications after `gt` as they are recorded, by this process or another."""
        # What is not the whole log is read all the same.
        read = cast("ApplicationRecorder", self)
        return PostgresSubscription(read, gt, topics, conninfo=self.datastore.direct)

    def games_after(self, position: int) -> list[str]:
        """See `LogRecorder.games_after`."""
        values: dict[str, Any] = {"part": self._part, "position": position}
        if position > 0:
            found = self.datastore.select(_NEWER.format(here=self._here), values)
        else:
            found = self.datastore.select(_GAMES_HERE if self._here else _GAMES, values)
        return [row[0] for row in found]


class Partition(Followed):
    """One of the partitions of a divided log, as it is followed."""

    _here = _HERE

    def __init__(self, datastore: Datastore, number: int) -> None:
        super().__init__(datastore)
        self._part = number

    def max_notification_id(self) -> int | None:
        """The newest notification id, None before anything is recorded here."""
        return places(self.datastore)[self._part] or None


def places(datastore: Datastore) -> Places:
    """How far each partition of a divided log has come."""
    return tuple(int(row[0]) for row in datastore.select(_PLACES))
