"""The log as it is recorded in one SQLite file and selected from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from threading import Event as Signal
from typing import Any
from uuid import UUID
from weakref import WeakSet

import msgspec
from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    Notification,
    StoredEvent,
    Subscription,
)
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor

from napoleon.log.ids import GUESSABLE_LENGTH
from napoleon.log.store.recorder import (
    ALONE,
    CheckpointRow,
    GamePlace,
    KeyRow,
    ListedGames,
    LogRecorder,
    OrderRow,
    RulingPlace,
    SideRecords,
    StandingOrderRow,
    StoreMissing,
    TextRow,
    WebhookRow,
)
from napoleon.log.store.sqlite import marks, names
from napoleon.log.store.sqlite.connection import Datastore, connect
from napoleon.log.store.sqlite.probing import probe
from napoleon.log.store.sqlite.schema import (
    FILLING,
    SCHEMA_VERSION,
    STATEMENTS,
    UPGRADES,
    missing,
)
from napoleon.log.store.sqlite.subscription import SQLiteSubscription
from napoleon.log.store.sqlite.waking import touch
from napoleon.log.store.stream import Asked, check_states, rows, topic_called

_SELECT_ROWS = """
    SELECT version, topic, state FROM events
    WHERE game = (SELECT number FROM games WHERE game = :game)
    AND version > :gt AND version <= :lte
    ORDER BY version {direction} LIMIT :limit
"""

# A version that is not a number is greater than all numbers.
_SELECT_HEAD = """
    SELECT max(version) FROM events
    WHERE game = (SELECT number FROM games WHERE game = :game) AND version <= 9223372036854775807
"""

_SELECT_STREAM = f"""
    SELECT ({_SELECT_HEAD}), group_concat(version), group_concat(topic),
        CAST(group_concat(state, char(30)) AS BLOB)
    FROM ({_SELECT_ROWS})
"""  # noqa: S608

_SELECT_REMAINS = f"""
    SELECT version, topic, CAST(state AS BLOB) FROM ({_SELECT_ROWS}) ORDER BY version {{direction}}
"""  # noqa: S608

_INSERT_EVENT = """
    INSERT INTO events (game, version, topic, state) VALUES (
        (SELECT number FROM games WHERE game = ?), ?,
        (SELECT number FROM topics WHERE topic = ?), ?)
"""

_NUMBER_GAME = """
    INSERT INTO games (game) SELECT :game WHERE NOT EXISTS (SELECT 1 FROM games WHERE game = :game)
"""

_NUMBER_TOPIC = """
    INSERT INTO topics (topic) SELECT :topic
    WHERE NOT EXISTS (SELECT 1 FROM topics WHERE topic = :topic)
"""

# Without an end of a page before, the list begins at the end of time.
_LISTED = f"""
    SELECT at, game FROM {{chosen}} listed
    WHERE (at, game) < (coalesce(:at, {2**63 - 1}), coalesce(:game, ''))
    AND at >= coalesce(:since, {-(2**63)}) AND at < coalesce(:until, {2**63 - 1})
    AND (:ruleset IS NULL OR ruleset = :ruleset)
    AND (:scenario IS NULL OR scenario = :scenario)
    {{only}}
    ORDER BY at DESC, game DESC LIMIT :limit
"""  # noqa: S608

_RULED = f"""
    SELECT at, game, version FROM ruled
    WHERE (at, game, version) < (coalesce(:at, {2**63 - 1}), coalesce(:game, ''), :version)
    AND (:ruleset IS NULL OR ruleset = :ruleset)
    ORDER BY at DESC, game DESC, version DESC LIMIT :limit
"""  # noqa: S608

_INSTRUCTED = """
    SELECT game, (
        SELECT max(version) FROM events
        WHERE game = (SELECT number FROM games WHERE game = kept.game)
    ), group_concat(id, ' ')
    FROM instructions AS kept GROUP BY game
"""

_KEPT_STANDING_ORDER = "SELECT id FROM instructions WHERE game = ? AND id = ?"

_OF_SEAT = "SELECT id FROM instructions WHERE game = ? AND seat = ?"

_PUT_STANDING_ORDER = "INSERT INTO instructions (game, id, seat, body) VALUES (?, ?, ?, ?)"

_DROP_STANDING_ORDER = "DELETE FROM instructions WHERE game = ? AND id = ? RETURNING id"

_ERASE_TEXT = "DELETE FROM texts WHERE game = ? AND id = ?"

_INSERT_ORDER = """
    INSERT INTO orders VALUES ((SELECT number FROM games WHERE game = ?), ?, ?, ?, ?, ?, ?)
"""

_INSERT_SEAL = """
    INSERT INTO order_seals VALUES ((SELECT number FROM games WHERE game = ?), ?, ?)
"""

_SELECT_ORDER = """
    SELECT first_version, last_version, digest, carried_out, refused, seal
    FROM games
    LEFT JOIN orders ON orders.game = games.number AND orders.order_id = ?2
    LEFT JOIN order_seals ON order_seals.game = games.number AND order_seals.order_id = ?2
    WHERE games.game = ?1 AND coalesce(orders.game, order_seals.game) IS NOT NULL
"""

_GUESSABLE = """
    SELECT EXISTS (
        SELECT 1 FROM orders
        WHERE game = (SELECT number FROM games WHERE game = ?) AND length(order_id) = ?)
"""

_INSERT_CHECKPOINT = """
    INSERT INTO checkpoints VALUES ((SELECT number FROM games WHERE game = ?), ?, ?, ?)
"""

_LAST = 2**63 - 1
"""The greatest number that SQLite holds."""


class SQLiteLogRecorder(SQLiteApplicationRecorder, LogRecorder):
    """Records and selects the log in the file of its datastore."""

    datastore: Datastore

    def __init__(self, datastore: Datastore) -> None:
        super().__init__(datastore, events_table_name="events")
        self.wake: WeakSet[Signal] = WeakSet()
        """What is set when this process has recorded something."""
        self._topics: dict[str, str] = {}

    def construct_create_table_statements(self) -> list[str]:
        """The statements that make an empty file a log."""
        return list(STATEMENTS)

    def create_table(self) -> None:
        """Make the missing tables. Raises StoreMissing for a later release's."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute("PRAGMA user_version")
            found = cursor.fetchone()[0]
            if found == 0:
                self._create_table(cursor)
            for statement in UPGRADES.get(found, ()):
                cursor.execute(statement)
        if found == FILLING:
            raise missing(self.datastore.path, found)
        if found not in (0, SCHEMA_VERSION, *UPGRADES):
            raise StoreMissing(f"{self.datastore.path} has schema {found}, not {SCHEMA_VERSION}")

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        side_records: SideRecords = ALONE,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """See `LogRecorder.insert_events`."""
        with self.datastore.transaction(commit=True) as cursor:
            return self._insert_events(cursor, stored_events, side_records=side_records)

    def probe(self, seconds: float) -> None:
        """See `LogRecorder.probe`."""
        probe(self.datastore.path, seconds)

    def announce(self) -> None:
        """See `LogRecorder.announce`."""
        for signal in list(self.wake):
            signal.set()
        touch(self.datastore.path)

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        side_records: SideRecords = ALONE,
        **_: Any,
    ) -> Sequence[int] | None:
        check_states(stored_events)
        c.executemany(
            _NUMBER_GAME,
            [{"game": id_} for id_ in sorted({str(it.originator_id) for it in stored_events})],
        )
        c.executemany(
            _NUMBER_TOPIC,
            [{"topic": topic} for topic in sorted({event.topic for event in stored_events})],
        )
        ids = []
        for event in stored_events:
            c.execute(
                _INSERT_EVENT,
                (event.originator_id, event.originator_version, event.topic, event.state),
            )
            ids.append(c.lastrowid)
        game = str(stored_events[0].originator_id) if stored_events else ""
        if side_records.order is not None:
            *kept, seal = msgspec.structs.astuple(side_records.order)
            c.execute(_INSERT_ORDER, kept)
            if seal is not None:
                c.execute(_INSERT_SEAL, (*kept[:2], seal))
        for seat, name in side_records.names.items():
            names.put(c, game, seat, name)
        for text in side_records.texts:
            c.execute("INSERT INTO texts VALUES (?, ?, ?, ?)", msgspec.structs.astuple(text))
        for text_id in side_records.erased:
            c.execute(_ERASE_TEXT, (game, text_id))
        if side_records.forget:
            c.execute("DELETE FROM instructions WHERE game = ?", (game,))
        for left in side_records.left:
            c.execute(_PUT_STANDING_ORDER, (left.game, left.id, left.seat, left.body))
        for checkpoint in side_records.checkpoints:
            c.execute(_INSERT_CHECKPOINT, msgspec.structs.astuple(checkpoint))
        if side_records.used is not None:
            c.execute(
                _DROP_STANDING_ORDER if side_records.spent else _KEPT_STANDING_ORDER,
                (game, side_records.used),
            )
            if c.fetchone() is None:
                raise IntegrityError(f"instruction {side_records.used} is not kept any more")
        if side_records.unchanged is not None:
            seat, ids_said = side_records.unchanged
            c.execute(_OF_SEAT, (game, seat))
            if {row[0] for row in c.fetchall()} != {*ids_said}:
                raise IntegrityError(f"other instructions are kept for {seat}")
        return ids

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """A game's events in the order of their versions.

        They are fetched as one row: `sqlite3` gives up the interpreter lock at every row, which
        costs a threaded server more than all the rest. Raises BrokenLog at a version that is
        missing.
        """
        game, asked = str(originator_id), Asked(gt, lte, desc, limit)
        [found_as_one] = self.datastore.select(_worded(_SELECT_STREAM, asked), _values(game, asked))
        head, versions, topics, states = found_as_one
        if head is None:
            return []
        if versions is None:
            asked.check(game, [], int(head))
            return []
        numbers = _numbers(versions)
        found = rows(game, numbers, self._topic_names(topics.split(",")), states)
        if found is None:
            found = self._one_by_one(game, asked)
            numbers = [row.originator_version for row in found]
        asked.check(game, numbers, int(head))
        return found

    def remains(
        self, game: str, *, after: int = 0, limit: int | None = None
    ) -> Sequence[StoredEvent]:
        """See `LogRecorder.remains`."""
        if after == 0:
            # Somebody who changes the log may change the names of topics too.
            self._topics = {}
        return self._one_by_one(game, Asked(gt=after, limit=limit))

    def _one_by_one(self, game: str, asked: Asked) -> Sequence[StoredEvent]:
        """What can be made of rows that somebody may have changed in any way."""
        found = self.datastore.select(_worded(_SELECT_REMAINS, asked), _values(game, asked))
        readable = [row for row in found if isinstance(row[0], int)]
        topics = self._topic_names([str(row[1]) for row in readable])
        return [
            StoredEvent(game, version, topic, state)
            for (version, _, state), topic in zip(readable, topics, strict=True)
        ]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Events of all games in the order in which they were recorded."""
        first = 0 if start is None else start + (not inclusive_of_start)
        values: list[Any] = [first, _LAST if stop is None else stop, *topics, limit]
        chosen = f"AND topics.topic IN ({','.join('?' * len(topics))})" if topics else ""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                f"""
                SELECT coalesce(games.game, ''), version, coalesce(topics.topic, ''), state, id
                FROM events
                LEFT JOIN games ON games.number = events.game
                LEFT JOIN topics ON topics.number = events.topic
                WHERE id >= ? AND id <= ? {chosen} ORDER BY id LIMIT ?
                """,  # noqa: S608
                values,
            )
            return [Notification(*row) for row in cursor.fetchall()]

    def max_notification_id(self) -> int | None:  # type: ignore[override]
        """The newest notification id, None for an empty log."""
        newest: int | None = self._select_one("SELECT max(id) FROM events", ())[0]
        return newest

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """Notifications after `gt` as they are recorded, by this process or another."""
        store = self.datastore
        watching = partial(connect, store.path, synchronous=store.synchronous)
        return SQLiteSubscription(
            self, gt, topics, path=store.path, wake=self.wake, watching=watching
        )

    def games_after(self, position: int) -> list[str]:
        """See `LogRecorder.games_after`."""
        newer = "WHERE number IN (SELECT game FROM events WHERE id > ?)"
        if position > 0:
            rows = self.datastore.select(f"SELECT game FROM games {newer}", (position,))  # noqa: S608
        else:
            rows = self.datastore.select("SELECT game FROM games")
        return [row[0] for row in rows]

    def listed(self, wanted: ListedGames) -> list[GamePlace]:
        """See `LogRecorder.listed`."""
        at, game = wanted.before or (None, None)
        values = {
            "at": at,
            "game": game,
            "ruleset": wanted.ruleset,
            "scenario": wanted.scenario,
            "since": wanted.since,
            "until": wanted.until,
            "limit": wanted.limit,
        }
        chosen = only = ""
        if wanted.games is not None:
            # In this order, so that the list is not gone through for a few of them.
            chosen, only = "json_each(:games) AS chosen CROSS JOIN", "AND game = chosen.value"
            values["games"] = msgspec.json.encode(sorted(wanted.games)).decode()
        rows = self.datastore.select(_LISTED.format(chosen=chosen, only=only), values)
        return [(row[0], row[1]) for row in rows]

    def ruled(
        self, before: RulingPlace | None, limit: int, ruleset: str | None = None
    ) -> list[RulingPlace]:
        """See `LogRecorder.ruled`."""
        at, game, version = before or (None, None, None)
        values = {"at": at, "game": game, "version": version, "ruleset": ruleset, "limit": limit}
        return [(row[0], row[1], row[2]) for row in self.datastore.select(_RULED, values)]

    def head(self, game: str) -> int | None:
        """See `LogRecorder.head`."""
        newest = self._select_one(_SELECT_HEAD, {"game": game})[0]
        return None if newest is None else int(newest)

    def heads(self, games: Collection[str]) -> dict[str, int]:
        """See `LogRecorder.heads`."""
        return marks.heads(self.datastore, games)

    def awake(self) -> Iterator[str]:
        """See `LogRecorder.awake`."""
        return marks.awake(self.datastore)

    def rest(self, over: Mapping[str, int]) -> None:
        """See `LogRecorder.rest`."""
        marks.rest(self.datastore, over)

    def marked(
        self, topics: Collection[str], games: Collection[str] | None = None
    ) -> Iterator[Notification]:
        """See `LogRecorder.marked`."""
        return marks.marked(self.datastore, topics, games)

    def mark_more(self) -> bool:
        """See `LogRecorder.mark_more`."""
        return marks.mark_more(self.datastore)

    def order(self, game: str, order_id: str) -> OrderRow | None:
        """See `LogRecorder.order`."""
        row = self._select_one(_SELECT_ORDER, (game, order_id))
        return row and OrderRow(game, order_id, *row)

    def has_guessable_orders(self, game: str) -> bool:
        """See `LogRecorder.has_guessable_orders`."""
        return bool(self._select_one(_GUESSABLE, (game, GUESSABLE_LENGTH))[0])

    def names(self, game: str) -> dict[str, str]:
        """See `LogRecorder.names`."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT seat, name FROM names WHERE game = ? ORDER BY seat", (game,))
            return dict(cursor.fetchall())

    def names_of(self, games: Sequence[str]) -> dict[str, dict[str, str]]:
        """See `LogRecorder.names_of`."""
        found: dict[str, dict[str, str]] = {}
        for game, seat, name in self.datastore.select(
            "SELECT game, seat, name FROM names "
            "WHERE game IN (SELECT value FROM json_each(?)) ORDER BY game, seat",
            (msgspec.json.encode(list(games)).decode(),),
        ):
            found.setdefault(game, {})[seat] = name
        return found

    def games_named(self, part: str, limit: int) -> list[str]:
        """See `LogRecorder.games_named`."""
        return names.games_named(self.datastore, part, limit)

    def put_name(self, game: str, seat: str, name: str | None) -> None:
        """See `LogRecorder.put_name`."""
        with self.datastore.transaction(commit=True) as cursor:
            names.put(cursor, game, seat, name)

    def texts(self, game: str) -> list[TextRow]:
        """See `LogRecorder.texts`."""
        rows = self.datastore.select(
            "SELECT game, id, salt, text FROM texts WHERE game = ? ORDER BY id", (game,)
        )
        return [TextRow(*row) for row in rows]

    def standing_orders(self, game: str) -> list[StandingOrderRow]:
        """See `LogRecorder.standing_orders`."""
        rows = self.datastore.select(
            "SELECT game, id, seat, body FROM instructions WHERE game = ? ORDER BY number", (game,)
        )
        return [StandingOrderRow(*row) for row in rows]

    def instructed(self) -> dict[str, tuple[int, str]]:
        """See `LogRecorder.instructed`."""
        rows = self.datastore.select(_INSTRUCTED)
        return {game: (version or 0, kept) for game, version, kept in rows}

    def put_standing_order(self, row: StandingOrderRow) -> None:
        """See `LogRecorder.put_standing_order`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(_PUT_STANDING_ORDER, (row.game, row.id, row.seat, row.body))

    def replace_standing_orders(
        self,
        game: str,
        seat: str,
        before: Sequence[str],
        gone: Sequence[str],
        rows: Sequence[StandingOrderRow],
    ) -> bool:
        """See `LogRecorder.replace_standing_orders`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(_OF_SEAT, (game, seat))
            if {row[0] for row in cursor.fetchall()} != {*before}:
                return False
            for standing_order in gone:
                cursor.execute(_DROP_STANDING_ORDER, (game, standing_order))
            for row in rows:
                cursor.execute(_PUT_STANDING_ORDER, (row.game, row.id, row.seat, row.body))
        return True

    def drop_standing_order(self, game: str, standing_order: str) -> bool:
        """See `LogRecorder.drop_standing_order`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(_DROP_STANDING_ORDER, (game, standing_order))
            return cursor.fetchone() is not None

    def checkpoints(
        self, game: str, *, after: int = 0, limit: int | None = None
    ) -> list[CheckpointRow]:
        """See `LogRecorder.checkpoints`."""
        rows = self.datastore.select(
            "SELECT size, note, leaves FROM checkpoints "
            "WHERE game = (SELECT number FROM games WHERE game = ?) AND size > ? "
            "ORDER BY size LIMIT ?",
            (game, after, -1 if limit is None else limit),
        )
        return [CheckpointRow(game, *row) for row in rows]

    def checkpointed(self, game: str) -> int:
        """See `LogRecorder.checkpointed`."""
        newest: int = self._select_one(
            "SELECT coalesce(max(size), 0) FROM checkpoints "
            "WHERE game = (SELECT number FROM games WHERE game = ?)",
            (game,),
        )[0]
        return newest

    def put_checkpoint(self, row: CheckpointRow) -> None:
        """See `LogRecorder.put_checkpoint`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(_INSERT_CHECKPOINT, msgspec.structs.astuple(row))

    def signing_keys(self) -> list[KeyRow]:
        """See `LogRecorder.signing_keys`."""
        rows = self.datastore.select(
            "SELECT number, key, since, until, vouched FROM signing_keys ORDER BY number"
        )
        return [KeyRow(*row) for row in rows]

    def put_signing_keys(self, rows: Sequence[KeyRow]) -> None:
        """See `LogRecorder.put_signing_keys`."""
        with self.datastore.transaction(commit=True) as cursor:
            for row in rows:
                cursor.execute(
                    "INSERT INTO signing_keys VALUES (?, ?, ?, ?, ?)", msgspec.structs.astuple(row)
                )

    def webhooks(self, game: str) -> list[WebhookRow]:
        """See `LogRecorder.webhooks`."""
        rows = self.datastore.select("SELECT * FROM webhooks WHERE game = ? ORDER BY id", (game,))
        return [WebhookRow(*row) for row in rows]

    def put_webhook(self, row: WebhookRow) -> None:
        """See `LogRecorder.put_webhook`."""
        with self.datastore.transaction(commit=True) as cursor:
            marks = ", ".join("?" * len(row.__struct_fields__))
            cursor.execute(
                f"INSERT INTO webhooks VALUES ({marks})",  # noqa: S608
                msgspec.structs.astuple(row),
            )

    def drop_webhook(self, game: str, webhook: str) -> bool:
        """See `LogRecorder.drop_webhook`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "DELETE FROM webhooks WHERE game = ? AND id = ? RETURNING id", (game, webhook)
            )
            return cursor.fetchone() is not None

    def webhooks_due(self, now: int, limit: int) -> list[WebhookRow]:
        """See `LogRecorder.webhooks_due`."""
        rows = self.datastore.select(
            """
            SELECT * FROM webhooks
            WHERE due <= ? AND sent < (
                SELECT max(version) FROM events
                WHERE game = (SELECT number FROM games WHERE game = webhooks.game))
            ORDER BY due LIMIT ?
            """,
            (now, limit),
        )
        return [WebhookRow(*row) for row in rows]

    def move_webhook(self, before: WebhookRow, after: WebhookRow) -> bool:
        """See `LogRecorder.move_webhook`."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "UPDATE webhooks SET sent = ?, failures = ?, due = ? "
                "WHERE game = ? AND id = ? AND sent = ? AND failures = ? AND due = ? "
                "RETURNING id",
                (
                    *(after.sent, after.failures, after.due, before.game, before.id),
                    *(before.sent, before.failures, before.due),
                ),
            )
            return cursor.fetchone() is not None

    def _select_one(self, statement: str, values: Any) -> Any:
        rows = self.datastore.select(statement, values)
        return rows[0] if rows else None

    def _topic_names(self, numbers: list[str]) -> list[str]:
        # Topics are never renumbered, so what is known stays true.
        # Read once: another thread may forget them meanwhile.
        different, known = set(numbers), self._topics
        if not known.keys() >= different:
            with self.datastore.transaction(commit=False) as cursor:
                cursor.execute("SELECT number, topic FROM topics")
                known = self._topics = {str(row[0]): row[1] for row in cursor.fetchall()}
        names = {it: known.get(it) or topic_called(it) for it in different}
        return [names[number] for number in numbers]


def _worded(statement: str, asked: Asked) -> str:
    return statement.format(direction="DESC" if asked.desc else "ASC")


def _values(game: str, asked: Asked) -> dict[str, str | int]:
    return {
        "game": game,
        "gt": -1 if asked.gt is None else min(asked.gt, _LAST),
        "lte": _LAST if asked.lte is None else min(asked.lte, _LAST),
        "limit": -1 if asked.limit is None else asked.limit,
    }


_whole_numbers = msgspec.json.Decoder(list[int]).decode


def _numbers(versions: str) -> list[int]:
    """The versions as SQLite joins them; none if one of them is not a whole number."""
    try:
        return _whole_numbers(f"[{versions}]")
    except msgspec.DecodeError:
        return []
