"""Opening the store of people, and making its tables."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager

import sqlalchemy as sa

from api.mail.errors import MailStoreMissing
from api.mail.store.opening import create_mail, engine_of, transaction
from api.people.store.absences import Absences
from api.people.store.blocks import Blocks, Reports
from api.people.store.challenges import Challenges, Made
from api.people.store.channels import Channels, Messages
from api.people.store.devices import Devices
from api.people.store.links import Asked, Links
from api.people.store.people import Addresses, People
from api.people.store.seats import Seats
from api.people.store.stints import Stints
from api.people.store.strangers import Strangers
from api.people.store.tables import SCHEMA, create, found_schema
from napoleon.log.store.chosen import DATABASE_URL
from napoleon.log.store.home import MAIL, home
from napoleon.log.store.settings import may_create


class PeopleStore:
    """People and what they have, each kind by an object of its own."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self.people = People(self.begin, self.look)
        self.addresses = Addresses(self.begin, self.look)
        self.devices = Devices(self.begin, self.look)
        self.seats = Seats(self.begin, self.look)
        self.stints = Stints(self.begin, self.look)
        self.links = Links(self.begin, self.look)
        self.asked = Asked(self.begin, self.look)
        self.challenges = Challenges(self.begin, self.look)
        self.made = Made(self.begin, self.look)
        self.channels = Channels(self.begin, self.look)
        self.messages = Messages(self.begin, self.look)
        self.absences = Absences(self.begin, self.look)
        self.blocks = Blocks(self.begin, self.look)
        self.reports = Reports(self.begin, self.look)
        self.strangers = Strangers(self.begin, self.look)

    def begin(self) -> AbstractContextManager[sa.Connection]:
        """A transaction. Raises IntegrityError, and OperationalError if the database is gone."""
        return transaction(self._engine)

    def look(self) -> AbstractContextManager[sa.Connection]:
        """A transaction that changes nothing. Raises OperationalError."""
        return transaction(self._engine, reading=True)

    def schema(self) -> int | None:
        """Number of the schema in the database; None if there is none. Raises OperationalError."""
        with self.look() as connection:
            return found_schema(connection)

    def create(self) -> None:
        """Make the tables unless they are there. Several processes may do so at once.

        Raises OperationalError, and StoreMissing for a role that may make none.
        """
        with self.begin() as connection:
            if connection.dialect.name == "postgresql":
                # Only here: without such a database its driver is not loaded.
                from api.people.store.postgres import create_for_service

                create_for_service(connection)
            else:
                create(connection)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()


def open_people(env: Mapping[str, str]) -> PeopleStore:
    """The store of people that `env` names; with ``CREATE_TABLE`` it is made if need be.

    Raises BadSetting, MailStoreMissing, StoreMissing, OperationalError.
    """
    if may_create(env):
        return create_people(env)
    if not env.get(DATABASE_URL) and not (home(env) / MAIL).exists():
        raise MailStoreMissing("there are no tables for people: run 'napoleon migrate'")
    store = PeopleStore(engine_of(env))
    found = store.schema()
    if found != SCHEMA:
        store.close()
        what = "there are no tables for people" if found is None else "another release made them"
        raise MailStoreMissing(f"{what}: run 'napoleon migrate'")
    return store


def create_people(env: Mapping[str, str]) -> PeopleStore:
    """Make the tables of people in the place that `env` names, unless they are there.

    Those of mail are made with them: both are in one database. Raises OperationalError, and
    StoreMissing for a role that may make none.
    """
    create_mail(env).close()
    store = PeopleStore(engine_of(env))
    try:
        store.create()
    except BaseException:
        store.close()
        raise
    return store
