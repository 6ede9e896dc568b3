"""Links in mails, each of which works once, and the mails that people have asked for."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from api.people.rows import AskedRow, LinkRow
from api.people.store.begun import Begin
from api.people.store.tables import asked, links


class Links:
    """The links that were sent by mail and have not been used."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def put(self, row: LinkRow) -> None:
        """Keep a link until it is used or dies."""
        with self._begin() as connection:
            connection.execute(sa.insert(links).values(msgspec.structs.asdict(row)))

    def get(self, secret: str, now: int) -> LinkRow | None:
        """The link whose secret has that hash, if it lives; it is not used by that."""
        query = sa.select(links).where(links.c.secret == secret, links.c.until > now)
        with self._look() as connection:
            found = connection.execute(query).one_or_none()
        return None if found is None else LinkRow(**found._mapping)

    def use(self, secret: str, now: int) -> LinkRow | None:
        """The same, used up by that: of several who come at once one gets it."""
        found = self.get(secret, now)
        with self._begin() as connection:
            done = connection.execute(sa.delete(links).where(links.c.secret == secret))
        return found if done.rowcount == 1 else None

    def sent(self, purpose: str, folded: str, since: int) -> int:
        """How many links for a purpose were sent to an address after a time, and not used."""
        query = sa.select(sa.func.count()).where(
            links.c.folded == folded, links.c.purpose == purpose, links.c.made > since
        )
        with self._look() as connection:
            return int(connection.execute(query).scalar_one())

    def drop_dead(self, now: int) -> int:
        """Forget the links that are dead by now; how many there were."""
        with self._begin() as connection:
            return connection.execute(sa.delete(links).where(links.c.until <= now)).rowcount


class Asked:
    """The mails that people have asked for, the oldest first."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def put(self, row: AskedRow) -> None:
        """Have a mail made, if it turns out that there is somebody to write to."""
        values = msgspec.structs.asdict(row)
        del values["id"]
        with self._begin() as connection:
            connection.execute(sa.insert(asked).values(values))

    def all(self, most: int) -> list[AskedRow]:
        """At most `most` of them."""
        query = sa.select(asked).order_by(asked.c.id).limit(most)
        with self._look() as connection:
            return [_row(it) for it in connection.execute(query)]

    def take(self, number: int) -> bool:
        """Take one to be seen to; returns whether nobody else has."""
        with self._begin() as connection:
            return connection.execute(sa.delete(asked).where(asked.c.id == number)).rowcount == 1


def _row(found: Any) -> AskedRow:
    return AskedRow(**found._mapping)
