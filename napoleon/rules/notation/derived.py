"""Codecs of values from their types: a game declares only what they are called in its texts.

What a type says is written as follows. An id of things that have names (`named_by`) is the name, a
number and a word are themselves, what is so is ``yes``. The items of a list are separated by
commas, each key of a mapping has its value in parentheses. A struct is told in its `Parts`, in a
`Run` of words, or by a `Phrase`; so is a tuple, by the name of its field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from napoleon.rules.notation.codecs import (
    DATA,
    NUMBER,
    WORD,
    YES,
    Codec,
    hidden,
    named,
    not_default,
    pairs,
    several,
    structured,
)
from napoleon.rules.notation.names import Names
from napoleon.rules.notation.positions import Field
from napoleon.rules.structs import NAMED

_SIMPLE: Mapping[Any, Codec] = {str: WORD, int: NUMBER, bool: YES, Any: DATA}


class Parts(NamedTuple):
    """A struct as ``label value; label value``: the labels of its fields, in that order."""

    labels: Mapping[str, str]


class Run(NamedTuple):
    """A struct as a run of words: ``attacker's left, moves 2, in square``.

    The field without a label comes first and is always there; one that is so or not is its label.
    """

    noun: str
    """What is told, for who typed something else about it: ``a unit``."""
    labels: Mapping[str, str]


class Phrase(NamedTuple):
    """A struct or a tuple as a phrase: ``{seat} bids for {side}, {steps} less``.

    Fields of tuples go by their numbers. What stands in brackets is left out with its field:
    ``{kind}[ held by {holder}]``.
    """

    pattern: str
    wanted: str
    """What the reader is told who typed something else."""


Style = Parts | Run | Phrase


class Derived:
    """Makes codecs from types.

    `names` gives the names of the things of each kind in a data pack; `styles` says how structs of
    a class are told, and what lies in a field of such a name; `codecs` are those of single classes.
    """

    def __init__(
        self,
        names: Mapping[str, Callable[[Any], Names]],
        styles: Mapping[type | str, Style],
        codecs: Mapping[type, Codec],
    ) -> None:
        self._named = {kind: named(of) for kind, of in names.items()}
        self._styles = styles
        self._codecs = codecs
        self.patterns: list[re.Pattern[str]] = []
        """What phrases are read by: made of what the game says, and tried on what people type."""

    def fields(self, kind: type[msgspec.Struct], titles: Mapping[str, str]) -> tuple[Field, ...]:
        """The lines of a state under these titles, in that order."""
        hints = get_type_hints(kind, include_extras=True)
        return tuple(
            Field(name, title, self._of_field(name, hints[name])) for name, title in titles.items()
        )

    def lists(self, kind: type[msgspec.Struct], titles: Mapping[str, str]) -> tuple[Field, ...]:
        """The same for lists of which each item has a line of its own."""
        hints = get_type_hints(kind, include_extras=True)
        return tuple(
            Field(name, title, self._of_field(name, get_args(_bare(hints[name]))[0]))
            for name, title in titles.items()
        )

    def _of_field(self, name: str, hint: Any) -> Codec:
        if name in self._styles and get_origin(_bare(hint)) is list:
            return several(self._told(_bare(get_args(_bare(hint))[0]), self._styles[name]))
        if name in self._styles:
            return self._told(_bare(hint), self._styles[name])
        return self.codec(hint)

    def codec(self, hint: Any) -> Codec:
        """How a value of a type is written and read. Raises TypeError for one that is not told."""
        extra = _extra(hint)
        if NAMED in extra:
            return self._named[extra[NAMED]]
        bare = _bare(hint)
        origin, within = get_origin(bare), get_args(bare)
        if origin in (Union, UnionType):
            [only] = [it for it in within if it is not type(None)]
            return self.codec(only)
        if origin is list:
            item = several(self.codec(within[0]))
            return hidden(item) if {"hidden", "unshown"} & _extra(within[0]).keys() else item
        if origin is dict:
            key, value = within
            if get_origin(_bare(value)) is dict:
                return pairs(self.codec(key), _counts(*map(self.codec, get_args(_bare(value)))))
            return pairs(self.codec(key), self.codec(value))
        if bare in self._codecs:
            return self._codecs[bare]
        if bare in self._styles:
            return self._told(bare, self._styles[bare])
        if bare in _SIMPLE:
            return _SIMPLE[bare]
        raise TypeError(f"nothing says how {bare} is told")

    def _told(self, kind: Any, style: Style) -> Codec:
        if get_origin(kind) is tuple:
            parts = {str(at): self.codec(hint) for at, hint in enumerate(get_args(kind))}
        else:
            parts = {
                name: self._of_field(name, hint)
                for name, hint in get_type_hints(kind, include_extras=True).items()
                if name in kind.__struct_fields__
            }
        match style:
            case Parts(labels):
                return structured(kind, [(it, label, parts[it]) for it, label in labels.items()])
            case Run():
                return _run(kind, style, parts)
            case Phrase():
                pattern = pattern_of(style, parts)
                self.patterns.append(pattern)
                return _phrase(kind, style, parts, pattern)


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _extra(hint: Any) -> Mapping[str, Any]:
    marks = getattr(hint, "__metadata__", ())
    return {key: value for mark in marks for key, value in (mark.extra or {}).items()}


def _counts(key: Codec, value: Codec) -> Codec:
    """A mapping within another one: each key with its value behind it."""

    def read(text: str, pack: Any) -> dict[Any, Any]:
        found = [entry.rpartition(" ") for entry in text.split(", ") if entry]
        return {key.read(it, pack): value.read(number, pack) for it, _, number in found}

    return Codec(
        lambda values, pack: ", ".join(
            f"{key.write(k, pack)} {value.write(v, pack)}" for k, v in values.items()
        ),
        read,
    )


def _run(kind: type[msgspec.Struct], style: Run, parts: Mapping[str, Codec]) -> Codec:
    hints = get_type_hints(kind)
    first = next(name for name, label in style.labels.items() if not label)
    flags = {label: it for it, label in style.labels.items() if hints[it] is bool}
    valued = {label: it for it, label in style.labels.items() if it not in flags.values()}

    def words(value: msgspec.Struct, pack: Any) -> Iterator[str]:
        given = not_default(value)
        for name, label in style.labels.items():
            if name == first:
                yield parts[name].write(getattr(value, name), pack)
            elif name in given:
                yield label if label in flags else f"{label} {parts[name].write(given[name], pack)}"

    def read(text: str, pack: Any) -> msgspec.Struct:
        head, *rest = text.split(", ")
        found = {first: parts[first].read(head, pack)}
        for word in rest:
            label, _, said = word.partition(" ")
            if word in flags:
                found[flags[word]] = True
            elif label in valued:
                found[valued[label]] = parts[valued[label]].read(said, pack)
            else:
                raise ValueError(f"{word!r} says nothing of {style.noun}")
        return kind(**found)

    return Codec(lambda value, pack: ", ".join(words(value, pack)), read)


_PIECES = re.compile(r"\[|\]|\{(\w+)\}|[^][{}]+")


def pattern_of(style: Phrase, parts: Mapping[str, Codec]) -> re.Pattern[str]:
    """What reads a phrase: a group for each of its parts, named like it after an underscore."""
    numbers = {name for name, codec in parts.items() if codec is NUMBER}
    pieces = _PIECES.finditer(style.pattern)
    return re.compile("".join(_as_pattern(it, it[1] in numbers) for it in pieces))


def _phrase(
    kind: Any, style: Phrase, parts: Mapping[str, Codec], pattern: re.Pattern[str]
) -> Codec:
    is_tuple = get_origin(kind) is tuple
    full = re.sub(r"[][]", "", style.pattern)
    short = re.sub(r"\[[^][]*\]", "", style.pattern)

    def write(value: Any, pack: Any) -> str:
        held = dict(zip(parts, value if is_tuple else msgspec.structs.astuple(value), strict=True))
        # Left out is what has no value; only what stands in brackets may have none.
        said = {name: parts[name].write(it, pack) if it != "" else "" for name, it in held.items()}
        filled = full if all(said.values()) else short
        return re.sub(r"\{(\w+)\}", lambda it: said[it[1]], filled)

    def read(text: str, pack: Any) -> Any:
        found = pattern.fullmatch(text)
        if found is None:
            raise ValueError(style.wanted)
        said = {name[1:]: it for name, it in found.groupdict().items() if it is not None}
        values = {
            name: codec.read(said[name], pack) for name, codec in parts.items() if name in said
        }
        return tuple(values.values()) if is_tuple else kind(**values)

    return Codec(write, read)


def _as_pattern(piece: re.Match[str], is_number: bool) -> str:
    """A piece of a phrase as part of a regular expression."""
    if piece[1]:
        value = r"-?\d+" if is_number else ".+?"
        return f"(?P<_{piece[1]}>{value})"
    return {"[": "(?:", "]": ")?"}.get(piece[0], re.escape(piece[0]))
