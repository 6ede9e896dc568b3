"""People and their addresses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError

from api.people.rows import AddressRow, PersonRow
from api.people.store.begun import Begin
from api.people.store.blocks import forget_other
from api.people.store.channels import drop_mail
from api.people.store.tables import METADATA, addresses, challenges, people


class People:
    """Everybody who has a desk."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def put(self, row: PersonRow) -> PersonRow:
        """Keep somebody new, under an id of their own."""
        values = msgspec.structs.asdict(row)
        del values["id"]
        with self._begin() as connection:
            made = connection.execute(sa.insert(people).values(values))
        [number] = made.inserted_primary_key or [0]
        return msgspec.structs.replace(row, id=number)

    def put_at(self, row: PersonRow, address: AddressRow) -> PersonRow | None:
        """Keep somebody new with an address of theirs; None if that is somebody's already."""
        values, theirs = msgspec.structs.asdict(row), msgspec.structs.asdict(address)
        del values["id"]
        try:
            with self._begin() as connection:
                made = connection.execute(sa.insert(people).values(values))
                [number] = made.inserted_primary_key or [0]
                connection.execute(sa.insert(addresses).values({**theirs, "person": number}))
        except IntegrityError:
            return None
        return msgspec.structs.replace(row, id=number)

    def get(self, number: int) -> PersonRow | None:
        """The person of that id."""
        return self._one(people.c.id == number)

    def of_link(self, link: str) -> PersonRow | None:
        """Whose personal link has that hash."""
        return self._one(people.c.link == link) if link else None

    def change(self, number: int, **changed: Any) -> bool:
        """Change some fields of a person; returns whether they are still there."""
        with self._begin() as connection:
            same = people.c.id == number
            return connection.execute(sa.update(people).where(same).values(changed)).rowcount == 1

    def look(self, number: int) -> None:
        """Note that somebody has looked at what they were told."""
        same = (people.c.id == number, people.c.unseen > 0)
        with self._begin() as connection:
            connection.execute(sa.update(people).where(*same).values(unseen=0))

    def erase(self, number: int) -> Mapping[str, int]:
        """Erase a person and all that is kept of them; how many rows there were, by table."""
        gone = {}
        with self._begin() as connection:
            # A writer that keeps something more of them comes before that, or finds nobody.
            alive = sa.select(people.c.id).where(people.c.id == number).with_for_update()
            connection.execute(alive)
            for table in METADATA.tables.values():
                if table is people or "person" in table.c:
                    done = connection.execute(sa.delete(table).where(of(table, number)))
                    gone[table.name] = done.rowcount
            forget_other(connection, number)
        return gone

    def kept(self, number: int) -> Mapping[str, list[dict[str, Any]]]:
        """All that is kept of a person, rows by table."""
        with self._look() as connection:
            return {
                table.name: [
                    dict(it._mapping)
                    for it in connection.execute(
                        sa.select(table)
                        .where(of(table, number))
                        .order_by(*table.primary_key.columns)
                    )
                ]
                for table in METADATA.sorted_tables
                if table is people or "person" in table.c
            }

    def count(self) -> int:
        """How many people there are."""
        with self._look() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(people)).scalar_one()

    def _one(self, same: sa.ColumnElement[bool]) -> PersonRow | None:
        with self._look() as connection:
            found = connection.execute(sa.select(people).where(same)).one_or_none()
        return None if found is None else PersonRow(**found._mapping)


def of(table: sa.Table, person: int) -> sa.ColumnElement[bool]:
    """What the rows of a person have in common in a table."""
    if table is challenges:
        return sa.or_(challenges.c.person == person, challenges.c.challenger == person)
    return (table.c.id if table is people else table.c.person) == person


class Addresses:
    """The confirmed addresses of all people."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def put(self, row: AddressRow) -> bool:
        """Keep an address; returns whether it is that person's now, and not another one's."""
        try:
            with self._begin() as connection:
                connection.execute(sa.insert(addresses).values(msgspec.structs.asdict(row)))
        except IntegrityError:
            kept = self.get(row.folded)
            return kept is not None and kept.person == row.person
        return True

    def get(self, folded: str) -> AddressRow | None:
        """The address that reads so in lower case."""
        found = self._all(addresses.c.folded == folded)
        return found[0] if found else None

    def of(self, person: int) -> list[AddressRow]:
        """Those of a person, in the order in which they were confirmed."""
        return self._all(addresses.c.person == person)

    def drop(self, person: int, folded: str) -> bool:
        """Forget an address of a person; returns whether it was theirs."""
        same = (addresses.c.person == person, addresses.c.folded == folded)
        with self._begin() as connection:
            drop_mail(connection, person, folded)
            return connection.execute(sa.delete(addresses).where(*same)).rowcount == 1

    def _all(self, same: sa.ColumnElement[bool]) -> list[AddressRow]:
        query = sa.select(addresses).where(same).order_by(addresses.c.confirmed, addresses.c.folded)
        with self._look() as connection:
            return [AddressRow(**it._mapping) for it in connection.execute(query)]
