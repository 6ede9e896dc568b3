"""Opens the log on SQLite."""

from __future__ import annotations

from eventsourcing.persistence import ApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteFactory
from eventsourcing.utils import Environment, EnvType

from napoleon.record.keys import create_key
from napoleon.store.home import LOG, home
from napoleon.store.recorder import StoreMissing
from napoleon.store.sqlite.connection import LOCK_TIMEOUT, Datastore, pragma
from napoleon.store.sqlite.recorder import SQLiteLogRecorder
from napoleon.store.sqlite.schema import SCHEMA_VERSION


class Factory(SQLiteFactory):
    """Opens the log in the folder that ``NAPOLEON_HOME`` names.

    ``NAPOLEON_SQLITE_SYNCHRONOUS`` is FULL unless set to NORMAL, ``SQLITE_LOCK_TIMEOUT`` the
    seconds that a writer waits for other processes. Tables, and the key that signs checkpoints,
    are made only where ``CREATE_TABLE`` says so. Raises StoreMissing if the log is not there or of
    another release.
    """

    application_recorder_class: type[SQLiteApplicationRecorder] = SQLiteLogRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super(SQLiteFactory, self).__init__(env)
        path = home(self.env) / LOG
        if self.env_create_table():
            path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.exists() or pragma(path, "user_version") != SCHEMA_VERSION:
            raise StoreMissing(f"there is no log of this release at {path}: run 'napoleon migrate'")
        self.datastore = Datastore(
            path,
            timeout=int(self.env.get("SQLITE_LOCK_TIMEOUT") or LOCK_TIMEOUT),
            synchronous=self.env.get("NAPOLEON_SQLITE_SYNCHRONOUS") or "FULL",
        )

    def application_recorder(self) -> ApplicationRecorder:
        """The recorder of the log."""
        recorder = super().application_recorder()
        if self.env_create_table():
            create_key(self.env)
        return recorder
