"""What the tests write is kept in memory, where there is room for it.

Hundreds of stores are made, each of files that the kernel would wait for on their way to the disk,
and none has to outlast the tests. What a run that fails has written is left there to be looked at,
until the next run begins: memory that is not given back is missed by every run after that.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import re
import shutil
import tempfile
import time
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
"""Files in memory, on Linux."""

AVAILABLE = Path("/proc/meminfo")
"""Where the kernel says how much memory may still be taken."""

ROOM = 4 * 1024**3
"""Bytes that have to be free there; a whole run writes a quarter of that."""

_FOLDER = re.compile(r"napoleon-(?P<process>[0-9]+)-")

_LOCK = "in-use"
"""A file in the folder of a run that is locked while the run goes on."""

_BEGINNING = 600
"""Seconds for which a folder without that file is left alone."""


class Scratch:
    """Where temporary files of this process and of its children go, until pytest ends."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = locked(folder)
        self._has_failed = True
        # At the very end, as the PostgreSQL from pip still takes a lock in it then.
        atexit.register(self._clear_away)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self._has_failed = exitstatus != pytest.ExitCode.OK

    def _clear_away(self) -> None:
        if not self._has_failed:
            shutil.rmtree(self._folder, ignore_errors=True)


def locked(folder: Path) -> int:
    """Say that the run whose folder it is goes on: until this process ends, however it does."""
    lock = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return lock


def write_to_memory(config: pytest.Config) -> None:
    """Let this process and its workers write there, unless ``TMPDIR`` says where else."""
    if "TMPDIR" in os.environ or not MEMORY.is_dir():
        return
    clear_what_ended_runs_left(MEMORY)
    if min(shutil.disk_usage(MEMORY).free, _available_memory()) < ROOM:
        return
    folder = Path(tempfile.mkdtemp(prefix=f"napoleon-{os.getpid()}-", dir=MEMORY))
    # Some servers that are started by root go on as somebody else.
    folder.chmod(0o711)
    os.environ["TMPDIR"] = str(folder)
    tempfile.tempdir = None
    config.pluginmanager.register(Scratch(folder))


def clear_what_ended_runs_left(memory: Path) -> None:
    """Remove the folders of runs that failed or were killed; one that goes on keeps its own.

    The number of its process does not tell: it may be in another container, which has numbers of
    its own. A folder without a lock is one of a run that begins just now, was killed as it began,
    or is of a checkout that knows no locks.
    """
    for folder in memory.iterdir():
        named = _FOLDER.match(folder.name)
        if named and not _is_used(folder, named["process"]):
            shutil.rmtree(folder, ignore_errors=True)


def _is_used(folder: Path, process: str) -> bool:
    try:
        with (folder / _LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        try:
            begins = time.time() - folder.stat().st_mtime < _BEGINNING
        except FileNotFoundError:
            # Its run has ended meanwhile, and has taken it away.
            return False
        return begins or Path("/proc", process).exists()
    except OSError:
        # It is held, or is somebody else's.
        return True
    return False


def _available_memory() -> int:
    """Bytes that programs can have yet; a file system in memory counts what was taken elsewhere."""
    found = re.search(r"^MemAvailable: +([0-9]+) kB$", AVAILABLE.read_text(), re.MULTILINE)
    return int(found[1]) * 1024 if found else ROOM
