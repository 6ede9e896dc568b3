"""Streaming replicas of the database: they answer what cannot be out of date.

What is recorded of a game never changes, so events up to a version are the same wherever they are
all there. A replica that lacks one of them is behind, and the primary is asked. So nobody reads
behind their own order, whatever a replica has heard of.

Only a primary that has lost events, as it was restored or took over too early, records others in
their places. A replica that had heard of these follows it no longer, and still tells them. So once
a second it is seen whether the primary has what is newest there.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Sequence
from threading import Lock, Thread

import psycopg
from cachetools import LRUCache
from eventsourcing.persistence import PersistenceError
from psycopg.abc import RV, PQGen

from napoleon.log.store.address import Addresses, called
from napoleon.log.store.postgres.connection import (
    Connection,
    Datastore,
    Rows,
    Values,
    connect,
    translated_errors,
)
from napoleon.log.store.recorder import CopyReads
from napoleon.log.store.settings import POOL_SIZE

PATIENCE = 0.5
"""Seconds that anybody waits for a connection to a replica: there is somebody else to ask."""

ANSWER = 3.0
"""Seconds that anybody waits for an answer of a replica; one that hangs is away."""

AWAY = (1.0, 2.0, 5.0)
"""Seconds after which one that has failed is tried again; the last one is repeated."""

BEHIND = 0.5
"""Seconds for which a replica is not asked for newer events of a game of which it lacked some."""

LOOKING = 1.0
"""Seconds for which it is believed that the primary has what a replica has."""

REMEMBERED = 10_000
"""Games of which it is remembered how much of them a replica has."""

_CANCELLED = "40001"
"""What PostgreSQL says to a statement that is in the way of what a replica has to copy."""

_PROMOTED = "it is no replica any more"
_STRAYED = (
    "it holds events that the log has lost, and cannot follow it any more: make it again from the "
    "database that DATABASE_URL names"
)
_UNKNOWN = "nobody can say whether it still follows the log, as that is away"

_NEWEST = "SELECT game, version, sha256(state) FROM events ORDER BY id DESC LIMIT 1"

_NEWEST_OF_EACH = """
    SELECT newest.* FROM partitions, LATERAL (
        SELECT game, version, sha256(state) FROM events
        WHERE part = partitions.part ORDER BY id DESC LIMIT 1) AS newest
"""

_HELD = """
    SELECT count(*) FROM events
    JOIN unnest(%s::integer[], %s::integer[], %s::bytea[]) AS asked (game, version, hash)
    USING (game, version) WHERE sha256(state) = hash
"""

_log = logging.getLogger(__name__)


class _Impatient(Connection):
    """A connection that is given up when the server does not answer."""

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        try:
            return super().wait(gen, interval, ANSWER if timeout is None else timeout)
        except psycopg.OperationalError as error:
            # What a server that has said nothing answers later is for nobody.
            if error.sqlstate is None:
                self.close()
            raise


class Replica:
    """One of them, and what is known of it."""

    def __init__(
        self, conninfo: str, primary: Datastore, *, pool_size: int, partitions: int
    ) -> None:
        self._name = called(conninfo)
        self._primary = primary
        self._newest = _NEWEST if partitions == 1 else _NEWEST_OF_EACH
        # A pooler before it would do as well, but that is for nobody to follow.
        there = Addresses(conninfo, conninfo, is_pooled=False)
        self.datastore = Datastore(
            there, pool_size=pool_size, patience=PATIENCE, connection_class=_Impatient
        )
        self._has = LRUCache[str, int](REMEMBERED)
        self._behind_until = LRUCache[str, float](REMEMBERED)
        self._follows_until = 0.0
        self._failures = 0
        self._away_until = 0.0
        self._lock = Lock()

    @property
    def is_away(self) -> bool:
        """Whether it did not answer when it was asked last."""
        return self._failures > 0

    def may_have(self, game: str, version: int) -> bool:
        """Whether to ask it for the events of a game up to a version."""
        now = time.monotonic()
        with self._lock:
            if self.is_away:
                if now >= self._away_until:
                    self._away_until = math.inf
                    # Nobody waits for one that may be away.
                    Thread(target=self._try, daemon=True).start()
                return False
            return version <= self._has.get(game, 0) or now >= self._behind_until.get(game, 0.0)

    def _try(self) -> None:
        try:
            with translated_errors(), connect(self.datastore.conninfo) as connection:
                newest = connection.execute(self._newest).fetchall()
                is_copying = connection.execute("SELECT pg_is_in_recovery()").fetchone() == (True,)
        except PersistenceError as error:
            self.failed(error)
        else:
            reason = self._lost(newest) if is_copying else _PROMOTED
            self.answered() if reason is None else self.failed(reason)

    def unfit(self) -> str | None:
        """Why it does not follow the primary, looked at once a second; None if it does.

        Raises the library's errors if it does not answer.
        """
        if time.monotonic() < self._follows_until:
            return None
        newest = self.datastore.copied(self._newest, ())
        reason = _PROMOTED if newest is None else self._lost(newest)
        if reason is None:
            self._follows_until = time.monotonic() + LOOKING
        return reason

    def _lost(self, newest: Rows) -> str | None:
        """Why not, if the primary does not have what is `newest` there."""
        if not newest:
            return None
        try:
            [[held]] = self._primary.select(_HELD, [list(it) for it in zip(*newest, strict=True)])
        except PersistenceError:
            return _UNKNOWN
        return None if held == len(newest) else _STRAYED

    def know(self, game: str, version: int, *, has: bool) -> None:
        """Remember whether it has the events of a game up to a version."""
        with self._lock:
            if has:
                self._has[game] = max(version, self._has.get(game, 0))
            else:
                self._behind_until[game] = time.monotonic() + BEHIND

    def answered(self) -> None:
        """Remember that it is there."""
        if self.is_away:
            _log.info("the replica of the %s answers again", self._name)
        with self._lock:
            self._failures, self._away_until = 0, 0.0

    def failed(self, reason: object) -> None:
        """Remember that it is not, and warn of it if it was."""
        if not self.is_away:
            _log.warning("the replica of the %s is not asked: %s", self._name, reason)
        with self._lock:
            self._follows_until = 0.0
            self._away_until = time.monotonic() + AWAY[min(self._failures, len(AWAY) - 1)]
            self._failures += 1


class Replicas:
    """All replicas of a log, which are asked in turn."""

    def __init__(
        self,
        conninfos: Sequence[str],
        primary: Datastore,
        *,
        pool_size: int = POOL_SIZE,
        partitions: int = 1,
    ) -> None:
        self._all = [
            Replica(it, primary, pool_size=pool_size, partitions=partitions) for it in conninfos
        ]
        self._turn = 0
        self._answered = self._behind = self._cancelled = 0

    def reads(self) -> CopyReads | None:
        """What came of asking them; None if there are none."""
        if not self._all:
            return None
        away = sum(it.is_away for it in self._all)
        return CopyReads(len(self._all), away, self._answered, self._behind, self._cancelled)

    def events(
        self,
        game: str,
        due: range | None,
        statement: str,
        values: Values,
        versions: Callable[[Rows], Sequence[int] | None],
    ) -> Rows | None:
        """What a replica answers to a question for events of a game; None if none has them all.

        `due` are their versions in the order in which they are asked for, `versions` reads them
        in the answer.
        """
        if not due:
            return None
        newest = max(due[0], due[-1])
        for replica in self._in_turn():
            if not replica.may_have(game, newest):
                continue
            rows = self._asked(replica, statement, values)
            if rows is not None:
                is_whole = list(versions(rows) or ()) == list(due)
                replica.know(game, newest, has=is_whole)
                if is_whole:
                    self._answered += 1
                    return rows
                self._behind += 1
        return None

    def cached(self, stream: str, statement: str, values: Values) -> Rows:
        """What a replica has of a cache, in which a row may be missing."""
        for replica in self._in_turn():
            # Of no version, so that only one that is away is passed over.
            rows = self._asked(replica, statement, values) if replica.may_have(stream, 0) else None
            if rows:
                self._answered += 1
                return rows
        return []

    def recorded(self, game: str) -> None:
        """Ask no replica for what this process has just recorded in a game."""
        for replica in self._all:
            replica.know(game, 0, has=False)

    def close(self) -> None:
        """Close the connections that nobody uses."""
        for replica in self._all:
            replica.datastore.close()

    def _in_turn(self) -> list[Replica]:
        self._turn += 1
        first = self._turn % len(self._all) if self._all else 0
        return self._all[first:] + self._all[:first]

    def _asked(self, replica: Replica, statement: str, values: Values) -> Rows | None:
        try:
            reason = replica.unfit()
            rows = None if reason else replica.datastore.copied(statement, values)
        except PersistenceError as error:
            if getattr(error.__cause__, "sqlstate", None) == _CANCELLED:
                self._cancelled += 1
                replica.answered()
            else:
                replica.failed(error)
            return None
        if rows is None:
            replica.failed(reason or _PROMOTED)
            return None
        replica.answered()
        return rows


def due(gt: int | None, lte: int | None, limit: int | None, *, desc: bool) -> range | None:
    """The versions that are asked for, if the question says so itself; else None."""
    after = gt or 0
    if lte is not None:
        asked = range(lte, after, -1) if desc else range(after + 1, lte + 1)
        return asked[:limit]
    return None if desc or limit is None else range(after + 1, after + 1 + limit)
