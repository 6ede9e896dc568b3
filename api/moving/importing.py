"""A whole store taken in from a file, by an empty store on either database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import BinaryIO

from eventsourcing.persistence import DataError, IntegrityError

from api.moving.archive import Archive, Manifest
from api.moving.checks import Checks
from api.moving.exporting import Watch, watched
from api.moving.stores import TABLES, filling
from napoleon.log.store.moved import MoveRefused, Table, Target
from napoleon.play.games import Games
from napoleon.rules.contract import load_topics
from napoleon.rules.events import TOPICS
from napoleon.rules.upcasts import UPCASTS
from projections.projector import edition
from projections.store import open_views


def import_all(env: Mapping[str, str], source: BinaryIO, watch: Watch) -> Manifest:
    """Take the store in the file `source` into the empty store that `env` names, all or nothing.

    The read models begin anew. Raises MoveRefused, having recorded nothing, if the file is not good
    or the store is not empty; and what opening and writing the store raises.
    """
    archive = Archive(source, TABLES)
    views = open_views(env)
    with filling(env) as target:
        checks, moved = Checks(), 0
        for table in TABLES:
            rows = checks.followed(table, archive.rows(table))
            _put(target, table, watched(rows, watch, moved, archive.manifest.rows))
            part = archive.manifest.tables[table.name]
            if table.numbered:
                target.number_from(table, part.newest)
            if table.name == "topics":
                _check_topics(checks.topics)
            moved += part.rows
    # Redis may show what another log has come to.
    with Games(env) as games, views.rebuilding(edition(games)):
        pass
    return archive.manifest


def _put(target: Target, table: Table, rows: Iterable[tuple[object, ...]]) -> None:
    try:
        target.put(table, rows)
    except (IntegrityError, DataError) as error:
        raise MoveRefused(f"A row of {table.name} cannot be recorded: {error}.") from None


def _check_topics(topics: Iterable[str]) -> None:
    """Raise MoveRefused if there are events that nothing here can read."""
    unknown = [it for it in topics if not _is_known(it)]
    if unknown:
        raise MoveRefused(
            f"No ruleset that is installed here records {', '.join(unknown)}: install the one that "
            "does first."
        )


def _is_known(topic: str) -> bool:
    if topic not in TOPICS and topic not in UPCASTS:
        load_topics(topic)
    return topic in TOPICS or topic in UPCASTS
