"""How the texts of positions write single values, and read them back.

What cannot be read raises ValueError with a sentence for the reader. Every codec is given the data
pack, from which the names of its game come.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from napoleon.rules.events import Line
from napoleon.rules.known import UNKNOWN, is_known
from napoleon.rules.notation.names import EXACT, Names
from napoleon.rules.phrases import Note, Phrase, is_said, told
from napoleon.rules.structs import fields_of
from napoleon.rules.terms import Result

S = TypeVar("S", bound=msgspec.Struct)

PACKS = 4
"""How many data packs of a game keep their names at hand."""


class Codec(NamedTuple):
    """How a value is written, and read back. Both know the data pack."""

    write: Callable[[Any, Any], str]
    read: Callable[[str, Any], Any]


def full_name_of(names: Names, text: str) -> str:
    """What `text` is the full name of."""
    found = [thing for thing, level in names.matches(text.strip()) if level == EXACT]
    if len(found) != 1:
        raise ValueError(f"{text.strip()!r} is not the name of one thing here")
    return found[0]


def named(names: Callable[[Any], Names]) -> Codec:
    """A thing that has a name."""
    return Codec(
        lambda v, pack: names(pack).write(v), lambda text, pack: full_name_of(names(pack), text)
    )


def known(text: str) -> str:
    """`text`, unless it hides something. Raises ValueError."""
    if "?" in text.split("(")[0]:
        raise ValueError("the position is only what a seat may know of it")
    return text


def several(item: Codec, mark: str = ", ") -> Codec:
    """A list."""
    return Codec(
        lambda values, pack: mark.join(item.write(value, pack) for value in values),
        lambda text, pack: [item.read(one, pack) for one in text.split(mark) if one],
    )


def hidden(several_items: Codec) -> Codec:
    """A list of which some readers are told only the length: ``?6``, which is not read back."""

    def write(values: Any, pack: Any) -> str:
        if isinstance(values, int):
            return f"{UNKNOWN}{values}"
        if UNKNOWN in values:
            return f"{UNKNOWN}{len(values)}"
        return several_items.write(values, pack)

    return Codec(
        write,
        lambda text, pack: several_items.read(known(text), pack),
    )


def veiled(codec: Codec) -> Codec:
    """A value that may be `UNKNOWN`, which is not read back."""
    return Codec(
        lambda value, pack: UNKNOWN if value == UNKNOWN else codec.write(value, pack),
        lambda text, pack: codec.read(known(text), pack),
    )


def one_after_the_other(pattern: re.Pattern[str], text: str, expected: str) -> list[re.Match[str]]:
    """What a text consists of, from its first character to its last. Raises ValueError.

    A pattern is tried only where what was found before it ends: to search for it from everywhere
    would take a long text ages.
    """
    found, at = list[re.Match[str]](), 0
    while at < len(text):
        one = pattern.match(text, at)
        if one is None:
            raise ValueError(f"expected {expected}")
        found.append(one)
        at = one.end()
    return found


_PAIR = re.compile(r"([^(]+) \(([^)]*)\)(?:, |$)")


def pairs(key: Codec, value: Codec) -> Codec:
    """A mapping: each key with its value in parentheses."""

    def read_pairs(text: str, pack: Any) -> dict[Any, Any]:
        found = one_after_the_other(_PAIR, text, "names, each with a value in parentheses")
        return {key.read(it[1], pack): value.read(it[2], pack) for it in found}

    return Codec(
        lambda values, pack: ", ".join(
            f"{key.write(k, pack)} ({value.write(v, pack)})" for k, v in values.items()
        ),
        read_pairs,
    )


def structured(kind: type[S], parts: Sequence[tuple[str, str, Codec]]) -> Codec:
    """A struct: its fields, each behind a label of its own, separated by semicolons.

    `parts` holds name, label and codec of fields; others are written as JSON under their names.
    Fields at their defaults are left out.
    """
    names = [name for name, _, _ in parts]
    others = [field for field in kind.__struct_fields__ if field not in names]
    labels = {label: (name, codec) for name, label, codec in parts}
    labels |= {name: (name, DATA) for name in others}

    def write(value: S, pack: Any) -> str:
        given = not_default(value)
        said = [
            f"{label} {codec.write(given[name], pack)}"
            for label, (name, codec) in labels.items()
            if name in given
        ]
        return "; ".join(said)

    def read(text: str, pack: Any) -> S:
        found = {}
        for part in text.split("; "):
            label = max((it for it in labels if part.startswith(f"{it} ")), key=len, default="")
            if not label:
                raise ValueError(f"{part!r} begins with none of: {', '.join(labels)}")
            name, codec = labels[label]
            found[name] = codec.read(part.removeprefix(f"{label} "), pack)
        return msgspec.convert(msgspec.to_builtins(found), kind)

    return Codec(write, read)


def not_default(value: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct that are known and not at their defaults, with their values."""
    return {
        field.name: held
        for field in fields_of(type(value))
        if is_known(held := getattr(value, field.name)) and held != default_of(field)
    }


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """The default of a field; ``msgspec.NODEFAULT`` if it has none."""
    factory = field.default_factory
    return field.default if factory is msgspec.NODEFAULT else factory()


def result_of(sides: Names) -> Codec:
    """How a game ended."""

    def read(text: str, pack: Any) -> Result:
        result = re.fullmatch(r"([^:]+): (.*) \[([^\]]+)\]", text)
        if result is None:
            raise ValueError("a result is: side, colon, reason, clause in brackets")
        return Result(full_name_of(sides, result[1]), _read_note(result[2]), result[3])

    def words(it: Result, pack: Any) -> str:
        reason = told(it.reason, lambda phrase: msgspec.json.encode(phrase).decode())
        return f"{sides.write(it.winner)}: {reason} [{it.clause}]"

    return Codec(words, read)


def _read_note(text: str) -> Note:
    """A finished text, or a phrase as it is recorded."""
    return msgspec.json.decode(text, type=Phrase) if is_said(text.encode()) else text


def _read_number(text: str, pack: Any) -> int:
    return int(text.split(" ")[0])


def _read_yes(text: str, pack: Any) -> bool:
    if text != "yes":
        raise ValueError("what is not so is left out, so the only value is: yes")
    return True


def _write_move(move: tuple[int, int, int, Sequence[Line]], pack: Any) -> str:
    turn, before, after, lines = move
    return f"turn {turn}, {before} to {after}: {msgspec.json.encode(lines).decode()}"


def _read_move(text: str, pack: Any) -> tuple[int, int, int, list[Line]]:
    move = re.fullmatch(r"turn (\d+), (-?\d+) to (-?\d+): (\[.*)", text)
    if move is None:
        raise ValueError("a move of the track is: turn T, A to B: [lines]")
    turn, before, after = map(int, move.groups()[:3])
    return turn, before, after, msgspec.json.decode(move[4], type=list[Line])


WORD = Codec(lambda value, pack: str(value), lambda text, pack: text)
NUMBER = Codec(lambda value, pack: str(value), _read_number)
YES = Codec(lambda value, pack: "yes", _read_yes)
DATA = Codec(
    lambda value, pack: msgspec.json.encode(value).decode(),
    lambda text, pack: msgspec.json.decode(text),
)
MOVE_OF_TRACK = Codec(_write_move, _read_move)
"""A move of a marker that scores: turn, from, to, and the lines that it is made of."""
