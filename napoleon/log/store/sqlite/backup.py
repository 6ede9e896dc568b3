"""Backup and restore of the embedded store: its log, and the keys that sign its record.

A backup is one tar file. It has the log as it was at one moment, without what had been erased;
writers go on meanwhile. The read models are not in it, as they are drawn from the log.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from napoleon.log.store import key_files
from napoleon.log.store.home import FILES, KEY_FILE, LOG, MAIL, VIEWS, home
from napoleon.log.store.private import make_folder
from napoleon.log.store.recorder import StoreMissing
from napoleon.log.store.settings import LOCK_TIMEOUT
from napoleon.log.store.sqlite.connection import translated_errors
from napoleon.log.store.sqlite.schema import SCHEMA_VERSION

_MEMBERS = (LOG, MAIL)
"""What a backup may hold besides keys; these come first: a store that has a log has its keys."""

_BESIDE = ("", "-wal", "-shm", "-journal")
"""The endings of the names of the files in which SQLite keeps a database."""


class BackupRefused(Exception):
    """Nothing was written: something else is already there, or it is not a backup of a log."""


def back_up(env: Mapping[str, str], file: Path) -> None:
    """Write a backup of the store that `env` names into a new `file`, for its owner alone to read.

    Raises StoreMissing if there is no log, BackupRefused if such a file already exists or the log
    is damaged, OSError and the library's errors if it cannot be read or written.
    """
    folder = home(env)
    if not (folder / LOG).exists():
        raise StoreMissing(f"there is no log at {folder / LOG}")
    with _workplace(file.absolute().parent) as work:
        # Mail first: it may know less than the log, and does it again. If it knew more, players
        # would be told nothing of what is recorded once more.
        for name in (MAIL, LOG):
            if (folder / name).exists():
                with translated_errors(), closing(_connected(folder / name)) as store:
                    # What was erased lingers in the file's free pages, which are left behind.
                    store.execute("VACUUM INTO ?", (str(work / name),))
        _check(work / LOG)
        keys = [path.name for path in key_files.found(env)]
        for name in keys:
            shutil.copyfile(folder / name, work / name)
        draft = work / "backup"
        with tarfile.open(draft, "x") as archive:
            for name in (*keys, *_MEMBERS):
                if (work / name).exists():
                    archive.add(work / name, name, filter=_owned_by_nobody)
        _put(draft, file)


def restore(env: Mapping[str, str], file: Path) -> None:
    """Put the backup in `file` where `env` has its store, which has to be empty.

    Read models of another log that lie there are removed. A log of an earlier release has to be
    upgraded afterwards. Raises BackupRefused if there is already a log or a key, or the files that
    SQLite keeps beside a log, which alone may hold the newest orders; or if `file` is not a backup
    of a log that this release can read. Raises OSError if it cannot be read or written.
    """
    folder = home(env)
    make_folder(folder, FILES)
    inside = (folder / f"{file}{ending}" for file in (LOG, MAIL) for ending in _BESIDE)
    for path in (*key_files.found(env), *inside):
        if path.exists():
            raise BackupRefused(f"there is {path} already")
    with _workplace(folder) as work:
        _unpack(file, work)
        _check(work / LOG)
        for ending in _BESIDE:
            (folder / f"{VIEWS}{ending}").unlink(missing_ok=True)
        keys = sorted(path.name for path in work.iterdir() if _is_key(path.name))
        for name in (*keys, *_MEMBERS):
            if (work / name).exists():
                _put(work / name, folder / name)


def _unpack(file: Path, work: Path) -> None:
    try:
        with tarfile.open(file) as archive:
            for member in archive:
                content = archive.extractfile(member) if member.isreg() else None
                known = member.name in _MEMBERS or _is_key(member.name)
                if not known or content is None:
                    raise BackupRefused(f"{file} is not a backup: it has {member.name} in it")
                with (work / member.name).open("xb") as copy:
                    shutil.copyfileobj(content, copy)
    except tarfile.TarError as error:
        raise BackupRefused(f"{file} is not a backup: {error}") from error
    if not (work / LOG).exists():
        raise BackupRefused(f"{file} is not a backup: there is no log in it")


def _is_key(name: str) -> bool:
    """Whether that is the name of the file of a key: that which signs, or an earlier one."""
    return name == KEY_FILE or (name.startswith(f"{KEY_FILE}.") and Path(name).name == name)


def _check(log: Path) -> None:
    """Raise BackupRefused unless the file is an undamaged log of this release or an earlier one."""
    try:
        with closing(_connected(log)) as connection:
            schema = connection.execute("PRAGMA user_version").fetchone()[0]
            found = connection.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise BackupRefused(f"the log is damaged: {error}") from error
    if found != "ok":
        raise BackupRefused(f"the log is damaged: {found}")
    if not 1 <= schema <= SCHEMA_VERSION:
        raise BackupRefused(f"the log has schema {schema}, this release reads {SCHEMA_VERSION}")


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=LOCK_TIMEOUT, uri=True)


def _owned_by_nobody(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.mode, member.uid, member.gid, member.uname, member.gname = 0o600, 0, 0, "", ""
    return member


@contextmanager
def _workplace(folder: Path) -> Iterator[Path]:
    """A folder in `folder` that nobody else can look into; removed in the end."""
    with tempfile.TemporaryDirectory(prefix=".napoleon-", dir=folder) as work:
        yield Path(work)


def _put(draft: Path, path: Path) -> None:
    """Give a finished file its name. Raises BackupRefused if the name is taken."""
    draft.chmod(0o600)
    with draft.open("rb") as content:
        os.fsync(content.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        raise BackupRefused(f"there is {path} already") from None
    folder = os.open(path.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
