"""Private notes, each of a person or, where nobody knows who that is, of a token."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError

from api.people.rows import NoteRow
from api.people.store.begun import Begin, is_there
from api.people.store.tables import notes

_KEY = (notes.c.person, notes.c.game, notes.c.holder, notes.c.token)

_SAME = tuple(column == sa.bindparam(f"its_{column.name}") for column in _KEY)
"""What tells the notes of one from all others; made once, as each page of a game asks for some."""

_KEPT = sa.select(notes).where(*_SAME)


def _whose(row: NoteRow) -> dict[str, Any]:
    return {f"its_{column.name}": getattr(row, column.name) for column in _KEY}


class Notes:
    """What people keep for themselves beside their games."""

    def __init__(self, begin: Begin, look: Begin) -> None:
        self._begin, self._look = begin, look

    def get(self, row: NoteRow) -> NoteRow | None:
        """The note of whom `row` names; None if they have kept none."""
        with self._look() as connection:
            found = connection.execute(_KEPT, _whose(row)).one_or_none()
        return None if found is None else NoteRow(**found._mapping)

    def put(self, row: NoteRow, live: str) -> bool:
        """Keep a note after the version before it; returns whether it is kept.

        It is not if another version is there, or its person is gone. Notes of dead tokens of the
        same seat, as `live` is the hash of the other one, can be read by nobody: they go.
        """
        dead = (notes.c.person == 0, notes.c.token != live)
        values = msgspec.structs.asdict(row)
        try:
            with self._begin() as connection:
                if row.person and not is_there(connection, row.person):
                    return False
                of_seat = (notes.c.game == row.game, notes.c.holder == row.holder)
                connection.execute(sa.delete(notes).where(*of_seat, *dead))
                if row.version == 1:
                    connection.execute(sa.insert(notes).values(values))
                    return True
                before = (*_SAME, notes.c.version == row.version - 1)
                later = sa.update(notes).where(*before).values(values)
                return connection.execute(later, _whose(row)).rowcount == 1
        except IntegrityError:
            return False

    def move(self, before: NoteRow, after: NoteRow) -> None:
        """Let a note be somebody else's, unless they have one or are gone."""
        theirs = {"person": after.person, "token": after.token}
        with self._begin() as connection:
            if after.person and not is_there(connection, after.person):
                return
            if connection.execute(_KEPT, _whose(after)).first() is None:
                moved = sa.update(notes).where(*_SAME).values(theirs)
                connection.execute(moved, _whose(before))

    def drop(self, row: NoteRow) -> int:
        """Forget the note of whom `row` names; how many there were."""
        with self._begin() as connection:
            return connection.execute(sa.delete(notes).where(*_SAME), _whose(row)).rowcount
