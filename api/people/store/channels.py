"""The ways on which people are told, what they were told, and the messages that are to be sent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError

from api.mail.rows import LetterRow
from api.mail.store.outbox import add
from api.people.rows import INSTANT, MAIL, PUSH, ChannelRow, LaidRow, MessageRow, SeatRow, ToldRow
from api.people.store.begun import Begin, is_there
from api.people.store.tables import addresses, channels, messages, people, seats, told


class Channels:
    """The ways of all people."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def put(self, row: ChannelRow, most: int) -> ChannelRow | None:
        """Keep a way; the same one is replaced. None if there is no room or no such person.

        A mail goes to a confirmed address alone. A browser belongs to who came with it last.
        """
        values = msgspec.structs.asdict(row)
        del values["id"]
        with self._begin() as connection:
            if not is_there(connection, row.person) or not _may_go(connection, row):
                return None
            same = [channels.c.kind == row.kind, channels.c.target == row.target]
            if row.kind != PUSH:
                same.append(channels.c.person == row.person)
            for old in connection.execute(sa.select(channels.c.id).where(*same)):
                _drop(connection, old.id)
            count = sa.select(sa.func.count()).where(channels.c.person == row.person)
            if connection.execute(count).scalar_one() >= most:
                return None
            made = connection.execute(sa.insert(channels).values(values))
            [number] = made.inserted_primary_key or [0]
        return msgspec.structs.replace(row, id=number)

    def get(self, number: int) -> ChannelRow | None:
        """The way of that id."""
        found = self._all(channels.c.id == number)
        return found[0] if found else None

    def of(self, person: int) -> list[ChannelRow]:
        """Those of a person, the oldest first."""
        return self._all(channels.c.person == person)

    def wishing(self, wish: str) -> list[ChannelRow]:
        """Those of everybody with that wish."""
        return self._all(channels.c.wish == wish)

    def change(self, person: int, number: int, **changed: Any) -> bool:
        """Change one of a person's; returns whether it was theirs."""
        same = (channels.c.person == person, channels.c.id == number)
        with self._begin() as connection:
            return connection.execute(sa.update(channels).where(*same).values(changed)).rowcount > 0

    def drop(self, number: int, person: int | None = None) -> bool:
        """Forget one, of that `person` if given, with what is on its way; whether there was one."""
        same = [channels.c.id == number]
        if person is not None:
            same.append(channels.c.person == person)
        with self._begin() as connection:
            if connection.execute(sa.select(channels.c.id).where(*same)).first() is None:
                return False
            _drop(connection, number)
        return True

    def came_back(self, person: int, target: str, most: int) -> None:
        """Note that a mail came back; after `most` in a row the way is forgotten."""
        with self._begin() as connection:
            for it in connection.execute(
                sa.select(channels).where(*_mail_to(person, target))
            ).all():
                if it.failures + 1 >= most:
                    _drop(connection, it.id)
                counted = sa.update(channels).where(channels.c.id == it.id)
                connection.execute(counted.values(failures=it.failures + 1))

    def arrived(self, person: int, target: str) -> None:
        """Note that a mail has arrived."""
        same = (*_mail_to(person, target), channels.c.failures > 0)
        with self._begin() as connection:
            connection.execute(sa.update(channels).where(*same).values(failures=0))

    def count(self) -> dict[str, int]:
        """How many there are of each kind."""
        query = sa.select(channels.c.kind, sa.func.count().label("ways")).group_by(channels.c.kind)
        with self._look() as connection:
            return {it.kind: it.ways for it in connection.execute(query)}

    def _all(self, same: sa.ColumnElement[bool]) -> list[ChannelRow]:
        with self._look() as connection:
            found = connection.execute(sa.select(channels).where(same).order_by(channels.c.id))
            return [ChannelRow(**it._mapping) for it in found]


class Messages:
    """What people were told of their games, and the messages that tell them more."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def laid(self, games: Collection[str]) -> list[LaidRow]:
        """The seats in these games of those who are told at once of something."""
        since = sa.func.min(channels.c.made).label("since")
        at_once = (
            sa.select(channels.c.person, since)
            .where(channels.c.wish == INSTANT)
            .group_by(channels.c.person)
            .subquery()
        )
        query = (
            sa.select(seats, at_once.c.since)
            .join(at_once, at_once.c.person == seats.c.person)
            .where(seats.c.game.in_(list(games)))
            .order_by(seats.c.game, seats.c.person, seats.c.holder)
        )
        with self._look() as connection:
            return [LaidRow(SeatRow(*seat), since) for *seat, since in connection.execute(query)]

    def told(self, person: int, game: str) -> ToldRow | None:
        """What somebody was told of a game last; None for nothing."""
        query = sa.select(told).where(told.c.person == person, told.c.game == game)
        with self._look() as connection:
            found = connection.execute(query).one_or_none()
        return None if found is None else ToldRow(**found._mapping)

    def tell(
        self,
        before: ToldRow | None,
        after: ToldRow,
        rows: Sequence[MessageRow],
        most: int,
    ) -> int:
        """Have somebody told, unless another worker was first; how many messages are made.

        None are if they were told `most` times and have not looked; they will see it when they do.
        """
        try:
            with self._begin() as connection:
                if not is_there(connection, after.person):
                    return 0
                if not _noted(connection, before, after) or not rows:
                    return 0
                return _made(connection, after.person, rows, most)
        except IntegrityError:
            return 0

    def digest(self, channel: ChannelRow, at: int, rows: Sequence[MessageRow], most: int) -> int:
        """The same of a digest at a time, on a way that is as it was; it is noted without one."""
        same = (channels.c.id == channel.id, channels.c.told_at == channel.told_at)
        with self._begin() as connection:
            noted = connection.execute(sa.update(channels).where(*same).values(told_at=at))
            if noted.rowcount != 1 or not rows:
                return 0
            return _made(connection, channel.person, rows, most)

    def put(self, row: MessageRow) -> bool:
        """Have a message sent that counts as none that was told; whether its way is there."""
        with self._begin() as connection:
            way = sa.select(channels.c.id).where(channels.c.id == row.channel)
            if not is_there(connection, row.person) or connection.execute(way).first() is None:
                return False
            _insert(connection, row)
        return True

    def newest(self) -> int:
        """Id of the newest message; 0 if there is none."""
        with self._look() as connection:
            return connection.execute(sa.select(sa.func.max(messages.c.id))).scalar() or 0

    def due(self, now: int, most: int) -> list[MessageRow]:
        """At most `most` of those that are due by now."""
        query = (
            sa.select(messages)
            .where(messages.c.due <= now)
            .order_by(messages.c.due, messages.c.id)
            .limit(most)
        )
        with self._look() as connection:
            return [MessageRow(**it._mapping) for it in connection.execute(query)]

    def of(self, person: int) -> list[MessageRow]:
        """Those to a person that are on their way."""
        query = sa.select(messages).where(messages.c.person == person).order_by(messages.c.id)
        with self._look() as connection:
            return [MessageRow(**it._mapping) for it in connection.execute(query)]

    def move(self, before: MessageRow, **changed: Any) -> bool:
        """Change one if nobody else has; returns whether nobody has."""
        with self._begin() as connection:
            done = connection.execute(sa.update(messages).where(*_same(before)).values(changed))
        return done.rowcount == 1

    def drop(self, row: MessageRow) -> bool:
        """Forget one if nobody else has taken it; returns whether nobody has."""
        with self._begin() as connection:
            return connection.execute(sa.delete(messages).where(*_same(row))).rowcount == 1

    def post(self, row: MessageRow, letter: LetterRow) -> bool:
        """Put one that goes by mail into the outbox, in one transaction; whether it was here."""
        with self._begin() as connection:
            if connection.execute(sa.delete(messages).where(*_same(row))).rowcount != 1:
                return False
            return add(connection, letter)

    def waiting(self) -> int:
        """How many messages are to be sent."""
        with self._look() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(messages)).scalar_one()


def drop_orphans(connection: sa.Connection, of: Sequence[int]) -> None:
    """Forget the ways to browsers in these devices, which are signed out."""
    if of:
        query = sa.select(channels.c.id).where(channels.c.device.in_(of))
        for it in connection.execute(query).all():
            _drop(connection, it.id)


def drop_mail(connection: sa.Connection, person: int, folded: str) -> None:
    """Forget the way to an address that is a person's no more."""
    query = sa.select(channels.c.id).where(*_mail_to(person, folded))
    for it in connection.execute(query).all():
        _drop(connection, it.id)


def _mail_to(person: int, folded: str) -> tuple[sa.ColumnElement[bool], ...]:
    return channels.c.person == person, channels.c.kind == MAIL, channels.c.target == folded


def _may_go(connection: sa.Connection, row: ChannelRow) -> bool:
    """Whether messages may go there: an address has to be that person's, and confirmed."""
    if row.kind != MAIL:
        return True
    same = (addresses.c.person == row.person, addresses.c.folded == row.target)
    return connection.execute(sa.select(addresses.c.person).where(*same)).first() is not None


def _drop(connection: sa.Connection, number: int) -> None:
    connection.execute(sa.delete(messages).where(messages.c.channel == number))
    connection.execute(sa.delete(channels).where(channels.c.id == number))


def _noted(connection: sa.Connection, before: ToldRow | None, after: ToldRow) -> bool:
    """Note what somebody was told, if it was `before`; raises IntegrityError as another did."""
    values = msgspec.structs.asdict(after)
    if before is None:
        connection.execute(sa.insert(told).values(values))
        return True
    same = (
        told.c.person == before.person,
        told.c.game == before.game,
        told.c.moments == before.moments,
        told.c.version == before.version,
    )
    return connection.execute(sa.update(told).where(*same).values(values)).rowcount == 1


def _made(connection: sa.Connection, person: int, rows: Sequence[MessageRow], most: int) -> int:
    counted = sa.update(people).where(people.c.id == person, people.c.unseen < most)
    if connection.execute(counted.values(unseen=people.c.unseen + 1)).rowcount != 1:
        return 0
    unseen = connection.execute(sa.select(people.c.unseen).where(people.c.id == person))
    last = unseen.scalar_one() >= most
    for row in rows:
        _insert(connection, msgspec.structs.replace(row, last=last))
    return len(rows)


def _insert(connection: sa.Connection, row: MessageRow) -> None:
    values = msgspec.structs.asdict(row)
    del values["id"]
    connection.execute(sa.insert(messages).values(values))


def _same(row: MessageRow) -> tuple[sa.ColumnElement[bool], ...]:
    return messages.c.id == row.id, messages.c.due == row.due
