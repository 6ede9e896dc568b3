"""The snapshots beside the log on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from napoleon.log.store.postgres.connection import Datastore
from napoleon.log.store.postgres.replicas import Replicas
from napoleon.log.store.recorder import SnapshotRecorder

_INSERT = """
    INSERT INTO snapshots
    SELECT * FROM unnest(%b::text[], %b::integer[], %b::text[], %b::bytea[])
"""

_REPLACE = """
    INSERT INTO snapshots VALUES (%s, %s, %s, %b)
    ON CONFLICT (stream, version) DO UPDATE SET topic = excluded.topic, state = excluded.state
"""

_SELECT = """
    SELECT stream, version, topic, state FROM snapshots
    WHERE stream = %(stream)s
    AND version > coalesce(%(gt)s, -1) AND (%(lte)s::bigint IS NULL OR version <= %(lte)s)
    ORDER BY version {direction} LIMIT %(limit)s
"""


class PostgresSnapshotRecorder(SnapshotRecorder):
    """Keeps positions of games."""

    def __init__(self, datastore: Datastore, replicas: Replicas | None = None) -> None:
        self.datastore = datastore
        self._replicas = replicas or Replicas([], datastore)

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """Keep the snapshots, all or nothing. Raises IntegrityError if one is already kept."""
        rows = [
            (str(it.originator_id), it.originator_version, it.topic, it.state)
            for it in stored_events
        ]
        if rows:
            self.datastore.execute(_INSERT, [list(column) for column in zip(*rows, strict=True)])
        return None

    def replace(self, snapshot: StoredEvent) -> None:
        """See `SnapshotRecorder.replace`."""
        self.datastore.execute(
            _REPLACE,
            (
                *(str(snapshot.originator_id), snapshot.originator_version),
                *(snapshot.topic, snapshot.state),
            ),
        )

    def drop(self, prefix: str) -> None:
        """See `SnapshotRecorder.drop`."""
        self.datastore.execute("DELETE FROM snapshots WHERE starts_with(stream, %s)", (prefix,))

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """The snapshots of one stream in the order of their versions."""
        stream, statement = str(originator_id), _SELECT.format(direction="DESC" if desc else "ASC")
        values = {"stream": stream, "gt": gt, "lte": lte, "limit": limit}
        # Of an earlier position any of them will do.
        rows = self._replicas.cached(stream, statement, values) if desc and lte else []
        rows = rows or self.datastore.select(statement, values)
        return [StoredEvent(*row) for row in rows]
