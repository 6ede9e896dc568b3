"""Which database holds the log: the environment says."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.log.store.home import LOG, home

DATABASE_URL = "DATABASE_URL"
"""Address of a PostgreSQL database, ``postgresql://user:password@host/name``."""

DIRECT_URL = "DATABASE_DIRECT_URL"
"""Address of the same database without the pooler that ``DATABASE_URL`` names."""

REPLICA_URL = "DATABASE_REPLICA_URL"
"""Addresses of streaming replicas of the database, with blanks between them."""

SQLITE = "napoleon.log.store.sqlite.factory:Factory"
POSTGRES = "napoleon.log.store.postgres.factory:Factory"


def persistence_module(env: Mapping[str, str]) -> str:
    """Topic of the factory that opens the log: the embedded one unless `env` names a database.

    ``PERSISTENCE_MODULE`` names one of another package, for a database that is not built in.
    """
    return env.get("PERSISTENCE_MODULE") or (POSTGRES if env.get(DATABASE_URL) else SQLITE)


def log_place(env: Mapping[str, str]) -> str:
    """Where the log is, in words for people: an address is given without its password."""
    module = persistence_module(env)
    if module == SQLITE:
        return str((home(env) / LOG).absolute())
    if module == POSTGRES:
        # Only here: without such a database its driver is not loaded.
        from napoleon.log.store.address import place

        return place(env.get(DATABASE_URL, ""))
    return module
