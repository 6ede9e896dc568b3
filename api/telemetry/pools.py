"""The connections of a process to the log on PostgreSQL, measured once a second at most."""

from __future__ import annotations

import time

from prometheus_client import Counter, Gauge

from napoleon.log.store.recorder import LogRecorder

SIZE = Gauge(
    "napoleon_pool_connections", "Connections to the log's database", multiprocess_mode="livesum"
)

IN_USE = Gauge(
    "napoleon_pool_in_use", "Connections that somebody uses", multiprocess_mode="livesum"
)

WAITING = Gauge("napoleon_pool_waiting", "Who waits for a connection", multiprocess_mode="livesum")

AWAY = Gauge("napoleon_replicas_away", "Replicas that do not answer", multiprocess_mode="livemax")

COPIED = Counter("napoleon_replica_reads", "What replicas were asked", ["outcome"])

EVERY = 1.0
"""Seconds between looks, which take a lock of the pool."""


_OUTCOMES = ("answered", "behind", "cancelled")


class PoolWatch:
    """Looks at the pool of one process; a log in a file has none."""

    def __init__(self) -> None:
        self._next = 0.0
        self._counted = (0, 0, 0)

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
        copied = recorder.copy_reads()
        if copied is not None:
            AWAY.set(copied.away)
            counts = (copied.answered, copied.behind, copied.cancelled)
            for outcome, before, count in zip(_OUTCOMES, self._counted, counts, strict=True):
                COPIED.labels(outcome).inc(count - before)
            self._counted = counts
