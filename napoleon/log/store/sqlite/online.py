"""The embedded store as it moves while it is in use; see `napoleon.log.store.online`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from napoleon.log.errors import CLOSED
from napoleon.log.store.home import LOG
from napoleon.log.store.moved import Row, Table
from napoleon.log.store.online import CHANGES, GAMES, OF_A_GAME, STATE, MovingStore, key_of
from napoleon.log.store.sqlite.connection import translated_errors
from napoleon.log.store.sqlite.moving import Files, check, opened

_NOTED = f"""
    CREATE TRIGGER noted_{{action}}_{{table}}_{{row}} AFTER {{action}} ON {{table}} BEGIN
        INSERT INTO {CHANGES} VALUES ('{{what}}', json_array({{key}}), 1)
        ON CONFLICT (what, key) DO UPDATE SET stamp = stamp + 1;
    END
"""  # noqa: S608

_CLOSED = f"""
    CREATE TRIGGER IF NOT EXISTS closed_{{action}}_{{table}} BEFORE {{action}} ON {{table}}
    WHEN NOT (SELECT letting FROM {STATE})
    BEGIN SELECT RAISE(ABORT, '{CLOSED}'); END
"""  # noqa: S608

_ACTIONS = {"INSERT": ("NEW",), "UPDATE": ("OLD", "NEW"), "DELETE": ("OLD",)}

_TRIGGERS = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB ?"


class SQLiteMovingStore(Files, MovingStore):
    """The files of a store."""

    def __init__(self, files: Mapping[str, sqlite3.Connection], tables: Sequence[Table]) -> None:
        Files.__init__(self, files)
        MovingStore.__init__(self, tables)

    def run(self, file: str, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """See `MovingStore.run`."""
        with translated_errors():
            return self._files[file].execute(statement, tuple(values)).fetchall()

    def files(self) -> Sequence[str]:
        """See `MovingStore.files`."""
        return sorted(self._files, key=lambda it: it == LOG)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """See `MovingStore.reading`. Each file is read as it is at one moment."""
        try:
            for file in self.files():
                self.run(file, "BEGIN")
                self.run(file, "SELECT 1 FROM sqlite_master")
            yield
        finally:
            self._roll_back()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            for file in self.files():
                self.run(file, "BEGIN IMMEDIATE")
            yield
            for file in self.files():
                self.run(file, "COMMIT")
        finally:
            self._roll_back()

    # There is one writer at a time.
    _standing_still = _transaction

    def _roll_back(self) -> None:
        for file in self._files.values():
            file.rollback()

    def _has(self, file: str, table: str) -> bool:
        found = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        return bool(self.run(file, found, (table,)))

    def _note_changes(self) -> None:
        self._stop_noting()
        for table in OF_A_GAME:
            self._note(self.tables[table], "INSERT", "NEW", GAMES, ["game"])
        for it in self.changing():
            for action, rows in _ACTIONS.items():
                for row in rows:
                    self._note(it, action, row, it.name, key_of(it))

    def _note(self, table: Table, action: str, row: str, what: str, columns: Sequence[str]) -> None:
        key = ", ".join(f"{row}.{it}" for it in columns)
        statement = _NOTED.format(action=action, table=table.name, row=row, what=what, key=key)
        self.run(table.file, statement)

    def _stop_noting(self) -> None:
        for file in self.files():
            self._drop(file, "noted_*")

    def _refuse_changes(self, tables: Mapping[str, str]) -> None:
        for table, file in tables.items():
            for action in _ACTIONS:
                self.run(file, _CLOSED.format(action=action, table=table))

    def _take_changes(self) -> None:
        for file in self.files():
            self._drop(file, "closed_*")

    def _drop(self, file: str, names: str) -> None:
        for (name,) in self.run(file, _TRIGGERS, (names,)):
            self.run(file, f"DROP TRIGGER {name}")

    def know_sizes(self) -> None:
        """See `MovingStore.know_sizes`: it plans by the indexes alone."""

    def events(self) -> int:
        """See `MovingStore.events`: ids have no gaps."""
        [[newest]] = self.run(LOG, "SELECT coalesce(max(id), 0) FROM events")
        return int(newest)


@contextmanager
def moving(env: Mapping[str, str], tables: Sequence[Table]) -> Iterator[SQLiteMovingStore]:
    """The store that `env` names. Raises StoreMissing, and the library's errors."""
    with opened(env, tables) as files:
        check(env, files[LOG])
        yield SQLiteMovingStore(files, tables)
