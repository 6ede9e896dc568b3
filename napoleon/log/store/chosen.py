"""Which database holds the log: the environment says."""

from __future__ import annotations

from collections.abc import Mapping

DATABASE_URL = "DATABASE_URL"
"""Address of a PostgreSQL database, ``postgresql://user:password@host/name``."""

DIRECT_URL = "DATABASE_DIRECT_URL"
"""Address of the same database without the pooler that ``DATABASE_URL`` names."""

REPLICA_URL = "DATABASE_REPLICA_URL"
"""Addresses of streaming replicas of the database, with blanks between them."""

MODULE = "PERSISTENCE_MODULE"
"""Topic of the factory of a database that is not built in."""

SQLITE = "napoleon.log.store.sqlite.factory:Factory"
POSTGRES = "napoleon.log.store.postgres.factory:Factory"


def persistence_module(env: Mapping[str, str]) -> str:
    """Topic of the factory that opens the log: the embedded one unless `env` names a database.

    `MODULE` names one of another package.
    """
    return env.get(MODULE) or (POSTGRES if env.get(DATABASE_URL) else SQLITE)
