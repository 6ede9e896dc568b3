"""Connections to an SQLite file that several threads and processes write to."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, local
from time import monotonic, sleep
from typing import Any

from eventsourcing import persistence
from eventsourcing.sqlite import (
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from napoleon.log.errors import CLOSED, StoreClosed
from napoleon.log.store.private import make_file
from napoleon.log.store.settings import LOCK_TIMEOUT

_ERRORS: dict[type[sqlite3.Error], type[persistence.PersistenceError]] = {
    sqlite3.InterfaceError: persistence.InterfaceError,
    sqlite3.DataError: persistence.DataError,
    sqlite3.OperationalError: persistence.OperationalError,
    sqlite3.IntegrityError: persistence.IntegrityError,
    sqlite3.InternalError: persistence.InternalError,
    sqlite3.ProgrammingError: persistence.ProgrammingError,
    sqlite3.NotSupportedError: persistence.NotSupportedError,
    sqlite3.DatabaseError: persistence.DatabaseError,
}

_PRIMARY = 0xFF
"""The part of SQLite's extended error codes that tells the kind of error."""

_ASK_AGAIN = 0.01
"""Seconds until a journal that others hold is asked for again."""


@contextmanager
def translated_errors() -> Iterator[None]:
    """Errors of SQLite as the library's errors of the same names."""
    try:
        yield
    except sqlite3.Error as error:
        if CLOSED in str(error):
            raise StoreClosed(CLOSED) from error
        raise _ERRORS.get(type(error), persistence.PersistenceError)(str(error)) from error


def connect(path: Path, *, timeout: float = LOCK_TIMEOUT, synchronous: str) -> sqlite3.Connection:
    """A connection in autocommit mode to the file at `path`, with a write-ahead log.

    The file is made if there is none, for its owner alone to read. Raises the library's
    InterfaceError if it cannot be opened.
    """
    make_file(path)
    try:
        connection = sqlite3.connect(
            path, timeout=timeout, isolation_level=None, check_same_thread=False
        )
        keep_write_ahead_log(connection, timeout)
        connection.execute(f"PRAGMA synchronous = {synchronous}")
    except sqlite3.Error as error:
        raise persistence.InterfaceError(f"{path}: {error}") from error
    return connection


def keep_write_ahead_log(connection: sqlite3.Connection, timeout: float) -> None:
    """Let the file have a write-ahead log, within `timeout` seconds if others open it too.

    SQLite waits for nobody when it changes the journal of a file, as two that do might wait for
    each other, so it is asked again.
    """
    until = monotonic() + timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY or monotonic() >= until:
                raise
            sleep(_ASK_AGAIN)
        else:
            return


class _Pool(SQLiteConnectionPool):
    def __init__(self, path: Path, *, timeout: int, synchronous: str) -> None:
        super().__init__(db_name=str(path), lock_timeout=timeout)
        self._path = path
        self._timeout = timeout
        self._synchronous = synchronous

    def _create_connection(self) -> SQLiteConnection:
        connection = connect(self._path, timeout=self._timeout, synchronous=self._synchronous)
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(connection, max_age=None)

    def close(self) -> None:
        """Close every connection; one in use is closed when its thread puts it back.

        The library would close it at once, under the thread that reads from it: that crashes
        Python.
        """
        with self._put_condition:
            self._in_use.clear()
            super().close()

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Take back a connection, to be used again, or to be closed with the pool."""
        with self._put_condition:
            if self._closed:
                conn.close()
            else:
                super().put_connection(conn)


class Datastore(SQLiteDatastore):
    """A file that is read without transactions and written to in immediate ones.

    A deferred transaction that reads before it writes fails at once when another process writes;
    an immediate one takes the write lock first and waits for it. A reader needs no transaction
    for a single statement, and so never keeps an old state of the file alive.
    """

    def __init__(self, path: Path, *, timeout: int = LOCK_TIMEOUT, synchronous: str) -> None:
        super().__init__(db_name=str(path), originator_id_type="text")
        self.path = path
        self.synchronous = synchronous
        self.timeout = timeout
        self._writing = Lock()
        self._readers = local()
        self.pool = self._new_pool()

    def select(self, statement: str, values: Any = ()) -> list[Any]:
        """The rows of one SELECT, read on a connection that this thread keeps.

        A view is read so often that taking a connection from the pool would cost more than
        reading it.
        """
        with translated_errors():
            return self._reader().execute(statement, values).fetchall()

    def close(self) -> None:
        """Close all connections: but one that another thread reads with ends with that thread."""
        self._close_reader()
        super().close()

    def _close_reader(self) -> None:
        """Close what this thread reads with, whose locks would last as long as it is there."""
        connection: sqlite3.Connection | None = self._readers.__dict__.pop("connection", None)
        if connection is not None:
            connection.close()

    def _new_pool(self) -> SQLiteConnectionPool:
        return _Pool(self.path, timeout=self.timeout, synchronous=self.synchronous)

    def _reader(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._readers, "connection", None)
        if connection is None:
            connection = connect(self.path, synchronous=self.synchronous)
            self._readers.connection = connection
        return connection

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """A cursor to read with, or (`commit`) to write with, all or nothing.

        Threads of one process queue up here to write, which is fairer than SQLite's polling.
        """
        if not commit:
            with self._connection() as connection, translated_errors():
                yield connection.cursor()
            return
        with self._writing, self._connection() as connection, translated_errors():
            cursor = connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
                cursor.execute("COMMIT")
            finally:
                # Nothing to undo after a commit, nor where SQLite has undone it by itself.
                connection.rollback()

    @contextmanager
    def _connection(self) -> Iterator[SQLiteConnection]:
        pool = self.pool
        connection = pool.get_connection()
        try:
            yield connection
        finally:
            pool.put_connection(connection)


def pragma(path: Path, name: str) -> Any:
    """The value of the pragma `name` in the file at `path`, which is left as it is."""
    with translated_errors():
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)
        try:
            return connection.execute(f"PRAGMA {name}").fetchone()[0]
        finally:
            connection.close()
