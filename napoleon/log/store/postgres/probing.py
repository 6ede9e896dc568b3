"""Trying whether the database of the log takes an order, without recording one."""

from __future__ import annotations

import psycopg
from eventsourcing import persistence
from psycopg import errors
from psycopg.sql import SQL, Literal

from napoleon.log.errors import StoreClosed
from napoleon.log.store.postgres.connection import (
    READ_ONLY,
    Connection,
    Datastore,
    Rows,
    connect,
)
from napoleon.log.store.recorder import MOVES, Unfit

ROOM = 64 * 1024
"""Bytes for which there has to be room: more than an order takes."""

_WHERE = """
    SELECT pg_backend_pid(), has_database_privilege(current_database(), 'TEMPORARY')
"""

_PATIENCE = "SET LOCAL lock_timeout = {time}; SET LOCAL statement_timeout = {longer}"

_INSERT = "INSERT INTO events (game, version, topic, state) VALUES (0, 0, 0, ''::bytea)"

# What is rolled back would leave its room in a table behind, and find it again the next time. A
# table that forgets its rows is cut back to nothing, and so has to find room for them each time.
_TABLE = """
    SET LOCAL client_min_messages = warning;
    CREATE TEMPORARY TABLE IF NOT EXISTS napoleon_room (filler bytea) ON COMMIT DELETE ROWS;
    ALTER TABLE pg_temp.napoleon_room ALTER COLUMN filler SET STORAGE EXTERNAL
"""

_LOOKS = 5
"""How often it is looked whether connections share a server process."""

_POOLED = (
    "The database is reached by a pooler in transaction mode, such as PgBouncer, which loses "
    "LISTEN and the settings of a session: set DATABASE_DIRECT_URL to the address of PostgreSQL "
    "itself, or pool_mode = session there, or connect without it."
)

_REASONS: tuple[tuple[type[psycopg.Error], str], ...] = (
    (
        READ_ONLY,
        "The database takes no orders, as it is a standby or read-only: connect to the primary "
        "server, or promote this one.",
    ),
    (errors.DiskFull, "The disk of the database is full: make room, and it goes on by itself."),
    (
        errors.InsufficientPrivilege,
        "The role of the service may not add to the log: run deploy/postgres-roles.sql again.",
    ),
    (errors.LockNotAvailable, "Another writer has held the log for too long: find it, or end it."),
    (errors.QueryCanceled, "The database has taken too long to take an order."),
)


def probe(datastore: Datastore, seconds: float) -> None:
    """Record an event in a transaction that is rolled back, and see whether there is room.

    Raises Unfit, and OperationalError if the database cannot be reached.
    """
    try:
        # Connections may have been broken for long, without anybody having used them.
        datastore.persistently(lambda: _probe(datastore, seconds))
    except StoreClosed as error:
        raise Unfit(MOVES) from error
    except persistence.PersistenceError as error:
        reason = _reason(error)
        if reason is None:
            raise
        raise Unfit(reason) from error


def _probe(datastore: Datastore, seconds: float) -> Rows:
    with datastore.connection() as connection:
        [[process, may_fill]] = connection.execute(_WHERE)
        is_behind = process != connection.info.backend_pid and not datastore.is_pooled
        if is_behind and loses_sessions(datastore.conninfo):
            raise Unfit(_POOLED)
        connection.execute("BEGIN")
        try:
            time, longer = (Literal(f"{round(it * 1000)}ms") for it in (seconds, 1.2 * seconds))
            connection.execute(SQL(_PATIENCE).format(time=time, longer=longer))
            connection.execute(_INSERT)
        finally:
            if not connection.closed:
                connection.rollback()
        if may_fill:
            # In one transaction, as a pooler may give the next one another session.
            with connection.transaction():
                connection.execute(_TABLE)
                connection.execute("INSERT INTO pg_temp.napoleon_room VALUES (%b)", [bytes(ROOM)])
    return []


def loses_sessions(conninfo: str) -> bool:
    """Whether two connections can be given the same process of the server by turns.

    A pooler stands between, as the process that answers is not the one that it has named. In
    session mode a connection keeps its process until it is closed. Raises errors of psycopg.
    """
    with connect(conninfo) as one, connect(conninfo) as other:
        first = _process(one)
        for _ in range(_LOOKS):
            with other.transaction(force_rollback=True):
                if _process(other) == first or _process(one) != first:
                    return True
    return False


def _process(connection: Connection) -> int:
    [[process]] = connection.execute("SELECT pg_backend_pid()")
    return int(process)


def _reason(error: BaseException) -> str | None:
    """What to tell the operator of an error that they have to do something about."""
    cause: BaseException | None = error
    while cause is not None:
        for kind, reason in _REASONS:
            if isinstance(cause, kind):
                return reason
        cause = cause.__cause__
    return None
