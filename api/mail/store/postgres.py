"""The store of mail on PostgreSQL: how to connect to it."""

from __future__ import annotations

import psycopg
import sqlalchemy as sa

from napoleon.log.store.address import conninfo


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
