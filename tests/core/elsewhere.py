"""A database that another package brings: SQLite again, under another recorder."""

from __future__ import annotations

from eventsourcing.sqlite import SQLiteApplicationRecorder

from napoleon.log.store.sqlite import factory
from napoleon.log.store.sqlite.recorder import SQLiteLogRecorder


class Recorder(SQLiteLogRecorder):
    """Keeps the log."""


class Factory(factory.Factory):
    """Opens the log."""

    application_recorder_class: type[SQLiteApplicationRecorder] = Recorder
