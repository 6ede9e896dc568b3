"""Logs on SQLite are made once, and copied to where a test begins a new one.

Hundreds of statements make its tables and what keeps it append-only, for thousands of stores. Each
process makes the first one like that; so do the processes that the tests start, and ``migrate``.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from napoleon.log.store.home import LOG
from napoleon.log.store.private import FILE_MODE
from napoleon.log.store.sqlite import factory
from napoleon.log.store.sqlite.connection import Datastore
from tests.stores import embedded


def copy_logs() -> None:
    """Let every log that this process makes be a copy from now on."""
    factory.Datastore = _on_a_copy  # type: ignore[assignment, misc]


def _on_a_copy(path: Path, **chosen: Any) -> Datastore:
    """A datastore on the file at `path`; if there is none, on an empty log."""
    try:
        new = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    except OSError:
        # It is there, or cannot be made: opening it says so.
        return Datastore(path, **chosen)
    with os.fdopen(new, "wb") as file:
        file.write(_empty())
    return Datastore(path, **chosen)


@cache
def _empty() -> bytes:
    """A log without any event, made as it is by everybody else."""
    with TemporaryDirectory() as folder:
        factory.Datastore = Datastore  # type: ignore[misc]
        try:
            made = factory.Factory(embedded(Path(folder)))
        finally:
            copy_logs()
        made.application_recorder()
        made.aggregate_recorder(purpose="snapshots")
        made.close()
        return Path(folder, LOG).read_bytes()
