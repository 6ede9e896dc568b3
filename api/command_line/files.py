"""Files that commands write where a person says: whole or not at all, and over nothing odd."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from napoleon.log.store.private import FILE_MODE


@contextmanager
def written(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """A file that is put at `path` once all of it has been written; else nothing is changed.

    It takes the place of nothing, or of a plain file: never of a link, a device, a pipe or a
    folder, which other programs rely on. A `private` one is for its owner alone to read; any other
    has the mode of the file before it, or what the umask leaves. Raises OSError.
    """
    mode = _mode(path, private=private)
    draft, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(draft, "w+b") as file:
            os.fchmod(draft, mode)
            yield file
        # It may have become something else while the content was made.
        _mode(path, private=private)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink()
        raise


def _mode(path: Path, *, private: bool) -> int:
    """The mode of the file to be put at `path`. Raises OSError if it may not be put there."""
    try:
        there = path.lstat().st_mode
    except FileNotFoundError:
        return FILE_MODE if private else 0o666 & ~_umask()
    if not stat.S_ISREG(there):
        raise OSError(errno.EEXIST, "Something is there that is not a plain file", str(path))
    return FILE_MODE if private else stat.S_IMODE(there)


def _umask() -> int:
    found = os.umask(0o077)
    os.umask(found)
    return found
