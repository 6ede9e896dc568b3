"""What was drawn recently, so that it is not drawn again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from api.http.stores import stores
from api.lru_by_log import LruByLog

MOST = 256
"""How much is kept in a process, for all games together. Maps are the largest, at some 100 kB."""

T = TypeVar("T")

_drawn: LruByLog[Any] = LruByLog(MOST)


def kept(kind: str, key: tuple[object, ...], make: Callable[[], T]) -> T:
    """What `make` makes, or has made before for the same `kind` and `key`; nobody may change it.

    What it depends on is all in the `key`; see `api.lru_by_log`.
    """
    found: T = _drawn.kept(stores().games, (kind, *key), make)
    return found


def known(kind: str, key: tuple[object, ...]) -> Any:
    """What was kept for `kind` and `key`; None if it was never made, or is kept no more."""
    return _drawn.known(stores().games, (kind, *key))
