"""A cache of what was made recently, for each log by itself.

It keeps only what never changes, under a key that names all it depends on, its reader among them:
what was made for one is never shown to another.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from cachetools import LRUCache

from napoleon.play.games import Games

T = TypeVar("T")

Key = tuple[object, ...]


class _Shelf(Generic[T]):
    """What was used last, for one log."""

    def __init__(self, most: int) -> None:
        self.things: LRUCache[Key, T] = LRUCache(most)
        self.lock = Lock()


class LruByLog(Generic[T]):
    """Keeps things of one size, those that were used last."""

    def __init__(self, most: int) -> None:
        """At most `most` of them are kept for a log, all its games together."""
        self._most = most
        self._shelves: WeakKeyDictionary[Games, _Shelf[T]] = WeakKeyDictionary()
        self._lock = Lock()

    def kept(self, games: Games, key: Key, make: Callable[[], T]) -> T:
        """What `make` makes, or has made before for the same `key`."""
        shelf = self._shelf(games)
        with shelf.lock, suppress(KeyError):
            return shelf.things[key]
        made = make()
        with shelf.lock:
            shelf.things[key] = made
        return made

    def known(self, games: Games, key: Key) -> T | None:
        """What is kept for `key`; None if it was never made, or is kept no more."""
        shelf = self._shelf(games)
        with shelf.lock:
            return shelf.things.get(key)

    def _shelf(self, games: Games) -> _Shelf[T]:
        with self._lock:
            shelf = self._shelves.get(games)
            if shelf is None:
                shelf = self._shelves[games] = _Shelf(self._most)
            return shelf
