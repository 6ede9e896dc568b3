"""Mail and people on PostgreSQL: how to connect, and what the role of the service may do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import cast

import psycopg
import sqlalchemy as sa

from api.mail.store.schema import Tables
from napoleon.log.store.address import LOCAL_TIMEOUTS, Addresses
from napoleon.log.store.postgres.connection import Connection, translated_errors
from napoleon.log.store.postgres.rights import (
    CHANGE,
    READ,
    act_as_owner,
    check_right_to_create,
    grant,
)

_MAKING = int.from_bytes(b"NAPMAILS", "big")
"""Number of the advisory lock that the maker of the tables holds until the transaction ends."""


def postgres_engine(env: Mapping[str, str]) -> sa.Engine:
    """Connections to the database that `env` names. Raises StoreMissing if it is no address."""
    # Addresses are read by libpq, as those of the log are: it knows more kinds of them.
    at = Addresses.of(env)
    connect = partial(psycopg.connect, at.usual)
    engine = sa.create_engine(
        "postgresql+psycopg://",
        # Behind a pooler a session lasts for one transaction, so nothing is asked of it.
        creator=partial(connect, prepare_threshold=None) if at.is_pooled else connect,
        pool_size=2,
        max_overflow=8,
        pool_pre_ping=True,
    )
    if at.is_pooled:
        sa.event.listen(engine, "begin", lambda it: it.exec_driver_sql(LOCAL_TIMEOUTS))
    return engine


def rights(tables: Tables) -> dict[str, str]:
    """What the role of the service may do with each table."""
    only_read = tables.versions.name
    return {it: READ if it == only_read else CHANGE for it in tables.metadata.tables}


def make_for_service(connection: sa.Connection, tables: Tables) -> None:
    """Make tables unless they are there, and let the service use them.

    The first to make them keeps all others waiting until the transaction ends; one on SQLite does
    so by itself. Raises StoreMissing for a role that may make none, and OperationalError.
    """
    driver = cast("Connection", connection.connection.driver_connection)
    with translated_errors():
        has_roles = act_as_owner(driver)
        driver.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
        if tables.found(connection) != tables.schema:
            check_right_to_create(driver)
        tables.make(connection)
        if has_roles:
            grant(driver, rights(tables))
