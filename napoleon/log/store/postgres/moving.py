"""A store on PostgreSQL read at one moment, and filled with the rows of another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import psycopg
from psycopg.sql import SQL, Composed, Identifier, Literal

from napoleon.log.store.address import Addresses, place
from napoleon.log.store.chosen import DATABASE_URL
from napoleon.log.store.moved import Row, Table, not_empty
from napoleon.log.store.postgres.connection import Connection, connect, translated_errors
from napoleon.log.store.postgres.schema import SCHEMA_VERSION, WRITING, schema_version
from napoleon.log.store.recorder import StoreMissing

# Moving takes as long as it takes. The addresses of the service say how long an order may.
WITHOUT_HURRY = """
    SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0
"""


class Transaction:
    """A store in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def count(self, table: Table) -> int:
        """See `napoleon.log.store.moved.Source.count`."""
        return self._number(SQL("SELECT count(*) FROM {}").format(Identifier(table.name)))

    def rows(self, table: Table) -> Iterator[Row]:
        """See `napoleon.log.store.moved.Source.rows`."""
        copying = SQL("COPY (SELECT {} FROM {} ORDER BY {}) TO STDOUT (FORMAT BINARY)").format(
            _columns(table), Identifier(table.name), _names(table.order.split(", "))
        )
        types = self._types(table)
        with translated_errors(), self._connection.cursor() as cursor, cursor.copy(copying) as copy:
            copy.set_types(types)
            yield from copy.rows()

    def newest(self, table: Table) -> int:
        """See `napoleon.log.store.moved.Source.newest`."""
        given = SQL("SELECT coalesce(pg_sequence_last_value({}::regclass), 0)")
        return self._number(given.format(Literal(self._sequence(table))))

    def put(self, table: Table, rows: Iterable[Row]) -> None:
        """See `napoleon.log.store.moved.Target.put`."""
        copying = SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(
            Identifier(table.name), _columns(table)
        )
        types = self._types(table)
        with translated_errors(), self._connection.cursor() as cursor, cursor.copy(copying) as copy:
            copy.set_types(types)
            for row in rows:
                copy.write_row(row)

    def number_from(self, table: Table, newest: int) -> None:
        """See `napoleon.log.store.moved.Target.number_from`."""
        with translated_errors():
            self._connection.execute(
                "SELECT setval(%s::regclass, greatest(%s, 1), %s)",
                (self._sequence(table), newest, newest > 0),
            )

    def _sequence(self, table: Table) -> str:
        with translated_errors():
            [[name]] = self._connection.execute(
                "SELECT pg_get_serial_sequence(%s, %s)", (table.name, table.numbered)
            )
            return str(name)

    def _types(self, table: Table) -> list[int]:
        """The types of the columns, which a row in binary form does not say."""
        with translated_errors():
            none = self._connection.execute(
                SQL("SELECT {} FROM {} LIMIT 0").format(_columns(table), Identifier(table.name))
            )
            return [column.type_code for column in none.description or ()]

    def _number(self, statement: Composed) -> int:
        with translated_errors():
            [[number]] = self._connection.execute(statement)
            return int(number)


def _columns(table: Table) -> Composed:
    return _names(list(table.columns))


def _names(names: Sequence[str]) -> Composed:
    return SQL(", ").join(map(Identifier, names))


@contextmanager
def reading(env: Mapping[str, str], tables: Sequence[Table]) -> Iterator[Transaction]:
    """The store that `env` names as it is at this moment; writers go on meanwhile.

    Raises StoreMissing if there is none of this release, and the library's errors.
    """
    with connected(env) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        with connection.transaction():
            connection.execute(WITHOUT_HURRY)
            check(env, connection)
            yield Transaction(connection)


@contextmanager
def filling(env: Mapping[str, str], tables: Sequence[Table]) -> Iterator[Transaction]:
    """The empty store that `env` names; what is put into it is there at the end, or nothing.

    Raises MoveRefused for a store that is not empty, StoreMissing if there is none of this
    release, and the library's errors.
    """
    names = _names([table.name for table in tables])
    with connected(env) as connection, connection.transaction():
        connection.execute(WITHOUT_HURRY)
        check(env, connection)
        # Every writer takes this first, too.
        connection.execute(SQL("SELECT pg_advisory_xact_lock({})").format(Literal(WRITING)))
        connection.execute(SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(names))
        filled = Transaction(connection)
        for table in tables:
            if filled.count(table):
                raise not_empty(table)
        yield filled
        # The next query should not have to guess how large the tables are.
        connection.execute(SQL("ANALYZE {}").format(names))


def check(env: Mapping[str, str], connection: Connection) -> None:
    """Raise StoreMissing unless there is a log of this release in the database that `env` names."""
    if schema_version(connection) != SCHEMA_VERSION:
        there = place(env.get(DATABASE_URL, ""))
        raise StoreMissing(
            f"there is no log of this release in the {there}: run 'napoleon migrate'"
        )


@contextmanager
def connected(env: Mapping[str, str]) -> Iterator[Connection]:
    """A connection to the database that `env` names. Raises the library's errors."""
    with translated_errors(), connect(Addresses.of(env).usual) as connection:
        yield connection
