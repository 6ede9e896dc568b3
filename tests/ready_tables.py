"""The tables of mail and people on SQLite are thought out once, and written down for each store.

SQLAlchemy asks for each of thirty tables whether it is there, and puts each statement together; for
thousands of stores that takes longer than what is tested.
"""

from __future__ import annotations

from functools import cache

import sqlalchemy as sa

from api.mail.store.schema import Tables

_make = Tables.make


def write_tables() -> None:
    """Let every store of this process that has none of its tables get them like that."""
    Tables.make = _written  # type: ignore[method-assign]


def _written(tables: Tables, connection: sa.Connection) -> None:
    if connection.dialect.name != "sqlite" or tables.found(connection) is not None:
        _make(tables, connection)
        return
    for statement in _statements(tables):
        connection.exec_driver_sql(statement)
    connection.execute(sa.insert(tables.versions).values(schema=tables.schema))


@cache
def _statements(tables: Tables) -> list[str]:
    """What makes the tables and their indexes where there are none, as SQLite tells it."""
    with sa.create_engine("sqlite://").begin() as connection:
        _make(tables, connection)
        told = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master ORDER BY rowid")
        # What SQLite keeps for itself it makes with the tables.
        return [sql for name, sql in told if not name.startswith("sqlite_")]
