"""The connections of a process to the log on PostgreSQL, measured once a second at most."""

from __future__ import annotations

import time

from prometheus_client import Gauge

from napoleon.log.store.recorder import LogRecorder

SIZE = Gauge(
    "napoleon_pool_connections", "Connections to the log's database", multiprocess_mode="livesum"
)

IN_USE = Gauge(
    "napoleon_pool_in_use", "Connections that somebody uses", multiprocess_mode="livesum"
)

WAITING = Gauge("napoleon_pool_waiting", "Who waits for a connection", multiprocess_mode="livesum")

EVERY = 1.0
"""Seconds between looks, which take a lock of the pool."""


class PoolWatch:
    """Looks at the pool of one process; a log in a file has none."""

    def __init__(self) -> None:
        self._next = 0.0

    def look(self, recorder: LogRecorder) -> None:
        """Measure the pool behind a log, unless that was done a moment ago."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + EVERY
        found = recorder.pool()
        if found is not None:
            SIZE.set(found.size)
            IN_USE.set(found.in_use)
            WAITING.set(found.waiting)
