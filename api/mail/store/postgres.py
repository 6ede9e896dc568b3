"""The store of mail on PostgreSQL: how to connect to it."""

from __future__ import annotations

import psycopg
import sqlalchemy as sa

from napoleon.log.store.address import conninfo

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


def wait_for_other_makers(connection: sa.Connection) -> None:
    """Let whoever makes the tables finish first, and nobody begin before this transaction ends.

    A transaction on SQLite keeps all others out by itself.
    """
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MAKING)))
