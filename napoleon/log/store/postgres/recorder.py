"""The log as it is recorded in a PostgreSQL database and selected from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from copy import copy
from functools import partial
from typing import Any, Self, cast
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError, Notification, StoredEvent

from napoleon.log.ids import GUESSABLE_LENGTH
from napoleon.log.store.leases import Check, Held, Leases
from napoleon.log.store.postgres import leases, marks, names, recording
from napoleon.log.store.postgres.connection import Datastore
from napoleon.log.store.postgres.following import LAST, Followed
from napoleon.log.store.postgres.probing import probe
from napoleon.log.store.postgres.replicas import Replicas, due
from napoleon.log.store.recorder import (
    ALONE,
    CheckpointRow,
    CopyReads,
    GamePlace,
    KeyRow,
    ListedGames,
    LogRecorder,
    OrderRow,
    Pool,
    RulingPlace,
    SideRecords,
    StandingOrderRow,
    TextRow,
    WebhookRow,
)
from napoleon.log.store.stream import Asked, check_states, rows, topic_called

_SELECT_ROWS = """
    SELECT version, topic, state FROM events
    WHERE game = (SELECT number FROM games WHERE game = %(game)s)
    AND version > %(gt)s AND version <= %(lte)s
    ORDER BY version {direction} LIMIT %(limit)s
"""

_SELECT_HEAD = """
    SELECT max(version) FROM events
    WHERE game = (SELECT number FROM games WHERE game = %(game)s)
"""

_SELECT_STREAM = f"""
    SELECT ({_SELECT_HEAD}), array_agg(version), array_agg(topic),
        string_agg(state, '\\x1e'::bytea)
    FROM ({_SELECT_ROWS}) AS stream
"""  # noqa: S608

_SELECT_EVENT = """
    SELECT id, state FROM events
    WHERE game = (SELECT number FROM games WHERE game = %s) AND version = %s
"""

_LISTED = """
    SELECT at, game FROM listed
    WHERE {before}
    AND (%(since)s::bigint IS NULL OR at >= %(since)s)
    AND (%(until)s::bigint IS NULL OR at < %(until)s)
    AND (%(ruleset)s::text IS NULL OR ruleset = %(ruleset)s)
    AND (%(scenario)s::text IS NULL OR scenario = %(scenario)s)
    AND (%(games)s::text[] IS NULL OR game = ANY (%(games)s))
    ORDER BY at DESC, game DESC LIMIT %(limit)s
"""

_RULED = """
    SELECT at, game, version FROM ruled
    WHERE {before} AND (%(ruleset)s::text IS NULL OR ruleset = %(ruleset)s)
    ORDER BY at DESC, game DESC, version DESC LIMIT %(limit)s
"""

_INSERT_KEYS = """
    INSERT INTO signing_keys
    SELECT * FROM unnest(%s::integer[], %s::text[], %s::bigint[], %s::bigint[], %s::text[])
        AS given (number, key, since, until, vouched)
    ORDER BY number RETURNING number
"""

_INSTRUCTED = """
    SELECT game, (
        SELECT max(version) FROM events
        WHERE game = (SELECT number FROM games WHERE game = kept.game)
    ), string_agg(id, ' ' ORDER BY number)
    FROM instructions AS kept WHERE {here} GROUP BY game
"""

_NUMBER = "(SELECT number FROM games WHERE games.game = {}.game)"

_WEBHOOKS_DUE = """
    SELECT * FROM webhooks
    WHERE due <= %(now)s AND {here} AND sent < (
        SELECT max(version) FROM events
        WHERE game = (SELECT number FROM games WHERE game = webhooks.game))
    ORDER BY due LIMIT %(limit)s
"""

_SELECT_ORDER = """
    SELECT first_version, last_version, digest, carried_out, refused, seal
    FROM games
    LEFT JOIN orders ON orders.game = games.number AND orders.order_id = %s
    LEFT JOIN order_seals ON order_seals.game = games.number AND order_seals.order_id = %s
    WHERE games.game = %s AND coalesce(orders.game, order_seals.game) IS NOT NULL
"""

_GUESSABLE = """
    SELECT EXISTS (
        SELECT 1 FROM orders
        WHERE game = (SELECT number FROM games WHERE game = %s) AND length(order_id) = %s)
"""


class PostgresLogRecorder(Followed, LogRecorder):
    """Records and selects the log in the database of its datastore.

    If the connection breaks, it tries again for a short while. Raises OperationalError if the
    database cannot be reached, or another writer holds the log for too long.
    """

    _turn: marks.Turn = staticmethod(recording.behind_everybody)

    def __init__(self, datastore: Datastore, replicas: Replicas | None = None) -> None:
        super().__init__(datastore)
        self._replicas = replicas or Replicas([], datastore)
        self._numbers: Sequence[int] | None = None
        self._whole: Self | None = None
        # Topics are never renumbered, so what is known stays true.
        self._topics: dict[int, str] = {}

    def only(self, numbers: Sequence[int], check: Check) -> Self:
        """The log as a worker looks at it who holds these partitions as long as `check` says so.

        Whatever is asked of it raises LeaseLost once that raises it.
        """
        part = copy(self)
        part.datastore = self.datastore.only_while(check)
        part._numbers = tuple(numbers)
        part._whole = self
        return part

    @property
    def whole(self) -> PostgresLogRecorder:
        """See `LogRecorder.whole`."""
        return self._whole or self

    @property
    def numbers(self) -> Sequence[int]:
        """See `LogRecorder.numbers`."""
        return range(self.partitions) if self._numbers is None else self._numbers

    @property
    def _parts(self) -> marks.Parts:
        return marks.Parts(self.partitions, self.numbers)

    def leases(self, group: str) -> AbstractContextManager[Leases[LogRecorder]]:
        """See `LogRecorder.leases`."""
        return leases.leases(self, self.datastore, self.only, group)

    def held(self, group: str) -> Held:
        """See `LogRecorder.held`."""
        return leases.held(self.datastore, self.partitions, group)

    def check_held(self) -> None:
        """See `LogRecorder.check_held`."""
        self.datastore.check()

    def pool(self) -> Pool:
        """See `LogRecorder.pool`."""
        return self.datastore.pool()

    def copy_reads(self) -> CopyReads | None:
        """See `LogRecorder.copy_reads`."""
        return self._replicas.reads()

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        side_records: SideRecords = ALONE,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """See `LogRecorder.insert_events`."""
        if not stored_events:
            return []
        check_states(stored_events)
        known = self._known({event.topic for event in stored_events})
        rows = self.datastore.transaction(
            partial(
                recording.record,
                events=stored_events,
                side_records=side_records,
                known=known,
                turn=self._turn,
            ),
            recorded=partial(self._recorded, stored_events),
        )
        self._replicas.recorded(str(stored_events[0].originator_id))
        return [row[0] for row in rows]

    def probe(self, seconds: float) -> None:
        """See `LogRecorder.probe`."""
        probe(self.datastore, seconds)

    def announce(self) -> None:
        """See `LogRecorder.announce`: the database has told those who listen to it."""

    def _recorded(self, events: Sequence[StoredEvent]) -> list[tuple[int]] | None:
        """The ids of `events` if the log holds these very ones: their states include the time."""
        first, last = events[0], events[-1]
        for event in (first, last):
            place = (event.originator_id, event.originator_version)
            found = self.datastore.select(_SELECT_EVENT, place)
            if not found or found[0][1] != event.state:
                return None
            newest = found[0][0]
        # What is recorded at once has ids without gaps.
        return [(id_,) for id_ in range(newest - len(events) + 1, newest + 1)]

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """A game's events in the order of their versions, fetched as one row.

        Raises BrokenLog at a version that is missing.
        """
        game, asked = str(originator_id), Asked(gt, lte, desc, limit)
        statement, values = _worded(_SELECT_STREAM, asked), _values(game, asked)
        [[head, versions, topics, states]] = self._replicas.events(
            game, self._due(game, asked), statement, values, lambda it: it[0][1]
        ) or self.datastore.select(statement, values)
        if head is None:
            return []
        if versions is None:
            asked.check(game, [], head)
            return []
        asked.check(game, versions, head)
        found = rows(game, versions, self._topic_names(topics), states)
        return self._one_by_one(game, asked) if found is None else found

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
        statement, values = _worded(_SELECT_ROWS, asked), _values(game, asked)
        found = self._replicas.events(
            game, self._due(game, asked), statement, values, lambda it: [row[0] for row in it]
        ) or self.datastore.select(statement, values)
        topics = self._topic_names([row[1] for row in found])
        return [
            StoredEvent(game, version, topic, state)
            for (version, _, state), topic in zip(found, topics, strict=True)
        ]

    def listed(self, wanted: ListedGames) -> list[GamePlace]:
        """See `LogRecorder.listed`."""
        before = "(at, game) < (%(at)s, %(game)s)" if wanted.before else "true"
        at, game = wanted.before or (None, None)
        found = self.datastore.select(
            _LISTED.format(before=before),
            {
                "at": at,
                "game": game,
                "ruleset": wanted.ruleset,
                "scenario": wanted.scenario,
                "since": wanted.since,
                "until": wanted.until,
                "games": None if wanted.games is None else list(wanted.games),
                "limit": wanted.limit,
            },
        )
        return [(int(row[0]), str(row[1])) for row in found]

    def ruled(
        self, before: RulingPlace | None, limit: int, ruleset: str | None = None
    ) -> list[RulingPlace]:
        """See `LogRecorder.ruled`."""
        after = "(at, game, version) < (%(at)s, %(game)s, %(version)s)" if before else "true"
        at, game, version = before or (None, None, None)
        found = self.datastore.select(
            _RULED.format(before=after),
            {"at": at, "game": game, "version": version, "ruleset": ruleset, "limit": limit},
        )
        return [(int(row[0]), str(row[1]), int(row[2])) for row in found]

    def head(self, game: str) -> int | None:
        """See `LogRecorder.head`."""
        [[newest]] = self.datastore.select(_SELECT_HEAD, {"game": game})
        return cast("int | None", newest)

    def heads(self, games: Collection[str]) -> dict[str, int]:
        """See `LogRecorder.heads`."""
        return marks.heads(self.datastore, games)

    def awake(self) -> Iterator[str]:
        """See `LogRecorder.awake`."""
        return marks.awake(self.datastore, self._parts)

    def rest(self, over: Mapping[str, int]) -> None:
        """See `LogRecorder.rest`."""
        marks.rest(self.datastore, over, self._turn)

    def marked(
        self, topics: Collection[str], games: Collection[str] | None = None
    ) -> Iterator[Notification]:
        """See `LogRecorder.marked`."""
        return marks.marked(self.datastore, topics, games, self._parts)

    def mark_more(self) -> bool:
        """See `LogRecorder.mark_more`."""
        return marks.mark_more(self.datastore)

    def order(self, game: str, order_id: str) -> OrderRow | None:
        """See `LogRecorder.order`."""
        found = self.datastore.select(_SELECT_ORDER, (order_id, order_id, game))
        return OrderRow(game, order_id, *found[0]) if found else None

    def has_guessable_orders(self, game: str) -> bool:
        """See `LogRecorder.has_guessable_orders`."""
        [[found]] = self.datastore.select(_GUESSABLE, (game, GUESSABLE_LENGTH))
        return bool(found)

    def names(self, game: str) -> dict[str, str]:
        """See `LogRecorder.names`."""
        found = self.datastore.select(
            "SELECT seat, name FROM names WHERE game = %s ORDER BY seat", (game,)
        )
        return {str(seat): str(name) for seat, name in found}

    def names_of(self, games: Sequence[str]) -> dict[str, dict[str, str]]:
        """See `LogRecorder.names_of`."""
        found: dict[str, dict[str, str]] = {}
        for game, seat, name in self.datastore.select(
            "SELECT game, seat, name FROM names WHERE game = ANY(%s) ORDER BY game, seat",
            (list(games),),
        ):
            found.setdefault(str(game), {})[str(seat)] = str(name)
        return found

    def games_named(self, part: str, limit: int) -> list[str]:
        """See `LogRecorder.games_named`."""
        return names.games_named(self.datastore, part, limit)

    def put_name(self, game: str, seat: str, name: str | None) -> None:
        """See `LogRecorder.put_name`."""
        self.datastore.execute(*names.put(game, seat, name))

    def texts(self, game: str) -> list[TextRow]:
        """See `LogRecorder.texts`."""
        found = self.datastore.select(
            "SELECT game, id, salt, text FROM texts WHERE game = %s ORDER BY id", (game,)
        )
        return [TextRow(*row) for row in found]

    def standing_orders(self, game: str) -> list[StandingOrderRow]:
        """See `LogRecorder.standing_orders`."""
        found = self.datastore.select(
            "SELECT game, id, seat, body FROM instructions WHERE game = %s ORDER BY number",
            (game,),
        )
        return [StandingOrderRow(*row) for row in found]

    def instructed(self) -> dict[str, tuple[int, str]]:
        """See `LogRecorder.instructed`."""
        found = self.datastore.select(
            _INSTRUCTED.format(here=self._parts.chosen(_NUMBER.format("kept"))),
            self._parts.values,
        )
        return {game: (version or 0, kept) for game, version, kept in found}

    def put_standing_order(self, row: StandingOrderRow) -> None:
        """See `LogRecorder.put_standing_order`."""
        self.datastore.execute(
            "INSERT INTO instructions (game, id, seat, body) VALUES (%s, %s, %s, %b)",
            (row.game, row.id, row.seat, row.body),
            is_done=lambda: row in self.standing_orders(row.game),
        )

    def replace_standing_orders(
        self,
        game: str,
        seat: str,
        before: Sequence[str],
        gone: Sequence[str],
        rows: Sequence[StandingOrderRow],
    ) -> bool:
        """See `LogRecorder.replace_standing_orders`."""
        work = partial(
            recording.replace_standing_orders,
            place=(game, seat),
            before=before,
            gone=gone,
            rows=rows,
            turn=self._turn,
        )
        try:
            self.datastore.transaction(
                work, recorded=lambda: [()] if {*rows} <= {*self.standing_orders(game)} else None
            )
        except IntegrityError:
            return False
        return True

    def drop_standing_order(self, game: str, standing_order: str) -> bool:
        """See `LogRecorder.drop_standing_order`."""
        return self.datastore.execute(recording.DROP_STANDING_ORDER, (game, standing_order))

    def checkpoints(
        self, game: str, *, after: int = 0, limit: int | None = None
    ) -> list[CheckpointRow]:
        """See `LogRecorder.checkpoints`."""
        found = self.datastore.select(
            "SELECT size, note, leaves FROM checkpoints "
            "WHERE game = (SELECT number FROM games WHERE game = %s) AND size > %s "
            "ORDER BY size LIMIT %s",
            (game, after, limit),
        )
        return [CheckpointRow(game, *row) for row in found]

    def checkpointed(self, game: str) -> int:
        """See `LogRecorder.checkpointed`."""
        [[newest]] = self.datastore.select(
            "SELECT coalesce(max(size), 0) FROM checkpoints "
            "WHERE game = (SELECT number FROM games WHERE game = %s)",
            (game,),
        )
        return int(newest)

    def put_checkpoint(self, row: CheckpointRow) -> None:
        """See `LogRecorder.put_checkpoint`."""
        self.datastore.execute(
            recording.INSERT_CHECKPOINT,
            msgspec.structs.astuple(row),
            is_done=lambda: row in self.checkpoints(row.game, after=row.size - 1, limit=1),
        )

    def signing_keys(self) -> list[KeyRow]:
        """See `LogRecorder.signing_keys`."""
        found = self.datastore.select(
            "SELECT number, key, since, until, vouched FROM signing_keys ORDER BY number"
        )
        return [KeyRow(*row) for row in found]

    def put_signing_keys(self, rows: Sequence[KeyRow]) -> None:
        """See `LogRecorder.put_signing_keys`."""
        columns = zip(*(msgspec.structs.astuple(row) for row in rows), strict=True)
        self.datastore.execute(
            _INSERT_KEYS,
            [list(column) for column in columns],
            is_done=lambda: set(rows) <= set(self.signing_keys()),
        )

    def webhooks(self, game: str) -> list[WebhookRow]:
        """See `LogRecorder.webhooks`."""
        found = self.datastore.select("SELECT * FROM webhooks WHERE game = %s ORDER BY id", (game,))
        return [WebhookRow(*row) for row in found]

    def put_webhook(self, row: WebhookRow) -> None:
        """See `LogRecorder.put_webhook`."""
        self.datastore.execute(
            "INSERT INTO webhooks VALUES (%s, %s, %s, %s, %s, %b, %s, %s, %s)",
            msgspec.structs.astuple(row),
            is_done=lambda: row in self.webhooks(row.game),
        )

    def drop_webhook(self, game: str, webhook: str) -> bool:
        """See `LogRecorder.drop_webhook`."""
        dropping = "DELETE FROM webhooks WHERE game = %s AND id = %s RETURNING id"
        return self.datastore.execute(dropping, (game, webhook))

    def webhooks_due(self, now: int, limit: int) -> list[WebhookRow]:
        """See `LogRecorder.webhooks_due`."""
        found = self.datastore.select(
            _WEBHOOKS_DUE.format(here=self._parts.chosen(_NUMBER.format("webhooks"))),
            {"now": now, "limit": limit, **self._parts.values},
        )
        return [WebhookRow(*row) for row in found]

    def move_webhook(self, before: WebhookRow, after: WebhookRow) -> bool:
        """See `LogRecorder.move_webhook`."""
        return self.datastore.execute(
            "UPDATE webhooks SET sent = %s, failures = %s, due = %s "
            "WHERE game = %s AND id = %s AND sent = %s AND failures = %s AND due = %s "
            "RETURNING id",
            (
                *(after.sent, after.failures, after.due, before.game, before.id),
                *(before.sent, before.failures, before.due),
            ),
            is_done=lambda: after in self.webhooks(before.game),
        )

    def _due(self, game: str, asked: Asked) -> range | None:
        """The versions that a question is for; None if a replica cannot know all of them."""
        if self._replicas.reads() is None:
            return None
        lte = asked.lte
        if lte is None and asked.limit is None and not asked.gt:
            # As a game is long, the primary is asked for no more than its newest version.
            lte = self.head(game)
        return due(asked.gt, lte, asked.limit, desc=asked.desc)

    def _topic_names(self, numbers: Sequence[int]) -> list[str]:
        # Read once: another thread may forget them meanwhile.
        known = self._topics
        if not known.keys() >= set(numbers):
            known = self._read_topics()
        return [known.get(number) or topic_called(number) for number in numbers]

    def _known(self, topics: set[str]) -> frozenset[str]:
        """Topics that have been recorded before: all of `topics` that have, if not more."""
        known = self._topics
        if not topics.issubset(known.values()):
            known = self._read_topics()
        return frozenset(known.values())

    def _read_topics(self) -> dict[int, str]:
        found = self.datastore.select("SELECT number, topic FROM topics")
        self._topics = known = {int(number): str(topic) for number, topic in found}
        return known


def _worded(statement: str, asked: Asked) -> str:
    return statement.format(direction="DESC" if asked.desc else "ASC")


def _values(game: str, asked: Asked) -> dict[str, str | int | None]:
    return {
        "game": game,
        "gt": -1 if asked.gt is None else min(asked.gt, LAST),
        "lte": LAST if asked.lte is None else min(asked.lte, LAST),
        "limit": asked.limit,
    }
