"""What a process has replayed from the first event on, and need not replay again to be sure of it.

With each position stands a digest of all that was stored before it. Who has changed any of that has
changed the digest; where it is the same, so is the position.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

import msgspec
from cachetools import LRUCache
from eventsourcing.persistence import StoredEvent

from napoleon.log.game import Game

GAMES = 32
"""How many games of a log are known at most."""

_encode = msgspec.msgpack.Encoder().encode


class _Known(NamedTuple):
    game: Game
    rows: int
    digest: bytes
    """Of these rows, the first of the log."""


class Proven:
    """Positions of the games in one log, each the one that its log was last replayed to."""

    def __init__(self) -> None:
        self._games: LRUCache[str, _Known] = LRUCache(GAMES)
        self._lock = Lock()

    def start(self, rows: Sequence[StoredEvent]) -> tuple[Game, int] | None:
        """The position that the first rows of a log lead to, for reading only, and their number.

        None if it was never replayed here, or these rows are not all what they were then.
        """
        with self._lock:
            known = self._games.get(str(rows[0].originator_id))
        if known is None or _digest(rows[: known.rows]) != known.digest:
            return None
        return known.game, known.rows

    def keep(self, game: Game, rows: Sequence[StoredEvent]) -> None:
        """Remember that all of these rows, from the first of a log on, lead to `game`."""
        with self._lock:
            self._games[game.id] = _Known(game, len(rows), _digest(rows))


def _digest(rows: Sequence[StoredEvent]) -> bytes:
    said = [(it.originator_version, it.topic, it.state) for it in rows]
    return hashlib.blake2b(_encode(said)).digest()
