"""Transactions in the store of people, and what holds while one lasts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import sqlalchemy as sa

from api.people.store.tables import people

Begin = Callable[[], AbstractContextManager[sa.Connection]]
"""Begins a transaction; see `api.mail.store.database.Store`."""


def is_there(connection: sa.Connection, person: int) -> bool:
    """Whether there is a person of that id; if so, nobody erases them before the transaction ends.

    So nothing is kept of somebody who is gone.
    """
    held = sa.select(people.c.id).where(people.c.id == person)
    # SQLite has one writer at a time anyway, and leaves this out.
    held = held.with_for_update(read=True, key_share=True)
    return connection.execute(held).one_or_none() is not None
