"""The snapshots beside the log on SQLite."""

from __future__ import annotations

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder

from napoleon.log.store.recorder import SnapshotRecorder


class SQLiteSnapshotRecorder(SQLiteAggregateRecorder, SnapshotRecorder):
    """Keeps positions of games, in a table that the library's recorder makes and reads."""

    def replace(self, snapshot: StoredEvent) -> None:
        """See `SnapshotRecorder.replace`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                f"REPLACE INTO {self.events_table_name} VALUES (?, ?, ?, ?)",  # noqa: S608
                (
                    *(snapshot.originator_id, snapshot.originator_version),
                    *(snapshot.topic, snapshot.state),
                ),
            )

    def drop(self, prefix: str) -> None:
        """See `SnapshotRecorder.drop`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                f"DELETE FROM {self.events_table_name} "  # noqa: S608
                "WHERE substr(originator_id, 1, length(?1)) = ?1",
                (prefix,),
            )
