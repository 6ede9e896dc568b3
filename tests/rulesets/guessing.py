"""Orders, instructions and corrections made up out of the words of a game.

Nothing is known of them but their classes: what types their fields have says what fits in, the
game says by which names its things go. Most of what comes out is not legal, some of it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

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
    order. With `random` they come in any order: who wants only some need not have all of them read.
    """
    data = to_data(order)
    others = (
        (name, other)
        for name, value in data.items()
        if name != "order"
        for other in _changes(value, words)
    )
    if random is not None:
        drawn = list(others)
        random.shuffle(drawn)
        others = iter(drawn)
    for name, other in others:
        try:
            yield one_of(verbs, {**data, name: other})
        except msgspec.ValidationError:
            continue


def _changes(value: Any, words: Words) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield from (value - 1, value + 1, value - 100, value + 100)
        case str():
            yield from (word for word in (*words.known, *NONSENSE) if word != value)
        case list() | tuple():
            yield from _lists(list(value), words)
        case dict():
            yield from _entries(value, words)
        case None:
            yield from (0, "", words.known[0], [])


def _lists(items: list[Any], words: Words) -> Iterator[list[Any]]:
    yield []
    yield [*items, *items]
    yield [*items, NONSENSE[1]]
    if items != items[::-1]:
        yield items[::-1]
    for place in range(len(items)):
        yield [*items[:place], *items[place + 1 :]]
        for other in _changes(items[place], words):
            yield [*items[:place], other, *items[place + 1 :]]


def _entries(entries: Mapping[str, Any], words: Words) -> Iterator[dict[str, Any]]:
    yield {}
    for name, value in entries.items():
        rest = {key: kept for key, kept in entries.items() if key != name}
        yield rest
        yield {**rest, NONSENSE[1]: value}
        yield from ({**entries, name: other} for other in _changes(value, words))
