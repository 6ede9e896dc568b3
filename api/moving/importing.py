"""A whole store taken in from a file, by an empty store on either database."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import BinaryIO

import msgspec
from eventsourcing.persistence import DataError, IntegrityError

from api.moving.archive import Archive, Manifest
from api.moving.keys import check_keys, take_in_keys
from api.moving.rows import Checks, Watch, watched
from api.moving.stores import TABLES, begin_again, filling, reading
from napoleon.log.store.moved import MoveRefused, Target, not_empty
from napoleon.play.games import Games
from napoleon.rules.contract import load_topics
from napoleon.rules.events import TOPICS
from napoleon.rules.upcasts import UPCASTS
from projections.projector import edition
from projections.store import open_views


class TakenIn(msgspec.Struct, frozen=True):
    """What has come of it."""

    manifest: Manifest
    notes: list[str]
    """What the operator has to know about the keys, in sentences."""


def import_all(
    env: Mapping[str, str], source: BinaryIO, watch: Callable[[int, int], None]
) -> TakenIn:
    """Take the store in the file `source` into the empty store that `env` names, all or nothing.

    All of the file is looked at before anything is recorded. The read models start again. If the
    process ends in between, it is done again from the beginning. `watch` is told how many rows have
    been looked at or recorded, of twice as many as there are. Raises MoveRefused, having recorded
    nothing, if the file is not good, the store is not empty, or its secret is another one;
    KeyUnusable, OSError, and what opening and writing the store raises.
    """
    archive = Archive(source, TABLES)
    rows = archive.manifest.rows
    _look_at(archive, lambda done: watch(done, 2 * rows))
    begin_again(env)
    with reading(env) as before:
        for table in TABLES:
            if before.count(table):
                raise not_empty(table)
    views = open_views(env)
    with Games(env) as games:
        check_keys(games, archive.keys())
        # Before the events: the key that signed them goes on signing.
        notes = take_in_keys(games, archive.keys())
    with filling(env) as target:
        _fill(target, archive, lambda done: watch(rows + done, 2 * rows))
    # Redis may show what another log has come to, which is no loss of this one.
    with Games(env) as games:
        views.forget(edition(games))
    return TakenIn(archive.manifest, notes)


def _look_at(archive: Archive, watch: Watch) -> None:
    """Raise MoveRefused unless every row can be recorded, and every event read."""
    checks, done = Checks(), 0
    for table in archive.tables:
        try:
            for _ in watched(checks.followed(table, archive.rows(table)), watch, done):
                pass
        except MoveRefused:
            # A file that was damaged on its way has rows that cannot be: the file is then the
            # cause, and the log of the game that such a row names is as good as ever.
            archive.check(table)
            raise
        done += archive.manifest.tables[table.name].rows
        if unknown := [it for it in checks.topics if not _is_known(it)]:
            raise MoveRefused(
                f"No ruleset that is installed here records {', '.join(unknown)}: install the one "
                "that does first."
            )


def _is_known(topic: str) -> bool:
    if topic not in TOPICS and topic not in UPCASTS:
        load_topics(topic)
    return topic in TOPICS or topic in UPCASTS


def _fill(target: Target, archive: Archive, watch: Watch) -> None:
    done = 0
    for table in archive.tables:
        part = archive.manifest.tables[table.name]
        try:
            target.put(table, watched(archive.rows(table), watch, done))
        except (IntegrityError, DataError) as error:
            # As where a text has a character that PostgreSQL does not take.
            raise MoveRefused(f"One of the {table.what} cannot be recorded: {error}.") from None
        if table.numbered:
            target.number_from(table, part.newest)
        done += part.rows
