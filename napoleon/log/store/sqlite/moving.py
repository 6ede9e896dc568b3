"""The embedded store read at one moment, and filled with the rows of another one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from napoleon.environment import read
from napoleon.log.store.home import LOG, home
from napoleon.log.store.moved import Row, Table, not_empty
from napoleon.log.store.settings import SQLiteSettings
from napoleon.log.store.sqlite.connection import connect, translated_errors
from napoleon.log.store.sqlite.schema import FILLING, SCHEMA_VERSION, missing


class Files:
    """The files of a store, each by a connection of its own."""

    def __init__(self, files: Mapping[str, sqlite3.Connection]) -> None:
        self._files = files

    def count(self, table: Table) -> int:
        """See `napoleon.log.store.moved.Source.count`."""
        return self._number(table, f"SELECT count(*) FROM {table.name}")  # noqa: S608

    def rows(self, table: Table) -> Iterator[Row]:
        """See `napoleon.log.store.moved.Source.rows`."""
        columns = ", ".join(table.columns)
        flags = [place for place, it in enumerate(table.columns.values()) if it is bool]
        with translated_errors():
            found = self._files[table.file].execute(
                f"SELECT {columns} FROM {table.name} ORDER BY {table.order}"  # noqa: S608
            )
            for row in found:
                yield _with_flags(row, flags) if flags else row

    def newest(self, table: Table) -> int:
        """See `napoleon.log.store.moved.Source.newest`."""
        highest = self._number(
            table,
            f"SELECT coalesce(max({table.numbered}), 0) FROM {table.name}",  # noqa: S608
        )
        if not self._counts_on(table):
            return highest
        given = f"SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = '{table.name}'"  # noqa: S608
        return max(highest, self._number(table, given))

    def put(self, table: Table, rows: Iterable[Row]) -> None:
        """See `napoleon.log.store.moved.Target.put`."""
        marks = ", ".join("?" * len(table.columns))
        with translated_errors():
            self._files[table.file].executemany(
                f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({marks})",  # noqa: S608
                rows,
            )

    def number_from(self, table: Table, newest: int) -> None:
        """See `napoleon.log.store.moved.Target.number_from`.

        A table that gives a number again once its row is gone goes on from its highest one.
        """
        if self._counts_on(table):
            with translated_errors():
                file = self._files[table.file]
                file.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
                file.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table.name, newest))

    def _counts_on(self, table: Table) -> bool:
        """Whether the file remembers the numbers of rows that are gone."""
        made = "SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_sequence'"
        return self._number(table, made) > 0

    def _number(self, table: Table, statement: str) -> int:
        with translated_errors():
            [[number]] = self._files[table.file].execute(statement)
            return int(number)


def _with_flags(row: Row, places: Sequence[int]) -> Row:
    """A row in which those columns are true or false: SQLite has numbers only."""
    return tuple(bool(it) if place in places else it for place, it in enumerate(row))


@contextmanager
def reading(env: Mapping[str, str], tables: Sequence[Table]) -> Iterator[Files]:
    """The store that `env` names as it is at this moment; writers go on meanwhile.

    Raises StoreMissing if there is none of this release, and the library's errors.
    """
    with opened(env, tables) as files:
        check(env, files[LOG])
        # Nobody writes to any of the files until the transactions below have begun in all of them.
        with ExitStack() as held:
            for name in files:
                held.enter_context(_connected(env, home(env) / name)).execute("BEGIN IMMEDIATE")
            for file in files.values():
                file.execute("BEGIN")
                file.execute("SELECT 1 FROM sqlite_master").fetchone()
        yield Files(files)


@contextmanager
def filling(env: Mapping[str, str], tables: Sequence[Table]) -> Iterator[Files]:
    """The empty store that `env` names; what is put into it is there at the end, or nothing.

    As the files cannot be written in one step, the log says meanwhile that it is being filled, and
    is not opened by anybody. If the process ends in between it goes on saying so; see
    `begin_again`. Raises MoveRefused for a store that is not empty, StoreMissing if there is none
    of this release, and the library's errors.
    """
    with opened(env, tables) as files:
        log, filled, committed = files[LOG], Files(files), False
        with _transaction(log):
            check(env, log)
            for table in tables:
                if filled.count(table):
                    raise not_empty(table)
            log.execute(f"PRAGMA user_version = {FILLING}")
        try:
            for file in files.values():
                file.execute("BEGIN IMMEDIATE")
            yield filled
            for name, file in files.items():
                if name != LOG:
                    file.execute("COMMIT")
                    committed = True
            # With it the log counts as filled, so it is the last.
            log.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            log.execute("COMMIT")
        except BaseException:
            for file in files.values():
                file.rollback()
            if not committed:
                # On a full disk even this may fail; then the log goes on saying it.
                with suppress(sqlite3.Error):
                    log.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            raise


def begin_again(env: Mapping[str, str], tables: Sequence[Table]) -> None:
    """Let the store that `env` names be empty again if `filling` it was interrupted.

    Raises StoreMissing if there is none, and the library's errors.
    """
    with opened(env, tables) as files:
        log = files[LOG]
        with _transaction(log):
            if _schema(log) != FILLING:
                return
            # What was put into the log was not committed; the other files may have been before it.
            for name, file in files.items():
                if name != LOG:
                    with _transaction(file):
                        for table in tables:
                            if table.file == name:
                                file.execute(f"DELETE FROM {table.name}")  # noqa: S608
            log.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


@contextmanager
def opened(
    env: Mapping[str, str], tables: Sequence[Table]
) -> Iterator[dict[str, sqlite3.Connection]]:
    """The files of the tables by name. Raises StoreMissing if one is not there."""
    with ExitStack() as held, translated_errors():
        files = {}
        for name in dict.fromkeys(table.file for table in tables):
            path = home(env) / name
            if not path.exists():
                raise missing(path, 0)
            files[name] = held.enter_context(_connected(env, path))
        yield files


@contextmanager
def _transaction(file: sqlite3.Connection) -> Iterator[None]:
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
        file.execute("COMMIT")
    finally:
        # Nothing to undo after a commit.
        file.rollback()


def check(env: Mapping[str, str], log: sqlite3.Connection) -> None:
    """Raise StoreMissing unless the file is a log of this release."""
    if (found := _schema(log)) != SCHEMA_VERSION:
        raise missing(home(env) / LOG, found)


def _schema(log: sqlite3.Connection) -> int:
    [[number]] = log.execute("PRAGMA user_version")
    return int(number)


@contextmanager
def _connected(env: Mapping[str, str], path: Path) -> Iterator[sqlite3.Connection]:
    chosen = read(SQLiteSettings, env)
    with closing(
        connect(path, timeout=chosen.lock_timeout, synchronous=chosen.synchronous)
    ) as connection:
        yield connection
