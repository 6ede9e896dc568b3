"""The newest known positions of the games played most recently, shared by all threads."""

from __future__ import annotations

from threading import Lock

from cachetools import LRUCache

from napoleon.log.game import Game

EARLIER = 4
"""How many positions of a game are kept that were the newest before: each page of a player tells
their last order as it stood in the one before it."""


class Entry:
    """One game in the cache.

    The game in it is published: threads read it without a lock, so it is never changed, only
    replaced by a later position while `lock` is held. The same goes for those `earlier`.
    """

    __slots__ = ("earlier", "game", "lock")

    def __init__(self) -> None:
        self.lock = Lock()
        self.game: Game | None = None
        self.earlier: tuple[Game, ...] = ()

    def move_on(self, game: Game) -> None:
        """Put `game` in the place of the position before it; `lock` is held."""
        if self.game is not None:
            self.earlier = (*self.earlier, self.game)[-EARLIER:]
        self.game = game


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

    def at(self, game_id: str, version: int) -> Game | None:
        """The position of a game at a version, if it is one of those that were published last."""
        with self._lock:
            entry = self._entries.get(game_id)
        if entry is None or entry.game is None:
            return None
        return next((it for it in (entry.game, *entry.earlier) if it.version == version), None)

    def entry(self, game_id: str) -> Entry:
        """The entry of a game, now the most recently used; a new one if there is none."""
        with self._lock:
            return self._entries.setdefault(game_id, Entry())

    def publish(self, game: Game) -> None:
        """Put `game` in, unless a later position of it is already there."""
        entry = self.entry(game.id)
        with entry.lock:
            if entry.game is None or entry.game.version < game.version:
                entry.move_on(game)

    def forget(self, game_id: str) -> None:
        """Forget what is known of a game."""
        with self._lock:
            self._entries.pop(game_id, None)
