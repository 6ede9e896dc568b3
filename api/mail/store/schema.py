"""Tables that are made together, and the number of their schema."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa


class Tables(NamedTuple):
    """Tables that are made together."""

    of: str
    """What they are for, as the operator is told: ``mail``."""
    metadata: sa.MetaData
    versions: sa.Table
    """The one of them in which the number of the schema stands."""
    schema: int
    """That number, as this release makes the tables."""

    def found(self, connection: sa.Connection) -> int | None:
        """Number of the schema in the database; None if there is none."""
        if not sa.inspect(connection).has_table(self.versions.name):
            return None
        found: int = connection.execute(sa.select(self.versions.c.schema)).scalar_one()
        return found

    def make(self, connection: sa.Connection) -> None:
        """Make the tables unless they are there.

        Every schema so far has all tables of the one before, as they were.
        """
        if self.found(connection) != self.schema:
            self.metadata.create_all(connection)
            connection.execute(sa.delete(self.versions))
            connection.execute(sa.insert(self.versions).values(schema=self.schema))
