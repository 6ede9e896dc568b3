"""A log on PostgreSQL that is divided into partitions; see `dividing`."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import NoReturn, Self

from eventsourcing.persistence import (
    ApplicationRecorder,
    NotSupportedError,
    PersistenceError,
    Subscription,
)
from psycopg.sql import SQL, Identifier

from napoleon.log.store.leases import Check
from napoleon.log.store.marks import portions
from napoleon.log.store.postgres import recording
from napoleon.log.store.postgres.connection import Datastore
from napoleon.log.store.postgres.following import Partition, places
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.log.store.postgres.replicas import Replicas
from napoleon.log.store.postgres.schema import CHANNEL
from napoleon.log.store.recorder import LogPartition, Places

_TELL = SQL("NOTIFY {}").format(Identifier(CHANNEL)).as_string(None)

_AMONG = """
    SELECT asked.game FROM unnest(%(games)s::text[]) WITH ORDINALITY AS asked (game, place)
    LEFT JOIN games ON games.game = asked.game WHERE {here} ORDER BY place
"""

_log = logging.getLogger(__name__)


class DividedLogRecorder(PostgresLogRecorder):
    """Records and selects a log whose partitions are written side by side."""

    _turn = staticmethod(recording.behind_others_there)

    def __init__(
        self, datastore: Datastore, partitions: int, replicas: Replicas | None = None
    ) -> None:
        super().__init__(datastore, replicas)
        self._partitions = [Partition(datastore, number) for number in range(partitions)]

    def only(self, numbers: Sequence[int], check: Check) -> Self:
        """See `PostgresLogRecorder.only`."""
        part = super().only(numbers, check)
        part._partitions = [Partition(part.datastore, it) for it in range(self.partitions)]
        return part

    @property
    def partitions(self) -> int:
        """See `LogRecorder.partitions`."""
        return len(self._partitions)

    def partition(self, number: int) -> LogPartition:
        """See `LogRecorder.partition`."""
        if not 0 <= number < len(self._partitions):
            raise ValueError(f"the log has no partition {number}")
        return self._partitions[number]

    def partition_of(self, game: str) -> int:
        """See `LogRecorder.partition_of`."""
        found = self.datastore.select("SELECT number FROM games WHERE game = %s", (game,))
        return int(found[0][0]) % self.partitions if found else 0

    def places(self) -> Places:
        """See `LogRecorder.places`."""
        found = places(self.datastore)
        return tuple(place if it in self.numbers else 0 for it, place in enumerate(found))

    def among(self, games: Collection[str]) -> list[str]:
        """See `LogRecorder.among`. A game that is not there is in partition 0."""
        if len(self.numbers) == self.partitions:
            return list(games)
        return [
            str(game)
            for some in portions(games)
            for [game] in self.datastore.select(
                _AMONG.format(here=self._parts.chosen("coalesce(number, 0)")),
                {"games": list(some), **self._parts.values},
            )
        ]

    def announce(self) -> None:
        """See `LogRecorder.announce`. Who is not told finds it within a second."""
        try:
            self.datastore.select(_TELL)
        except PersistenceError as error:
            _log.debug("followers are not told: %s", error)

    def games_after(self, position: int) -> list[str]:
        """All games, for who knows no place. Otherwise raises NotSupportedError."""
        if position > 0:
            self._refuse()
        return super().games_after(0)

    def select_notifications(self, *args: object, **kwargs: object) -> NoReturn:
        """Raises NotSupportedError: see `LogRecorder`."""
        self._refuse()

    def max_notification_id(self) -> NoReturn:
        """Raises NotSupportedError: see `LogRecorder`."""
        self._refuse()

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """Raises NotSupportedError: see `LogRecorder`."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise NotSupportedError(
            f"the log is divided into {self.partitions} partitions: each of them is followed"
        )
