"""Counters: how often each client has come, in windows that begin with the first request in them.

A request counts under several names at once. In Redis that is one script, and so one round trip.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from threading import Lock
from typing import NamedTuple, Protocol

from cachetools import TLRUCache

from api.http.rates import Rate

PATIENCE = 0.25
"""Seconds that a request waits for Redis."""

AWAY = 5.0
"""Seconds for which a process counts by itself when Redis could not be reached."""

_log = logging.getLogger(__name__)


class Counted(NamedTuple):
    """One name under which a request counts."""

    name: str
    rate: Rate
    client: str
    """Who is counted: what stands for a token or an address."""
    cost: int = 1
    """How much the request adds; 0 if it is only to be looked whether there is room for one more.
    """

    @property
    def key(self) -> str:
        """What its counter is kept under."""
        return f"{self.name}/{self.rate.amount}/{self.rate.unit}/{self.client}"


class Counters(Protocol):
    """Where it is counted."""

    def exceeded(self, asked: Sequence[Counted]) -> Counted | None:
        """Count under each in turn, up to the first that has too many; that one, or None."""

    def wait(self, counted: Counted) -> float:
        """Seconds until its counter is forgotten."""


@dataclass
class _Counter:
    ends: float
    count: int = 0


class ProcessCounters:
    """Counters in the memory of the process."""

    def __init__(self) -> None:
        # As many as there are clients: were some dropped, they could be made to drop others.
        self._counters = TLRUCache[str, _Counter](
            math.inf, lambda key, counter, now: counter.ends, time.monotonic
        )
        self._counting = Lock()

    def exceeded(self, asked: Sequence[Counted]) -> Counted | None:
        """Count under each in turn, up to the first that has too many; that one, or None."""
        with self._counting:
            return next((it for it in asked if self._count(it) > it.rate.amount), None)

    def wait(self, counted: Counted) -> float:
        """Seconds until its counter is forgotten."""
        with self._counting:
            counter = self._counters.get(counted.key)
        return counter.ends - time.monotonic() if counter else 0

    def _count(self, counted: Counted) -> int:
        """The number of requests with this one."""
        counter = self._counters.get(counted.key)
        if counter is None:
            counter = _Counter(time.monotonic() + counted.rate.seconds)
            if counted.cost:
                self._counters[counted.key] = counter
        counter.count += counted.cost
        return counter.count if counted.cost else counter.count + 1


class RedisCounters:
    """Counters in Redis, which all processes share; of the process itself while Redis is away.

    Their keys begin with `prefix`.
    """

    def __init__(self, url: str, prefix: str, *, cluster: bool = False) -> None:
        # Only here: without a Redis its client is not loaded.
        from projections.redis_client import FAILURES, Script, client_at

        self._redis = client_at(url, seconds=PATIENCE, cluster=cluster)
        self._errors = FAILURES
        # Counters that are looked at together have to be on one server of a cluster.
        self._prefix = f"{{{prefix}}}"
        self._count = Script(self._redis, (files(__package__) / "count.lua").read_text())
        self._own = ProcessCounters()
        self._away_until = 0.0

    def exceeded(self, asked: Sequence[Counted]) -> Counted | None:
        """Count under each in turn, up to the first that has too many; that one, or None."""
        if time.monotonic() >= self._away_until:
            try:
                place: int = self._count(
                    [self._key(it) for it in asked],
                    [n for it in asked for n in (it.rate.amount, it.cost, it.rate.seconds)],
                )
            except self._errors as error:
                _log.warning("Redis does not count requests, so this process does: %s", error)
                self._away_until = time.monotonic() + AWAY
            else:
                return asked[place - 1] if place else None
        return self._own.exceeded(asked)

    def wait(self, counted: Counted) -> float:
        """Seconds until its counter is forgotten."""
        if time.monotonic() >= self._away_until:
            try:
                left: int = self._redis.pttl(self._key(counted))
                return left / 1000
            except self._errors:
                self._away_until = time.monotonic() + AWAY
        return self._own.wait(counted)

    def _key(self, counted: Counted) -> str:
        return f"{self._prefix}:{counted.key}"
