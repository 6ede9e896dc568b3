"""What was drawn recently, so that it is not drawn again.

Only what nothing can change is kept here, under a key that names all it depends on, its reader
among them: what was drawn for one is never shown to another.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from cachetools import LRUCache

from api.http.stores import stores
from napoleon.play.games import Games

MOST = 256
"""How much is kept in a process, for all games together. Maps are the largest, at some 100 kB."""

LARGE = ("chronicle",)
"""Kinds of which one may take as much room as all the rest for a position."""

MOST_LARGE = 12
"""How much of these is kept."""

T = TypeVar("T")


class _Kept:
    """What was used last, for one log."""

    def __init__(self) -> None:
        self.small: LRUCache[tuple[object, ...], Any] = LRUCache(MOST)
        self.large: LRUCache[tuple[object, ...], Any] = LRUCache(MOST_LARGE)
        self.lock = Lock()


_of_logs: WeakKeyDictionary[Games, _Kept] = WeakKeyDictionary()
_making = Lock()


def kept(kind: str, key: tuple[object, ...], make: Callable[[], T]) -> T:
    """What `make` makes, or has made before for the same `kind` and `key`; nobody may change it."""
    own, cache, place = _found(kind, key)
    with own.lock:
        if place in cache:
            found: T = cache[place]
            return found
    made = make()
    with own.lock:
        cache[place] = made
    return made


def known(kind: str, key: tuple[object, ...]) -> Any:
    """What was kept for `kind` and `key`; None if it was never made, or is kept no more."""
    own, cache, place = _found(kind, key)
    with own.lock:
        return cache.get(place)


def _found(
    kind: str, key: tuple[object, ...]
) -> tuple[_Kept, LRUCache[tuple[object, ...], Any], tuple[object, ...]]:
    with _making:
        own = _of_logs.setdefault(stores().games, _Kept())
    return own, own.large if kind in LARGE else own.small, (kind, *key)
