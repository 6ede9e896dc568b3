"""Opening the store of mail, and making its tables."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from api.mail.store.conditionals import Conditionals
from api.mail.store.database import Store, engine_of, made, opened
from api.mail.store.inbox import Inbox
from api.mail.store.mailboxes import Mailboxes
from api.mail.store.outbox import Outbox
from api.mail.store.stand_ins import StandIns
from api.mail.store.tables import TABLES
from napoleon.log.store.chosen import DATABASE_URL
from napoleon.log.store.home import FILES, MAIL, home
from napoleon.log.store.private import make_file, make_folder, narrow_files


class MailStore(Store):
    """Addresses and mails, each kind by an object of its own."""

    tables = TABLES

    def __init__(self, engine: sa.Engine) -> None:
        super().__init__(engine)
        self.mailboxes = Mailboxes(self.begin)
        self.outbox = Outbox(self.begin)
        self.inbox = Inbox(self.begin)
        self.conditionals = Conditionals(self.begin)
        self.stand_ins = StandIns(self.begin)


def open_mail(env: Mapping[str, str]) -> MailStore:
    """The store of mail that `env` names; with ``CREATE_TABLE`` its tables are made if need be.

    Raises BadSetting, MailStoreMissing, StoreMissing, OperationalError.
    """
    return opened(env, MailStore, create_mail)


def create_mail(env: Mapping[str, str]) -> MailStore:
    """Make the tables of mail in the place that `env` names, unless they are there, and open them.

    Raises OperationalError, and StoreMissing for a role that may make none.
    """
    if env.get(DATABASE_URL):
        return made(MailStore(engine_of(env)))
    make_folder(home(env), FILES)
    make_file(home(env) / MAIL)
    store = made(MailStore(engine_of(env)))
    narrow_files(home(env), [MAIL])
    return store
