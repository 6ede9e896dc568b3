"""How far the read models are behind the log while it grows."""

from __future__ import annotations

import time
from bisect import bisect_left
from typing import Self

import gevent

from tools.load.bots import Client

EVERY = 0.1
"""Seconds between two looks."""

PATIENCE = 60.0
"""Seconds within which the read models have to catch up in the end."""


class Lag:
    """Watches the health of the service while something else goes on."""

    def __init__(self, address: str) -> None:
        self._client = Client(address)
        self._seen: list[tuple[float, int, int]] = []
        self._watching = True

    def __enter__(self) -> Self:
        self._watcher = gevent.spawn(self._watch)
        return self

    def __exit__(self, *_: object) -> None:
        self._watching = False
        self._watcher.join()

    @property
    def events(self) -> list[int]:
        """How many events of the log were not drawn, at each look."""
        return [recorded - drawn for _, recorded, drawn in self._seen]

    @property
    def seconds(self) -> list[float]:
        """For how long the oldest event not drawn had been recorded, give or take `EVERY`."""
        recorded = [it[1] for it in self._seen]
        lags = []
        for at, newest, drawn in self._seen:
            first = self._seen[min(bisect_left(recorded, drawn + 1), len(recorded) - 1)][0]
            lags.append(at - first if drawn < newest else 0.0)
        return lags

    @property
    def recorded(self) -> int:
        """Events in the log at the end."""
        return self._seen[-1][1]

    def wait_until_drawn(self) -> None:
        """Return when nothing is behind. Raises TimeoutError if that takes too long."""
        deadline = time.monotonic() + PATIENCE
        while not self._seen or self._seen[-1][1] > self._seen[-1][2]:
            if time.monotonic() > deadline:
                raise TimeoutError(f"the read models stay behind: {self._seen[-1:]}")
            gevent.sleep(EVERY)

    def _watch(self) -> None:
        while self._watching:
            status, health, _ = self._client.ask("GET", "/health")
            if status == 200:
                self._seen.append((time.monotonic(), health["recorded"], health["drawn"]))
            gevent.sleep(EVERY)
