"""Grammars: a pattern for each way to say an order, for printing and for reading.

A pattern is a template of words and slots::

    Pattern(ActivateStack, "activate {area:area}: {blocks:blocks}[ with {card:card}]")

``{field:slot}`` stands for a field of the order, written as the slot says; what stands in brackets
is left out where its fields are at their defaults. Words may be abbreviated, colons left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from napoleon.notation.names import BEGINNING, EXACT, fold
from napoleon.orders import Order

LONGEST_NAME = 8
"""Most words of one name in a line."""

MOST_ITEMS = 40
"""Most items of a list."""

MOST_TRIES = 2000
"""Most names that are looked for in a line: one of many short abbreviations means anything."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[,:"]|[^\s,:"]+')
_ELEMENT = re.compile(r"\{(\w+):(\w+)\}|([\[\]:])|([^\s\[\]{}:]+)")


class Line:
    """A typed line, cut into words, marks and quoted texts."""

    def __init__(self, text: str) -> None:
        self.text = text
        found = list(_TOKEN.finditer(text))
        self.tokens = [token[0] for token in found]
        self._starts = [token.start() for token in found]
        self.furthest = 0
        """The first token that no pattern could read."""
        self.expected: set[str] = set()
        """What could have stood there."""
        self.tries = 0

    def column(self, at: int) -> int:
        """Where token number `at` begins, from 1 on."""
        return self._starts[at] + 1 if at < len(self._starts) else len(self.text.rstrip()) + 1

    def rest(self, at: int) -> str:
        """Everything from token number `at` on, as it was typed."""
        return self.text[self.column(at) - 1 :].strip()

    def words(self, at: int) -> list[str]:
        """The words from token number `at` on, up to the next mark, as many as a name may have."""
        run = []
        for token in self.tokens[at : at + LONGEST_NAME]:
            if token[0] in ',:"':
                break
            run.append(token)
        return run

    def missed(self, at: int, expected: str) -> None:
        """Note that `expected` does not stand at token number `at`."""
        if at > self.furthest:
            self.furthest, self.expected = at, set()
        if at == self.furthest:
            self.expected.add(expected)


class Found(NamedTuple):
    """One reading of a part of a line: what it means, how well it is said, where it ends."""

    value: Any
    level: int
    end: int


class Slot(NamedTuple):
    """A kind of value: how it is read from a line, and how it is written.

    Both are given the scope that the caller of the grammar names things in.
    """

    read: Callable[[Line, int, Any], Iterator[Found]]
    write: Callable[[Any, Any], str]


def phrase(
    title: str,
    read: Callable[[str, Any], Iterable[tuple[Any, int]]],
    write: Callable[[Any, Any], str],
) -> Slot:
    """A slot of a few words; `read` yields each value that they may mean, and how well."""

    def found(line: Line, at: int, scope: Any) -> Iterator[Found]:
        words = line.words(at)
        line.missed(at, title)
        for count in range(1, len(words) + 1):
            line.tries += 1
            if line.tries > MOST_TRIES:
                return
            for value, level in read(" ".join(words[:count]), scope):
                yield Found(value, level, at + count)

    return Slot(found, write)


def listed(
    item: Slot, gather: Callable[[list[Any]], Any], spread: Callable[[Any], Iterable[Any]]
) -> Slot:
    """A slot of items parted by commas; `gather` makes its value, None if they do not fit."""

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


def free_text(title: str) -> Slot:
    """The rest of the line: in quotes as JSON writes a text, or just as it is typed."""

    def found(line: Line, at: int, scope: Any) -> Iterator[Found]:
        line.missed(at, title)
        typed = line.rest(at)
        if typed.startswith('"'):
            try:
                typed = json.loads(typed)
                typed.encode()
            except ValueError:  # no JSON, or half of a character
                return
        if typed:
            yield Found(typed, EXACT, len(line.tokens))

    return Slot(found, lambda value, scope: json.dumps(value, ensure_ascii=False))


class _Word(NamedTuple):
    text: str

    def read(self, line: Line, at: int, scope: Any) -> Iterator[Found]:
        here = at + 1 if line.tokens[at : at + 1] == [":"] else at
        line.missed(here, self.text)
        typed = fold(line.tokens[here]) if here < len(line.tokens) else ""
        if typed and self.text.startswith(typed):
            level = EXACT if typed == self.text else BEGINNING
            yield Found({}, level, here + 1)

    def write(self, values: Mapping[str, Any], scope: Any) -> str:
        return f" {self.text}"


class _Colon(NamedTuple):
    def read(self, line: Line, at: int, scope: Any) -> Iterator[Found]:
        yield Found({}, EXACT, at + (line.tokens[at : at + 1] == [":"]))

    def write(self, values: Mapping[str, Any], scope: Any) -> str:
        return ":"


class _Field(NamedTuple):
    name: str
    slot: Slot

    def read(self, line: Line, at: int, scope: Any) -> Iterator[Found]:
        for value, level, end in self.slot.read(line, at, scope):
            yield Found({self.name: value}, level, end)

    def write(self, values: Mapping[str, Any], scope: Any) -> str:
        return f" {self.slot.write(values[self.name], scope)}"


class _Group(NamedTuple):
    parts: tuple[_Word | _Colon | _Field, ...]

    def read(self, line: Line, at: int, scope: Any) -> Iterator[Found]:
        yield from _read(self.parts, line, at, scope)
        yield Found({}, EXACT, at)

    def write(self, values: Mapping[str, Any], scope: Any) -> str:
        given = all(part.name in values for part in self.parts if isinstance(part, _Field))
        return "".join(part.write(values, scope) for part in self.parts) if given else ""


_Element = _Word | _Colon | _Field | _Group


class Pattern(NamedTuple):
    """One way to say an order: its class, the template, and fields that the words stand for."""

    order: type[Order]
    template: str
    means: Mapping[str, Any] = {}


class Reading(NamedTuple):
    """An order that a line may mean, and how far from its full words it is; 0 is not at all."""

    order: Order
    level: int


class Grammar:
    """The patterns of a game. Of those that can say an order the first one prints it."""

    def __init__(self, slots: Mapping[str, Slot], patterns: Sequence[Pattern]) -> None:
        self._patterns = [(pattern, _elements(pattern.template, slots)) for pattern in patterns]

    def write(self, order: Order, scope: Any) -> str:
        """The line for `order`. Raises ValueError if no pattern can say it."""
        values = {
            field.name: value
            for field in msgspec.structs.fields(order)
            if (value := getattr(order, field.name)) != field.default or field.required
        }
        for pattern, elements in self._patterns:
            if pattern.order is type(order) and _says(pattern, elements, order, values):
                return "".join(element.write(values, scope) for element in elements).strip()
        raise ValueError(f"no line says {order}")

    def read(self, line: Line, scope: Any) -> list[Reading]:
        """Every order that `line` may mean, each at its best."""
        found: list[Reading] = []
        for pattern, elements in self._patterns:
            for values, level, end in _read(elements, line, 0, scope):
                if end < len(line.tokens):
                    line.missed(end, "the end of the line")
                    continue
                data = {**pattern.means, **values, "order": pattern.order.__struct_config__.tag}
                try:
                    order = msgspec.convert(msgspec.to_builtins(data), pattern.order)
                except msgspec.ValidationError:
                    continue
                found.append(Reading(order, level))
        best = sorted(found, key=lambda reading: reading.level)
        return [r for i, r in enumerate(best) if r.order not in [b.order for b in best[:i]]]

    def openings(self, verbs: Iterable[type[Order]]) -> list[str]:
        """The first words of the lines for some verbs."""
        wanted = set(verbs)
        return sorted({p.template.split()[0] for p, _ in self._patterns if p.order in wanted})

    @property
    def verbs(self) -> set[type[Order]]:
        """Every verb that some pattern says."""
        return {pattern.order for pattern, _ in self._patterns}


def _read(elements: Sequence[_Element], line: Line, at: int, scope: Any) -> Iterator[Found]:
    if not elements:
        yield Found({}, EXACT, at)
        return
    for first in elements[0].read(line, at, scope):
        for rest in _read(elements[1:], line, first.end, scope):
            yield Found({**first.value, **rest.value}, first.level + rest.level, rest.end)


def _says(
    pattern: Pattern, elements: Sequence[_Element], order: Order, values: Mapping[str, Any]
) -> bool:
    parts = [e for e in elements if isinstance(e, _Field)]
    groups = [part for e in elements if isinstance(e, _Group) for part in e.parts]
    sayable = {part.name for part in (*parts, *groups) if isinstance(part, _Field)}
    return (
        all(getattr(order, name) == value for name, value in pattern.means.items())
        and all(part.name in values for part in parts)
        and values.keys() <= sayable | pattern.means.keys()
    )


def _elements(template: str, slots: Mapping[str, Slot]) -> tuple[_Element, ...]:
    elements: list[_Element] = []
    group: list[_Word | _Colon | _Field] | None = None
    for name, slot, mark, word in _ELEMENT.findall(template):
        if mark == "[":
            group = []
        elif mark == "]":
            elements.append(_Group(tuple(group or ())))
            group = None
        else:
            part = _Field(name, slots[slot]) if name else _Word(word) if word else _Colon()
            (elements if group is None else group).append(part)
    return tuple(elements)
