"""A store that moves while it is in use: what changed is noted, and then it is closed.

The old store notes which of its rows change from the moment on when a move begins, so that they
are copied again. To end the move it is **closed**: whatever would change a table that moves is
refused by the database itself, whichever process asks for it, with `CLOSED` in its words. The new
store is closed until it has everything. Of the two at most one is open at any time.

All of that is made of triggers and two tables. A store that does not move pays nothing for it: the
triggers are switched off when they are not needed.

Who changes the part of a store says which one it has found, or which command it is: whatever
another command has done meanwhile, it changes nothing then. Each command has a name, its run. What
ends or undoes a move looks at both stores, puts its name into the old one and then into the new
one, and only then opens one of them: of two that do so at the same time, one is refused.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from typing import Any, NamedTuple

from napoleon.log.store.home import LOG
from napoleon.log.store.moved import MoveRefused, Row, Source, Table, Target, not_empty

STATE = "moving"
"""The table with one row, which says what part the store has in a move."""

CHANGES = "moving_changes"
"""The table of what has changed since it was copied."""

GAMES = "games"

KEYS = "signing_keys"
"""The table of the keys that sign, in the log. They move by themselves, and are closed with it."""

OF_A_GAME = ("events", "orders", "order_seals", "checkpoints")
"""The tables to which rows of a game are added, and in which none is ever changed."""

_NUMBERED_ONCE = (GAMES, "topics")

_TABLES = f"""
    CREATE TABLE IF NOT EXISTS {STATE} (
        only_row integer PRIMARY KEY CHECK (only_row = 1),
        part text NOT NULL, run text NOT NULL, other text NOT NULL, letting integer NOT NULL)
"""

_CHANGES = f"""
    CREATE TABLE IF NOT EXISTS {CHANGES} (
        what text NOT NULL, key text NOT NULL, stamp bigint NOT NULL, PRIMARY KEY (what, key))
"""


class Part(StrEnum):
    """What part a store has in a move."""

    LEAVING = "leaving"
    """It takes orders, and notes what changes."""
    CLOSING = "closing"
    """It is closed, and the new store is not open yet."""
    LEFT = "left"
    """It is closed, and the new store is open, or may be."""
    RETURNING = "returning"
    """It is closed, and the new store is being closed again, so that it can be opened."""
    ARRIVING = "arriving"
    """It is closed, and being filled."""
    ARRIVED = "arrived"
    """It has everything, and is open."""


class State(NamedTuple):
    """What a store says of a move."""

    part: Part
    run: str
    """Names the command that has begun last."""
    other: str
    """Where the other store is, in words."""


_ANOTHER = "Another 'napoleon move' has begun, and goes on in its place."


class Change(NamedTuple):
    """A row that has changed, or a game to which something was added."""

    table: str
    key: Row
    noted: tuple[str, str, int]
    """The note itself, so that it is removed unless there is a newer one."""


class MovingStore(Source, Target, ABC):
    """A store on either database, as a move reads and fills it."""

    _HELD = ""
    """What a database adds to a statement so that nobody else changes the rows that it reads."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = {it.name: it for it in tables}
        self._run = ""

    # -- what a database does in its own way -------------------------------------------------------

    @abstractmethod
    def run(self, file: str, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows of a statement, in which ``?`` stands for a value."""

    @abstractmethod
    def files(self) -> Sequence[str]:
        """The files in which tables are, the log's last: each has a state and notes of its own."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[None]:
        """The store as it is at one moment; writers go on."""

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[None]:
        """What is written is there at the end, or nothing of a file."""

    @abstractmethod
    def _standing_still(self) -> AbstractContextManager[None]:
        """A transaction in which nobody else writes to any table that moves."""

    @abstractmethod
    def _has(self, file: str, table: str) -> bool:
        """Whether there is such a table."""

    @abstractmethod
    def _note_changes(self) -> None:
        """Make what notes changes from now on."""

    @abstractmethod
    def _stop_noting(self) -> None:
        """Remove what notes changes, if it is there."""

    @abstractmethod
    def _refuse_changes(self, tables: Mapping[str, str]) -> None:
        """Make what refuses every change to these tables, whose files are given."""

    @abstractmethod
    def _take_changes(self) -> None:
        """Remove what refuses changes, if it is there."""

    @abstractmethod
    def know_sizes(self) -> None:
        """Let the database look how large the tables are, if it does not do so by itself."""

    @abstractmethod
    def events(self) -> int:
        """How many events of all games there are; it takes no time."""

    # -- the part of the store ---------------------------------------------------------------------

    def state(self) -> State | None:
        """What the store says of a move; None if it does not move and never has."""
        return self._state("")

    def begin_leaving(self, run: str, other: str, found: State | None) -> None:
        """Note what changes from now on. A store that was closed for a move takes changes again.

        Raises MoveRefused if its state is not as it was `found` any more.
        """
        with self._standing_still():
            self._expect(found)
            self._make_tables()
            self._take_changes()
            self._note_changes()
            self._say(State(Part.LEAVING, run, other))
        self._run = run

    def begin_arriving(self, run: str, other: str, leaving: State | None) -> None:
        """Close the store, so that nobody but a move writes to it.

        Only the keys can be changed. Raises MoveRefused unless it is empty, or was filled from that
        store before, which was found `leaving`, or has moved to it.
        """
        with self._standing_still():
            state = self.state()
            if state is not None and state.part == Part.RETURNING:
                raise MoveRefused(
                    "The move of the new store was being undone: end that there first, with "
                    "'napoleon move --undo'."
                )
            if (
                state is None
                or state.part not in (Part.ARRIVING, Part.LEFT)
                or not belongs(state, other, leaving)
            ):
                for table in self.tables.values():
                    if self.count(table):
                        raise not_empty(table)
            self._make_tables()
            self._stop_noting()
            self._take_changes()
            self._refuse_changes(self._that_move())
            self._say(State(Part.ARRIVING, run, other))
        self._run = run

    def close_to_others(self, part: Part) -> None:
        """Refuse every change from now on. What is under way comes before it, or not at all.

        Raises MoveRefused if another command has begun since.
        """
        with self._standing_still():
            state = self._mine()
            self._refuse_changes({**self._that_move(), KEYS: LOG})
            self._say(state._replace(part=part))

    def open_to_others(self, part: Part) -> None:
        """Take changes again. Raises MoveRefused if another command has begun since."""
        with self._standing_still():
            state = self._mine()
            self._forget_changes()
            self._take_changes()
            self._say(state._replace(part=part))

    def stay(self, found: State) -> None:
        """Take changes again, and forget that there was a move.

        Raises MoveRefused if its state is not as it was `found` any more.
        """
        with self._standing_still():
            self._expect(found)
            self._forget_changes()
            self._take_changes()
            for file in self.files():
                self.run(file, f"DELETE FROM {STATE}")  # noqa: S608

    def say(self, part: Part, after: Part) -> None:
        """Say what part the store has now, after that one.

        Raises MoveRefused if another command has begun since, or it has another part.
        """
        with self._transaction():
            state = self._mine()
            if state.part != after:
                raise MoveRefused(_ANOTHER)
            self._say(state._replace(part=part))

    def go_on(self, found: State, run: str, part: Part) -> None:
        """Let the command `run` go on from what was `found`, and the store have that part.

        Raises MoveRefused if its state is not as it was found any more.
        """
        with self._transaction():
            self._expect(found)
            self._say(State(part, run, found.other))
        self._run = run

    def _state(self, held: str) -> State | None:
        log = self.files()[-1]
        if not self._has(log, STATE):
            return None
        found = self.run(log, f"SELECT part, run, other FROM {STATE}{held}")  # noqa: S608
        return State(Part(found[0][0]), *found[0][1:]) if found else None

    def _mine(self) -> State:
        state = self._state(self._HELD)
        if state is None or state.run != self._run:
            raise MoveRefused(_ANOTHER)
        return state

    def _expect(self, found: State | None) -> None:
        if self._state(self._HELD) != found:
            raise MoveRefused(_ANOTHER)

    def _forget_changes(self) -> None:
        self._stop_noting()
        for file in self.files():
            if self._has(file, CHANGES):
                self.run(file, f"DELETE FROM {CHANGES}")  # noqa: S608

    def _that_move(self) -> dict[str, str]:
        return {name: it.file for name, it in self.tables.items()}

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction of the move, which is let through where others are refused.

        Raises MoveRefused if another command has begun since.
        """
        with self._transaction():
            self._mine()
            for file in self.files():
                self.run(file, f"UPDATE {STATE} SET letting = 1")  # noqa: S608
            yield
            for file in self.files():
                self.run(file, f"UPDATE {STATE} SET letting = 0")  # noqa: S608

    def _make_tables(self) -> None:
        for file in self.files():
            self.run(file, _TABLES)
            self.run(file, _CHANGES)
            self.run(file, f"DELETE FROM {CHANGES}")  # noqa: S608

    def _say(self, state: State) -> None:
        for file in self.files():
            self.run(file, f"DELETE FROM {STATE}")  # noqa: S608
            self.run(
                file,
                f"INSERT INTO {STATE} VALUES (1, ?, ?, ?, 0)",  # noqa: S608
                (str(state.part), state.run, state.other),
            )

    # -- games -------------------------------------------------------------------------------------

    def games_after(self, number: int, most: int) -> list[Row]:
        """Numbers and names of so many games, in the order of their numbers."""
        return self._select(GAMES, "number > ? ORDER BY number LIMIT ?", (number, most))

    def game(self, number: int) -> Row | None:
        """The row of a game; None if there is none."""
        found = self._select(GAMES, "number = ?", (number,))
        return found[0] if found else None

    def head(self, number: int) -> int:
        """The newest version of a game; 0 if there is none."""
        return self._most("events", "version", number)

    def tail(self, number: int, after: int) -> list[Row]:
        """Events of a game after a version."""
        return self._select("events", "game = ? AND version > ? ORDER BY version", (number, after))

    def checkpoints_after(self, number: int, size: int) -> list[Row]:
        """Checkpoints of a game over more than so many events."""
        return self._select("checkpoints", "game = ? AND size > ? ORDER BY size", (number, size))

    def checkpointed(self, number: int) -> int:
        """How many events the newest checkpoint of a game is over."""
        return self._most("checkpoints", "size", number)

    def by_order(self, table: str, number: int) -> dict[str, Row]:
        """The rows of a game in a table of orders, by their order ids."""
        return {str(row[1]): row for row in self._select(table, "game = ?", (number,))}

    def numbered(self, table: str) -> dict[int, Row]:
        """All rows of a table by their numbers."""
        return {int(row[0]): row for row in self._select(table, "1 = 1", ())}

    # -- other rows --------------------------------------------------------------------------------

    def changes(self) -> list[Change]:
        """All that has changed and was not copied again."""
        found = (
            tuple(row)
            for file in self.files()
            for row in self.run(file, f"SELECT what, key, stamp FROM {CHANGES}")  # noqa: S608
        )
        return [Change(it[0], tuple(json.loads(it[1])), (it[0], it[1], it[2])) for it in found]

    def settle(self, changes: Sequence[Change]) -> None:
        """Forget changes that have been copied, unless they came again. Raises MoveRefused."""
        with self._transaction():
            self._mine()
            for change in changes:
                self.run(
                    self._file(change.table),
                    f"DELETE FROM {CHANGES} WHERE what = ? AND key = ? AND stamp = ?",  # noqa: S608
                    change.noted,
                )

    def row(self, table: Table, key: Row) -> Row | None:
        """The row with that key; None if there is none."""
        found = self._select(table.name, _is_key(table), key)
        return found[0] if found else None

    def remove(self, table: Table, key: Row) -> None:
        """Remove the row with that key, if there is one."""
        statement = f"DELETE FROM {table.name} WHERE {_is_key(table)}"  # noqa: S608
        self.run(self._file(table.name), statement, key)

    def empty(self, table: Table) -> None:
        """Remove all rows of a table."""
        self.run(self._file(table.name), f"DELETE FROM {table.name}")  # noqa: S608

    def changing(self) -> list[Table]:
        """The tables whose rows change, and are copied as they are."""
        only_added = (*_NUMBERED_ONCE, *OF_A_GAME)
        return [it for name, it in self.tables.items() if name not in only_added]

    def _most(self, table: str, column: str, number: int) -> int:
        statement = f"SELECT coalesce(max({column}), 0) FROM {table} WHERE game = ?"  # noqa: S608
        [[most]] = self.run(self._file(table), statement, (number,))
        return int(most)

    def _select(self, table: str, where: str, values: Sequence[Any]) -> list[Row]:
        columns = ", ".join(self.tables[table].columns)
        statement = f"SELECT {columns} FROM {table} WHERE {where}"  # noqa: S608
        return [
            tuple(
                bool(value) if kind is bool else value
                for value, kind in zip(row, self.tables[table].columns.values(), strict=True)
            )
            for row in self.run(self._file(table), statement, values)
        ]

    def _file(self, table: str) -> str:
        return self.tables[table].file


def belongs(state: State, other: str, former: State | None) -> bool:
    """Whether a store in that state is of one move with the one at `other`, which was `former`."""
    return state.other == other or (former is not None and state.run == former.run)


def _is_key(table: Table) -> str:
    return " AND ".join(f"{it} = ?" for it in key_of(table))


def key_of(table: Table) -> list[str]:
    """The columns by which a row of a table whose rows change is known."""
    return table.order.split(", ")
