"""Following a log on SQLite, also when other processes write it."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from eventsourcing.persistence import ListenNotifySubscription

from napoleon.store.sqlite.connection import connect, translated_errors

if TYPE_CHECKING:
    from napoleon.store.sqlite.recorder import SQLiteLogRecorder

POLL_SECONDS = 0.01
"""How often the file is asked whether another connection has changed it; asking takes 2 us."""


class SQLiteSubscription(ListenNotifySubscription["SQLiteLogRecorder"]):
    """Yields notifications in order, first what is recorded already, then what is recorded anew.

    SQLite has no LISTEN and NOTIFY. A thread watches the file's data version, which changes with
    every commit of another connection; a commit of this process wakes the subscription at once.
    """

    def __init__(
        self, recorder: SQLiteLogRecorder, gt: int | None = None, topics: Sequence[str] = ()
    ) -> None:
        self._stopped = Event()
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        recorder.wake.add(self._has_been_notified)
        self._watch_thread = Thread(target=self._watch, daemon=True)
        self._watch_thread.start()

    def stop(self) -> None:
        """End the iteration."""
        self._stopped.set()
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
            store = self._recorder.datastore
            with translated_errors():
                connection = connect(store.path, synchronous=store.synchronous)
                try:
                    while not self._stopped.is_set():
                        version = connection.execute("PRAGMA data_version").fetchone()[0]
                        if version != seen:
                            seen = version
                            self._has_been_notified.set()
                        self._stopped.wait(POLL_SECONDS)
                finally:
                    connection.close()
        except BaseException as error:
            self._thread_error = self._thread_error or error
            self.stop()
