"""Mailboxes: the addresses that the holders of seats have left, one for each holder of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

import msgspec
import sqlalchemy as sa

from api.mail.rows import CONFIRMATION, LAST, MailboxRow
from api.mail.store.tables import calls, conditionals, inbound, letters, mailboxes, stand_ins

Begin = Callable[[], AbstractContextManager[sa.Connection]]
"""Begins a transaction; see `api.mail.store.database.Store.begin`."""

_WAKING = {"confirmed", "wish", "zone", "language", "address"}
"""What, once it is changed, may make a mail due though nothing has happened in the game."""


class Mailboxes:
    """The mailboxes of all games."""

    def __init__(self, begin: Begin) -> None:
        self._begin = begin

    def put(self, row: MailboxRow) -> MailboxRow:
        """Keep a mailbox instead of any other one of that holder, under an id of its own.

        What was on its way to the old one, and what the old one has left, is forgotten.
        """
        with self._begin() as connection:
            for old in connection.execute(_of(row.game, row.holder)):
                _forget(connection, old.id)
            values = msgspec.structs.asdict(row)
            del values["id"]
            made = connection.execute(sa.insert(mailboxes).values(values))
            [number] = made.inserted_primary_key or [0]
            if row.confirmed:
                _call(connection, row.game)
        return msgspec.structs.replace(row, id=number)

    def get(self, number: int) -> MailboxRow | None:
        """The mailbox of that id."""
        with self._begin() as connection:
            found = connection.execute(
                sa.select(mailboxes).where(mailboxes.c.id == number)
            ).one_or_none()
        return None if found is None else _row(found)

    def of(self, game: str, holder: str) -> MailboxRow | None:
        """The mailbox of a holder of a game."""
        with self._begin() as connection:
            found = connection.execute(_of(game, holder)).one_or_none()
        return None if found is None else _row(found)

    def confirmed(self, games: Iterable[str]) -> list[MailboxRow]:
        """The confirmed mailboxes of some games, by id."""
        query = (
            sa.select(mailboxes)
            .where(mailboxes.c.confirmed, mailboxes.c.game.in_(list(games)))
            .order_by(mailboxes.c.id)
        )
        with self._begin() as connection:
            return [_row(it) for it in connection.execute(query)]

    def untold_of_an_end(self) -> set[str]:
        """The games in which a confirmed mailbox has got no last letter: they go on, or ended."""
        last = sa.exists().where(
            letters.c.mailbox == mailboxes.c.id, letters.c.about.startswith(LAST)
        )
        query = sa.select(mailboxes.c.game).where(mailboxes.c.confirmed, ~last)
        with self._begin() as connection:
            return {*connection.execute(query.distinct()).scalars()}

    def at(self, address: str) -> list[MailboxRow]:
        """The confirmed mailboxes with that address, in capitals or not, by id."""
        query = (
            sa.select(mailboxes)
            .where(mailboxes.c.confirmed, sa.func.lower(mailboxes.c.address) == address.lower())
            .order_by(mailboxes.c.id)
        )
        with self._begin() as connection:
            return [_row(it) for it in connection.execute(query)]

    def observers(self, game: str, prefix: str) -> list[MailboxRow]:
        """The mailboxes of a game whose holders begin with `prefix`, confirmed or not, by id."""
        query = (
            sa.select(mailboxes)
            .where(mailboxes.c.game == game, mailboxes.c.holder.startswith(prefix))
            .order_by(mailboxes.c.id)
        )
        with self._begin() as connection:
            return [_row(it) for it in connection.execute(query)]

    def held_by(self, holder: str) -> list[int]:
        """Ids of the mailboxes of a holder in all games: an observer has one name in all."""
        query = sa.select(mailboxes.c.id).where(mailboxes.c.holder == holder)
        with self._begin() as connection:
            return list(connection.execute(query).scalars())

    def wishing(self, wish: str) -> list[MailboxRow]:
        """The confirmed mailboxes with that wish, by id."""
        query = (
            sa.select(mailboxes)
            .where(mailboxes.c.confirmed, mailboxes.c.wish == wish)
            .order_by(mailboxes.c.id)
        )
        with self._begin() as connection:
            return [_row(it) for it in connection.execute(query)]

    def move(self, before: MailboxRow, **changed: Any) -> bool:
        """Change some fields of a mailbox, if it is as it was; returns whether it was."""
        as_it_was = [
            getattr(mailboxes.c, name) == value
            for name, value in msgspec.structs.asdict(before).items()
            if name in changed or name == "id"
        ]
        with self._begin() as connection:
            done = connection.execute(sa.update(mailboxes).where(*as_it_was).values(changed))
            if done.rowcount == 1 and _WAKING & changed.keys():
                _call(connection, before.game)
        return done.rowcount == 1

    def renew(self, game: str, holder: str, before: str, token: str) -> None:
        """Let the mailbox of a holder, and whom they named, live on under another token's hash.

        What was asked there is asked again: no answer to what was sent under the old one counts.
        """
        with self._begin() as connection:
            for table in (mailboxes, conditionals):
                same = (table.c.game == game, table.c.holder == holder, table.c.token == before)
                connection.execute(sa.update(table).where(*same).values(token=token))
            named = (stand_ins.c.game == game, stand_ins.c.seat == holder)
            same = (*named, stand_ins.c.token == before)
            connection.execute(sa.update(stand_ins).where(*same).values(token=token))
            for box in connection.execute(_of(game, holder)):
                asked = (letters.c.mailbox == box.id, letters.c.asks != "")
                connection.execute(sa.delete(letters).where(*asked))
                _call(connection, game)

    def called(self) -> dict[int, str]:
        """The games to be looked at, as somebody there wants to be told otherwise, by calls."""
        with self._begin() as connection:
            return {it.id: it.game for it in connection.execute(sa.select(calls))}

    def answered(self, numbers: Iterable[int]) -> None:
        """Forget calls, as these games were looked at."""
        with self._begin() as connection:
            connection.execute(sa.delete(calls).where(calls.c.id.in_(list(numbers))))

    def erase(self, number: int) -> bool:
        """Erase a mailbox and all mails to and from it; returns whether there was one."""
        with self._begin() as connection:
            return _forget(connection, number)


def _of(game: str, holder: str) -> sa.Select[Any]:
    return sa.select(mailboxes).where(mailboxes.c.game == game, mailboxes.c.holder == holder)


def _call(connection: sa.Connection, game: str) -> None:
    """Have a game looked at: each call is a row, so that none has to wait for another."""
    connection.execute(sa.insert(calls).values(game=game))


def _forget(connection: sa.Connection, number: int) -> bool:
    gone = connection.execute(
        sa.select(mailboxes.c.game, mailboxes.c.holder).where(mailboxes.c.id == number)
    ).one_or_none()
    if gone is None:
        return False
    mine = letters.c.mailbox == number
    # How often addresses were left is remembered, so that nobody has strangers written to.
    asked = sa.and_(mine, letters.c.about == CONFIRMATION)
    blank = {"mailbox": -number, "recipient": "", "sender": "", "message": b"", "state": "given up"}
    connection.execute(sa.update(letters).where(asked).values(blank))
    connection.execute(sa.delete(letters).where(mine))
    # What came from it is evidence of what was ordered: its digest stays.
    erased = {"raw": None, "sender": "", "recipient": "", "message_id": ""}
    connection.execute(sa.update(inbound).where(inbound.c.mailbox == number).values(erased))
    connection.execute(
        sa.delete(conditionals).where(
            conditionals.c.game == gone.game, conditionals.c.holder == gone.holder
        )
    )
    connection.execute(sa.delete(mailboxes).where(mailboxes.c.id == number))
    return True


def _row(found: Any) -> MailboxRow:
    return MailboxRow(**found._mapping)
