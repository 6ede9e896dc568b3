"""The store of people on PostgreSQL: its tables, and what the role of the service may do there."""

from __future__ import annotations

import sqlalchemy as sa

from api.mail.store.postgres import make_for_service
from api.people.store.tables import METADATA, SCHEMA, create, found_schema, versions
from napoleon.log.store.postgres.rights import CHANGE, READ

RIGHTS = {table: READ if table == versions.name else CHANGE for table in METADATA.tables}
"""What the role of the service may do with each table."""


def create_for_service(connection: sa.Connection) -> None:
    """Make the tables of people; see `api.mail.store.postgres.make_for_service`.

    Raises what that raises.
    """
    make_for_service(connection, create, RIGHTS, lambda: found_schema(connection) == SCHEMA)
