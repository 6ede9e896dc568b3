"""The database beside the log: mail and people each have tables of their own in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVar

import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError, OperationalError

from api.mail.errors import MailStoreMissing
from api.mail.store.schema import Tables
from napoleon.environment import read
from napoleon.log.errors import CLOSED, StoreClosed
from napoleon.log.store.chosen import DATABASE_URL
from napoleon.log.store.home import MAIL, home
from napoleon.log.store.settings import SQLiteSettings, may_create
from napoleon.log.store.sqlite.connection import keep_write_ahead_log

READING = "napoleon_reading"
"""Option of a connection whose transactions change nothing."""

_BUSY_SECONDS = 30
_CONNECTIONS = 4


class Store:
    """Some tables of the database, with the connections to it."""

    tables: Tables

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def begin(self) -> AbstractContextManager[sa.Connection]:
        """A transaction. Raises IntegrityError, and OperationalError if the database is gone."""
        return _transaction(self._engine)

    def look(self) -> AbstractContextManager[sa.Connection]:
        """A transaction that changes nothing. Raises OperationalError."""
        return _transaction(self._engine.execution_options(**{READING: True}))

    def schema(self) -> int | None:
        """Number of the schema in the database; None if there is none. Raises OperationalError."""
        with self.look() as connection:
            return self.tables.found(connection)

    def create(self) -> None:
        """Make the tables unless they are there. Several processes may do so at once.

        Raises OperationalError, and StoreMissing for a role that may make none.
        """
        with self.begin() as connection:
            if connection.dialect.name == "postgresql":
                # Only here: without such a database its driver is not loaded.
                from api.mail.store.postgres import make_for_service

                make_for_service(connection, self.tables)
            else:
                self.tables.make(connection)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()


StoreT = TypeVar("StoreT", bound=Store)


def opened(
    env: Mapping[str, str],
    kind: Callable[[sa.Engine], StoreT],
    make: Callable[[Mapping[str, str]], StoreT],
) -> StoreT:
    """The store of a `kind` that `env` names; `make` makes it if need be, with ``CREATE_TABLE``.

    Raises BadSetting, MailStoreMissing, StoreMissing, OperationalError.
    """
    if may_create(env):
        return make(env)
    store = kind(engine_of(env))
    tables = store.tables
    there = env.get(DATABASE_URL) or (home(env) / MAIL).exists()
    found = store.schema() if there else None
    if found != tables.schema:
        store.close()
        told = "another release made them" if found else f"there are no tables for {tables.of}"
        raise MailStoreMissing(f"{told}: run 'napoleon migrate'")
    return store


def made(store: StoreT) -> StoreT:
    """`store`, with its tables. Raises OperationalError, StoreMissing; then it is closed."""
    try:
        store.create()
    except BaseException:
        store.close()
        raise
    return store


def engine_of(env: Mapping[str, str]) -> sa.Engine:
    """Connections to the database that `env` names. None is made before it is needed."""
    if env.get(DATABASE_URL):
        from api.mail.store.postgres import postgres_engine

        return postgres_engine(env)
    engine = sa.create_engine(
        f"sqlite:///{home(env) / MAIL}",
        connect_args={"timeout": _BUSY_SECONDS},
        pool_size=_CONNECTIONS,
        max_overflow=8,
    )
    chosen_durability = read(SQLiteSettings, env).synchronous

    @sa.event.listens_for(engine, "connect")
    def configure(connection: Any, record: object) -> None:
        keep_write_ahead_log(connection, _BUSY_SECONDS)
        connection.execute(f"PRAGMA synchronous = {chosen_durability}")
        # Transactions begin by our own words: the driver would begin them too late.
        connection.isolation_level = None

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        # Readers keep nobody waiting.
        reads = connection.get_execution_options().get(READING)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


@contextmanager
def _transaction(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Raises IntegrityError, and OperationalError if the database is gone or closed."""
    try:
        with engine.begin() as connection:
            yield connection
    except sa.exc.DBAPIError as error:
        if CLOSED in str(error.orig):
            raise StoreClosed(CLOSED) from error
        if not isinstance(error, sa.exc.IntegrityError):
            raise OperationalError(str(error.orig)) from error
        raise IntegrityError(str(error.orig)) from error
