"""The whole store that moves: the log, with mail and people beside it, in either database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager

from api.mail.store import moving as mail
from api.people.store import moving as people
from api.people.store import open_people
from napoleon.log.store import moved as log
from napoleon.log.store.chosen import POSTGRES, SQLITE, persistence_module
from napoleon.log.store.moved import MoveRefused, Source, Table, Target
from napoleon.log.store.online import MovingStore

TABLES: Sequence[Table] = (*log.TABLES, *mail.TABLES, *people.TABLES)
"""All that moves, in the order in which it is recorded."""

TABLES_THAT_STAY: Mapping[str, str] = {**log.STAYS, **mail.STAYS, **people.STAYS}
"""The tables of a store that stay behind, and why nothing is lost with them."""

STAYS: Sequence[str] = (
    "Snapshots of games stay behind: they are taken again from the log.",
    "Read models stay behind: the worker draws them again from the log.",
    "What clients have asked for lately, which limits count, stays behind: they begin at nothing.",
    "Files of mails, which a store without a mail server writes into its outbox, stay behind.",
    "Settings stay behind: they are in the environment, and the new service needs its own.",
)
"""What stays behind, in sentences for the operator."""


def database(env: Mapping[str, str]) -> str:
    """``sqlite`` or ``postgres``. Raises MoveRefused for a database that is not built in."""
    module = persistence_module(env)
    if module not in (SQLITE, POSTGRES):
        raise MoveRefused(f"The log is kept by {module}, which has to move it by its own means.")
    return "postgres" if module == POSTGRES else "sqlite"


def reading(env: Mapping[str, str]) -> AbstractContextManager[Source]:
    """The store that `env` names as it is at this moment, while the service goes on.

    Raises MoveRefused, StoreMissing, MailStoreMissing, and what the stores raise.
    """
    open_people(env).close()
    if database(env) == "postgres":
        # Only here: without such a database its driver is not loaded.
        from napoleon.log.store.postgres.moving import reading as database_read

        return database_read(env, TABLES)
    from napoleon.log.store.sqlite.moving import reading as files_read

    return files_read(env, TABLES)


def filling(env: Mapping[str, str]) -> AbstractContextManager[Target]:
    """The store that `env` names, which has to be empty, and is filled, all or nothing.

    Raises MoveRefused, StoreMissing, MailStoreMissing, and what the stores raise.
    """
    open_people(env).close()
    if database(env) == "postgres":
        from napoleon.log.store.postgres.moving import filling as database_filled

        return database_filled(env, TABLES)
    from napoleon.log.store.sqlite.moving import filling as files_filled

    return files_filled(env, TABLES)


def moving(env: Mapping[str, str]) -> AbstractContextManager[MovingStore]:
    """The store that `env` names, as it moves while it is in use.

    Raises MoveRefused, StoreMissing, MailStoreMissing, and what the stores raise.
    """
    open_people(env).close()
    if database(env) == "postgres":
        from napoleon.log.store.postgres.online import moving as database_moving

        return database_moving(env, TABLES)
    from napoleon.log.store.sqlite.online import moving as files_moving

    return files_moving(env, TABLES)


def begin_again(env: Mapping[str, str]) -> None:
    """Let the store that `env` names be empty again if filling it was interrupted.

    Raises what `filling` raises. PostgreSQL lets it be empty by itself.
    """
    open_people(env).close()
    if database(env) == "sqlite":
        from napoleon.log.store.sqlite.moving import begin_again as files_begun_again

        files_begun_again(env, TABLES)
