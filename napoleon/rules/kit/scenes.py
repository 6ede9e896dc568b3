"""Scenes: what the rules of a chapter look at, and how events are filled from it.

A scene is an object of the game, such as a unit on a battle board, that answers what the rules of a
chapter ask. `napoleon.rules.kit.declaring` says which verbs open which scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any, Generic, TypeVar, overload

from napoleon.rules.events import Event
from napoleon.rules.kit.table import Table

T = TypeVar("T", bound=Table[Any, Any])
S = TypeVar("S")
V = TypeVar("V")


class found_once(Generic[S, V]):  # noqa: N801 - it reads as a property
    """A property of a scene that is found when it is asked for, and stays as it was then.

    `functools.cached_property` takes a lock each time, which is most of its cost.
    """

    def __init__(self, find: Callable[[S], V]) -> None:
        self._find = find
        self._name = find.__name__
        self.__doc__ = find.__doc__

    @overload
    def __get__(self, at: None, owner: type[S]) -> found_once[S, V]: ...

    @overload
    def __get__(self, at: S, owner: type[S]) -> V: ...

    def __get__(self, at: S | None, owner: type[S]) -> V | found_once[S, V]:
        """What is found, which takes the place of the property."""
        if at is None:
            return self
        value = self._find(at)
        at.__dict__[self._name] = value
        return value


class Unfolding(Generic[V]):
    """Things that are found one after the other, as far as anybody looks, and stay found.

    >>> found = Unfolding(iter("abc"))
    >>> "b" in found, [*found]
    (True, ['a', 'b', 'c'])
    """

    def __init__(self, more: Iterator[V]) -> None:
        self._more = more
        self._found: list[V] = []

    def __iter__(self) -> Iterator[V]:
        for place in count():
            if place == len(self._found):
                self._found.extend(islice(self._more, 1))
            if place == len(self._found):
                return
            yield self._found[place]


class Scene(Generic[T]):
    """What the rules of a chapter look at: a table, and the seat that acts there.

    A game adds to it what its rules ask. Events are filled from it: a field is what the scene calls
    by its name.
    """

    def __init__(self, table: T, player: str) -> None:
        self.table = table
        self.player = player

    @property
    def fog(self) -> bool:
        """Whether others may not know all that an event tells of it."""
        return False

    def tell(self, kind: type[Event], *clauses: str, **more: Any) -> None:
        """Record an event, because of `clauses`, of what `more` says and else of the scene."""
        self.table.record(built(kind, self, **more), *clauses)


def built(kind: type[Event], scene: Scene[Any], /, **more: Any) -> Event:
    """An event whose fields are `more`, and else what the scene calls by their names."""
    values = {}
    for it in kind.payload:
        values[it] = more[it] if it in more else getattr(scene, it)
    if kind.fogged:
        values["fog"] = more.get("fog", scene.fog)
    return kind(**values)
