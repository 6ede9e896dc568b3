"""Following a log on PostgreSQL, whatever happens to the connections on the way."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from threading import Event, Thread
from typing import Any

import psycopg
from eventsourcing.persistence import (
    ApplicationRecorder,
    InterfaceError,
    ListenNotifySubscription,
    OperationalError,
)
from psycopg.sql import SQL, Identifier

from napoleon.log.store.postgres.connection import READ_ONLY, Connection, connect
from napoleon.log.store.postgres.probing import loses_sessions
from napoleon.log.store.postgres.schema import CHANNEL

FALLBACK_SECONDS = 1.0
"""Seconds after which the log is looked at even without word that there is something new."""

LISTEN_SECONDS = 0.2
"""How long it may take to notice that the subscription is stopped."""

PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between attempts to reach a database that is gone; the last one is repeated."""

_log = logging.getLogger(__name__)


class PostgresSubscription(ListenNotifySubscription[ApplicationRecorder]):
    """Yields notifications in order: first those already recorded, then new ones.

    It waits for a database that is gone, and goes on where it left off when it is back. One
    connection of its own listens; the events are read on those of the recorder.
    """

    def __init__(
        self,
        recorder: ApplicationRecorder,
        gt: int | None = None,
        topics: Sequence[str] = (),
        *,
        conninfo: str,
    ) -> None:
        self._stopped = Event()
        self._conninfo = conninfo
        self._is_warned = False
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._listen_thread = Thread(target=self._listen, daemon=True)
        self._listen_thread.start()

    def stop(self) -> None:
        """End the iteration."""
        self._stopped.set()
        super().stop()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        try:
            super().__exit__(*args, **kwargs)
        finally:
            self._listen_thread.join()

    def _loop_on_pull(self) -> None:
        failures = 0
        try:
            while not self._stopped.is_set():
                try:
                    self._pull()
                except (OperationalError, InterfaceError) as error:
                    self._pause(failures, error)
                    failures += 1
                else:
                    failures = 0
                    self._has_been_notified.wait(FALLBACK_SECONDS)
        except BaseException as error:
            self._fail(error)

    def _listen(self) -> None:
        failures = 0
        try:
            while not self._stopped.is_set():
                try:
                    with connect(self._conninfo) as connection:
                        self._look_for_pooler(connection)
                        connection.execute(SQL("LISTEN {}").format(Identifier(CHANNEL)))
                        failures = 0
                        self._pass_on(connection)
                except (psycopg.OperationalError, psycopg.InterfaceError, READ_ONLY) as error:
                    self._pause(failures, error)
                    failures += 1
        except BaseException as error:
            self._fail(error)

    def _look_for_pooler(self, connection: Connection) -> None:
        [[process]] = connection.execute("SELECT pg_backend_pid()")
        is_behind = process != connection.info.backend_pid
        if is_behind and not self._is_warned and loses_sessions(self._conninfo):
            self._is_warned = True
            _log.warning(
                "the log is followed through a pooler in transaction mode, which loses LISTEN: "
                "it is looked at once a second. DATABASE_DIRECT_URL has to name PostgreSQL itself"
            )

    def _pass_on(self, connection: Connection) -> None:
        # What was committed before this connection listened has been told to nobody.
        self._has_been_notified.set()
        while not self._stopped.is_set():
            for _ in connection.notifies(timeout=LISTEN_SECONDS):
                self._has_been_notified.set()

    def _pause(self, failures: int, error: Exception) -> None:
        if not self._stopped.is_set():
            _log.warning("the log cannot be followed just now: %s", error)
            self._stopped.wait(PAUSES[min(failures, len(PAUSES) - 1)])

    def _fail(self, error: BaseException) -> None:
        self._thread_error = self._thread_error or error
        self.stop()
