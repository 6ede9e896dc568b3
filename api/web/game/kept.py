"""What was drawn lately, so that it is not drawn again.

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
"""How much is kept in a process, of all games together. A map is the largest, with some 100 kB."""

T = TypeVar("T")


class _Kept:
    """What was used last, of one log."""

    def __init__(self) -> None:
        self.found: LRUCache[tuple[object, ...], Any] = LRUCache(MOST)
        self.lock = Lock()


_of_logs: WeakKeyDictionary[Games, _Kept] = WeakKeyDictionary()
_making = Lock()


def kept(kind: str, key: tuple[object, ...], make: Callable[[], T]) -> T:
    """What `make` makes, or made before for the same `kind` and `key`; nobody may change it."""
    games = stores().games
    with _making:
        own = _of_logs.setdefault(games, _Kept())
    place = (kind, *key)
    with own.lock:
        if place in own.found:
            found: T = own.found[place]
            return found
    made = make()
    with own.lock:
        own.found[place] = made
    return made
