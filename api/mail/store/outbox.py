"""The outbox: mails that are made, and sent by any of several workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from api.mail.rows import LAST, WAITING, LetterRow, MailboxRow
from api.mail.store.mailboxes import Begin
from api.mail.store.queue import Queue
from api.mail.store.tables import letters, mailboxes


def add(connection: sa.Connection, row: LetterRow) -> bool:
    """Put a mail into the outbox, unless its mailbox has got one about that; whether it has not."""
    known = sa.select(letters.c.id).where(
        letters.c.mailbox == row.mailbox, letters.c.about == row.about
    )
    if connection.execute(known).first() is not None:
        return False
    values = msgspec.structs.asdict(row)
    del values["id"]
    connection.execute(sa.insert(letters).values(values))
    return True


class Outbox(Queue[LetterRow]):
    """The mails of all games, on their way and gone; those that wait are due to be sent."""

    def __init__(self, begin: Begin) -> None:
        super().__init__(begin, letters, LetterRow, waiting=WAITING, by="due")

    def put(self, row: LetterRow, box: MailboxRow | None = None, **changed: Any) -> bool:
        """Have a mail sent, unless its mailbox has got one about that; returns whether it has not.

        With it the mailbox `box` is `changed`, unless somebody else has changed it.
        """
        with self._begin() as connection:
            if not add(connection, row):
                return False
            if box is not None:
                same = (mailboxes.c.id == box.id, mailboxes.c.told == box.told)
                connection.execute(sa.update(mailboxes).where(*same).values(changed))
        return True

    def put_together(self, rows: Sequence[tuple[LetterRow, MailboxRow]], told_at: int) -> bool:
        """Have one mail sent that tells several mailboxes what their games have come to.

        Each has a row about that, with the version that it was told; only the first holds the mail.
        All are kept or none: none if one of the mailboxes was told in between, which is returned.
        """
        with self._begin() as connection:
            for row, _ in rows:
                known = sa.select(letters.c.id).where(
                    letters.c.mailbox == row.mailbox, letters.c.about == row.about
                )
                if connection.execute(known).first() is not None:
                    return False
            for row, box in rows:
                add(connection, row)
                same = (mailboxes.c.id == box.id, mailboxes.c.told == box.told)
                changed = {"told": row.version, "told_at": told_at}
                connection.execute(sa.update(mailboxes).where(*same).values(changed))
        return True

    def sharing(self, message_id: str) -> list[LetterRow]:
        """The rows of all mailboxes that one mail has told, the first of which holds it."""
        query = sa.select(letters).where(letters.c.message_id == message_id)
        return self._found(query.order_by(letters.c.id))

    def take_gone(self, game: str) -> list[LetterRow]:
        """Take the mails of a game that wait no more, and forget them."""
        gone = (letters.c.game == game, letters.c.state != WAITING)
        taken = sa.delete(letters).where(*gone).returning(*letters.c)
        with self._begin() as connection:
            return [LetterRow(**it._mapping) for it in connection.execute(taken).all()]

    def erase_of(self, game: str, holder: str) -> int:
        """Erase all mails to a holder, on their way and gone; how many there were."""
        theirs = (letters.c.game == game, letters.c.holder == holder)
        with self._begin() as connection:
            return connection.execute(sa.delete(letters).where(*theirs)).rowcount

    def has(self, mailbox: int, about: str) -> bool:
        """Whether a mailbox has got, or will get, a mail about that."""
        known = sa.select(letters.c.id).where(
            letters.c.mailbox == mailbox, letters.c.about == about
        )
        with self._begin() as connection:
            return connection.execute(known).first() is not None

    def has_told(self, mailbox: int) -> bool:
        """Whether a mailbox has got, or will get, a mail that tells what is asked at a position."""
        known = sa.select(letters.c.id).where(letters.c.mailbox == mailbox, letters.c.asks != "")
        with self._begin() as connection:
            return connection.execute(known.limit(1)).first() is not None

    def made_at(self, mailbox: int, about: str) -> int:
        """When the mail to a mailbox about that was made; 0 if there is none."""
        known = sa.select(letters.c.made).where(
            letters.c.mailbox == mailbox, letters.c.about == about
        )
        with self._begin() as connection:
            return connection.execute(known).scalar() or 0

    def ended(self, boxes: Sequence[int]) -> dict[int, int]:
        """Those of `boxes` to which the last letter of their game has gone, with its version."""
        last = (letters.c.mailbox.in_(boxes), letters.c.about.startswith(LAST))
        query = sa.select(letters.c.mailbox, sa.func.max(letters.c.version).label("version"))
        with self._begin() as connection:
            found = connection.execute(query.where(*last).group_by(letters.c.mailbox))
            return {it.mailbox: it.version for it in found}

    def told_by_digests(self, mailbox: int) -> int:
        """Up to which version of its game a mailbox was told by digests; 0 if it has got none."""
        digests = sa.select(sa.func.max(letters.c.version)).where(
            letters.c.mailbox == mailbox, letters.c.about.startswith("digest-")
        )
        with self._begin() as connection:
            return connection.execute(digests).scalar() or 0

    def last_digest(self, boxes: Sequence[int]) -> int:
        """When the last digest to one of some mailboxes was made; 0 if they have got none."""
        digests = sa.select(sa.func.max(letters.c.made)).where(
            letters.c.mailbox.in_(boxes), letters.c.about.startswith("digest-")
        )
        with self._begin() as connection:
            return connection.execute(digests).scalar() or 0

    def named(self, mailbox: int, message_ids: Sequence[str]) -> LetterRow | None:
        """The newest mail to a mailbox that has one of these Message-IDs."""
        query = (
            sa.select(letters)
            .where(letters.c.mailbox == mailbox, letters.c.message_id.in_(message_ids))
            .order_by(letters.c.id.desc())
        )
        return self._first(query)

    def asked(self, mailbox: int) -> list[str]:
        """The states in which something was asked of a mailbox, the newest first."""
        newest = sa.func.max(letters.c.id)
        query = (
            sa.select(letters.c.asks)
            .where(letters.c.mailbox == mailbox, letters.c.asks != "")
            .group_by(letters.c.asks)
            .order_by(newest.desc())
        )
        with self._begin() as connection:
            return list(connection.execute(query).scalars())

    def asking(self, mailbox: int, asks: str = "", most: int = 1) -> list[LetterRow]:
        """The newest mails to a mailbox that ask something, or what is asked in one state."""
        query = sa.select(letters).where(
            letters.c.mailbox == mailbox,
            letters.c.asks == asks if asks else letters.c.asks != "",
            # One that was answered with another mail is not kept itself.
            letters.c.message_id != "",
        )
        return self._found(query.order_by(letters.c.id.desc()).limit(most))

    def all(self, game: str = "", holder: str = "") -> list[LetterRow]:
        """The mails of a game, or of a holder there, by default of all games, the oldest first."""
        query = sa.select(letters).order_by(letters.c.id)
        if game:
            query = query.where(letters.c.game == game)
        if holder:
            query = query.where(letters.c.holder == holder)
        return self._found(query)

    def made_about(self, about: str, game: str, holder: str, since: int) -> int:
        """How many mails about that were made for a holder since a time, whatever the address."""
        query = sa.select(sa.func.count()).where(
            letters.c.game == game,
            letters.c.holder == holder,
            letters.c.about == about,
            letters.c.made > since,
        )
        with self._begin() as connection:
            return connection.execute(query).scalar() or 0
