"""A queue: rows that workers take when they are due, each of them one worker at a time.

A worker takes a row by moving when it is due; only one of several can do that from the same row.
"""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

import sqlalchemy as sa

from api.mail.store.mailboxes import Begin


class Queued(Protocol):
    """What a row of any queue knows of itself; `api.mail.store.tables` has the columns."""

    @property
    def id(self) -> int:
        """Its number; 0 before it is kept."""

    @property
    def due(self) -> int:
        """When it is to be taken."""

    @property
    def state(self) -> str:
        """What has become of it."""


Row = TypeVar("Row", bound=Queued)


class Queue(Generic[Row]):
    """The rows of a table, the newest with the highest id."""

    def __init__(
        self, begin: Begin, table: sa.Table, kind: type[Row], *, waiting: str, by: str
    ) -> None:
        """Rows in the state `waiting` are to be taken, in the order of the column `by`."""
        self._begin = begin
        self._table = table
        self._kind = kind
        self._waiting = waiting
        self._by = by

    def due(self, now: int, most: int) -> list[Row]:
        """At most `most` of the rows that are to be taken by `now`, in their order."""
        columns = self._table.c
        return self._found(
            sa.select(self._table)
            .where(columns.state == self._waiting, columns.due <= now)
            .order_by(columns[self._by], columns.id)
            .limit(most)
        )

    def move(self, before: Row, **changed: Any) -> bool:
        """Change a row if nobody else has; returns whether nobody has."""
        columns = self._table.c
        same = (
            columns.id == before.id,
            columns.due == before.due,
            columns.state == before.state,
        )
        with self._begin() as connection:
            done = connection.execute(sa.update(self._table).where(*same).values(changed))
        return done.rowcount == 1

    def get(self, number: int) -> Row | None:
        """The row of that id."""
        return self._first(sa.select(self._table).where(self._table.c.id == number))

    def waiting(self, since: str) -> tuple[int, int | None]:
        """How many rows are to be taken, and the lowest time in the column `since` among them."""
        columns = self._table.c
        query = sa.select(sa.func.count(), sa.func.min(columns[since]))
        with self._begin() as connection:
            found = connection.execute(query.where(columns.state == self._waiting)).one()
        return int(found[0]), found[1]

    def newest(self) -> int:
        """Id of the newest row; 0 if there is none."""
        with self._begin() as connection:
            return connection.execute(sa.select(sa.func.max(self._table.c.id))).scalar() or 0

    def _found(self, query: sa.Select[Any]) -> list[Row]:
        with self._begin() as connection:
            return [self._kind(**it._mapping) for it in connection.execute(query)]

    def _first(self, query: sa.Select[Any]) -> Row | None:
        return next(iter(self._found(query.limit(1))), None)
