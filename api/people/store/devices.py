"""Devices: where people are signed in, each known by the hash of the secret in its cookie."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from api.people.rows import DeviceRow
from api.people.store.begun import Begin
from api.people.store.channels import drop_orphans
from api.people.store.tables import devices, people


class Devices:
    """The devices of all people."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def put(self, row: DeviceRow, most: int) -> DeviceRow | None:
        """Keep a new device of somebody; None if that person is gone.

        If there are more than `most`, those seen longest ago are forgotten.
        """
        values = msgspec.structs.asdict(row)
        del values["id"]
        with self._begin() as connection:
            person = sa.select(people.c.id).where(people.c.id == row.person)
            if connection.execute(person).one_or_none() is None:
                return None
            made = connection.execute(sa.insert(devices).values(values))
            [number] = made.inserted_primary_key or [0]
            oldest = (
                sa.select(devices.c.id)
                .where(devices.c.person == row.person, devices.c.id != number)
                .order_by(devices.c.seen.desc(), devices.c.id.desc())
            )
            over = list(connection.execute(oldest).scalars())[most - 1 :]
            connection.execute(sa.delete(devices).where(devices.c.id.in_(over)))
            drop_orphans(connection, over)
        return msgspec.structs.replace(row, id=number)

    def of_secret(self, secret: str) -> DeviceRow | None:
        """The device whose secret has that hash, or had it before and may still use it."""
        same = sa.or_(devices.c.secret == secret, devices.c.former == secret)
        with self._look() as connection:
            found = connection.execute(sa.select(devices).where(same)).first()
        return None if found is None or not secret else _row(found)

    def of(self, person: int) -> list[DeviceRow]:
        """Those of a person, the last that was seen first."""
        query = (
            sa.select(devices)
            .where(devices.c.person == person)
            .order_by(devices.c.seen.desc(), devices.c.id.desc())
        )
        with self._look() as connection:
            return [_row(it) for it in connection.execute(query)]

    def move(self, before: DeviceRow, **changed: Any) -> bool:
        """Change a device unless its secrets have changed; returns whether they have not."""
        same = (
            devices.c.id == before.id,
            devices.c.secret == before.secret,
            devices.c.former == before.former,
        )
        with self._begin() as connection:
            done = connection.execute(sa.update(devices).where(*same).values(changed))
        return done.rowcount == 1

    def drop(self, person: int, number: int) -> bool:
        """Sign a device of a person out; returns whether it was theirs."""
        same = (devices.c.person == person, devices.c.id == number)
        with self._begin() as connection:
            gone = connection.execute(sa.delete(devices).where(*same)).rowcount == 1
            drop_orphans(connection, [number] if gone else [])
        return gone

    def drop_unseen(self, since: int) -> int:
        """Sign those out that were last seen before a time; how many there were."""
        with self._begin() as connection:
            query = sa.select(devices.c.id).where(devices.c.seen < since)
            gone = list(connection.execute(query).scalars())
            connection.execute(sa.delete(devices).where(devices.c.id.in_(gone)))
            drop_orphans(connection, gone)
        return len(gone)


def _row(found: Any) -> DeviceRow:
    return DeviceRow(**found._mapping)
