"""Addresses of strangers: who was invited, wants no more mails, or has written to the service."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from api.people.rows import InvitationRow, VisitRow, WrittenToRow
from api.people.store.begun import Begin, is_there
from api.people.store.tables import invitations, never, visits, written_to


class Strangers:
    """What is kept of addresses that may be nobody's here: keyed hashes, and for how long."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def invite(self, row: InvitationRow, most: int, since: int) -> bool:
        """Keep it that somebody invites; returns whether that is kept now.

        It is not if they are gone, or have asked for `most` others after a time. What is kept
        already, under the same key, is kept.
        """
        theirs = (invitations.c.person == row.person, invitations.c.made > since)
        with self._begin() as connection:
            if not is_there(connection, row.person):
                return False
            known = sa.select(invitations.c.key).where(invitations.c.key == row.key)
            if connection.execute(known).first() is not None:
                return True
            count = sa.select(sa.func.count()).select_from(invitations).where(*theirs)
            if connection.execute(count).scalar_one() >= most:
                return False
            connection.execute(sa.insert(invitations).values(msgspec.structs.asdict(row)))
        return True

    def write_to(self, row: WrittenToRow) -> bool:
        """Keep it that an address is written to; returns whether that was not kept before."""
        known = sa.select(written_to.c.key).where(written_to.c.key == row.key)
        with self._begin() as connection:
            if connection.execute(known).first() is not None:
                return False
            connection.execute(sa.insert(written_to).values(msgspec.structs.asdict(row)))
        return True

    def written_to(self, whom: Collection[str], since: int) -> list[WrittenToRow]:
        """The invitations that were sent to an address after a time, the oldest first."""
        query = (
            sa.select(written_to)
            .where(written_to.c.whom.in_(whom), written_to.c.made > since)
            .order_by(written_to.c.made)
        )
        with self._look() as connection:
            return [WrittenToRow(**it._mapping) for it in connection.execute(query)]

    def answer(self, whom: Collection[str], at: int) -> None:
        """Note that somebody has answered from an address."""
        theirs = (written_to.c.whom.in_(whom), written_to.c.answered == 0)
        with self._look() as connection:
            waits = connection.execute(sa.select(written_to.c.key).where(*theirs)).first()
        # Most who write were never invited, and looking keeps nobody waiting.
        if waits is not None:
            with self._begin() as connection:
                connection.execute(sa.update(written_to).where(*theirs).values(answered=at))

    def forget(self, whom: Collection[str]) -> int:
        """Forget what was sent to an address, and what came from there; how much there was.

        The wish for no more mails stays.
        """
        with self._begin() as connection:
            return sum(
                connection.execute(sa.delete(it).where(it.c.whom.in_(whom))).rowcount
                for it in (written_to, visits)
            )

    def want_nothing(self, whom: str, at: int) -> None:
        """Keep it for good that nobody is to be invited at an address."""
        known = sa.select(never.c.whom).where(never.c.whom == whom)
        with self._begin() as connection:
            if connection.execute(known).first() is None:
                connection.execute(sa.insert(never).values(whom=whom, made=at))

    def wants_nothing(self, whom: Collection[str]) -> bool:
        """Whether nobody is to be invited at an address."""
        query = sa.select(never.c.whom).where(never.c.whom.in_(whom))
        with self._look() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def want_again(self, whom: Collection[str]) -> None:
        """Forget that nobody is to be invited at an address."""
        with self._begin() as connection:
            connection.execute(sa.delete(never).where(never.c.whom.in_(whom)))

    def visit(self, row: VisitRow) -> None:
        """Keep it that a mail is answered; of the same mail once."""
        known = sa.select(visits.c.mail).where(visits.c.mail == row.mail)
        with self._begin() as connection:
            if connection.execute(known).first() is None:
                connection.execute(sa.insert(visits).values(msgspec.structs.asdict(row)))

    def visits(self, whom: Collection[str], since: int) -> list[VisitRow]:
        """The mails from an address that were answered after a time, the oldest first."""
        query = (
            sa.select(visits)
            .where(visits.c.whom.in_(whom), visits.c.made > since)
            .order_by(visits.c.made)
        )
        with self._look() as connection:
            return [VisitRow(**it._mapping) for it in connection.execute(query)]

    def drop_old(self, visits_before: int, sent_before: int) -> int:
        """Forget visits and invitations that are older; how many there were."""
        old = (
            (visits, visits_before),
            (invitations, sent_before),
            (written_to, sent_before),
        )
        with self._begin() as connection:
            return sum(
                connection.execute(sa.delete(table).where(table.c.made <= before)).rowcount
                for table, before in old
            )
