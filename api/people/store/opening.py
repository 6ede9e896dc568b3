"""Opening the store of people, and making its tables."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from api.mail.store.database import Store, engine_of, made, opened
from api.mail.store.opening import create_mail
from api.people.store.absences import Absences
from api.people.store.blocks import Blocks, Reports
from api.people.store.challenges import Challenges, Made
from api.people.store.channels import Channels, Messages
from api.people.store.devices import Devices
from api.people.store.links import Asked, Links
from api.people.store.notes import Notes
from api.people.store.people import Addresses, People
from api.people.store.seats import Seats
from api.people.store.stints import Stints
from api.people.store.strangers import Strangers
from api.people.store.tables import TABLES


class PeopleStore(Store):
    """People and what they have, each kind by an object of its own."""

    tables = TABLES

    def __init__(self, engine: sa.Engine) -> None:
        super().__init__(engine)
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
        self.notes = Notes(self.begin, self.look)
        self.strangers = Strangers(self.begin, self.look)


def open_people(env: Mapping[str, str]) -> PeopleStore:
    """The store of people that `env` names; with ``CREATE_TABLE`` it is made if need be.

    Raises BadSetting, MailStoreMissing, StoreMissing, OperationalError.
    """
    return opened(env, PeopleStore, create_people)


def create_people(env: Mapping[str, str]) -> PeopleStore:
    """Make the tables of people in the place that `env` names, unless they are there.

    Those of mail are made with them: both are in one database. Raises OperationalError, and
    StoreMissing for a role that may make none.
    """
    create_mail(env).close()
    return made(PeopleStore(engine_of(env)))
