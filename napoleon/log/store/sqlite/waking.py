"""Waking those who follow a file: each commit touches it, and the system tells the others.

SQLite has no LISTEN and NOTIFY. Where the system tells nobody, as on a network file system or where
it is not Linux, those who wait look again after a while.
"""

from __future__ import annotations

import os
import select
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

if sys.platform == "linux":
    from inotify_simple import INotify, flags


def touch(path: Path) -> None:
    """Wake all that wait for the file at `path`. It does no harm if the file cannot be touched."""
    with suppress(OSError):
        os.utime(path)


class Waiting:
    """Waits for a file that exists to be touched."""

    def __init__(self, path: Path) -> None:
        self._told = None
        if sys.platform == "linux":
            # It fails where a user may have no more of them, or watch no more files.
            with suppress(OSError):
                self._told = _told_of(path)
        if self._told is not None:
            # By its module, which knows greenlets where there are any.
            self._poll = select.poll()
            self._poll.register(self._told, select.POLLIN)

    def wait(self, seconds: float) -> None:
        """Return when the file is touched, or has been since the last time, or the time is over."""
        if self._told is None:
            time.sleep(seconds)
        elif self._poll.poll(seconds * 1000):
            self._told.read(timeout=0)

    def close(self) -> None:
        """Wait no more."""
        if self._told is not None:
            self._told.close()


def _told_of(path: Path) -> Any:
    """What the system tells of a file. Raises OSError if it will not."""
    told = INotify()
    try:
        told.add_watch(path, flags.ATTRIB)
    except OSError:
        told.close()
        raise
    return told
