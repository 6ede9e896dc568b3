"""Challenges, and what came of forms that set a game up."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError

from api.people.rows import NOBODY, ChallengeRow, MadeRow
from api.people.store.begun import Begin
from api.people.store.tables import challenges, made


class Challenges:
    """The challenges of all people."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def put(self, row: ChallengeRow) -> None:
        """Keep a challenge."""
        values = msgspec.structs.asdict(row)
        del values["id"]
        with self._begin() as connection:
            connection.execute(sa.insert(challenges).values(values))

    def of(self, person: int) -> list[ChallengeRow]:
        """Those that somebody has not declined, the newest first; `NOBODY` has none."""
        waits = (challenges.c.person == person, challenges.c.declined == 0)
        return self._all(*waits) if person != NOBODY else []

    def sent_by(self, challenger: int) -> list[ChallengeRow]:
        """Those that somebody has sent, the newest first; `NOBODY` has sent none."""
        return self._all(challenges.c.challenger == challenger) if challenger != NOBODY else []

    def sent_since(self, challenger: int, since: int) -> int:
        """How many somebody has sent since a time."""
        query = sa.select(sa.func.count()).where(
            challenges.c.challenger == challenger, challenges.c.made >= since
        )
        with self._look() as connection:
            return int(connection.execute(query).scalar_one())

    def decline(self, person: int, number: int, at: int) -> bool:
        """Somebody declines a challenge; returns whether it was theirs and waited for them."""
        same = (
            challenges.c.id == number,
            challenges.c.person == person,
            challenges.c.declined == 0,
        )
        with self._begin() as connection:
            change = sa.update(challenges).where(*same).values(declined=at)
            return connection.execute(change).rowcount == 1

    def withdraw(self, challenger: int, number: int) -> bool:
        """Somebody takes back a challenge of theirs; returns whether it was theirs."""
        same = (challenges.c.id == number, challenges.c.challenger == challenger)
        with self._begin() as connection:
            return connection.execute(sa.delete(challenges).where(*same)).rowcount == 1

    def renew(self, game: str, holder: str, before: str, token: str) -> None:
        """Let challenges to a seat follow its invitation to another token."""
        same = (
            challenges.c.game == game,
            challenges.c.holder == holder,
            challenges.c.token == before,
        )
        with self._begin() as connection:
            connection.execute(sa.update(challenges).where(*same).values(token=token))

    def drop(self, *numbers: int) -> None:
        """Forget challenges of which nothing can come any more."""
        with self._begin() as connection:
            connection.execute(sa.delete(challenges).where(challenges.c.id.in_(numbers)))

    def _all(self, *same: sa.ColumnElement[bool]) -> list[ChallengeRow]:
        query = sa.select(challenges).where(*same).order_by(challenges.c.id.desc())
        with self._look() as connection:
            return [ChallengeRow(**it._mapping) for it in connection.execute(query)]


class Made:
    """What came of forms that set a game up."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def begin(self, key: str, at: int, keep_since: int) -> MadeRow | None:
        """Say that a form is being answered; what is kept of it if it was sent before.

        What is older than `keep_since` is forgotten.
        """
        values: dict[str, Any] = msgspec.structs.asdict(MadeRow(key, at))
        try:
            with self._begin() as connection:
                connection.execute(sa.delete(made).where(made.c.made < keep_since))
                connection.execute(sa.insert(made).values(values))
        except IntegrityError:
            with self._look() as connection:
                found = connection.execute(sa.select(made).where(made.c.key == key)).one()
            return MadeRow(**found._mapping)
        return None

    def chosen(self, row: MadeRow, keep_since: int) -> MadeRow:
        """Keep what is to come of a request before it does; what was kept of it before stays.

        What is older than `keep_since` is forgotten.
        """
        before = self.begin(row.key, row.made, keep_since)
        if before is not None and before.game:
            return before
        self.end(row.key, row.game, row.holder)
        return row

    def end(self, key: str, game: str, holder: str) -> None:
        """Keep what came of the form; without a game it may be sent again."""
        same = made.c.key == key
        change = sa.update(made).where(same).values(game=game, holder=holder)
        with self._begin() as connection:
            connection.execute(change if game else sa.delete(made).where(same))
