"""Templates as they were compiled before, kept in the store's folder for the processes to come.

To compile all of them takes a process a second, in which those who ask have to wait; to load them
takes a small part of that. Nothing is lost with the folder: what is not there is compiled.

What lies there is code, and is run as it is read. So nothing is read nor kept where anybody but the
user of the process may write.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import jinja2
from flask import Flask
from jinja2.bccache import Bucket, FileSystemBytecodeCache

from napoleon.log.store.home import TEMPLATES, home
from napoleon.log.store.private import FOLDER_MODE


class Compiled(FileSystemBytecodeCache):
    """Compiled templates in `folder`; one counts as long as its text and `tag` are the same."""

    def __init__(self, folder: Path, tag: str) -> None:
        super().__init__(str(folder), "%s")
        self._tag = tag

    def get_source_checksum(self, source: str) -> str:
        """A digest of what it was compiled from."""
        return super().get_source_checksum(self._tag + source)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill `bucket`, or leave it empty if that cannot be read."""
        try:
            super().load_bytecode(bucket)
        except Exception:
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled, where there is room for it."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(app: Flask, env: Mapping[str, str]) -> None:
    """Let `app` keep its templates in the folder that `env` names.

    Nothing happens if it cannot be made, or unless it and the store's folder are this user's alone
    to write: real folders of theirs, in which neither their group nor others may change anything.
    """
    with suppress(OSError):
        store = home(env).resolve()
        if not _is_only_ours(store):
            return
        folder = store / TEMPLATES
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
        if _is_only_ours(folder):
            app.jinja_env.bytecode_cache = Compiled(folder, _tag())


def _is_only_ours(folder: Path) -> bool:
    """Whether nobody but this process's user, and root, can change what is in `folder`."""
    found = folder.lstat()
    others_write = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not others_write


def _tag() -> str:
    """Changes with whatever a template is compiled by, and with what is worked out meanwhile."""
    digest = sha256(jinja2.__version__.encode())
    for module in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(module.read_bytes())
    return digest.hexdigest()
