"""Stand-ins: addresses of those who play for somebody who falls silent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa

from api.mail.rows import StandInRow
from api.mail.store.mailboxes import Begin
from api.mail.store.tables import stand_ins


class StandIns:
    """The stand-ins of all games, one for a seat."""

    def __init__(self, begin: Begin) -> None:
        self._begin = begin

    def put(self, row: StandInRow) -> None:
        """Keep one instead of the one that the seat had."""
        with self._begin() as connection:
            connection.execute(sa.delete(stand_ins).where(*_of(row.game, row.seat)))
            connection.execute(sa.insert(stand_ins).values(msgspec.structs.asdict(row)))

    def drop(self, game: str, seat: str) -> None:
        """Forget the one of a seat."""
        with self._begin() as connection:
            connection.execute(sa.delete(stand_ins).where(*_of(game, seat)))

    def of(self, game: str, seat: str) -> StandInRow | None:
        """The one of a seat."""
        with self._begin() as connection:
            found = connection.execute(sa.select(stand_ins).where(*_of(game, seat))).one_or_none()
        return None if found is None else _row(found)

    def all(self, games: Iterable[str]) -> list[StandInRow]:
        """Those of some games, by game and seat."""
        query = (
            sa.select(stand_ins)
            .where(stand_ins.c.game.in_(list(games)))
            .order_by(stand_ins.c.game, stand_ins.c.seat)
        )
        with self._begin() as connection:
            return [_row(it) for it in connection.execute(query)]


def _of(game: str, seat: str) -> tuple[sa.ColumnElement[bool], ...]:
    return stand_ins.c.game == game, stand_ins.c.seat == seat


def _row(found: Any) -> StandInRow:
    return StandInRow(**found._mapping)
