"""Files that hold secrets: seeds, hands and keys are only for the user that runs the service."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def make_folder(folder: Path, own: Iterable[str]) -> None:
    """Make a folder that only its owner can look into; an existing one is made so.

    But it stays as it is if it holds anything whose name does not begin with one of those in `own`,
    as others may need that. Raises OSError if it cannot be made.
    """
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    names = tuple(own)
    if all(it.name.lstrip(".").startswith(names) for it in folder.iterdir()):
        _narrow(folder, FOLDER_MODE)


def make_file(path: Path) -> None:
    """Make an empty file that only its owner can read, unless it is there.

    Nothing happens where it cannot be made: opening it then says why.
    """
    # An existing file is not opened: closing it would take away SQLite's locks on it.
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))


def narrow_files(folder: Path, names: Iterable[str]) -> None:
    """Let only their owner read the files in `folder` whose names begin with one of `names`."""
    for name in names:
        for path in folder.glob(f"{name}*"):
            if path.is_file() and not path.is_symlink():
                _narrow(path, FILE_MODE)


def _narrow(path: Path, mode: int) -> None:
    # Only its owner can change it; the secret is not anybody else's.
    with suppress(OSError):
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(path.stat().st_mode & mode)
