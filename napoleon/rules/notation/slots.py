"""Kinds of values that the lines of many games hold: names, numbers, lists, free text.

Every slot is given the scope in which the caller of the grammar names things.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from napoleon.rules.notation.grammar import Found, Line, Slot
from napoleon.rules.notation.names import EXACT, Names

MOST_ITEMS = 40
"""How many items a list has at most."""

MOST_TRIES = 4000
"""How many names are looked for or found in a line at most: short abbreviations may mean
anything."""

Meanings = Iterable[tuple[Any, int]]
"""Values that a few words may stand for, and how well each is said."""

NamesOf = Callable[[Any], Names]
"""The names of a kind of thing in a scope."""


def phrase(
    title: str, read: Callable[[str, Any], Meanings], write: Callable[[Any, Any], str]
) -> Slot:
    """A slot of a few words; `read` yields each value that they may mean, and how well."""

    def found(line: Line, at: int, scope: Any) -> Iterator[Found]:
        words = line.words(at)
        line.missed(at, title)
        # The most words first: what is said in full is found before the tries are used up on what
        # its parts might be short for.
        for count in range(len(words), 0, -1):
            line.tries += 1
            if line.tries > MOST_TRIES:
                return
            if (read, at, count) not in line.meanings:
                line.meanings[read, at, count] = list(read(" ".join(words[:count]), scope))
            for value, level in line.meanings[read, at, count]:
                line.tries += 1
                yield Found(value, level, at + count)

    return Slot(found, write)


def named(title: str, names: NamesOf) -> Slot:
    """A slot of things with names."""
    return phrase(
        title,
        lambda typed, scope: names(scope).matches(typed),
        lambda thing, scope: names(scope).write(thing),
    )


def number(title: str) -> Slot:
    """A slot of whole numbers below 1000."""
    return phrase(
        title,
        lambda typed, scope: [(int(typed), EXACT)] if re.fullmatch("[0-9]{1,3}", typed) else [],
        lambda value, scope: str(value),
    )


def counted(title: str, names: NamesOf) -> Slot:
    """A slot of things with a number after each, as in ``Ney 2``: the two as a pair."""

    def read(typed: str, scope: Any) -> Meanings:
        name, _, amount = typed.rpartition(" ")
        if re.fullmatch("[0-9]{1,3}", amount):
            for thing, level in names(scope).matches(name):
                yield (thing, int(amount)), level

    return phrase(title, read, lambda pair, scope: f"{names(scope).write(pair[0])} {pair[1]}")


def listed(
    item: Slot, gather: Callable[[list[Any]], Any], spread: Callable[[Any], Iterable[Any]]
) -> Slot:
    """A slot of items separated by commas; `gather` makes its value, None if they do not fit."""

    def lists(line: Line, at: int, scope: Any, most: int = MOST_ITEMS) -> Iterator[Found]:
        for first in item.read(line, at, scope):
            yield Found([first.value], first.level, first.end)
            if most > 1 and line.tokens[first.end : first.end + 1] == [","]:
                for rest in lists(line, first.end + 1, scope, most - 1):
                    yield Found([first.value, *rest.value], first.level + rest.level, rest.end)
            else:
                line.missed(first.end, ",")

    def found(line: Line, at: int, scope: Any) -> Iterator[Found]:
        for items, level, end in lists(line, at, scope):
            value = gather(items)
            if value is not None:
                yield Found(value, level, end)

    return Slot(found, lambda value, scope: ", ".join(item.write(v, scope) for v in spread(value)))


def in_any_order(item: Slot) -> Slot:
    """A slot of items whose order does not matter, as a tuple in alphabetical order."""
    return listed(item, lambda items: tuple(sorted(items)), sorted)


def tallied(item: Slot) -> Slot:
    """A slot of pairs, as a mapping in the order given; no key comes twice."""

    def gather(pairs: list[tuple[str, Any]]) -> Mapping[str, Any] | None:
        return dict(pairs) if len(dict(pairs)) == len(pairs) else None

    return listed(item, gather, lambda tally: tally.items())


def free_text(title: str) -> Slot:
    """The rest of the line: in quotes, as JSON writes a text, or just as typed."""

    def found(line: Line, at: int, scope: Any) -> Iterator[Found]:
        line.missed(at, title)
        typed = line.rest(at)
        if typed.startswith('"'):
            try:
                typed = json.loads(typed)
                typed.encode()
            except ValueError:  # not JSON, or half of a character
                return
        if typed:
            yield Found(typed, EXACT, len(line.tokens))

    return Slot(found, lambda value, scope: json.dumps(value, ensure_ascii=False))
