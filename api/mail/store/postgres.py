"""The store of mail on PostgreSQL: how to connect to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

import psycopg
import sqlalchemy as sa

from api.mail.store.tables import METADATA, SCHEMA, create, found_schema, versions
from napoleon.log.store.address import conninfo
from napoleon.log.store.postgres.connection import Connection, translated_errors
from napoleon.log.store.postgres.rights import (
    CHANGE,
    READ,
    act_as_owner,
    check_right_to_create,
    grant,
)

_MAKING = int.from_bytes(b"NAPMAILS", "big")
"""Number of the advisory lock that who makes the tables holds until the transaction ends."""


def postgres_engine(url: str) -> sa.Engine:
    """Connections to the database at `url`. Raises StoreMissing if that is not an address."""
    # Addresses are read by libpq, as those of the log are: it knows more kinds of them.
    return sa.create_engine(
        "postgresql+psycopg://",
        creator=lambda: psycopg.connect(conninfo(url)),
        pool_size=2,
        max_overflow=8,
        pool_pre_ping=True,
    )


RIGHTS = {table: READ if table == versions.name else CHANGE for table in METADATA.tables}
"""What the role of the service may do with each table."""


def create_for_service(connection: sa.Connection) -> None:
    """Make the tables of mail; see `make_for_service`. Raises what that raises."""
    make_for_service(connection, create, RIGHTS, lambda: found_schema(connection) == SCHEMA)


def make_for_service(
    connection: sa.Connection,
    make: Callable[[sa.Connection], None],
    rights: Mapping[str, str],
    is_made: Callable[[], bool],
) -> None:
    """Have `make` make tables unless they are there, and let the service use them.

    Who makes them first keeps all others waiting until the transaction ends; one on SQLite does so
    by itself. `is_made` says whether they are there. Raises StoreMissing for a role that
    may make none, and OperationalError.
    """
    driver = cast("Connection", connection.connection.driver_connection)
    with translated_errors():
        has_roles = act_as_owner(driver)
        driver.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
        if not is_made():
            check_right_to_create(driver)
        make(connection)
        if has_roles:
            grant(driver, rights)
