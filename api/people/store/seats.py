"""Seats on desks, each known by the hash of its token."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import sqlalchemy as sa

from api.people.rows import Begins, SeatRow, StintRow
from api.people.store.begun import Begin
from api.people.store.stints import begin_stint
from api.people.store.tables import people, seats


def _never(row: SeatRow) -> bool:
    """No seat bars another."""
    return False


class Seats:
    """The seats on all desks."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def put(
        self,
        row: SeatRow,
        most: int,
        *,
        bars: Callable[[SeatRow], bool] = _never,
        begins: Begins | None = None,
    ) -> bool:
        """Lay a seat on a desk; what was there of that holder is replaced.

        A stint of the person `begins` with it, if it says when. Returns whether the seat is there
        now: not if the person is gone, has `most` others, or one in the same game that `bars` it.
        If two seats of a person are laid at once the second sees the first.
        """
        values = msgspec.structs.asdict(row)
        with self._begin() as connection:
            # SQLite lets one process write at a time; elsewhere the person's own row is locked.
            person = sa.select(people.c.id).where(people.c.id == row.person).with_for_update()
            if connection.execute(person).one_or_none() is None:
                return False
            same_game = sa.select(seats).where(
                seats.c.person == row.person, seats.c.game == row.game
            )
            if any(bars(SeatRow(**it._mapping)) for it in connection.execute(same_game)):
                return False
            connection.execute(sa.delete(seats).where(*_same(row)))
            count = sa.select(sa.func.count()).where(seats.c.person == row.person)
            if connection.execute(count).scalar_one() >= most:
                return False
            connection.execute(sa.insert(seats).values(values))
            if begins is not None:
                stint = StintRow(row.person, row.game, row.holder, begins.since)
                begin_stint(connection, stint, begins.claimed)
        return True

    def of(self, person: int) -> list[SeatRow]:
        """Those of a person, the oldest first."""
        return self._all(seats.c.person == person)

    def in_game(self, game: str) -> list[SeatRow]:
        """Those of everybody in a game, the oldest first."""
        return self._all(seats.c.game == game)

    def mark_read(self, person: int, game: str, holder: str, version: int) -> None:
        """Keep it that the press of a game was read up to a version; never an earlier one again."""
        same = (seats.c.person == person, seats.c.game == game, seats.c.holder == holder)
        with self._begin() as connection:
            later = sa.update(seats).where(*same, seats.c.read < version)
            connection.execute(later.values(read=version))

    def drop(self, rows: Iterable[SeatRow]) -> None:
        """Take seats off their desks, unless another token was laid there since."""
        with self._begin() as connection:
            for row in rows:
                same = (*_same(row), seats.c.token == row.token)
                connection.execute(sa.delete(seats).where(*same))

    def renew(self, game: str, holder: str, before: str, token: str) -> int:
        """Replace the hash of a token that died by that of another; on how many desks."""
        same = (seats.c.game == game, seats.c.holder == holder, seats.c.token == before)
        with self._begin() as connection:
            return connection.execute(sa.update(seats).where(*same).values(token=token)).rowcount

    def _all(self, same: sa.ColumnElement[bool]) -> list[SeatRow]:
        query = sa.select(seats).where(same)
        query = query.order_by(seats.c.added, seats.c.game, seats.c.holder)
        with self._look() as connection:
            return [SeatRow(**it._mapping) for it in connection.execute(query)]


def _same(row: SeatRow) -> tuple[Any, ...]:
    return seats.c.person == row.person, seats.c.game == row.game, seats.c.holder == row.holder
