"""The inbox: mails that have come, kept as evidence by their digests."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError

from api.mail.rows import HELD, NEW, ROBOTS, SEEN, InboundRow
from api.mail.store.mailboxes import Begin
from api.mail.store.queue import Queue
from api.mail.store.tables import inbound


class Inbox(Queue[InboundRow]):
    """The mails that have come, of all games; those are due that nobody has looked at yet."""

    def __init__(self, begin: Begin) -> None:
        super().__init__(begin, inbound, InboundRow, waiting=NEW, by="id")

    def put(self, row: InboundRow) -> bool:
        """Keep a mail, unless the very same one has come before; returns whether it is kept."""
        values = msgspec.structs.asdict(row)
        del values["id"]
        try:
            with self._begin() as connection:
                connection.execute(sa.insert(inbound).values(values))
        except IntegrityError:
            return False
        return True

    def is_waiting(self, mailbox: int, by: int) -> bool:
        """Whether a mail from a mailbox has come that is to be answered by a time."""
        query = sa.select(inbound.c.id).where(
            inbound.c.mailbox == mailbox, inbound.c.state == NEW, inbound.c.due <= by
        )
        with self._begin() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def with_digest(self, digest: str) -> InboundRow | None:
        """The mail with that digest."""
        return self._first(sa.select(inbound).where(inbound.c.digest == digest))

    def newest_to(self, recipient: str, after: int) -> InboundRow | None:
        """The newest mail to an address of ours, of those that came after the mail of that id.

        Servers may have changed the case of the address.
        """
        query = sa.select(inbound).where(
            inbound.c.id > after, sa.func.lower(inbound.c.recipient) == recipient.lower()
        )
        return self._first(query.order_by(inbound.c.id.desc()))

    def earlier(self, row: InboundRow, message_id: str, mailbox: int) -> InboundRow | None:
        """A mail with that Message-ID that has come from a mailbox before this one."""
        query = sa.select(inbound).where(
            inbound.c.mailbox == mailbox,
            inbound.c.message_id == message_id,
            inbound.c.id < row.id,
        )
        return self._first(query) if message_id else None

    def seen_to(self, mailboxes: Sequence[int], *, odd: bool, since: int) -> list[int]:
        """When the mails of some mailboxes were due that were answered, if after a time.

        Those that are `odd` are held or refused.
        """
        finding = inbound.c.finding
        said = sa.or_(finding.startswith("held"), finding.startswith("refused"))
        query = sa.select(inbound.c.due).where(
            inbound.c.state != NEW,
            inbound.c.due > since,
            inbound.c.mailbox.in_(mailboxes),
            said if odd else finding.in_(("answered", "again")),
        )
        with self._begin() as connection:
            return list(connection.execute(query).scalars())

    def counted(self, mailboxes: Sequence[int], finding: str, before: int) -> int:
        """How many mails of some mailboxes wait that were marked, and came before one."""
        query = sa.select(sa.func.count()).where(
            inbound.c.state == NEW,
            inbound.c.mailbox.in_(mailboxes),
            inbound.c.finding == finding,
            inbound.c.id < before,
        )
        with self._begin() as connection:
            return int(connection.execute(query).scalar_one())

    def robots(self, since: int) -> int:
        """How many mails of robots were dropped since a time."""
        query = sa.select(sa.func.count()).where(
            inbound.c.state == SEEN, inbound.c.due > since, inbound.c.finding.in_(ROBOTS)
        )
        with self._begin() as connection:
            return int(connection.execute(query).scalar_one())

    def of(self, mailbox: int) -> list[InboundRow]:
        """The mails that have come from a mailbox, the oldest first."""
        return self._found(
            sa.select(inbound).where(inbound.c.mailbox == mailbox).order_by(inbound.c.id)
        )

    def forget_unclaimed(self, before: int) -> int:
        """Forget mails of no mailbox that were held or seen, and came before a time; how many."""
        erased = {"raw": None, "sender": "", "recipient": "", "message_id": "", "state": SEEN}
        old = (
            inbound.c.mailbox == 0,
            inbound.c.state.in_((HELD, SEEN)),
            inbound.c.raw.is_not(None),
            inbound.c.came < before,
        )
        with self._begin() as connection:
            return connection.execute(sa.update(inbound).where(*old).values(erased)).rowcount

    def held(self, mailbox: int) -> list[InboundRow]:
        """The mails of a mailbox that are held until their player says that they are theirs."""
        return self._found(
            sa.select(inbound)
            .where(inbound.c.mailbox == mailbox, inbound.c.state == HELD)
            .order_by(inbound.c.id)
        )

    def all_held(self) -> int:
        """How many mails are held, of all mailboxes."""
        query = sa.select(sa.func.count()).where(inbound.c.state == HELD)
        with self._begin() as connection:
            return int(connection.execute(query).scalar_one())

    def findings(self) -> dict[str, int]:
        """How many mails have come, by what was made of them."""
        query = sa.select(inbound.c.finding, sa.func.count().label("mails")).group_by(
            inbound.c.finding
        )
        with self._begin() as connection:
            return {it.finding: it.mails for it in connection.execute(query)}
