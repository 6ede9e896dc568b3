"""Connections to a PostgreSQL server, which may go away and come back at any moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any

import psycopg
from eventsourcing import persistence
from psycopg_pool import ConnectionPool

from napoleon.log.errors import CLOSED, StoreClosed
from napoleon.log.store.address import LOCAL_TIMEOUTS, Addresses
from napoleon.log.store.recorder import Pool
from napoleon.log.store.settings import POOL_SIZE

Connection = psycopg.Connection[tuple[Any, ...]]
Cursor = psycopg.Cursor[tuple[Any, ...]]
Rows = Sequence[tuple[Any, ...]]
Values = Sequence[Any] | Mapping[str, Any]

PATIENCE = 2.0
"""Seconds that a caller waits for a connection; so it is how long a restart may take unnoticed."""

PAUSE = 0.5
"""Seconds for which nobody else waits for a connection after one wait has failed: otherwise every
thread of a process would be waiting, and the process would seem dead."""

ATTEMPTS = 3
"""How many times something is tried when its connection breaks."""

READ_ONLY = psycopg.errors.ReadOnlySqlTransaction
"""The error of a server that no longer takes writes, as another one has replaced it."""

_ERRORS: tuple[tuple[type[psycopg.Error], type[persistence.PersistenceError]], ...] = (
    # To psycopg that is an internal error; but it passes, like that of a server which is away.
    (READ_ONLY, persistence.OperationalError),
    # Or a wrong statement; but the tables are there again when a backup has been restored.
    (psycopg.errors.UndefinedTable, persistence.OperationalError),
    (psycopg.InterfaceError, persistence.InterfaceError),
    (psycopg.DataError, persistence.DataError),
    (psycopg.OperationalError, persistence.OperationalError),
    (psycopg.IntegrityError, persistence.IntegrityError),
    (psycopg.InternalError, persistence.InternalError),
    (psycopg.ProgrammingError, persistence.ProgrammingError),
    (psycopg.NotSupportedError, persistence.NotSupportedError),
    (psycopg.DatabaseError, persistence.DatabaseError),
)


class ConnectionLost(persistence.OperationalError):
    """The connection broke, or leads to a read-only server; it is closed.

    Nobody knows whether what was under way has been done.
    """


def _nobody_asks() -> None:
    """Anybody may use it."""


@contextmanager
def translated_errors() -> Iterator[None]:
    """Errors of psycopg as the library's of the same name; READ_ONLY as OperationalError."""
    try:
        yield
    except psycopg.Error as error:
        if CLOSED in str(error):
            raise StoreClosed(CLOSED) from error
        ours = (ours for theirs, ours in _ERRORS if isinstance(error, theirs))
        raise next(ours, persistence.PersistenceError)(str(error)) from error


def connect(info: str) -> Connection:
    """A connection in autocommit mode, outside any pool. Raises errors of psycopg.

    It prepares no statements, as a pooler may give each transaction another session.
    """
    return psycopg.connect(info, autocommit=True, prepare_threshold=None)


class Datastore:
    """A database that is read by single statements and written in transactions.

    Connections are made when they are first needed, so a process may fork before that. The pool
    makes new ones as long as somebody is waiting. Where a pooler stands before the server, a
    session lasts for one transaction, so nothing is asked of sessions.
    """

    def __init__(
        self,
        addresses: Addresses,
        *,
        pool_size: int = POOL_SIZE,
        patience: float = PATIENCE,
        connection_class: type[Connection] = psycopg.Connection,
    ) -> None:
        self.conninfo, self.direct, self.is_pooled = addresses
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            self.conninfo,
            connection_class=connection_class,
            kwargs={"autocommit": True, **({"prepare_threshold": None} if self.is_pooled else {})},
            min_size=1,
            max_size=pool_size,
            open=False,
            timeout=patience,
            reconnect_timeout=patience,
        )
        self._away_until = 0.0
        self._check: Callable[[], None] = _nobody_asks

    def only_while(self, check: Callable[[], None]) -> Datastore:
        """The same database, for who may use it only as long as `check` raises no error.

        It shares the connections.
        """
        found = copy(self)
        found._check = check
        return found

    def check(self) -> None:
        """Raise the error of who may not use it any more."""
        self._check()

    def select(self, statement: str, values: Values = ()) -> Rows:
        """The rows of one statement that only reads."""
        return self.persistently(lambda: self._executed(statement, values))

    def copied(self, statement: str, values: Values) -> Rows | None:
        """The rows of a statement that only reads, asked once of a server that copies another.

        None if it does not copy it any more, as it takes orders itself. Raises the library's
        errors.
        """
        try:
            with self.connection() as connection:
                cursor = connection.cursor(binary=True)
                # Looked at last, so that it still copied when it was asked.
                with connection.pipeline():
                    cursor.execute(statement, values)
                    copying = connection.execute("SELECT pg_is_in_recovery()")
                return cursor.fetchall() if copying.fetchone() == (True,) else None
        except ConnectionLost:
            with translated_errors():
                self._pool.drain()
            raise

    def execute(
        self,
        statement: str,
        values: Values = (),
        *,
        is_done: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Carry out one statement that inserts, updates or deletes; returns whether it gives a row.

        It is carried out again if the connection breaks. If it then conflicts with what is there,
        or gives no row, `is_done` says whether that is because it had been carried out the first
        time; then the answer is True.
        """
        rows = self._written(
            lambda: self._executed(statement, values), lambda: [()] if is_done() else None
        )
        return bool(rows)

    def transaction(
        self, work: Callable[[Connection], Cursor], *, recorded: Callable[[], Rows | None]
    ) -> Rows:
        """Carry out `work`, all or nothing; returns the rows of the cursor that it gives.

        It is carried out again if the connection breaks. If it then conflicts with what is there,
        `recorded` gives the rows if that is because the first time had been committed, or None.
        """
        return self._written(lambda: self._transacted(work), recorded)

    def pool(self) -> Pool:
        """The connections as they are now."""
        found = self._pool.get_stats()
        size = found.get("pool_size", 0)
        in_use = size - found.get("pool_available", 0)
        return Pool(size, in_use, found.get("requests_waiting", 0))

    def close(self) -> None:
        """Close every connection that is not in use, and the others when they are put back."""
        self._pool.close()

    def _executed(self, statement: str, values: Values) -> Rows:
        with self.connection() as connection:
            cursor = connection.cursor(binary=True)
            if self.is_pooled:
                # Sent at once, which makes one transaction of both.
                with connection.pipeline():
                    connection.execute(LOCAL_TIMEOUTS)
                    cursor.execute(statement, values)
            else:
                cursor.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def _transacted(self, work: Callable[[Connection], Cursor]) -> Rows:
        with self.connection() as connection:
            try:
                # All statements are sent at once, and COMMIT with them: if one of them fails, the
                # server passes over the others.
                with connection.pipeline():
                    connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
                    if self.is_pooled:
                        connection.execute(LOCAL_TIMEOUTS)
                    cursor = work(connection)
                    connection.execute("COMMIT")
            except BaseException:
                if not connection.closed:
                    connection.rollback()
                raise
            return cursor.fetchall()

    def _written(self, write: Callable[[], Rows], recorded: Callable[[], Rows | None]) -> Rows:
        tried = 0

        def attempt() -> Rows:
            nonlocal tried
            tried += 1
            try:
                rows = write()
            except persistence.IntegrityError:
                found = recorded() if tried > 1 else None
                if found is None:
                    raise
                return found
            if tried > 1 and not rows:
                return recorded() or rows
            return rows

        return self.persistently(attempt)

    def persistently(self, attempt: Callable[[], Rows]) -> Rows:
        """What `attempt` gives, which is made again if its connection breaks."""
        for _ in range(ATTEMPTS - 1):
            try:
                return attempt()
            except ConnectionLost:
                # What broke one connection has probably broken the others.
                with translated_errors():
                    self._pool.drain()
        return attempt()

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection in autocommit mode. Raises ConnectionLost, and the library's errors."""
        self._check()
        if time.monotonic() < self._away_until:
            raise persistence.OperationalError("the database was away a moment ago")
        try:
            with translated_errors():
                self._pool.open()
                connection = self._pool.getconn()
        except persistence.OperationalError:
            self._away_until = time.monotonic() + PAUSE
            raise
        try:
            with translated_errors():
                yield connection
        except (persistence.OperationalError, persistence.InterfaceError) as error:
            if isinstance(error.__cause__, READ_ONLY):
                # Put back, it would lead there for ever; a new one may find the server that takes
                # writes.
                connection.close()
            if connection.closed:
                raise ConnectionLost(str(error)) from error
            raise
        finally:
            self._pool.putconn(connection)
