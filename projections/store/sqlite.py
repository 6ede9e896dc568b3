"""The view file: read models on SQLite, each written together with the position in the log.

The file holds nothing that the log does not. It may be deleted at any time; ``napoleon migrate``
makes an empty one and the worker draws everything again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from eventsourcing.persistence import IntegrityError, Tracking
from eventsourcing.sqlite import SQLiteCursor, SQLiteTrackingRecorder
from eventsourcing.utils import strtobool

from napoleon.store.home import VIEWS, home
from napoleon.store.sqlite.connection import Datastore
from projections.lobby import Wanted
from projections.rows import Changes, Sentence, TurnEnd
from projections.rulings import Wanted as WantedRulings
from projections.store.contract import ViewsMissing, ViewStore

SCHEMA = 3
"""Version of the tables below. A file of another version is emptied by ``napoleon migrate``."""

TABLES = (
    """
    CREATE TABLE IF NOT EXISTS drawn (
        game TEXT, reader TEXT, name TEXT, version INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (game, reader, name))
    """,
    """
    CREATE TABLE IF NOT EXISTS turns (
        game TEXT, turn INTEGER, phase TEXT, version INTEGER NOT NULL,
        PRIMARY KEY (game, turn, phase)) WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS lobby (
        game TEXT PRIMARY KEY, version INTEGER NOT NULL, created INTEGER NOT NULL,
        ruleset TEXT NOT NULL, status TEXT NOT NULL, body BLOB NOT NULL,
        listed INTEGER NOT NULL)
    """,
    "CREATE INDEX IF NOT EXISTS newest ON lobby (created, game)",
    """
    CREATE TABLE IF NOT EXISTS journal (
        game TEXT, version INTEGER, reader TEXT, turn INTEGER NOT NULL, phase TEXT NOT NULL,
        type TEXT NOT NULL, sentence TEXT NOT NULL, house INTEGER NOT NULL,
        PRIMARY KEY (game, version, reader)) WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS rulings (
        game TEXT, version INTEGER, at INTEGER NOT NULL, ruleset TEXT NOT NULL,
        body BLOB NOT NULL, PRIMARY KEY (game, version))
    """,
    "CREATE INDEX IF NOT EXISTS newest_rulings ON rulings (at, game, version)",
    """
    CREATE TABLE IF NOT EXISTS cited (
        clause TEXT, game TEXT, version INTEGER,
        PRIMARY KEY (clause, game, version)) WITHOUT ROWID
    """,
)

_DRAWN = ("drawn", "turns", "lobby", "journal", "rulings", "cited")
"""The tables that are drawn from the log."""

_IS_CURRENT = "EXISTS (SELECT 0 FROM tracking WHERE application_name = ?)"
"""Whether the file was drawn by the edition asked for: its position is kept under that name."""


class SQLiteViewStore(SQLiteTrackingRecorder, ViewStore):
    """The view file as a store of the read models."""

    def __init__(self, file: Datastore) -> None:
        super().__init__(file)
        self._file = file

    def construct_create_table_statements(self) -> list[str]:
        """The library's tracking table and the tables of this module."""
        return [*super().construct_create_table_statements(), *TABLES]

    def create_table(self) -> None:
        """Make the tables in a new file or in one of another schema, which is emptied."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute("PRAGMA user_version")
            if cursor.fetchone()[0] != SCHEMA:
                _drop_everything(cursor)
                self._create_table(cursor)
                cursor.execute(f"PRAGMA user_version = {SCHEMA}")

    def is_ready(self) -> bool:
        """Whether the file has the tables of this version."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA user_version")
            return bool(cursor.fetchone()[0] == SCHEMA)

    def begin(self, edition: str) -> int:
        """See `ViewStore.begin`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "DELETE FROM tracking WHERE application_name NOT IN (?, ?)",
                (edition, self.table_migration_identifier),
            )
            cursor.execute(
                "INSERT INTO tracking VALUES (?, 0) ON CONFLICT DO NOTHING RETURNING 0", (edition,)
            )
            if cursor.fetchone() is not None:
                for table in _DRAWN:
                    cursor.execute(f"DELETE FROM {table}")  # noqa: S608
            return self._max_tracking_id(edition, cursor) or 0

    def record(self, changes: Changes, *, after: int, tracking: Tracking) -> None:
        """See `ViewStore.record`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "UPDATE tracking SET notification_id = ? "
                "WHERE application_name = ? AND notification_id = ? RETURNING notification_id",
                (tracking.notification_id, tracking.application_name, after),
            )
            if cursor.fetchone() is None:
                raise IntegrityError(f"the read models are not at {after} any more")
            _replace(cursor, "drawn", changes.drawn)
            cursor.executemany(
                "DELETE FROM turns WHERE game = ?", [(game,) for game in changes.rewound]
            )
            _replace(cursor, "turns", changes.turns)
            _replace(cursor, "lobby", changes.lobby)
            _replace(cursor, "journal", changes.journal)
            _replace(cursor, "rulings", changes.rulings)
            _replace(cursor, "cited", changes.cited)

    def drawn(self, game: str, reader: str, name: str, edition: str) -> tuple[int, bytes] | None:
        """See `ViewStore.drawn`."""
        rows = self._select(
            f"""
            SELECT version, body FROM drawn
            WHERE game = ? AND reader = ? AND name = ? AND {_IS_CURRENT}
            """,  # noqa: S608
            (game, reader, name, edition),
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def version(self, game: str, edition: str) -> int:
        """See `ViewStore.version`."""
        rows = self._select(
            f"SELECT version FROM lobby WHERE game = ? AND {_IS_CURRENT}",  # noqa: S608
            (game, edition),
        )
        return int(rows[0][0]) if rows else 0

    def turns(self, game: str) -> list[TurnEnd]:
        """See `ViewStore.turns`."""
        rows = self._select(
            "SELECT game, turn, phase, version FROM turns WHERE game = ? ORDER BY version", (game,)
        )
        return [TurnEnd(*row) for row in rows]

    def lobby(
        self, wanted: Wanted, *, before: tuple[int, str] | None = None, besides: Iterable[str] = ()
    ) -> list[bytes]:
        """Entries of the lobby as JSON, newest first, one more than wanted if there are more.

        Only games created `before` that time and id are listed, and none of those in `besides`.
        """
        created, game = before or (None, None)
        rows = self._select(
            """
            SELECT body FROM lobby
            WHERE (:status IS NULL OR status = :status)
            AND (:ruleset IS NULL OR ruleset = :ruleset)
            AND (game = :game OR (:game IS NULL AND listed))
            AND (:created IS NULL OR (created, game) < (:created, :before))
            AND game NOT IN (SELECT value FROM json_each(:besides))
            ORDER BY created DESC, game DESC LIMIT :limit
            """,
            {
                "status": wanted.status,
                "ruleset": wanted.ruleset,
                "game": wanted.game,
                "created": created,
                "before": game,
                "limit": wanted.limit + 1,
                "besides": msgspec.json.encode(list(besides)).decode(),
            },
        )
        return [row[0] for row in rows]

    def journal(self, game: str, reader: str, after: int, limit: int) -> list[Sentence]:
        """See `ViewStore.journal`."""
        rows = self._select(
            """
            SELECT game, version, :reader, turn, phase, type, sentence, house
            FROM journal AS mine
            WHERE game = :game AND version > :after AND reader = coalesce(
                (SELECT reader FROM journal
                WHERE game = :game AND version = mine.version AND reader = :reader), 'spectator')
            ORDER BY version LIMIT :limit
            """,
            {"game": game, "reader": reader, "after": after, "limit": limit},
        )
        return [Sentence(*row) for row in rows]

    def rulings(self, wanted: WantedRulings, *, besides: Iterable[str] = ()) -> list[bytes]:
        """Rulings as JSON, newest first, one more than wanted if there are more.

        None of those of the games in `besides` are listed.
        """
        at, game, version = wanted.after or (None, None, None)
        rows = self._select(
            """
            SELECT body FROM rulings
            WHERE (:clause IS NULL OR EXISTS (
                SELECT 0 FROM cited WHERE cited.clause = :clause
                AND cited.game = rulings.game AND cited.version = rulings.version))
            AND (:ruleset IS NULL OR ruleset = :ruleset)
            AND (:only IS NULL OR game = :only)
            AND (:at IS NULL OR (at, game, version) < (:at, :game, :version))
            AND game NOT IN (SELECT value FROM json_each(:besides))
            ORDER BY at DESC, game DESC, version DESC LIMIT :limit
            """,
            {
                "clause": wanted.clause,
                "ruleset": wanted.ruleset,
                "only": wanted.game,
                "at": at,
                "game": game,
                "version": version,
                "limit": wanted.limit + 1,
                "besides": msgspec.json.encode(list(besides)).decode(),
            },
        )
        return [row[0] for row in rows]

    def _select(self, statement: str, values: object) -> Sequence[Sequence[Any]]:
        return self._file.select(statement, values)


def open_view_file(env: Mapping[str, str]) -> SQLiteViewStore:
    """The view file in the folder that ``NAPOLEON_HOME`` names.

    A power cut may cost its newest transactions, which the worker then draws again. The file and
    its tables are made only where ``CREATE_TABLE`` says so. Raises ViewsMissing.
    """
    path = home(env) / VIEWS
    create = bool(strtobool(env.get("CREATE_TABLE") or "no"))
    if create:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise ViewsMissing(f"there is no view file at {path}: run 'napoleon migrate'")
    store = SQLiteViewStore(Datastore(path, synchronous="NORMAL"))
    if create:
        store.create_table()
    elif not store.is_ready():
        raise ViewsMissing(f"the view file at {path} is of another release: run 'napoleon migrate'")
    return store


def _replace(cursor: SQLiteCursor, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        cursor.executemany(f"REPLACE INTO {table} VALUES ({marks})", rows)  # noqa: S608


def _drop_everything(cursor: SQLiteCursor) -> None:
    cursor.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    )
    for row in cursor.fetchall():
        cursor.execute(f'DROP TABLE "{row[0]}"')
