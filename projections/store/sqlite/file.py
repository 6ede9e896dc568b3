"""The view file.

The file holds only what the log holds. It may be deleted at any time; ``napoleon migrate``
makes an empty one and the worker draws everything again. The process that finds it damaged puts it
aside, and makes another one.
"""

from __future__ import annotations

import fcntl
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, local
from typing import Any

from eventsourcing.persistence import PersistenceError
from eventsourcing.sqlite import SQLiteCursor

from napoleon.log.store.sqlite.connection import Datastore, translated_errors

ASIDE = ".damaged"
"""What the name of a damaged file ends with; there is one at most."""

_DAMAGE = frozenset(
    {
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        # A page that is no longer there.
        sqlite3.SQLITE_IOERR,
    }
)

_PRIMARY = 0xFF
"""The bits of an error's code that say what kind it is."""

_log = logging.getLogger(__name__)


class ViewFile(Datastore):
    """The view file as it is now: another one may have taken its place since it was opened."""

    def __init__(self, path: Path, *, synchronous: str, schema: int) -> None:
        super().__init__(path, synchronous=synchronous)
        self._schema = schema
        self._opened = self._identity()
        self._tried = local()
        self._was_filled = False
        self._renewing = Lock()

    def select(self, statement: str, values: Any = ()) -> list[Any]:
        """See `Datastore.select`."""
        self._renew()
        found = super().select(statement, values)
        self._was_filled = True
        return found

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """See `Datastore.transaction`."""
        self._renew()
        with super().transaction(commit=commit) as cursor:
            yield cursor
        self._was_filled = True

    def check(self) -> None:
        """Read all of the file. Raises DatabaseError if it is damaged."""
        [[found], *_] = super().select("PRAGMA quick_check(1)")
        if found != "ok":
            with translated_errors():
                error = sqlite3.DatabaseError(found)
                error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
                raise error

    def is_damage(self, error: PersistenceError) -> bool:
        """Whether `error` says that the file is damaged, and not merely busy or away."""
        cause = error.__cause__
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_OK) & _PRIMARY
        if code == sqlite3.SQLITE_BUSY:
            # Others keep their locks on what was in it before it was emptied.
            return self._was_filled and self._is_empty()
        if code == sqlite3.SQLITE_ERROR:
            # What is asked for suits this release, so it is the tables that do not; but those of a
            # later one are left to it.
            return self._has_schema()
        if code == sqlite3.SQLITE_CANTOPEN:
            return self.path.exists() and not (
                self.path.is_file() and os.access(self.path, os.R_OK | os.W_OK)
            )
        return code in _DAMAGE

    def _is_empty(self) -> bool:
        with suppress(OSError):
            return not self.path.stat().st_size
        return False

    def _has_schema(self) -> bool:
        """Whether the file says that its tables are those of this release."""
        with suppress(PersistenceError):
            [[found]] = super().select("PRAGMA user_version")
            return bool(found == self._schema)
        return False

    def make_anew(self, fill: Callable[[], None]) -> None:
        """Put aside the file that this thread has come upon, and let `fill` make a new one.

        Only one of several threads and processes does so. Raises OSError where it may not.
        """
        damaged = getattr(self._tried, "identity", self._opened)
        with _locked(self.path.parent):
            if self._identity() == damaged or not self.path.is_file():
                self._put_aside()
            self._renew()
            fill()

    def _put_aside(self) -> None:
        aside = self.path.with_name(self.path.name + ASIDE)
        _log.error("the view file is damaged: it is put aside as %s, and drawn again", aside)
        for ending in ("-wal", "-shm"):
            self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            if aside.is_dir():
                aside.rename(f"{aside}-{aside.stat().st_mtime_ns}")
            self.path.replace(aside)

    def _renew(self) -> None:
        """Open the file again if it is another one; this thread works on what is open then.

        Others may still be at work on the previous one: its connections end with them.
        """
        with self._renewing:
            found = self._identity()
            if found != self._opened:
                self._opened = found
                self._close_reader()
                self._readers = local()
                self.pool = self._new_pool()
            self._tried.identity = self._opened

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """While no other process makes a view file in `folder`."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
