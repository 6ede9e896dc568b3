"""Stints of people on seats, and the sum of what was counted there for each person."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import sqlalchemy as sa

from api.people.rows import ShownRow, StintRow
from api.people.store.begun import Begin
from api.people.store.tables import people, reliability, seats, stints
from napoleon.play.reliability import Reliability

_COLUMNS = [it.name for it in reliability.c if it.name != "person"]

_SHOWN = (
    sa.select(
        stints.c.person,
        stints.c.game,
        stints.c.holder,
        stints.c.version,
        (stints.c.token == seats.c.token).label("is_live"),
        people.c.shows_reliability,
        *(sa.func.coalesce(reliability.c[it], 0) for it in _COLUMNS),
    )
    .join(
        seats,
        sa.and_(
            seats.c.person == stints.c.person,
            seats.c.game == stints.c.game,
            seats.c.holder == stints.c.holder,
        ),
    )
    .join(people, people.c.id == stints.c.person)
    .outerjoin(reliability, reliability.c.person == stints.c.person)
    .where(stints.c.ended == 0)
    .order_by(stints.c.game, stints.c.holder, stints.c.person)
)


class _OthersFirst(Exception):
    """What was to be kept is out of date: nothing of it is."""


class Stints:
    """All stints of all people."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def of(self, person: int, game: str = "") -> list[StintRow]:
        """Those of a person, in one game if one is given, the oldest of each seat first."""
        same = [stints.c.person == person, *([stints.c.game == game] if game else [])]
        return self._all(*same)

    def people_in(self, games: Collection[str]) -> set[tuple[int, str]]:
        """The people whose stints in these games have not ended, each with the game."""
        query = sa.select(stints.c.person, stints.c.game).where(
            stints.c.game.in_(games), stints.c.ended == 0
        )
        with self._look() as connection:
            return {(it.person, it.game) for it in connection.execute(query.distinct())}

    def people(self) -> list[int]:
        """Everybody who has stints."""
        query = sa.select(stints.c.person).distinct().order_by(stints.c.person)
        with self._look() as connection:
            return list(connection.execute(query).scalars())

    def move(self, person: int, before: Sequence[StintRow], after: Sequence[StintRow]) -> bool:
        """Keep what was counted since; not if the person is gone, or others were first."""
        with suppress(_OthersFirst), self._begin() as connection:
            _wait_for(connection, person)
            for was, becomes in zip(before, after, strict=True):
                same = (
                    *_same(was),
                    stints.c.counts == was.counts,
                    stints.c.version == was.version,
                )
                done = connection.execute(
                    sa.update(stints).where(*same).values(msgspec.structs.asdict(becomes))
                )
                if done.rowcount != 1:
                    raise _OthersFirst
            return True
        return False

    def sum_up(self, person: int, sums: Reliability, seen: Sequence[StintRow]) -> bool:
        """Keep the sum of the stints that were `seen`, unless one of them has changed since."""
        with suppress(_OthersFirst), self._begin() as connection:
            _wait_for(connection, person)
            now = connection.execute(_ordered(stints.c.person == person))
            if [StintRow(**it._mapping) for it in now] != list(seen):
                raise _OthersFirst
            connection.execute(sa.delete(reliability).where(reliability.c.person == person))
            values = {"person": person, **msgspec.structs.asdict(sums)}
            connection.execute(sa.insert(reliability).values(values))
            return True
        return False

    def sum_of(self, person: int) -> Reliability:
        """The sum that was kept last of a person."""
        query = sa.select(*(reliability.c[it] for it in _COLUMNS)).where(
            reliability.c.person == person
        )
        with self._look() as connection:
            found = connection.execute(query).one_or_none()
        return Reliability() if found is None else Reliability(**found._mapping)

    def shown(self, games: Collection[str]) -> list[ShownRow]:
        """The stints in these games that have not ended, on seats that lie on the person's desk."""
        query = _SHOWN.where(stints.c.game.in_(games))
        with self._look() as connection:
            found = connection.execute(query).all()
        return [
            ShownRow(
                it.person,
                it.game,
                it.holder,
                it.version,
                bool(it.is_live),
                bool(it.shows_reliability),
                Reliability(*it[-len(_COLUMNS) :]),
            )
            for it in found
        ]

    def count_again(self, person: int) -> None:
        """Forget what was counted of a person, so that all of it is counted from the log."""
        with self._begin() as connection:
            _begin_anew(connection, stints.c.person == person)

    def _all(self, *same: sa.ColumnElement[bool]) -> list[StintRow]:
        with self._look() as connection:
            return [StintRow(**it._mapping) for it in connection.execute(_ordered(*same))]


def _wait_for(connection: sa.Connection, person: int) -> None:
    """Wait for others who keep something of a person. Raises _OthersFirst if that one is gone."""
    alive = sa.select(people.c.id).where(people.c.id == person).with_for_update()
    if connection.execute(alive).one_or_none() is None:
        raise _OthersFirst


def begin_stint(connection: sa.Connection, row: StintRow, claimed: int) -> None:
    """Keep that a stint begins on a seat that its holder has claimed at version `claimed`.

    Nothing happens if one has begun since then. All others of the same person in the game are
    counted again: what is counted depends on which of its seats are one person's.
    """
    own = (stints.c.person == row.person, stints.c.game == row.game)
    begun = sa.select(stints.c.since).where(
        *own, stints.c.holder == row.holder, stints.c.since >= claimed
    )
    if connection.execute(begun).first() is None:
        _begin_anew(connection, *own)
        connection.execute(sa.insert(stints).values(msgspec.structs.asdict(row)))


def _begin_anew(connection: sa.Connection, *same: sa.ColumnElement[bool]) -> None:
    fresh = {"version": 0, "ended": 0, "token": "", "outcome": "", "tally": ""}
    anew = sa.update(stints).where(*same).values(counts=stints.c.counts + 1, **fresh)
    connection.execute(anew)


def _ordered(*same: sa.ColumnElement[bool]) -> sa.Select[Any]:
    order = (stints.c.game, stints.c.holder, stints.c.since)
    return sa.select(stints).where(*same).order_by(*order)


def _same(row: StintRow) -> Iterable[sa.ColumnElement[bool]]:
    return (
        stints.c.person == row.person,
        stints.c.game == row.game,
        stints.c.holder == row.holder,
        stints.c.since == row.since,
    )
