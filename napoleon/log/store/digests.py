"""Digests of logs as they are stored: what identifies all rows of a game up to a version.

Reading ten thousand rows takes longer than showing any position, so a process remembers what it has
digested. Only an intruder ever changes a log; only the next process notices what they change under
a running one.
"""

from __future__ import annotations

import hashlib
from threading import Lock
from typing import Any

from cachetools import LRUCache

from napoleon.log.errors import BrokenLog
from napoleon.log.store.recorder import LogRecorder
from napoleon.log.store.stream import SEPARATOR

KNOWN_GAMES = 128
"""How many games a process remembers digests of."""

_CHUNK = 2000
"""Events that are read at a time."""


class _Known:
    def __init__(self) -> None:
        self.digests: dict[int, Any] = {}
        """The running hash by version."""
        self.holding: set[tuple[str, int]] = set()
        """Names and versions of what was found to go with the log."""


class Digests:
    """The digests of the games in one log, for many threads."""

    def __init__(self, log: LogRecorder) -> None:
        self._log = log
        self._games: LRUCache[str, _Known] = LRUCache(KNOWN_GAMES)
        self._lock = Lock()

    def of(self, game: str, version: int) -> bytes:
        """The digest of a game's rows up to a version, which is remembered.

        Raises BrokenLog at a version that is missing, or that the log does not reach.
        """
        known = self._entry(game).digests
        start = max((it for it in known.copy() if it <= version), default=0)
        digest = known[start].copy() if start else hashlib.sha256()
        for after in range(start, version, _CHUNK):
            rows = self._log.select_events(game, gt=after, lte=min(after + _CHUNK, version))
            # What was recorded has neither byte, so no other rows come to the same.
            parts = ((row.topic.encode(), b"\n", row.state, SEPARATOR) for row in rows)
            digest.update(b"".join(part for row in parts for part in row))
            newest = rows[-1].originator_version if rows else after
            if newest < min(after + _CHUNK, version):
                raise BrokenLog(game, newest + 1, LookupError("it is not there"))
        known[version] = digest
        found: bytes = digest.digest()
        return found

    def are_remembered(self, game: str) -> bool:
        """Whether a digest of a game is remembered that was not made only just now."""
        return bool(self._entry(game).digests)

    def know(self, game: str, name: str, version: int) -> None:
        """Remember that what is called `name` goes with the log up to a version."""
        self._entry(game).holding.add((name, version))

    def is_known(self, game: str, name: str, version: int) -> bool:
        """Whether that was found, and is remembered."""
        return (name, version) in self._entry(game).holding

    def forget(self, game: str = "") -> None:
        """Forget what is remembered of a game, or of all."""
        with self._lock:
            if game:
                self._games.pop(game, None)
            else:
                self._games.clear()

    def _entry(self, game: str) -> _Known:
        with self._lock:
            return self._games.setdefault(game, _Known())
