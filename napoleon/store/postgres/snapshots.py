"""The snapshots beside the log on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import AggregateRecorder, StoredEvent

from napoleon.store.postgres.connection import Datastore

_INSERT = """
    INSERT INTO snapshots
    SELECT * FROM unnest(%b::text[], %b::integer[], %b::text[], %b::bytea[])
"""

_SELECT = """
    SELECT stream, version, topic, state FROM snapshots
    WHERE stream = %(stream)s
    AND version > coalesce(%(gt)s, -1) AND (%(lte)s::bigint IS NULL OR version <= %(lte)s)
    ORDER BY version {direction} LIMIT %(limit)s
"""


class PostgresSnapshotRecorder(AggregateRecorder):
    """Keeps positions of games; they are a cache, and each is written once."""

    def __init__(self, datastore: Datastore) -> None:
        self.datastore = datastore

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """Keep the snapshots, all or nothing. Raises IntegrityError if one is kept already."""
        rows = [
            (str(it.originator_id), it.originator_version, it.topic, it.state)
            for it in stored_events
        ]
        if rows:
            self.datastore.execute(_INSERT, [list(column) for column in zip(*rows, strict=True)])
        return None

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
        rows = self.datastore.select(
            _SELECT.format(direction="DESC" if desc else "ASC"),
            {"stream": str(originator_id), "gt": gt, "lte": lte, "limit": limit},
        )
        return [StoredEvent(*row) for row in rows]
