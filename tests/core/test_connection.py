"""Several writers share one SQLite file."""

from __future__ import annotations

import gc
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Barrier, Event, Thread, Timer

import pytest
from eventsourcing.persistence import (
    ConnectionPoolClosedError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
)

from napoleon.log.store.sqlite.connection import Datastore, connect, pragma
from tests.patience import PATIENCE


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Datastore]:
    store = Datastore(tmp_path / "any.sqlite", synchronous="NORMAL")
    with store.transaction(commit=True) as cursor:
        cursor.execute("CREATE TABLE numbers (number INTEGER PRIMARY KEY)")
    yield store
    store.close()


def numbers(store: Datastore) -> list[int]:
    with store.transaction(commit=False) as cursor:
        cursor.execute("SELECT number FROM numbers ORDER BY number")
        return [row[0] for row in cursor.fetchall()]


def test_who_reads_before_he_writes_waits_for_the_others(store: Datastore) -> None:
    with closing(connect(store.path, synchronous="NORMAL")) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO numbers VALUES (1)")
        Timer(0.2, other.execute, ["COMMIT"]).start()
        with store.transaction(commit=True) as cursor:
            cursor.execute("SELECT max(number) FROM numbers")
            assert cursor.fetchone()[0] == 1, "he reads what they have written"
            cursor.execute("INSERT INTO numbers VALUES (2)")
    assert numbers(store) == [1, 2]


def test_all_or_nothing(store: Datastore) -> None:
    with pytest.raises(IntegrityError), store.transaction(commit=True) as cursor:
        cursor.execute("INSERT INTO numbers VALUES (1)")
        cursor.execute("INSERT INTO numbers VALUES (1)")
    with pytest.raises(RuntimeError), store.transaction(commit=True) as cursor:
        cursor.execute("INSERT INTO numbers VALUES (1)")
        raise RuntimeError
    assert numbers(store) == []
    with store.transaction(commit=True) as cursor:
        cursor.execute("INSERT INTO numbers VALUES (1)")
    assert numbers(store) == [1]


def test_closing_the_store_cuts_no_reader_short(store: Datastore) -> None:
    count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000)"
    begun, finished = Event(), Event()
    found: list[int] = []

    def read() -> None:
        with store.transaction(commit=False) as cursor:
            begun.set()
            while not finished.is_set():
                cursor.execute(f"{count} SELECT count(*) FROM n")
                found.append(cursor.fetchone()[0])

    readers = [Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    begun.wait()
    store.close()
    before = len(found)
    while len(found) <= before + 3:
        time.sleep(0.01)
    finished.set()
    for reader in readers:
        reader.join()
    assert set(found) == {200_000}
    with pytest.raises(ConnectionPoolClosedError):
        numbers(store)


def test_a_reader_keeps_no_old_state_alive(store: Datastore) -> None:
    assert numbers(store) == []
    with closing(connect(store.path, synchronous="NORMAL")) as other:
        other.execute("INSERT INTO numbers VALUES (7)")
        assert numbers(store) == [7]
        busy, *_ = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert not busy


def test_errors_are_those_of_the_library(store: Datastore) -> None:
    with (
        pytest.raises(OperationalError, match="no such table"),
        store.transaction(commit=False) as cursor,
    ):
        cursor.execute("SELECT * FROM letters")
    with pytest.raises(ProgrammingError), store.transaction(commit=False) as cursor:
        cursor.execute("SELECT ?", ())


def test_asking_for_a_pragma_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(OperationalError, match="unable to open"):
        pragma(tmp_path / "nothing.sqlite", "user_version")
    assert not (tmp_path / "nothing.sqlite").exists()


def test_many_may_open_a_file_that_has_no_write_ahead_log_yet(tmp_path: Path) -> None:
    for number in range(40):
        path = tmp_path / f"{number}.sqlite"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE numbers (number INTEGER PRIMARY KEY)")
        together = Barrier(6)

        def opened(path: Path = path, together: Barrier = together) -> None:
            together.wait()
            connect(path, timeout=PATIENCE, synchronous="NORMAL").close()

        with ThreadPoolExecutor(together.parties) as pool:
            for one in [pool.submit(opened) for _ in range(together.parties)]:
                one.result()
        assert pragma(path, "journal_mode") == "wal"


def test_a_journal_that_is_never_given_free_is_told(tmp_path: Path) -> None:
    path = tmp_path / "any.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("CREATE TABLE numbers (number INTEGER PRIMARY KEY)")
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(InterfaceError, match="locked"):
            connect(path, timeout=0.05, synchronous="NORMAL")


def test_a_closed_store_lets_go_of_its_file(store: Datastore) -> None:
    """What this thread reads with too, and without waiting for a collector of garbage."""
    assert store.select("SELECT number FROM numbers") == []
    assert _open_files(store.path)
    gc.disable()
    try:
        store.close()
        assert not _open_files(store.path)
    finally:
        gc.enable()


def _open_files(path: Path) -> list[str]:
    """The files of a database that this process has open."""
    found = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            found.append(str(descriptor.readlink()))
    return [it for it in found if it.startswith(str(path))]
