"""Conditional orders: what is to be done once it is legal, seen only by its player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from api.mail.rows import ConditionalRow
from api.mail.store.mailboxes import Begin
from api.mail.store.tables import conditionals


class Conditionals:
    """The conditional orders of all games, each holder's in the order in which they are given."""

    def __init__(self, begin: Begin) -> None:
        self._begin = begin

    def replace(self, game: str, holder: str, rows: Sequence[ConditionalRow]) -> None:
        """Keep these instead of all that a holder has left before."""
        mine = (conditionals.c.game == game, conditionals.c.holder == holder)
        with self._begin() as connection:
            connection.execute(sa.delete(conditionals).where(*mine))
            for row in rows:
                values = msgspec.structs.asdict(row)
                del values["id"]
                connection.execute(sa.insert(conditionals).values(values))

    def of(self, game: str, holder: str = "") -> list[ConditionalRow]:
        """Those of a holder, or of all holders of a game, in their order."""
        query = sa.select(conditionals).where(conditionals.c.game == game)
        if holder:
            query = query.where(conditionals.c.holder == holder)
        with self._begin() as connection:
            return [_row(it) for it in connection.execute(query.order_by(conditionals.c.id))]

    def games(self) -> list[str]:
        """Ids of the games in which some wait."""
        query = sa.select(conditionals.c.game).distinct().order_by(conditionals.c.game)
        with self._begin() as connection:
            return list(connection.execute(query).scalars())

    def newest(self) -> int:
        """Id of the newest one that waits; 0 if none does."""
        with self._begin() as connection:
            return connection.execute(sa.select(sa.func.max(conditionals.c.id))).scalar() or 0

    def drop(self, number: int) -> bool:
        """Forget one; returns whether it was still there."""
        with self._begin() as connection:
            done = connection.execute(sa.delete(conditionals).where(conditionals.c.id == number))
        return done.rowcount == 1


def _row(found: Any) -> ConditionalRow:
    return ConditionalRow(**found._mapping)
