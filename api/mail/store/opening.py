"""Opening the store of mail, and making its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError, OperationalError

from api.mail.errors import MailStoreMissing
from api.mail.store.conditionals import Conditionals
from api.mail.store.inbox import Inbox
from api.mail.store.mailboxes import Mailboxes
from api.mail.store.outbox import Outbox
from api.mail.store.stand_ins import StandIns
from api.mail.store.tables import SCHEMA, create, found_schema
from napoleon.environment import read
from napoleon.log.store.chosen import DATABASE_URL
from napoleon.log.store.home import FILES, MAIL, home
from napoleon.log.store.private import make_file, make_folder, narrow_files
from napoleon.log.store.settings import SQLiteSettings, may_create
from napoleon.log.store.sqlite.connection import keep_write_ahead_log

READING = "napoleon_reading"
"""Option of a connection whose transactions change nothing."""

_BUSY_SECONDS = 30
_CONNECTIONS = 4


class MailStore:
    """Addresses and mails, each kind by an object of its own."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self.mailboxes = Mailboxes(self.begin)
        self.outbox = Outbox(self.begin)
        self.inbox = Inbox(self.begin)
        self.conditionals = Conditionals(self.begin)
        self.stand_ins = StandIns(self.begin)

    def begin(self) -> AbstractContextManager[sa.Connection]:
        """A transaction. Raises IntegrityError, and OperationalError if the database is gone."""
        return transaction(self._engine)

    def schema(self) -> int | None:
        """Number of the schema in the database; None if there is none. Raises OperationalError."""
        with self.begin() as connection:
            return found_schema(connection)

    def create(self) -> None:
        """Make the tables unless they are there. Several processes may do so at once.

        Raises OperationalError, and StoreMissing for a role that may make none.
        """
        with self.begin() as connection:
            if connection.dialect.name == "postgresql":
                # Only here: without such a database its driver is not loaded.
                from api.mail.store.postgres import create_for_service

                create_for_service(connection)
            else:
                create(connection)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()


@contextmanager
def transaction(engine: sa.Engine, *, reading: bool = False) -> Iterator[sa.Connection]:
    """A transaction in the database of mail; one that is only `reading` changes nothing.

    Raises IntegrityError, and OperationalError if the database is gone.
    """
    try:
        chosen = engine.execution_options(**{READING: True}) if reading else engine
        with chosen.begin() as connection:
            yield connection
    except sa.exc.IntegrityError as error:
        raise IntegrityError(str(error.orig)) from error
    except sa.exc.DBAPIError as error:
        raise OperationalError(str(error.orig)) from error


def open_mail(env: Mapping[str, str]) -> MailStore:
    """The store of mail that `env` names; with ``CREATE_TABLE`` its tables are made if need be.

    Raises BadSetting, MailStoreMissing, StoreMissing, OperationalError.
    """
    if may_create(env):
        return create_mail(env)
    if not env.get(DATABASE_URL) and not (home(env) / MAIL).exists():
        raise MailStoreMissing("there are no tables for mail: run 'napoleon migrate'")
    store = MailStore(engine_of(env))
    found = store.schema()
    if found != SCHEMA:
        store.close()
        what = "there are no tables for mail" if found is None else "another release made them"
        raise MailStoreMissing(f"{what}: run 'napoleon migrate'")
    return store


def create_mail(env: Mapping[str, str]) -> MailStore:
    """Make the tables of mail in the place that `env` names, unless they are there, and open them.

    Raises OperationalError, and StoreMissing for a role that may make none.
    """
    if not env.get(DATABASE_URL):
        make_folder(home(env), FILES)
        make_file(home(env) / MAIL)
    store = MailStore(engine_of(env))
    try:
        store.create()
    except BaseException:
        store.close()
        raise
    if not env.get(DATABASE_URL):
        narrow_files(home(env), [MAIL])
    return store


def engine_of(env: Mapping[str, str]) -> sa.Engine:
    """Connections to the database of mail that `env` names."""
    if url := env.get(DATABASE_URL):
        from api.mail.store.postgres import postgres_engine

        return postgres_engine(url)
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
        # Who only reads keeps nobody waiting.
        reads = connection.get_execution_options().get(READING)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine
