"""What a worker is doing, so that other threads and signals can end it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock

from eventsourcing.persistence import ApplicationRecorder, Subscription


class Following:
    """A partition of the log that is followed: any thread may start it again, or end that.

    `ended` is set when the worker has to stop: those of one worker share it. `position` is what has
    been drawn.
    """

    def __init__(self, partition: int = 0, ended: Event | None = None) -> None:
        self.ended = ended or Event()
        self.partition = partition
        self.position = 0
        self._lock = Lock()
        self._subscription: Subscription[ApplicationRecorder] | None = None

    @contextmanager
    def along(
        self, subscription: Subscription[ApplicationRecorder], position: int
    ) -> Iterator[None]:
        """While it is followed, from a position on, ending it ends `subscription`."""
        with self._lock:
            self.position = position
            self._subscription = subscription
        if self.ended.is_set():
            subscription.stop()
        try:
            yield
        finally:
            with self._lock:
                self._subscription = None

    def begin_anew(self) -> None:
        """End the subscription, so that the worker begins again from the stored position."""
        with self._lock:
            if self._subscription is not None:
                self._subscription.stop()

    def end(self) -> None:
        """Tell the worker to stop."""
        self.ended.set()
        self.begin_anew()
