"""The view file: read models on SQLite, each written together with the position in the log."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event
from time import monotonic, sleep
from typing import Any

import msgspec
from eventsourcing.persistence import (
    IntegrityError,
    PersistenceError,
    Tracking,
    WaitInterruptedError,
)
from eventsourcing.sqlite import SQLiteTrackingRecorder

from napoleon.log.store.home import machine
from napoleon.log.store.recorder import Places
from projections.lobby import OVER, WINNER, Wanted, together
from projections.lobby import SCENARIO as SCENARIO_TAG
from projections.rows import Changes, Mark, TurnEnd
from projections.rulings import Wanted as WantedRulings
from projections.store.contract import Body, ViewStore, tracked, untracked
from projections.store.sqlite.file import ViewFile
from projections.store.sqlite.tables import (
    COLUMNS,
    IS_OPEN,
    ONLY,
    SCHEMA,
    TABLES,
    WITH_JOURNALS,
    WITHOUT_MARKS,
    WITHOUT_STATUS,
    WITHOUT_WINNERS,
    bring_up,
    drop_everything,
    empty,
    replace,
)

_IS_CURRENT = "EXISTS (SELECT 0 FROM tracking WHERE application_name = :edition)"
"""Whether the file was drawn by the edition asked for: its position is kept under that name."""

_MOVING_ON = """
    INSERT INTO {table} VALUES ({key}, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET
    position = excluded.position, game = excluded.game,
    version = excluded.version, stamp = excluded.stamp
    WHERE excluded.position >= {table}.position
"""

_MOVE_ON = _MOVING_ON.format(table="last_drawn", key="?1 + 1")

_MOVE_ON_THERE = _MOVING_ON.format(table="last_drawn_there", key="?1")

_WITHOUT_SOMETHING = (WITHOUT_MARKS, WITHOUT_STATUS, WITHOUT_WINNERS, WITH_JOURNALS)
"""The schemas of a file that keeps what is in it when the rest is made."""

_REACHED_THERE = """
    AND NOT EXISTS (
        SELECT 0 FROM json_each(:places) AS place LEFT JOIN tracking AS other
        ON other.application_name = place.key
        WHERE coalesce(other.notification_id, 0) < place.value)
"""

_OF_EDITION = "(application_name = ? OR substr(application_name, 1, ?) = ?)"
"""What holds for the name of an edition and of its partitions; see `_names`."""

_POLL_SECONDS = 0.005
"""Seconds between looks at the file while waiting for a position; a look takes some 10 us."""


_log = logging.getLogger(__name__)


class SQLiteViewStore(SQLiteTrackingRecorder, ViewStore):
    """The view file as a store of the read models.

    A damaged one is made again. Readers then find nothing in it, and writers are told by an
    IntegrityError that what they knew is gone.
    """

    def __init__(self, file: ViewFile) -> None:
        super().__init__(file)
        self._file = file
        # Of the folder, as another file may take the place of a damaged one.
        folder = file.path.parent.stat()
        self.place = f"{machine()} {folder.st_dev} {folder.st_ino}"
        self._is_silent = False

    def construct_create_table_statements(self) -> list[str]:
        """The library's tracking table and the tables of this module."""
        return [*super().construct_create_table_statements(), *TABLES]

    def create_table(self) -> None:
        """Make the tables in a new file or in one of another schema, which is emptied.

        A damaged one is replaced by another.
        """
        with suppress(IntegrityError), self._mended():
            self._make_tables()
            self._file.check()

    def _make_tables(self) -> None:
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute("PRAGMA user_version")
            found = cursor.fetchone()[0]
            if found != SCHEMA:
                if found in _WITHOUT_SOMETHING:
                    for statement in self.construct_create_table_statements():
                        cursor.execute(statement)
                    bring_up(cursor)
                else:
                    drop_everything(cursor)
                    self._create_table(cursor)
                cursor.execute(f"PRAGMA user_version = {SCHEMA}")

    def is_ready(self) -> bool:
        """Whether the file has the tables of this version."""
        with suppress(IntegrityError), self._mended():
            [[schema]] = self._file.select("PRAGMA user_version")
            return bool(schema == SCHEMA)
        return True

    def begin(self, edition: str) -> int:
        """See `ViewStore.begin`."""
        with suppress(IntegrityError), self._mended():
            return self._begin(edition)
        return self._begin(edition)

    def _begin(self, name: str) -> int:
        edition, partition = untracked(name)
        begun = "INSERT INTO tracking VALUES (?, 0) ON CONFLICT DO NOTHING RETURNING 0"
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                f"DELETE FROM tracking WHERE NOT {_OF_EDITION} AND application_name <> ?",  # noqa: S608
                (*_names(edition), self.table_migration_identifier),
            )
            cursor.execute(begun, (edition,))
            if cursor.fetchone() is not None:
                empty(cursor)
                cursor.execute(
                    f"DELETE FROM tracking WHERE {_OF_EDITION} AND application_name <> ?",  # noqa: S608
                    (*_names(edition), edition),
                )
            if partition:
                cursor.execute(begun, (name,))
                cursor.fetchall()
            cursor.execute(
                "UPDATE tracking SET notification_id = 0 WHERE typeof(notification_id) <> 'integer'"
            )
            return self._max_tracking_id(name, cursor) or 0

    def max_tracking_id(self, application_name: str) -> int | None:
        """The position of an edition, None if it has not been begun."""
        with self._mended():
            found = super().max_tracking_id(application_name)
        # A writer to the file can write what is no number there.
        return found if isinstance(found, int) else None

    def shown(self, games: Iterable[str], *, edition: str) -> dict[str, int]:
        """See `ViewStore.shown`."""
        with self._mended():
            rows = self._file.select(
                f"""
                SELECT game, version FROM lobby
                WHERE game IN (SELECT value FROM json_each(:games)) AND {_IS_CURRENT}
                """,  # noqa: S608
                {"games": _list(games), "edition": edition},
            )
        return {row[0]: row[1] for row in rows if isinstance(row[1], int)}

    def record(self, changes: Changes, *, after: int, tracking: Tracking) -> None:
        """See `ViewStore.record`."""
        with self._mended(), self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "UPDATE tracking SET notification_id = ? "
                "WHERE application_name = ? AND notification_id = ? RETURNING notification_id",
                (tracking.notification_id, tracking.application_name, after),
            )
            if cursor.fetchone() is None:
                raise IntegrityError(f"the read models are not at {after} any more")
            for step in changes.steps:
                cursor.execute("SELECT version FROM lobby WHERE game = ?", (step.game,))
                row = cursor.fetchone()
                # Where somebody wrote what is no number nothing counts as drawn.
                if (row[0] if row and isinstance(row[0], int) else 0) != step.shown:
                    raise IntegrityError(f"game {step.game} is not shown at {step.shown} any more")
            empty(cursor, changes.replaced)
            cursor.executemany(
                "DELETE FROM turns WHERE game = ?", [(game,) for game in changes.rewound]
            )
            replace(cursor, "drawn", changes.drawn)
            replace(cursor, "turns", changes.turns)
            replace(cursor, "lobby", changes.lobby)
            replace(cursor, "rulings", changes.rulings)
            replace(cursor, "cited", changes.cited)
            replace(cursor, "marks", changes.marks)
            if changes.last is not None:
                _, partition = untracked(tracking.application_name)
                last = (partition, tracking.notification_id, *changes.last)
                cursor.execute(_MOVE_ON if partition == 0 else _MOVE_ON_THERE, last)

    def marks(self, edition: str) -> dict[str, Mark]:
        """See `ViewStore.marks`."""
        with self._mended():
            rows = self._file.select(
                f"""
                SELECT game, version, stamp FROM marks
                UNION ALL SELECT game, version, '' FROM lobby
                WHERE game NOT IN (SELECT game FROM marks) AND {_IS_CURRENT}
                """,  # noqa: S608
                {"edition": edition},
            )
        return {row[0]: Mark(*row) for row in rows if isinstance(row[1], int)}

    def forget(self, edition: str) -> None:
        """See `ViewStore.forget`."""
        with (
            suppress(IntegrityError),
            self._mended(),
            self.datastore.transaction(commit=True) as cursor,
        ):
            cursor.execute("DELETE FROM marks")
            cursor.execute("DELETE FROM last_drawn")
            cursor.execute("DELETE FROM last_drawn_there")
            cursor.execute(f"DELETE FROM tracking WHERE {_OF_EDITION}", _names(edition))  # noqa: S608

    @contextmanager
    def rebuilding(self, edition: str) -> Iterator[ViewStore]:
        """See `ViewStore.rebuilding`. The file holds one edition once, so it is emptied."""
        with (
            suppress(IntegrityError),
            self._mended(),
            self.datastore.transaction(commit=True) as cursor,
        ):
            cursor.execute(f"DELETE FROM tracking WHERE {_OF_EDITION}", _names(edition))  # noqa: S608
        self.begin(edition)
        yield self

    def tend(self, edition: str, *, complete: bool) -> None:
        """See `ViewStore.tend`. The file holds nothing else to throw away."""

    def distrust(self, game: str) -> bool:
        """See `ViewStore.distrust`."""
        with self._mended(), self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "INSERT INTO distrusted VALUES (?) ON CONFLICT DO NOTHING RETURNING 0", (game,)
            )
            return cursor.fetchone() is not None

    def trust(self, game: str) -> None:
        """See `ViewStore.trust`."""
        with self._mended(), self.datastore.transaction(commit=True) as cursor:
            cursor.execute("DELETE FROM distrusted WHERE game = ?", (game,))

    def distrusted(self) -> list[str]:
        """See `ViewStore.distrusted`."""
        found, strange = [], []
        with self._mended():
            for [name] in self._file.select("SELECT CAST(game AS BLOB) FROM distrusted"):
                try:
                    found.append(name.decode())
                except UnicodeDecodeError:
                    strange.append((name,))
        if strange:
            # They name no game.
            with self._mended(), self.datastore.transaction(commit=True) as cursor:
                delete = "DELETE FROM distrusted WHERE CAST(game AS BLOB) = ?"
                cursor.executemany(delete, strange)
        return found

    def wait(
        self,
        application_name: str,
        notification_id: int | None,
        timeout: float = 1.0,
        interrupt: Event | None = None,
    ) -> None:
        """Wait until that position is reached, which is noticed within milliseconds.

        Raises TimeoutError after `timeout` seconds, WaitInterruptedError if `interrupt` is set.
        """
        deadline = monotonic() + timeout
        while not self.has_tracking_id(application_name, notification_id):
            if interrupt is not None and interrupt.is_set():
                raise WaitInterruptedError
            if monotonic() > deadline:
                raise TimeoutError(f"{application_name} has not come to {notification_id}")
            sleep(_POLL_SECONDS)

    def position(self, edition: str) -> int:
        """See `ViewStore.position`."""
        rows = self._select(
            "SELECT notification_id FROM tracking WHERE application_name = ?", (edition,)
        )
        return rows[0][0] if rows and isinstance(rows[0][0], int) else 0

    def last(self, partition: int = 0) -> tuple[int, Mark] | None:
        """See `ViewStore.last`."""
        table = "last_drawn_there WHERE partition = ?1" if partition else "last_drawn WHERE ?1 = 0"
        with self._mended(), self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                f"SELECT position, game, version, stamp FROM {table}",  # noqa: S608
                (partition,),
            )
            rows = cursor.fetchall()
        if not rows or not all(isinstance(it, int) for it in (rows[0][0], rows[0][2])):
            return None
        return rows[0][0], Mark(*rows[0][1:])

    def drawn(self, game: str, reader: str, name: str, *, edition: str) -> tuple[int, bytes] | None:
        """See `ViewStore.drawn`."""
        rows = self._select(
            f"""
            SELECT version, body FROM drawn
            WHERE game = :game AND reader = :reader AND name = :name AND {_IS_CURRENT}
            """,  # noqa: S608
            {"game": game, "reader": reader, "name": name, "edition": edition},
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def turns(self, game: str, *, edition: str) -> tuple[int, list[TurnEnd]]:
        """See `ViewStore.turns`."""
        rows = self._select(
            f"""
            SELECT lobby.version, turns.game, turn, phase, turns.version, turns.seal
            FROM lobby LEFT JOIN turns ON turns.game = lobby.game
            WHERE lobby.game = :game AND {_IS_CURRENT} ORDER BY turns.version
            """,  # noqa: S608
            {"game": game, "edition": edition},
        )
        found = [TurnEnd(*row[1:]) for row in rows if row[1] is not None]
        return (rows[0][0] if rows else 0), found

    def lobby(
        self,
        wanted: Wanted,
        *,
        edition: str,
        reached: Places,
        before: tuple[int, str] | None = None,
        besides: Collection[str] = (),
    ) -> list[Body] | None:
        """See `ViewStore.lobby`."""
        # Only what is asked for stands in the question, so that an index answers it.
        since, until = wanted.span
        scenario = next((tag for tag in wanted.tags if tag.startswith(SCENARIO_TAG)), None)
        winner = next((tag for tag in wanted.tags if tag.startswith(WINNER)), None)
        # With the sign no index is taken for it: another one has fewer games.
        by = _by(wanted)
        asked = {
            **{f"{'' if it in by else '+'}{COLUMNS[it]} = :{it}": True for it in wanted.said},
            ONLY["winner"]: winner is not None,
            ONLY["status"]: wanted.status not in (None, OVER),
            "0": wanted.is_impossible,
            "game = :game": wanted.game is not None,
            "listed": wanted.game is None,
            IS_OPEN: wanted.is_open,
            "created >= :since": since is not None,
            "created < :until": until is not None,
            "game IN (SELECT value FROM json_each(:games))": wanted.games is not None,
            "(created, game) < (:created, :before)": before is not None,
        }
        created, game = before or (None, None)
        return self._page(
            f"""
            SELECT game, body, created AS at, version FROM lobby
            WHERE {" AND ".join(it for it, is_asked in asked.items() if is_asked)}
            """,  # noqa: S608
            {
                "status": wanted.status,
                "ruleset": wanted.ruleset,
                "scenario": scenario,
                "winner": winner,
                "game": wanted.game,
                "games": None if wanted.games is None else _list(wanted.games),
                "created": created,
                "before": game,
                "since": since,
                "until": until,
            },
            (edition, reached, wanted.limit, besides),
        )

    def entries(self, games: Collection[str], *, edition: str) -> list[Body]:
        """See `ViewStore.entries`."""
        rows = self._select(
            f"""
            SELECT game, body FROM lobby
            WHERE game IN (SELECT value FROM json_each(:games)) AND {_IS_CURRENT}
            """,  # noqa: S608
            {"games": _list(games), "edition": edition},
        )
        return [Body(*row) for row in rows]

    def rulings(
        self, wanted: WantedRulings, *, edition: str, reached: Places, besides: Collection[str] = ()
    ) -> list[Body] | None:
        """See `ViewStore.rulings`."""
        at, game, version = wanted.after or (None, None, None)
        return self._page(
            """
            SELECT game, body, at, version FROM rulings
            WHERE (:clause IS NULL OR EXISTS (
                SELECT 0 FROM cited WHERE cited.clause = :clause
                AND cited.game = rulings.game AND cited.version = rulings.version))
            AND (:ruleset IS NULL OR ruleset = :ruleset)
            AND (:only IS NULL OR game = :only)
            AND (:at IS NULL OR (at, game, version) < (:at, :game, :version))
            """,
            {
                "clause": wanted.clause,
                "ruleset": wanted.ruleset,
                "only": wanted.game,
                "at": at,
                "game": game,
                "version": version,
            },
            (edition, reached, wanted.limit, besides),
        )

    def _page(
        self,
        select: str,
        values: dict[str, object],
        page: tuple[str, Places, int, Collection[str]],
    ) -> list[Body] | None:
        """The newest bodies that `select` finds, and one more than the limit.

        `page` is the edition, the places that it has to have reached, the limit and the games
        that are left out. None if one of them has not been reached.
        """
        edition, reached, limit, besides = page
        there = _REACHED_THERE if len(reached) > 1 else ""
        # A row without a game says that the position has been reached, but nothing was found.
        rows = self._select(
            f"""
            SELECT page.game, page.body FROM tracking LEFT JOIN (
                {select} AND game NOT IN (SELECT value FROM json_each(:besides))
                ORDER BY at DESC, game DESC, version DESC LIMIT :limit) AS page
            WHERE application_name = :edition AND notification_id >= :reached {there}
            ORDER BY page.at DESC, page.game DESC, page.version DESC
            """,  # noqa: S608
            {
                **values,
                "edition": edition,
                "reached": reached[0],
                "places": _places(edition, reached),
                "limit": limit + 1,
                "besides": _list(besides),
            },
        )
        return [Body(*row) for row in rows if row[0] is not None] if rows else None

    def _select(self, statement: str, values: object) -> Sequence[Sequence[Any]]:
        """The rows of a SELECT; none where the file does not give them."""
        try:
            rows = self._file.select(statement, values)
        except PersistenceError as error:
            if not self._is_silent:
                _log.warning("the view file is not read, the log is in its place: %s", error)
            self._is_silent = True
            if self._file.is_damage(error):
                with suppress(OSError, PersistenceError):
                    self._file.make_anew(self._make_tables)
            return []
        self._is_silent = False
        return rows

    @contextmanager
    def _mended(self) -> Iterator[None]:
        """Where damage is noticed: the file is made again, and an IntegrityError raised."""
        try:
            yield
        except PersistenceError as error:
            if not self._file.is_damage(error):
                raise
            self._file.make_anew(self._make_tables)
            raise IntegrityError("the view file was damaged, and is drawn again") from error


def _names(edition: str) -> tuple[str, int, str]:
    """The values of `_OF_EDITION`."""
    begin = tracked(edition, 1)[:-1]
    return edition, len(begin), begin


def _places(edition: str, reached: Places) -> str:
    """The places by the names under which they are kept, as JSON."""
    there = {tracked(edition, number): place for number, place in enumerate(reached)}
    return msgspec.json.encode(there).decode()


def _list(ids: Iterable[str]) -> str:
    return msgspec.json.encode(list(ids)).decode()


def _by(wanted: Wanted) -> tuple[str, ...]:
    """By which choices the games of a page are found: those which leave the fewest, as a rule."""
    if wanted.game is not None or wanted.games is not None or wanted.is_open:
        return ()
    alone = ("status",) if wanted.status not in (None, OVER) else ("winner",)
    by = (*together(wanted.said), alone, ("winner",), ("scenario",), ("ruleset",), ("status",))
    return next((it for it in by if {*it} <= wanted.said.keys()), ())
