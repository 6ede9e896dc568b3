"""Absences of people, and what has become of each in their games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from api.people.rows import AbsenceRow, AbsentRow, SeatRow
from api.people.store.begun import Begin, is_there
from api.people.store.tables import absences, absent, seats


class Absences:
    """The absences of all people."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def put(self, row: AbsenceRow, most: int) -> AbsenceRow | None:
        """Keep an absence; one of the same days is the same one.

        None if the person is gone, or has `most` others.
        """
        values = msgspec.structs.asdict(row)
        del values["id"]
        with self._begin() as connection:
            if not is_there(connection, row.person):
                return None
            theirs = sa.select(absences).where(absences.c.person == row.person)
            found = [_row(it) for it in connection.execute(theirs)]
            for it in found:
                if (it.first, it.last, it.zone) == (row.first, row.last, row.zone):
                    back = sa.update(absences).where(absences.c.id == it.id)
                    connection.execute(back.values(called_off=False))
                    return msgspec.structs.replace(it, called_off=False)
            if len(found) >= most:
                return None
            made = connection.execute(sa.insert(absences).values(values))
            [number] = made.inserted_primary_key or [0]
        return msgspec.structs.replace(row, id=number)

    def of(self, person: int) -> list[AbsenceRow]:
        """Those of a person, the first to begin first."""
        return self._all(absences.c.person == person)

    def over(self, now: int) -> list[AbsenceRow]:
        """Those of everybody that are over, or are being called off."""
        return self._all(sa.or_(absences.c.called_off, absences.c.ends <= now))

    def missing(self, number: int | None = None) -> list[tuple[AbsenceRow, SeatRow]]:
        """The seats on desks for which an absence, or that one, has not been put into the game."""
        done = sa.and_(
            absent.c.absence == absences.c.id,
            absent.c.game == seats.c.game,
            absent.c.holder == seats.c.holder,
        )
        query = (
            sa.select(absences, seats)
            .join(seats, seats.c.person == absences.c.person)
            .outerjoin(absent, done)
            .where(absent.c.absence.is_(None), absences.c.called_off.is_(False))
            .order_by(absences.c.id, seats.c.added, seats.c.game, seats.c.holder)
        )
        if number is not None:
            query = query.where(absences.c.id == number)
        with self._look() as connection:
            found = [tuple(it) for it in connection.execute(query)]
        width = len(absences.c)
        return [(_row(it[:width]), SeatRow(*it[width:])) for it in found]

    def call_off(self, person: int, number: int) -> bool:
        """Note that one of a person's is to be called off; returns whether it was theirs."""
        same = (absences.c.person == person, absences.c.id == number)
        with self._begin() as connection:
            done = connection.execute(sa.update(absences).where(*same).values(called_off=True))
        return done.rowcount == 1

    def drop(self, number: int) -> None:
        """Forget one, and what has become of it."""
        with self._begin() as connection:
            connection.execute(sa.delete(absent).where(absent.c.absence == number))
            connection.execute(sa.delete(absences).where(absences.c.id == number))

    def put_in(self, row: AbsentRow) -> bool:
        """Note what has become of one in a game; returns whether it still stands."""
        same = (
            absent.c.absence == row.absence,
            absent.c.game == row.game,
            absent.c.holder == row.holder,
        )
        with self._begin() as connection:
            stands = sa.select(absences.c.id).where(
                absences.c.id == row.absence, absences.c.called_off.is_(False)
            )
            if not is_there(connection, row.person):
                return False
            if connection.execute(stands.with_for_update(read=True)).one_or_none() is None:
                return False
            connection.execute(sa.delete(absent).where(*same))
            connection.execute(sa.insert(absent).values(msgspec.structs.asdict(row)))
        return True

    def become(self, number: int) -> list[AbsentRow]:
        """What has become of one, by game."""
        query = sa.select(absent).where(absent.c.absence == number)
        with self._look() as connection:
            found = connection.execute(query.order_by(absent.c.game, absent.c.holder))
            return [AbsentRow(**it._mapping) for it in found]

    def _all(self, same: sa.ColumnElement[Any]) -> list[AbsenceRow]:
        query = sa.select(absences).where(same).order_by(absences.c.first, absences.c.id)
        with self._look() as connection:
            return [_row(it) for it in connection.execute(query)]


def _row(values: Sequence[Any]) -> AbsenceRow:
    return AbsenceRow(**dict(zip(absences.c.keys(), values, strict=True)))
