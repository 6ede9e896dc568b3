"""What the tests write is kept in memory, where there is room for it.

Hundreds of stores are made, each of files that the kernel would wait for on their way to the disk,
and none has to outlast the tests. What a run that fails has written is left there to be looked at.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
"""Files in memory, on Linux."""

ROOM = 4 * 1024**3
"""Bytes that have to be free there; a whole run writes a quarter of that."""


class Scratch:
    """Where temporary files of this process and of its children go, until pytest ends."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._has_failed = True
        # At the very end, as the PostgreSQL from pip still takes a lock in it then.
        atexit.register(self._clear_away)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self._has_failed = exitstatus != pytest.ExitCode.OK

    def _clear_away(self) -> None:
        if not self._has_failed:
            shutil.rmtree(self._folder, ignore_errors=True)


def write_to_memory(config: pytest.Config) -> None:
    """Let this process and its workers write there, unless ``TMPDIR`` says where else."""
    if "TMPDIR" in os.environ or not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM:
        return
    folder = Path(tempfile.mkdtemp(prefix="napoleon-", dir=MEMORY))
    # Some servers that are started by root go on as somebody else.
    folder.chmod(0o711)
    os.environ["TMPDIR"] = str(folder)
    tempfile.tempdir = None
    config.pluginmanager.register(Scratch(folder))
