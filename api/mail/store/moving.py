"""What moves to another store of mail: every table with what people have left, sent and got."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from api.mail.store.tables import METADATA, calls, versions
from napoleon.log.store.home import MAIL
from napoleon.log.store.moved import Table

STAYS: Mapping[str, str] = {
    versions.name: "the number of the schema of mail: the other store has its own",
    calls.name: "which games are to be looked at: a worker that begins looks at all of them",
}
"""The tables of mail that stay behind, and why nothing is lost with them."""


_WHAT: Mapping[str, str] = {
    "mail_mailboxes": "mailboxes",
    "mail_letters": "mails that go out",
    "mail_inbound": "mails that have come",
    "mail_conditionals": "orders by mail that wait",
    "mail_stand_ins": "addresses of stand-ins",
}


def _type(column: sa.Column[Any]) -> Any:
    kind = column.type.python_type
    return kind | None if column.nullable else kind


def moved(table: sa.Table, what: str, since: int = 1) -> Table:
    """A table of SQLAlchemy in the database of mail as one that moves, in the words of `what`."""
    numbered = table.autoincrement_column
    return Table(
        table.name,
        what,
        # The names are texts of the library's own kind.
        {str(it.name): _type(it) for it in table.columns},
        ", ".join(it.name for it in table.primary_key),
        "" if numbered is None else str(numbered.name),
        MAIL,
        since,
    )


TABLES: Sequence[Table] = tuple(
    moved(table, _WHAT[table.name]) for table in METADATA.sorted_tables if table.name not in STAYS
)
"""Those that move. No table of mail refers to another by a constraint: they have no order."""
