"""Muted and blocked people, who set which game up, and reports to the operator."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from api.people.rows import BLOCK, BlockRow, ReportRow
from api.people.store.begun import Begin, is_there
from api.people.store.tables import blocks, founded, people, reports


class Blocks:
    """Whom people have muted or blocked, and the games that they have set up."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def put(self, rows: Sequence[BlockRow], most: int) -> bool:
        """Keep what somebody says of a seat; what they said before is forgotten.

        Returns whether it is kept: not if they are gone, or have said so of `most` others.
        """
        with self._begin() as connection:
            if not is_there(connection, rows[0].person):
                return False
            connection.execute(sa.delete(blocks).where(*_same(rows[0])))
            mine = sa.select(blocks.c.game, blocks.c.holder, blocks.c.token)
            mine = mine.where(blocks.c.person == rows[0].person).distinct()
            if len(connection.execute(mine).all()) >= most:
                return False
            for row in rows:
                connection.execute(sa.insert(blocks).values(msgspec.structs.asdict(row)))
        return True

    def drop(self, person: int, game: str, holder: str) -> bool:
        """Take back what a person said of a seat, under all its holders; whether they had."""
        same = (blocks.c.person == person, blocks.c.game == game, blocks.c.holder == holder)
        with self._begin() as connection:
            return connection.execute(sa.delete(blocks).where(*same)).rowcount > 0

    def of(self, person: int) -> list[BlockRow]:
        """What a person said, the oldest first."""
        return self._all(blocks.c.person == person)

    def against(self, other: int) -> list[int]:
        """The people who have blocked another."""
        query = sa.select(blocks.c.person).where(blocks.c.other == other, blocks.c.kind == BLOCK)
        with self._look() as connection:
            return list(connection.execute(query.distinct()).scalars()) if other else []

    def found(self, game: str, person: int) -> None:
        """Note who has set a game up."""
        with self._begin() as connection:
            if is_there(connection, person):
                connection.execute(sa.delete(founded).where(founded.c.game == game))
                connection.execute(sa.insert(founded).values(game=game, person=person))

    def founder(self, game: str) -> int:
        """Who has set a game up; 0 if nobody with a desk has."""
        query = sa.select(founded.c.person).where(founded.c.game == game)
        with self._look() as connection:
            return connection.execute(query).scalar() or 0

    def languages(self, games: Collection[str]) -> dict[str, str]:
        """The languages of those who have set games up, by game; nobody's without a desk."""
        query = (
            sa.select(founded.c.game, people.c.language)
            .join(people, people.c.id == founded.c.person)
            .where(founded.c.game.in_(games))
        )
        with self._look() as connection:
            return {it.game: it.language for it in connection.execute(query)}

    def _all(self, same: sa.ColumnElement[Any]) -> list[BlockRow]:
        query = sa.select(blocks).where(same).order_by(blocks.c.made, blocks.c.game)
        with self._look() as connection:
            return [BlockRow(**it._mapping) for it in connection.execute(query)]


class Reports:
    """What the operator was told."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def put(self, row: ReportRow, *, since: int, most: int) -> int:
        """Keep a report; its id, or 0 if the person is gone, or made `most` `since` a time."""
        values = msgspec.structs.asdict(row)
        del values["id"]
        recent = sa.select(sa.func.count()).where(
            reports.c.person == row.person, reports.c.made > since
        )
        with self._begin() as connection:
            if not is_there(connection, row.person):
                return 0
            if connection.execute(recent).scalar_one() >= most:
                return 0
            made = connection.execute(sa.insert(reports).values(values))
            [number] = made.inserted_primary_key or [0]
        return int(number)

    def all(self, *, done: bool) -> list[ReportRow]:
        """Those that are open, with `done` the others too, the oldest first."""
        query = sa.select(reports).order_by(reports.c.id)
        if not done:
            query = query.where(reports.c.done == 0)
        with self._look() as connection:
            return [ReportRow(**it._mapping) for it in connection.execute(query)]

    def close(self, number: int, at: int) -> bool:
        """Note that the operator is done with one; returns whether it was open."""
        same = (reports.c.id == number, reports.c.done == 0)
        with self._begin() as connection:
            return connection.execute(sa.update(reports).where(*same).values(done=at)).rowcount == 1

    def count(self) -> int:
        """How many are open."""
        query = sa.select(sa.func.count()).where(reports.c.done == 0)
        with self._look() as connection:
            return int(connection.execute(query).scalar_one())


def _same(row: BlockRow) -> tuple[sa.ColumnElement[bool], ...]:
    return blocks.c.person == row.person, blocks.c.game == row.game, blocks.c.holder == row.holder


def forget_other(connection: sa.Connection, other: int) -> None:
    """Let what was said of somebody who is erased be about their seats alone."""
    about = connection.execute(sa.select(blocks).where(blocks.c.other == other)).all()
    connection.execute(sa.delete(blocks).where(blocks.c.other == other))
    for it in about:
        same = (*_same(BlockRow(**it._mapping)), blocks.c.token == it.token)
        if connection.execute(sa.select(blocks.c.person).where(*same)).first() is None:
            connection.execute(sa.insert(blocks).values({**it._mapping, "other": 0}))
