"""Following a log on SQLite, also when other processes write it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, MutableSet, Sequence
from pathlib import Path
from threading import Event, Thread
from typing import Any

from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription

from napoleon.log.store.sqlite.connection import translated_errors
from napoleon.log.store.sqlite.waking import Waiting, touch

POLL_SECONDS = 0.01
"""Seconds until the file is asked anyway whether another connection has changed it; asking takes
2 us."""


class SQLiteSubscription(ListenNotifySubscription[ApplicationRecorder]):
    """Yields notifications in order: first those already recorded, then new ones.

    A thread watches the file's data version, which changes with every commit of another connection,
    and is woken by it; a commit of this process wakes the subscription itself. Such a commit sets
    what is in `wake`, and `watching()` gives a connection to watch the file at `path` with.
    """

    def __init__(
        self,
        recorder: ApplicationRecorder,
        gt: int | None = None,
        topics: Sequence[str] = (),
        *,
        path: Path,
        wake: MutableSet[Event],
        watching: Callable[[], sqlite3.Connection],
    ) -> None:
        self._stopped = Event()
        self._path = path
        self._watching = watching
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        wake.add(self._has_been_notified)
        self._watch_thread = Thread(target=self._watch, daemon=True)
        self._watch_thread.start()

    def stop(self) -> None:
        """End the iteration."""
        self._stopped.set()
        # Its own watcher waits for that as well; to look once more does the others no harm.
        touch(self._path)
        super().stop()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        try:
            super().__exit__(*args, **kwargs)
        finally:
            self._watch_thread.join()

    def _watch(self) -> None:
        # The first round always notifies, as events may have been recorded after the library's
        # first pull and before the data version was first read.
        seen = None
        try:
            with translated_errors():
                connection = self._watching()
                waiting = Waiting(self._path)
                try:
                    while not self._stopped.is_set():
                        version = connection.execute("PRAGMA data_version").fetchone()[0]
                        if version != seen:
                            seen = version
                            self._has_been_notified.set()
                        waiting.wait(POLL_SECONDS)
                finally:
                    waiting.close()
                    connection.close()
        except BaseException as error:
            self._thread_error = self._thread_error or error
            self.stop()
