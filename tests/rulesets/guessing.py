"""Orders, standing orders and corrections made up out of the words of a game.

Nothing is known of them but their classes: what types their fields have says what fits in, the
game says by which names its things go. Most of what comes out is not legal, some of it is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import to_data
from napoleon.rules.structs import one_of
from napoleon.rules.terms import Decision

NONSENSE = ("", "nowhere", "{x}", "NAPOLÉON")
"""Words that no game knows."""

NUMBERS = (0, 1, 2, 3, 4, 5, 6, 8, 12, 20, 40)


class Words:
    """The names that things go by in a game."""

    def __init__(self, rules: Ruleset, decisions: Sequence[Decision] = ()) -> None:
        asked = [word for it in decisions for word in (it.clause, it.kind, it.seat)]
        self.known = sorted({*rules.names, *asked})
        self._said = (*self.known, *NONSENSE)

    def others(self, word: str) -> list[str]:
        """Every word but this one, and some that no game knows."""
        return [it for it in self._said if it != word]


def guesses(cls: type[Any], words: Words, random: Random, most: int) -> Iterator[Any]:
    """Up to `most` values of a struct class."""
    for _ in range(most):
        data = _of(_made_of(cls), words, random)
        try:
            yield msgspec.convert(data, cls)
        except msgspec.ValidationError:
            continue


@cache
def _made_of(cls: type[Any]) -> inspect.Type:
    return inspect.type_info(cls)


def _of(kind: Any, words: Words, random: Random) -> Any:
    match kind:
        case inspect.IntType():
            return random.choice(NUMBERS)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.StrType():
            return random.choice(words.known)
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.UnionType(types=types):
            return _of(random.choice(types), words, random)
        case inspect.ListType() | inspect.SetType() | inspect.VarTupleType():
            return [_of(kind.item_type, words, random) for _ in range(random.randint(0, 3))]
        case inspect.TupleType(item_types=types):
            return [_of(it, words, random) for it in types]
        case inspect.DictType():
            return {
                _of(kind.key_type, words, random): _of(kind.value_type, words, random)
                for _ in range(random.randint(0, 3))
            }
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            said = {tag_field: tag} if tag_field else {}
            given = (it for it in fields if it.required or random.random() < 0.5)
            return {**said, **{it.encode_name: _of(it.type, words, random) for it in given}}
        case _:
            return None


# -- wrong in one thing ---------------------------------------------------------------------------


def changed(
    order: Any, verbs: tuple[type[Any], ...], words: Words, random: Random | None = None
) -> Iterator[Any]:
    """Orders that differ from `order` in one thing, as far as they can be read as one of `verbs`.

    Numbers are one or a hundred off, names are swapped, lists are shorter, longer, or in another
    order. With `random` they come in any order: who wants only some has only those made.
    """
    data = to_data(order)
    said = {name: value for name, value in data.items() if name != "order"}
    every = [Changes(it.count, partial(_with, data, name, it)) for name, it in _each(said, words)]
    for other in _all(every) if random is None else _drawn(every, random):
        try:
            yield one_of(verbs, other)
        except msgspec.ValidationError:
            continue


class Changes(NamedTuple):
    """Some changes of a value, none of which is made before it is asked for."""

    count: int
    made: Callable[[int], Any]
    """The value as the change of that number leaves it."""


def _all(every: Sequence[Changes]) -> Iterator[Any]:
    return (it.made(number) for it in every for number in range(it.count))


def _drawn(every: Sequence[Changes], random: Random) -> Iterator[Any]:
    """All of them, each once, in any order."""
    ends = list(accumulate(it.count for it in every))
    count, tried = ends[-1] if ends else 0, set[int]()
    while len(tried) < count:
        number = random.randrange(count)
        if number not in tried:
            tried.add(number)
            yield _one(every, ends, number)


def _one(every: Sequence[Changes], ends: Sequence[int], number: int) -> Any:
    at = bisect_right(ends, number)
    return every[at].made(number - ends[at] + every[at].count)


def _each(entries: Mapping[str, Any], words: Words) -> Iterator[tuple[str, Changes]]:
    return ((name, it) for name, value in entries.items() for it in _changes(value, words))


def _with(entries: Mapping[str, Any], name: str, changes: Changes, number: int) -> dict[str, Any]:
    return {**entries, name: changes.made(number)}


def _these(*values: Any) -> Changes:
    return Changes(len(values), values.__getitem__)


def _changes(value: Any, words: Words) -> Iterator[Changes]:
    match value:
        case bool():
            yield _these(not value)
        case int():
            yield _these(value - 1, value + 1, value - 100, value + 100)
        case str():
            others = words.others(value)
            yield Changes(len(others), others.__getitem__)
        case list() | tuple():
            yield from _lists(list(value), words)
        case dict():
            yield from _entries(value, words)
        case None:
            yield _these(0, "", words.known[0], [])


def _lists(items: list[Any], words: Words) -> Iterator[Changes]:
    yield _these([], [*items, *items], [*items, NONSENSE[1]])
    if items != items[::-1]:
        yield _these(items[::-1])
    yield Changes(len(items), lambda place: [*items[:place], *items[place + 1 :]])
    for place, item in enumerate(items):
        for it in _changes(item, words):
            yield Changes(it.count, partial(_in_list, items, place, it))


def _in_list(items: list[Any], place: int, changes: Changes, number: int) -> list[Any]:
    return [*items[:place], changes.made(number), *items[place + 1 :]]


def _entries(entries: Mapping[str, Any], words: Words) -> Iterator[Changes]:
    yield _these({})
    for name, value in entries.items():
        rest = {key: kept for key, kept in entries.items() if key != name}
        yield _these(rest, {**rest, NONSENSE[1]: value})
    for name, it in _each(entries, words):
        yield Changes(it.count, partial(_with, entries, name, it))
