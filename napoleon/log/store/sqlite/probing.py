"""Trying whether the file of the log takes an order, without recording one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from napoleon.log.errors import CLOSED
from napoleon.log.store.recorder import MOVES, Unfit

ROOM = 64 * 1024
"""Bytes that are written: more than an order takes."""

_PRIMARY = 0xFF

_INSERT = "INSERT INTO events (game, version, topic, state) VALUES (0, 0, 0, zeroblob(?))"

_FULL = "The disk of the log is full: make room, and it goes on by itself."

_READ_ONLY = (
    "The log cannot be written to: see to the rights of its file and of its folder, and whether "
    "their disk is read-only."
)

_BUSY = "Another process has locked the log for longer than {seconds} seconds: find it, or end it."

_REASONS = {
    sqlite3.SQLITE_FULL: _FULL,
    # A file that has come to its greatest size, a quota, or a disk that fails.
    sqlite3.SQLITE_IOERR: "The log cannot be written to: its disk is full, or fails.",
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: _READ_ONLY,
    sqlite3.SQLITE_BUSY: _BUSY,
}


def probe(path: Path, seconds: float) -> None:
    """Write an event to the file at `path`, and undo it. Raises Unfit.

    SQLite keeps what it has not committed in memory as long as there is room, so there is none
    here: it is written to the write-ahead log, where an order is written too, and overwritten by
    the next.
    """
    try:
        uri = f"{path.absolute().as_uri()}?mode=rw"
        # It has a connection of its own: the smallest memory would be too small for others.
        with closing(sqlite3.connect(uri, timeout=seconds, isolation_level=None, uri=True)) as file:
            file.execute("PRAGMA cache_size = 1")
            file.execute("PRAGMA cache_spill = 1")
            file.execute("BEGIN IMMEDIATE")
            try:
                file.execute(_INSERT, (ROOM,))
            finally:
                file.rollback()
    except sqlite3.Error as error:
        if CLOSED in str(error):
            raise Unfit(MOVES) from error
        kind = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
        reason = _REASONS.get(kind, "The log does not take orders: {error}.")
        raise Unfit(reason.format(seconds=f"{seconds:g}", error=error)) from error
