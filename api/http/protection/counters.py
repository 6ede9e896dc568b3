"""Counters of one process: those of the `limits` library, without its threads.

The library starts a thread to forget what has expired, up to a hundred times a second, and a
request waits for it to start. Here the expired are forgotten by the requests themselves, now and
then.
"""

from __future__ import annotations

import time
from threading import Lock

from limits.storage import MemoryStorage

SWEPT_AFTER = 4096
"""Counters that are begun before the expired ones are looked for."""


class ProcessCounters(MemoryStorage):
    """Counts in fixed windows, in the memory of the process."""

    STORAGE_SCHEME = ["process"]

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **_: str) -> None:
        super().__init__(uri, wrap_exceptions, **_)
        self._changing = Lock()
        self._begun = 0

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count `amount` more under `key`, and give the sum; it is forgotten after `expiry` s."""
        now = time.time()
        with self._changing:
            if self.expirations.get(key, 0) <= now:
                self._begin(key, now, expiry)
            self.storage[key] += amount
            return self.storage[key]

    def _begin(self, key: str, now: float, expiry: float) -> None:
        self.storage[key], self.expirations[key] = 0, now + expiry
        self._begun += 1
        if self._begun >= SWEPT_AFTER:
            self._begun = 0
            for other in [it for it, ends in self.expirations.items() if ends <= now]:
                self.storage.pop(other, None)
                self.expirations.pop(other, None)
