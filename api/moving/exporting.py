"""The whole store written to one file, as it is at one moment, while the service goes on."""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from api.moving.archive import Manifest, Writer
from api.moving.rows import Checks, watched
from api.moving.stores import TABLES, database, reading
from napoleon.log.store.moved import MoveRefused
from napoleon.play.games import Games
from napoleon.record.key_transfer import packed, signs_in


def export_all(env: Mapping[str, str], path: Path, watch: Callable[[int, int], None]) -> Manifest:
    """Write the store that `env` names to the file `path`, for its owner alone to read.

    It is there whole or not at all; a plain file of that name is replaced. `watch` is told how many
    rows have been written, of how many. Raises MoveRefused if something else has that name or the
    log is damaged; OSError, and what opening and reading the store raises.
    """
    if (path.exists() or path.is_symlink()) and not stat.S_ISREG(path.lstat().st_mode):
        raise MoveRefused(f"{path} is there already, and is not a plain file.")
    with Games(env) as games:
        keys = packed(games)
    draft, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.absolute().parent)
    try:
        with os.fdopen(draft, "w+b") as file:
            with reading(env) as source, closing(Writer(file)) as writer:
                made = time.time_ns() // 1000
                total = sum(source.count(table) for table in TABLES)

                def told(done: int) -> None:
                    watch(done, total)

                checks, moved = Checks(), 0
                for table in TABLES:
                    rows = checks.followed(table, source.rows(table))
                    newest = source.newest(table) if table.numbered else 0
                    moved += writer.put(table, watched(rows, told, moved), newest)
                manifest = writer.finish(
                    keys, made=made, database=database(env), secret=not signs_in(keys)[1]
                )
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink()
        raise
    return manifest
