"""People and their addresses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

import msgspec
import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError

from api.people.rows import AddressRow, PersonRow
from api.people.store.tables import METADATA, addresses, challenges, people

Begin = Callable[[], AbstractContextManager[sa.Connection]]
"""Begins a transaction; see `api.people.store.opening.PeopleStore`."""


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

    def erase(self, number: int) -> Mapping[str, int]:
        """Erase a person and all that is kept of them; how many rows there were, by table."""
        gone = {}
        with self._begin() as connection:
            for table in METADATA.tables.values():
                if table is people or "person" in table.c:
                    column = table.c.id if table is people else table.c.person
                    done = connection.execute(sa.delete(table).where(column == number))
                    gone[table.name] = done.rowcount
            theirs = sa.delete(challenges).where(challenges.c.challenger == number)
            gone[challenges.name] += connection.execute(theirs).rowcount
        return gone

    def _one(self, same: sa.ColumnElement[bool]) -> PersonRow | None:
        with self._look() as connection:
            found = connection.execute(sa.select(people).where(same)).one_or_none()
        return None if found is None else PersonRow(**found._mapping)


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
            return connection.execute(sa.delete(addresses).where(*same)).rowcount == 1

    def _all(self, same: sa.ColumnElement[bool]) -> list[AddressRow]:
        query = sa.select(addresses).where(same).order_by(addresses.c.confirmed, addresses.c.folded)
        with self._look() as connection:
            return [AddressRow(**it._mapping) for it in connection.execute(query)]
