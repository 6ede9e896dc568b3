"""The whole store written to one file, as it is at one moment, while the service goes on."""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

from api.moving.archive import Manifest, Writer
from api.moving.checks import Checks
from api.moving.stores import TABLES, database, reading
from napoleon.log.store.moved import MoveRefused, Row
from napoleon.record.keys import signing_key

Watch = Callable[[int, int], None]
"""Is told how many rows have been moved, of how many."""

_EVERY = 1000


def export_all(env: Mapping[str, str], path: Path, watch: Watch) -> Manifest:
    """Write the store that `env` names to the file `path`, for its owner alone to read.

    It is there whole or not at all; a plain file of that name is replaced. Raises MoveRefused if
    something else has that name or the log is damaged; KeyUnusable, OSError, and what opening and
    reading the store raises.
    """
    if (path.exists() or path.is_symlink()) and not stat.S_ISREG(path.lstat().st_mode):
        raise MoveRefused(f"{path} is there already, and is not a plain file.")
    key = str(signing_key(env).verifier)
    draft, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.absolute().parent)
    try:
        with os.fdopen(draft, "w+b") as file:
            with reading(env) as source, closing(Writer(file)) as writer:
                made = time.time_ns() // 1000
                total = sum(source.count(table) for table in TABLES)
                checks, moved = Checks(), 0
                for table in TABLES:
                    rows = checks.followed(table, source.rows(table))
                    newest = source.newest(table) if table.numbered else 0
                    moved += writer.put(table, watched(rows, watch, moved, total), newest)
                manifest = writer.finish(made=made, database=database(env), key=key)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink()
        raise
    return manifest


def watched(rows: Iterable[Row], watch: Watch, before: int, total: int) -> Iterator[Row]:
    """The rows as they are, while `watch` is told how far that has come."""
    count = before
    for row in rows:
        yield row
        count += 1
        if count % _EVERY == 0:
            watch(count, total)
    watch(count, total)
