"""What was told of something is told again as long as that says the same.

From one position of a game to the next hardly any place of its map changes, though each position
has boards of its own. All who are shown the same are told the same, so they share it.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from cachetools import LRUCache, cached

from napoleon.rules.prose.storybook import Itself, Words

P = ParamSpec("P")
T = TypeVar("T")

Tell = Callable[Concatenate[Words, P], T]
"""Makes something of what it is told about, in some words, without their memory. Nobody may change
what it makes."""

_encode = msgspec.msgpack.Encoder().encode


def remembered(most: int, *, itself: int = 0) -> Callable[[Tell[P, T]], Tell[P, T]]:
    """A function that remembers the last things it told, at most so many.

    What it is told about is known by what it says, as a struct of a view is; but the first `itself`
    of these are known by being themselves, as a pack is.
    """

    def key(words: Words, *about: Any) -> tuple[object, ...]:
        alike = (Itself(words.names), Itself(words.cards), *map(Itself, about[:itself]))
        return words.language, alike, _encode(about[itself:])

    def remembering(tell: Tell[P, T]) -> Tell[P, T]:
        found: Tell[P, T] = cached(LRUCache(most), key=key, lock=Lock())(tell)
        return found

    return remembering
