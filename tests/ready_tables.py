"""The tables of mail and people on SQLite are made once, and copied to where a test opens new ones.

SQLAlchemy asks for each of thirty tables whether it is there, and puts each statement together; for
thousands of stores that takes longer than what is tested. Each process makes the first ones like
that; so do the processes that the tests start, ``migrate``, and tests of how tables are made.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from api.mail.store import opening as of_mail
from api.mail.store.database import opened
from api.people.store import create_people
from api.people.store import opening as of_people
from napoleon.log.store.chosen import DATABASE_URL
from napoleon.log.store.home import MAIL, home
from napoleon.log.store.private import FILE_MODE
from napoleon.log.store.settings import may_create
from tests.stores import embedded


def copy_tables() -> None:
    """Let every such store that this process opens, and may create, be a copy from now on."""
    of_mail.opened = of_people.opened = _on_a_copy


def _on_a_copy(env: Mapping[str, str], kind: Callable[..., Any], make: Callable[..., Any]) -> Any:
    """A store of a `kind` in a file; if there is none, in one with all tables."""
    if may_create(env) and not env.get(DATABASE_URL) and home(env).is_dir():
        try:
            new = os.open(home(env) / MAIL, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        except OSError:
            # It is there, or cannot be made: opening it says so.
            return opened(env, kind, make)
        with os.fdopen(new, "wb") as file:
            file.write(_made())
        return opened({**env, "CREATE_TABLE": ""}, kind, make)
    return opened(env, kind, make)


@cache
def _made() -> bytes:
    """A store of mail and people without anybody in it, made as it is by everybody else."""
    with TemporaryDirectory() as folder:
        create_people(embedded(Path(folder))).close()
        return Path(folder, MAIL).read_bytes()
