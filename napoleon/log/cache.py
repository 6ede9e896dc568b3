"""The newest known positions of the games played most recently, shared by all threads."""

from __future__ import annotations

from threading import Lock

from cachetools import LRUCache

from napoleon.log.game import Game


class Entry:
    """One game in the cache.

    The game in it is published: threads read it without a lock, so it is never changed, only
    replaced by a later position while `lock` is held.
    """

    __slots__ = ("game", "lock")

    def __init__(self) -> None:
        self.lock = Lock()
        self.game: Game | None = None


class Cache:
    """A least-recently-used cache of `size` games."""

    def __init__(self, size: int) -> None:
        self._entries: LRUCache[str, Entry] = LRUCache(size)
        self._lock = Lock()

    def newest(self, game_id: str) -> Game | None:
        """The newest published position of a game, if there is any."""
        with self._lock:
            entry = self._entries.get(game_id)
        return None if entry is None else entry.game

    def entry(self, game_id: str) -> Entry:
        """The entry of a game, now the most recently used; a new one if there is none."""
        with self._lock:
            return self._entries.setdefault(game_id, Entry())

    def publish(self, game: Game) -> None:
        """Put `game` in, unless a later position of it is already there."""
        entry = self.entry(game.id)
        with entry.lock:
            if entry.game is None or entry.game.version < game.version:
                entry.game = game

    def forget(self, game_id: str) -> None:
        """Forget what is known of a game."""
        with self._lock:
            self._entries.pop(game_id, None)
