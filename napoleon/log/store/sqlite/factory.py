"""Opens the log on SQLite."""

from __future__ import annotations

from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteApplicationRecorder,
    SQLiteFactory,
)
from eventsourcing.utils import Environment, EnvType

from napoleon.environment import read
from napoleon.log.store.home import FILES, KEY_FILE, LOG, MAIL, home
from napoleon.log.store.private import make_folder, narrow_files
from napoleon.log.store.settings import SQLiteSettings, may_create
from napoleon.log.store.sqlite.connection import Datastore, pragma
from napoleon.log.store.sqlite.recorder import SQLiteLogRecorder
from napoleon.log.store.sqlite.schema import SCHEMA_VERSION, missing
from napoleon.log.store.sqlite.snapshots import SQLiteSnapshotRecorder


class Factory(SQLiteFactory):
    """Opens the log in the folder that ``NAPOLEON_HOME`` names.

    ``NAPOLEON_SQLITE_SYNCHRONOUS`` is FULL unless set to NORMAL, ``SQLITE_LOCK_TIMEOUT`` the
    seconds that a writer waits for other processes. Tables are made only where ``CREATE_TABLE``
    says so. Raises BadSetting if one of these is not what it
    should be, StoreMissing if the log is not there or is another release's.
    """

    application_recorder_class: type[SQLiteApplicationRecorder] = SQLiteLogRecorder
    aggregate_recorder_class: type[SQLiteAggregateRecorder] = SQLiteSnapshotRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super(SQLiteFactory, self).__init__(env)
        path = home(self.env) / LOG
        if self.env_create_table():
            make_folder(path.parent, FILES)
        else:
            found = pragma(path, "user_version") if path.exists() else 0
            if found != SCHEMA_VERSION:
                raise missing(path, found)
        narrow_files(path.parent, (LOG, MAIL, KEY_FILE))
        chosen = read(SQLiteSettings, self.env)
        self.datastore = Datastore(
            path, timeout=chosen.lock_timeout, synchronous=chosen.synchronous
        )

    def env_create_table(self) -> bool:
        """Whether tables are made; also asked by the library, which would make them unasked."""
        return may_create(self.env)
