"""Backups of a store in files, taken while orders are given, and brought back elsewhere."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import tarfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from threading import Event

import pytest

from napoleon.log.store.home import KEY_FILE, LOG, MAIL
from napoleon.log.store.sqlite.connection import connect, pragma
from napoleon.log.store.sqlite.schema import SCHEMA_VERSION
from projections.store import open_views
from projections.worker import catch_up
from tests.command_line.conftest import Shell
from tests.operations.club import being_played, club, is_a_prefix
from tests.patience import PATIENCE

pytestmark = pytest.mark.drill

SECRET = "correct horse battery staple"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A user whose store is empty."""
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    return shell


def test_a_store_in_files_is_backed_up_and_restored(tmp_path: Path) -> None:
    shell, elsewhere = Shell(tmp_path / "store"), Shell(tmp_path / "elsewhere")
    shell.run("migrate")
    played = club(shell.env)
    file = tmp_path / "backup.tar"
    with being_played(played):
        told = shell.json("backup", str(file))
    assert told == {"file": str(file), "bytes": file.stat().st_size}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [*tmp_path.glob(".napoleon-*")] == [], "nothing is left beside it"

    # Read models of another log are in the way.
    shutil.copytree(shell.home, elsewhere.home)
    catch_up(played.games, open_views(elsewhere.env))
    (elsewhere.home / KEY_FILE).unlink()
    for ending in ("", "-wal", "-shm"):
        for own in (LOG, MAIL):
            (elsewhere.home / f"{own}{ending}").unlink(missing_ok=True)
    assert elsewhere.json("restore", str(file)) == {"home": str(elsewhere.home)}
    for name in (LOG, MAIL, KEY_FILE):
        assert stat.S_IMODE((elsewhere.home / name).stat().st_mode) == 0o600
    is_a_prefix(elsewhere.env, played)
    played.games.close()


def test_mail_in_a_backup_never_knows_more_than_the_log(tmp_path: Path) -> None:
    """Or players would be told nothing of what is recorded again under the same versions."""
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    with closing(connect(shell.home / LOG, synchronous="OFF")) as log:
        # As a store of some years: copying it takes a while.
        log.execute(f"INSERT INTO names SELECT 'x', value, zeroblob(4000) FROM ({_NUMBERS})")
    begun, enough = Event(), Event()

    def live() -> None:
        """The log goes on, and then mail is told of it, as a worker does."""
        with (
            closing(connect(shell.home / LOG, synchronous="OFF")) as log,
            closing(connect(shell.home / MAIL, synchronous="OFF")) as mail,
        ):
            for version in count(1):
                log.execute("REPLACE INTO names VALUES ('game', 'red', ?)", (version,))
                mail.execute(
                    "REPLACE INTO mail_stand_ins VALUES ('game', 'red', '', ?, 'en')", (version,)
                )
                begun.set()
                if enough.is_set():
                    return

    with ThreadPoolExecutor() as threads:
        living = threads.submit(live)
        try:
            assert begun.wait(PATIENCE)
            shell.run("backup", str(tmp_path / "backup.tar"))
        finally:
            enough.set()
        living.result()
    with tarfile.open(tmp_path / "backup.tar") as archive:
        # Not all at once: Python 3.11.2 does not know the filter that 3.12 asks for.
        for name in (LOG, MAIL):
            content = archive.extractfile(name)
            assert content is not None
            (tmp_path / name).write_bytes(content.read())
    with (
        closing(sqlite3.connect(tmp_path / LOG)) as log,
        closing(sqlite3.connect(tmp_path / MAIL)) as mail,
    ):
        [[recorded]] = log.execute("SELECT name FROM names WHERE game = 'game'")
        [[told]] = mail.execute("SELECT address FROM mail_stand_ins")
    assert 0 < int(told) <= int(recorded)


_NUMBERS = (
    "WITH RECURSIVE number(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number "
    "WHERE value < 20000) SELECT value FROM number"
)


def test_a_backup_has_nothing_that_was_erased(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    with closing(sqlite3.connect(shell.home / LOG, isolation_level=None)) as connection:
        # Some builds of SQLite overwrite what is deleted unless told not to.
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("INSERT INTO names VALUES ('game', 'red', ?)", ("Grouchymarker" * 50,))
        connection.execute("DELETE FROM names")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Grouchymarker" in (shell.home / LOG).read_bytes(), "it lies in a free page still"
    shell.run("backup", str(tmp_path / "backup"))
    assert b"Grouchymarker" not in (tmp_path / "backup").read_bytes()


def test_nothing_is_written_over(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "backup.tar"
    shell.run("backup", str(file))
    before = file.read_bytes(), (shell.home / KEY_FILE).read_bytes()
    assert "already" in shell.run("backup", str(file), status=1).stderr
    assert "already" in shell.run("restore", str(file), status=1).stderr
    (shell.home / LOG).unlink()
    assert "already" in shell.run("restore", str(file), status=1).stderr
    assert (file.read_bytes(), (shell.home / KEY_FILE).read_bytes()) == before
    assert not (shell.home / LOG).exists()


def test_what_sqlite_has_left_of_a_log_is_in_the_way(shell: Shell, tmp_path: Path) -> None:
    """It may hold the newest orders, and it would be taken for a part of the restored log."""
    file, elsewhere = tmp_path / "backup.tar", Shell(tmp_path / "elsewhere")
    shell.run("backup", str(file))
    elsewhere.home.mkdir()
    with closing(sqlite3.connect(shell.home / LOG)) as connection:
        connection.execute("INSERT INTO names VALUES ('game', 'red', 'Ney')")
        connection.commit()
        shutil.copyfile(shell.home / f"{LOG}-wal", elsewhere.home / f"{LOG}-wal")
    for ending in ("-wal", "-shm", "-journal"):
        left = elsewhere.home / f"{LOG}{ending}"
        if ending != "-wal":
            left.touch()
        before = left.read_bytes()
        assert f"{left} already" in elsewhere.run("restore", str(file), status=1).stderr
        assert [*elsewhere.home.iterdir()] == [left]
        assert left.read_bytes() == before
        left.unlink()
    elsewhere.run("restore", str(file))


def test_a_key_made_of_a_secret_is_not_in_a_backup(tmp_path: Path) -> None:
    secret = {"NAPOLEON_SECRET": SECRET}
    shell, elsewhere = Shell(tmp_path / "store"), Shell(tmp_path / "elsewhere")
    shell.run("migrate", **secret)
    shell.run("backup", str(tmp_path / "backup.tar"), **secret)
    with tarfile.open(tmp_path / "backup.tar") as archive:
        assert archive.getnames() == [LOG, MAIL]
    elsewhere.run("restore", str(tmp_path / "backup.tar"), **secret)
    assert not (elsewhere.home / KEY_FILE).exists()


def test_a_log_of_an_earlier_release_is_upgraded(tmp_path: Path) -> None:
    schema = Path(__file__).parents[1] / "core" / "schema_1.sql"
    old, new = Shell(tmp_path / "old"), Shell(tmp_path / "new")
    old.home.mkdir()
    with closing(sqlite3.connect(old.home / LOG)) as connection:
        connection.executescript(schema.read_text())
    old.run("backup", str(tmp_path / "backup.tar"))
    new.run("restore", str(tmp_path / "backup.tar"))
    assert pragma(new.home / LOG, "user_version") == SCHEMA_VERSION


@pytest.mark.parametrize("wrong", ["text", "empty", "more", "damaged", "later", "link"])
def test_what_is_no_backup_is_refused(tmp_path: Path, shell: Shell, wrong: str) -> None:
    file, log = tmp_path / "backup.tar", tmp_path / LOG
    shutil.copyfile(shell.home / LOG, log)
    with closing(sqlite3.connect(log)) as connection:
        if wrong == "later":
            connection.execute("PRAGMA user_version = 1000")
    if wrong == "damaged":
        log.write_bytes(log.read_bytes()[:-4096] + b"\xff" * 4096)
    if wrong == "text":
        file.write_text("this is no archive")
    else:
        with tarfile.open(file, "x") as archive:
            if wrong == "more":
                archive.add(log, f"../{LOG}")
            if wrong == "link":
                member = tarfile.TarInfo(LOG)
                member.type, member.linkname = tarfile.SYMTYPE, str(log)
                archive.addfile(member)
            elif wrong != "empty":
                archive.add(log, LOG)
    elsewhere = Shell(tmp_path / "elsewhere")
    assert elsewhere.run("restore", str(file), status=1).stderr.startswith("Refused: ")
    assert list(elsewhere.home.iterdir()) == []


def test_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    assert "there is no log" in shell.run("backup", str(tmp_path / "b"), status=1).stderr
    assert not (tmp_path / "b").exists()


def test_a_log_in_a_database_server_is_not_in_files(shell: Shell, tmp_path: Path) -> None:
    server = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}
    file = str(tmp_path / "backup.tar")
    shell.run("backup", file)
    for command in (("backup", file), ("restore", file)):
        assert "pg_dump" in shell.run(*command, status=1, **server).stderr
