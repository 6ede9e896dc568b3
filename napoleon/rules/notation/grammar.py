"""Grammars: a pattern for each way to say an order, for printing and for reading.

A pattern is a template of words and slots::

    Pattern(ActivateStack, "activate {area:area}: {blocks:blocks}[ with {card:card}]")

``{field:slot}`` stands for a field of the order, written as the slot says, and ``{one,other:slot}``
stands for fields that are said together; what is in brackets is left out where its fields are at
their defaults. Words may be abbreviated, except those that end with ``!``; colons may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from napoleon.rules.notation.names import BEGINNING, EXACT, fold
from napoleon.rules.orders import Order
from napoleon.rules.structs import fields_of

LONGEST_NAME = 8
"""How many words of a line one name has at most."""

_MARKS = (",", ":", '"')
"""What stands between words. A text in quotes is a word like any other."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[,:"]|[^\s,:"]+')
_ELEMENT = re.compile(r"\{([\w,]+):(\w+)\}|([\[\]:])|([^\s\[\]{}:]+)")


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
        """How many times names were looked for in it, and found."""
        self.meanings: dict[Any, list[tuple[Any, int]]] = {}
        """What its words were found to mean, so that they are looked up once."""

    def column(self, at: int) -> int:
        """Where token number `at` begins, from 1 on."""
        return self._starts[at] + 1 if at < len(self._starts) else len(self.text.rstrip()) + 1

    def rest(self, at: int) -> str:
        """Everything from token number `at` on, as it was typed."""
        return self.text[self.column(at) - 1 :].strip()

    def words(self, at: int) -> list[str]:
        """The words from token number `at` on, up to the next mark; at most `LONGEST_NAME`."""
        run = []
        for token in self.tokens[at : at + LONGEST_NAME]:
            if token in _MARKS:
                break
            run.append(token)
        return run

    def missed(self, at: int, expected: str) -> None:
        """Note that `expected` is missing at token number `at`."""
        if at > self.furthest:
            self.furthest, self.expected = at, set()
        if at == self.furthest:
            self.expected.add(expected)


class Found(NamedTuple):
    """One reading of a part of a line: what it means, how well it is said, and where it ends."""

    value: Any
    level: int
    end: int


class Slot(NamedTuple):
    """A kind of value: how it is read from a line, and how it is written.

    Both are given the scope in which the caller of the grammar names things.
    """

    read: Callable[[Line, int, Any], Iterator[Found]]
    write: Callable[[Any, Any], str]


class _Word(NamedTuple):
    text: str
    in_full: bool

    def read(self, line: Line, at: int, scope: Any) -> Iterator[Found]:
        here = at + 1 if line.tokens[at : at + 1] == [":"] else at
        line.missed(here, self.text)
        typed = fold(line.tokens[here]) if here < len(line.tokens) else ""
        if typed == self.text:
            yield Found({}, EXACT, here + 1)
        elif typed and not self.in_full and self.text.startswith(typed):
            yield Found({}, BEGINNING, here + 1)

    def write(self, values: Mapping[str, Any], scope: Any) -> str:
        return f" {self.text}"


class _Colon(NamedTuple):
    def read(self, line: Line, at: int, scope: Any) -> Iterator[Found]:
        yield Found({}, EXACT, at + (line.tokens[at : at + 1] == [":"]))

    def write(self, values: Mapping[str, Any], scope: Any) -> str:
        return ":"


class _Field(NamedTuple):
    names: tuple[str, ...]
    slot: Slot

    def read(self, line: Line, at: int, scope: Any) -> Iterator[Found]:
        for value, level, end in self.slot.read(line, at, scope):
            said = [value] if len(self.names) == 1 else value
            yield Found(dict(zip(self.names, said, strict=True)), level, end)

    def write(self, values: Mapping[str, Any], scope: Any) -> str:
        said = [values[name] for name in self.names]
        return f" {self.slot.write(said[0] if len(said) == 1 else said, scope)}"


class _Group(NamedTuple):
    parts: tuple[_Word | _Colon | _Field, ...]

    def read(self, line: Line, at: int, scope: Any) -> Iterator[Found]:
        yield from _read(self.parts, line, at, scope)
        yield Found({}, EXACT, at)

    def write(self, values: Mapping[str, Any], scope: Any) -> str:
        given = values.keys() >= _fields(self.parts)
        return "".join(part.write(values, scope) for part in self.parts) if given else ""


_Element = _Word | _Colon | _Field | _Group


class Pattern(NamedTuple):
    """One way to say an order: its class, the template, and fields that the words stand for."""

    order: type[Order]
    template: str
    means: Mapping[str, Any] = {}


class Reading(NamedTuple):
    """An order that a line may mean, and how far the line is from its full words, from 0 on."""

    order: Order
    level: int


def key(order: Order) -> bytes:
    """The same for equal orders."""
    return msgspec.json.encode(order, order="sorted")


class _Written(NamedTuple):
    """A pattern as orders are written by it: which fields it needs, and which it may say."""

    means: Mapping[str, Any]
    elements: tuple[_Element, ...]
    required: frozenset[str]
    known: frozenset[str]

    @classmethod
    def of(cls, pattern: Pattern, elements: tuple[_Element, ...]) -> _Written:
        required = frozenset(_fields(elements))
        optional = _fields(part for it in elements if isinstance(it, _Group) for part in it.parts)
        return cls(pattern.means, elements, required, required | optional | pattern.means.keys())

    def says(self, order: Order, values: Mapping[str, Any]) -> bool:
        """Whether it can say `order`, whose fields are `values` except those at defaults."""
        return self.required <= values.keys() <= self.known and all(
            getattr(order, name) == value for name, value in self.means.items()
        )


class Grammar:
    """The patterns of a game. The first one that can say an order prints it."""

    def __init__(self, slots: Mapping[str, Slot], patterns: Sequence[Pattern]) -> None:
        self._patterns = [(pattern, _elements(pattern.template, slots)) for pattern in patterns]
        self._written: dict[type[Order], list[_Written]] = {}
        for pattern, elements in self._patterns:
            self._written.setdefault(pattern.order, []).append(_Written.of(pattern, elements))

    def write(self, order: Order, scope: Any) -> str:
        """The line for `order`. Raises ValueError if no pattern can say it."""
        values = {
            field.name: value
            for field in fields_of(type(order))
            if (value := getattr(order, field.name)) != field.default or field.required
        }
        for it in self._written.get(type(order), ()):
            if it.says(order, values):
                return "".join(part.write(values, scope) for part in it.elements).strip()
        raise ValueError(f"no line says {order}")

    def read(self, line: Line, scope: Any) -> list[Reading]:
        """Every order that `line` may mean, each at its best, best first."""
        best: dict[bytes, Reading] = {}
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
                same = key(order)
                if same not in best or level < best[same].level:
                    best[same] = Reading(order, level)
        return sorted(best.values(), key=lambda reading: reading.level)

    def openings(self, verbs: Iterable[type[Order]]) -> list[str]:
        """The first words of the lines for some verbs."""
        wanted = set(verbs)
        firsts = [elements[0] for pattern, elements in self._patterns if pattern.order in wanted]
        return sorted({first.text for first in firsts if isinstance(first, _Word)})

    @property
    def words(self) -> set[str]:
        """Every word of the templates, in lower case."""
        return {it.text for _, elements in self._patterns for it in _words(elements)}

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


def _fields(elements: Iterable[_Element]) -> set[str]:
    """The fields that elements stand for, except those in brackets."""
    return {name for part in elements if isinstance(part, _Field) for name in part.names}


def _words(elements: Iterable[_Element]) -> Iterator[_Word]:
    for it in elements:
        if isinstance(it, _Word):
            yield it
        elif isinstance(it, _Group):
            yield from _words(it.parts)


def _elements(template: str, slots: Mapping[str, Slot]) -> tuple[_Element, ...]:
    elements: list[_Element] = []
    group: list[_Word | _Colon | _Field] | None = None
    for names, slot, mark, word in _ELEMENT.findall(template):
        if mark == "[":
            group = []
        elif mark == "]":
            elements.append(_Group(tuple(group or ())))
            group = None
        else:
            (elements if group is None else group).append(_part(names, slot, word, slots))
    return tuple(elements)


def _part(names: str, slot: str, word: str, slots: Mapping[str, Slot]) -> _Word | _Colon | _Field:
    if names:
        return _Field(tuple(names.split(",")), slots[slot])
    return _Word(word.removesuffix("!"), word.endswith("!")) if word else _Colon()
