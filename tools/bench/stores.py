"""The stores that are measured: each a new one, on the databases that were asked for."""

from __future__ import annotations

import os
import random
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psycopg
import redis
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from napoleon.log.store.home import LOG
from napoleon.play.games import Games
from napoleon.rules.contract import installed
from napoleon.rulesets.napoleon1815.rules import Napoleon1815
from projections.store import ViewStore, open_views


class Servers(NamedTuple):
    """Addresses of the databases to measure on; without them SQLite is measured."""

    database: str = ""
    redis: str = ""

    @property
    def title(self) -> str:
        """What the store runs on."""
        log = "PostgreSQL" if self.database else "SQLite"
        views = "Redis" if self.redis else "SQLite"
        return log if log == views else f"{log} and {views}"


EMBEDDED = Servers()

_COUNTED = {
    # All requests come from one address, so the limits are high. Requests are counted all the same,
    # as they are for everybody behind a proxy.
    "TRUSTED_PROXIES": "1",
    "NAPOLEON_LIMITS": "create=1000000/hour,orders=1000000/minute,reads=1000000/minute,"
    "address=1000000/minute,streams=1000000/minute,streams_at_once=off",
}


def named(env: Mapping[str, str]) -> Servers:
    """The servers that `env` names."""
    return Servers(env.get("DATABASE_URL", ""), env.get("REDIS_URL", ""))


class Store(NamedTuple):
    """A log, its read models, and the environment by which another process opens them."""

    games: Games
    views: ViewStore
    env: Mapping[str, str]

    @property
    def home(self) -> Path:
        """The folder of the store."""
        return Path(self.env["NAPOLEON_HOME"])

    def log_bytes(self) -> int:
        """How much space the log takes on the disk, indices and all."""
        return log_bytes(self.env)


def log_bytes(env: Mapping[str, str]) -> int:
    """How much space the log that `env` names takes on the disk, indices and all."""
    if url := env.get("DATABASE_URL"):
        return _table_bytes(url)
    file = Path(env["NAPOLEON_HOME"]) / LOG
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.stat().st_size


@contextmanager
def store(rules: Napoleon1815, servers: Servers = EMBEDDED) -> Iterator[Store]:
    """A store of its own, as durable as a server's, which is removed in the end.

    Chance is the same every time, so that the same games are measured.
    """
    with fresh_environment(os.environ, servers) as env, ExitStack() as stack:
        entropy = random.Random(1769).randbytes
        creating = {**env, "CREATE_TABLE": "yes"}
        # The other games too: read models belong to all rules that a service has installed.
        rulesets = {**installed(), rules.name: rules}
        games = stack.enter_context(Games(creating, rulesets=rulesets, entropy=entropy))
        yield Store(games, open_views(creating), env)


@contextmanager
def fresh_environment(given: Mapping[str, str], servers: Servers) -> Iterator[dict[str, str]]:
    """The environment for processes on an empty store, which is removed in the end."""
    with TemporaryDirectory(prefix="napoleon-bench-") as home, ExitStack() as stack:
        env = {**given, "NAPOLEON_HOME": home, "DATABASE_URL": "", "REDIS_URL": "", **_COUNTED}
        if servers.database:
            env["DATABASE_URL"] = stack.enter_context(fresh_database(servers.database))
            env["NAPOLEON_SECRET"] = given.get("NAPOLEON_SECRET") or secrets.token_hex(32)
        if servers.redis:
            env["REDIS_URL"] = servers.redis
            env["NAPOLEON_REDIS_PREFIX"] = stack.enter_context(_fresh_prefix(servers.redis))
        yield env


@contextmanager
def fresh_database(server: str) -> Iterator[str]:
    """Connection string of a new database on the PostgreSQL at `server`, dropped in the end.

    The user named in `server` must be allowed to create databases.
    """
    name = f"napoleon_bench_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        try:
            yield make_conninfo(server, dbname=name)
        finally:
            drop = SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name))
            connection.execute(drop)


@contextmanager
def _fresh_prefix(server: str) -> Iterator[str]:
    prefix = f"bench-{secrets.token_hex(6)}"
    try:
        yield prefix
    finally:
        with redis.Redis.from_url(server) as client:
            for key in client.scan_iter(f"{prefix}:*", count=1000):
                client.unlink(key)


def _table_bytes(url: str) -> int:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
            "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        ).fetchone()
    return int(row[0]) if row else 0
