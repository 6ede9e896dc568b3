"""Leases of partitions on PostgreSQL: advisory locks of a session that each worker keeps.

The server lets go of them the moment the process of the worker ends. A worker asks for its session
once a second; from one that has asked nothing for `IDLE` seconds, as it was stopped or its machine
is gone, the server takes the session. That worker believes in what it holds for a shorter time, so
it has ceased before another one can begin.

All is said in `pg_locks`: each worker has a shared lock on `PRESENT` besides those of its
partitions, until it is to end. Their numbers are those of its group: who draws other read models
shares nothing with it. The session goes to PostgreSQL itself, as a pooler would give it to others.
"""

from __future__ import annotations

import logging
import math
import os
import select
import socket
import time
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import make_conninfo

from napoleon.log.store.leases import Check, Held, Holding, LeaseLost, share_of
from napoleon.log.store.postgres.connection import Datastore
from napoleon.log.store.postgres.probing import loses_sessions
from napoleon.log.store.recorder import LogRecorder

RENEWED = 1.0
"""Seconds between two questions of a worker for its session."""

VALID = 5.0
"""Seconds after the last question that was answered in which a worker believes that it holds."""

IDLE = 7.0
"""Seconds without a question after which the server takes the session away."""

ANSWERED = 4.0
"""Seconds in which a look is done with its questions; a server that takes longer is away."""

PRESENT = 1 << 20
"""The number of the lock that all workers share: no partition has it."""

AGAIN = 0.5
"""Seconds until the next attempt to reach a database that is away."""

_SESSION = {
    "idle_session_timeout": f"{IDLE:.0f}s",
    # Of a machine that is gone, also where the server has no timeout for sessions (before 14).
    "tcp_keepalives_idle": "3",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "6000",
}

_NETWORK = {
    "keepalives_idle": "2",
    "keepalives_interval": "1",
    "keepalives_count": "2",
    "tcp_user_timeout": "4000",
    "connect_timeout": "3",
}

_SET = """
    SELECT set_config(name, value, false)
    FROM unnest(%s::text[], %s::text[]) AS chosen (name, value)
    WHERE name IN (SELECT name FROM pg_settings)
"""

# Numbers of locks are those of a whole database, which may have several logs.
_LOG = "SELECT 'events'::regclass::oid::bigint"

_HELD = """
    SELECT pid, objid::bigint, pg_is_in_recovery() FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = %s::bigint::oid
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""

_NAMED = f"""
    SELECT coalesce(application_name, ''), array_agg(objid) FROM ({_HELD}) AS held
    LEFT JOIN pg_stat_activity USING (pid)
    GROUP BY pid, application_name ORDER BY min(backend_start), pid
"""  # noqa: S608

_TAKE = "SELECT pg_try_advisory_lock(%s, %s)"

_BE_PRESENT = "SELECT pg_advisory_lock_shared(%s, %s)"

_LET_GO = "SELECT pg_advisory_unlock(%s, %s)"

_BE_ABSENT = "SELECT pg_advisory_unlock_shared(%s, %s)"

_CALLED = "napoleon worker "

Only = Callable[[Sequence[int], Check], LogRecorder]
"""The log as far as it is in some partitions; see `PostgresLogRecorder.only`."""

T = TypeVar("T")

_log = logging.getLogger(__name__)


def held(datastore: Datastore, partitions: int, group: str) -> Held:
    """What each worker of a group holds, and what nobody does. Raises the library's errors."""
    rows = datastore.select(_NAMED, (_kind(datastore.select(_LOG)[0][0], group),))
    workers = tuple(
        Holding(str(name).removeprefix(_CALLED), tuple(sorted(it for it in locks if it != PRESENT)))
        for name, locks in rows
    )
    taken = {it for worker in workers for it in worker.partitions}
    return Held(workers, tuple(it for it in range(partitions) if it not in taken))


@contextmanager
def leases(
    log: LogRecorder, datastore: Datastore, only: Only, group: str
) -> Iterator[SessionLeases]:
    """The leases of a worker of a group, which are let go of at the end."""
    found = SessionLeases(log, datastore, only, group)
    try:
        yield found
    finally:
        found.close()


def _kind(log: int, group: str) -> int:
    """What the locks of a group have in common: a positive number of 31 bits."""
    return zlib.crc32(f"napoleon leases of {log} {group}".encode()) & 0x7FFFFFFF


def _now() -> float:
    """Seconds of a clock that goes on while the machine is suspended, where there is one."""
    # The server's clock goes on, too, and others take what was held.
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class _NoSession(Exception):
    """A pooler would give what is asked of a session to others."""


class _Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection whose server may take until `answered_by` to answer.

    The kernel of one that hangs goes on to acknowledge what is sent, and so does a proxy.
    """

    answered_by = math.inf

    def answer_within(self, seconds: float) -> None:
        """Give up whatever is asked from now on once that time is over."""
        self.answered_by = _now() + seconds

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **kwargs: Any) -> T:
        """See `psycopg.Connection.wait`. Raises OperationalError."""
        return super().wait(self._in_time(gen), *args, **kwargs)

    def _in_time(self, gen: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        # What waits looks back several times a second, also if nothing has come.
        ready = None
        while True:
            try:
                wanted = gen.send(ready)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            ready = yield wanted
            if not ready and _now() >= self.answered_by:
                raise psycopg.OperationalError("the server does not answer")


class _Session:
    """A session of a worker, and until when it is believed to last."""

    def __init__(self, conninfo: str, group: str) -> None:
        name = f"{_CALLED}{socket.gethostname()[:30]}:{os.getpid()}"
        self.connection = _Connection.connect(
            make_conninfo(conninfo, application_name=name, **_NETWORK),
            autocommit=True,
            prepare_threshold=None,
        )
        self._until = 0.0
        self._is_present = True
        try:
            self._begin(conninfo, group)
        except BaseException:
            self.end()
            raise

    def _begin(self, conninfo: str, group: str) -> None:
        self.connection.answer_within(ANSWERED)
        execute = self.connection.execute
        # Asked before anything is set, which others would find there.
        [[process]] = execute("SELECT pg_backend_pid()").fetchall()
        if process != self.connection.info.backend_pid and loses_sessions(conninfo):
            raise _NoSession
        self.name = str(process)
        """By what `all_held` calls it."""
        execute(_SET, (list(_SESSION), list(_SESSION.values())))
        row = execute(_LOG).fetchone()
        self._kind = _kind(row[0] if row else 0, group)
        execute(_BE_PRESENT, (self._kind, PRESENT))

    def all_held(self) -> dict[str, list[int]]:
        """What each worker holds, by the processes of the server; it is renewed by asking.

        Raises OperationalError of psycopg for a server that copies another one, whose locks say
        nothing.
        """
        asked = _now()
        found: dict[str, list[int]] = {}
        for pid, lock, copies in self.connection.execute(_HELD, (self._kind,)).fetchall():
            if copies:
                raise psycopg.OperationalError("the server is a standby")
            found.setdefault(str(pid), []).append(lock)
        self._until = asked + VALID
        return found

    def take(self, number: int) -> bool:
        """Hold a partition, unless somebody else does."""
        return self.connection.execute(_TAKE, (self._kind, number)).fetchone() == (True,)

    def let_go(self, number: int) -> None:
        """Hold a partition no more."""
        self.connection.execute(_LET_GO, (self._kind, number))

    def be_absent(self) -> None:
        """Have no share any more; what is held stays so."""
        if self._is_present:
            self.connection.execute(_BE_ABSENT, (self._kind, PRESENT))
            self._is_present = False

    def check(self) -> None:
        """Raise LeaseLost unless it is believed to last."""
        if _now() >= self._until:
            raise LeaseLost("what was held here may be another worker's by now")

    def end(self) -> None:
        """Believe in nothing any more, before the server lets go of it."""
        self._until = 0.0
        with suppress(psycopg.Error):
            self.connection.close()


class SessionLeases:
    """What a worker holds by its session; see `napoleon.log.store.leases.Leases`."""

    def __init__(self, log: LogRecorder, datastore: Datastore, only: Only, group: str) -> None:
        self._log = log
        self._group = group
        self._conninfo = datastore.direct
        self._only = only
        self._session: _Session | None = None
        self._part: LogRecorder | None = None
        self._working: LogRecorder | None = None
        self._leaves = False
        self._next = 0.0
        self._failures = 0

    def is_away(self) -> bool:
        """See `Leases.is_away`."""
        return self._failures > 0

    def look(
        self, working: LogRecorder | None, wait: float, *, leaves: bool = False
    ) -> LogRecorder | None:
        """See `Leases.look`. A session that ends is noticed at once."""
        try:
            self._await(wait)
            if leaves and self._session is None:
                return self._part
            # What is not worked on any more is let go of at once, as others wait for it.
            if time.monotonic() >= self._next or self._is_left(working, leaves):
                self._working, self._leaves = working, leaves
                self._renew(working)
                self._next = time.monotonic() + RENEWED
        except psycopg.Error as error:
            self._lose(error)
        except _NoSession:
            _log.warning(
                "the database is reached through a pooler in transaction mode, where nothing can "
                "be held: each worker works on everything. DATABASE_DIRECT_URL has to name "
                "PostgreSQL itself"
            )
            self._part, self._next = self._log, math.inf
        return self._part

    def _is_left(self, working: LogRecorder | None, leaves: bool) -> bool:
        changed = (working, leaves) != (self._working, self._leaves)
        return self._session is not None and changed

    def close(self) -> None:
        """See `Leases.close`."""
        if self._session is not None:
            self._session.end()
            self._session, self._part, self._next = None, None, 0.0

    def _await(self, wait: float) -> None:
        """Wait, but no longer than the session lasts: the server says nothing unless it ends."""
        if self._session is None:
            time.sleep(wait)
        elif select.select([self._session.connection], [], [], wait)[0]:
            self._next = 0.0

    def _renew(self, working: LogRecorder | None) -> None:
        if self._session is None:
            self._session = _Session(self._conninfo, self._group)
        self._session.connection.answer_within(ANSWERED)
        self._share(self._session, working)
        self._failures = 0

    def _share(self, session: _Session, working: LogRecorder | None) -> None:
        if self._leaves:
            session.be_absent()
        all_held = session.all_held()
        mine = sorted(it for it in all_held.get(session.name, ()) if it != PRESENT)
        # One that is about to leave has no share, though it still holds what it works on.
        sharing = {it: locks for it, locks in all_held.items() if PRESENT in locks}
        share = 0
        if session.name in sharing:
            share = share_of(session.name, sharing, self._log.partitions)
        wanted = mine[:share]
        taken = {it for locks in all_held.values() for it in locks}
        for number in range(self._log.partitions):
            if len(wanted) < share and number not in taken and session.take(number):
                wanted.append(number)
        busy = {*wanted, *(working.numbers if working is not None else ())}
        for number in mine:
            if number not in busy:
                session.let_go(number)
        self._hold(sorted(wanted), session)

    def _hold(self, wanted: list[int], session: _Session) -> None:
        if wanted != ([] if self._part is None else [*self._part.numbers]):
            _log.info("partitions held here: %s", wanted or "none")
            self._part = self._only(wanted, session.check) if wanted else None

    def _lose(self, error: Exception) -> None:
        if self._failures == 0:
            _log.warning("partitions cannot be held just now: %s", error)
        self._failures += 1
        if self._session is not None:
            self._session.end()
        self._session, self._part = None, None
        self._next = time.monotonic() + AGAIN
