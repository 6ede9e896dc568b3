"""Forms for any struct of a game, such as a standing order or a correction, made from its fields.

Only the types of a game's fields are known, and what it says may be chosen in some: that and a
choice of words is a list to choose from, a truth value is yes or no, and everything else is typed,
ids also by the names that are shown for them. The game says what is wrong with a value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import NODEFAULT
from msgspec.inspect import (
    BoolType,
    Field,
    IntType,
    ListType,
    LiteralType,
    NoneType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from api.explanations import explanation
from napoleon.rules.notation.names import fold
from napoleon.rules.plain_views import label
from napoleon.rules.standing_orders import Choices

CHOICE, YES_NO, NUMBER, TEXT, SEVERAL = "choice", "yes_no", "number", "text", "several"

Values = Mapping[str, Sequence[str]]
"""What was typed into each field, once or several times."""

_FACT = re.compile(r"(?<![a-z_])([a-z_]++) *+= *+([^;]*)", re.IGNORECASE)

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}", re.ASCII)


class Input(NamedTuple):
    """The input for one field."""

    name: str
    label: str
    kind: str
    required: bool
    default: str
    choices: Mapping[str, str]
    """What may be chosen, with what it is called; empty if that is its name or itself. With
    `CHOICE` one, with `SEVERAL` some; empty where anything may be written."""


class StructForm(NamedTuple):
    """The inputs for a struct."""

    tag: str
    label: str
    explanation: str
    inputs: tuple[Input, ...]


def form_of(struct: type[msgspec.Struct], choices: Choices | None = None) -> StructForm:
    """The form for a struct of a tagged union; its docstring's first line explains it.

    `choices` are what the game says may be chosen in its fields.
    """
    info = _info(struct)
    inputs = tuple(_input(field, (choices or {}).get(field.encode_name)) for field in info.fields)
    tag = str(info.tag)
    return StructForm(tag, label(tag), explanation(struct), inputs)


def read(struct: type[msgspec.Struct], written: Values, ids: Mapping[str, str]) -> dict[str, Any]:
    """What was written into the form of `struct`, ready for `msgspec.convert`.

    What was left empty is left out, except a required field. `ids` are those of things by their
    names, see `api.typed_names.ids_by_name`: who writes the name of a thing means its id.
    """
    info = _info(struct)
    assert info.tag_field is not None
    data: dict[str, Any] = {info.tag_field: info.tag}
    for field in info.fields:
        values = [it.strip() for it in written.get(field.encode_name, ()) if it.strip()]
        if values or field.required:
            data[field.encode_name] = _value(field.type, values, ids)
    return data


def typed_facts(facts: str) -> dict[str, str] | None:
    """What a line says of fields, ``name=value; other=...``, by their names; None if it is not so.

    >>> typed_facts("areas=Ligny, Wavre; road=x"), typed_facts("and so on")
    ({'areas': 'Ligny, Wavre', 'road': 'x'}, None)
    """
    if _FACT.sub("", facts).strip(" ;"):
        return None
    return {name.lower(): value for name, value in _FACT.findall(facts)}


def typed_values(it: Input, written: str) -> list[str]:
    """What is written in a field: several values stand between commas, and are ids or names."""
    ids = {told.casefold(): value for value, told in it.choices.items() if told}
    ids |= {label(value).casefold(): value for value, told in it.choices.items() if not told}
    several = written.split(",") if it.kind == SEVERAL else [written]
    return [ids.get(one.strip().casefold(), one.strip()) for one in several]


@lru_cache(maxsize=1024)  # to look takes a millisecond, and a page does it for every free verb
def _info(struct: type[msgspec.Struct]) -> StructType:
    info = type_info(struct)
    assert isinstance(info, StructType)
    return info


def _input(field: Field, declared: Mapping[str, str] | None) -> Input:
    name, type_, default = field.encode_name, field.type, field.default
    choices = declared or dict.fromkeys(_choices(type_), "")
    kind = TEXT
    if isinstance(type_, VarTupleType | ListType):
        kind = SEVERAL
    elif choices:
        kind = CHOICE
    elif isinstance(type_, BoolType):
        kind = YES_NO
    elif isinstance(type_, IntType):
        kind = NUMBER
    shown = "" if default in (NODEFAULT, None, ()) else str(default)
    return Input(name, label(name), kind, field.required, shown, choices)


def _choices(type_: Type) -> tuple[str, ...]:
    """The words of a type that allows nothing else."""
    if isinstance(type_, LiteralType):
        return tuple(map(str, type_.values))
    if not isinstance(type_, UnionType):
        return ()
    several = [_choices(it) for it in type_.types if not isinstance(it, NoneType)]
    return tuple(word for it in several for word in it) if all(several) else ()


def _value(type_: Type, values: Sequence[str], ids: Mapping[str, str]) -> Any:
    if isinstance(type_, VarTupleType | ListType):
        words = [word.strip() for it in values for word in _split(it, ids)]
        return [_value(type_.item_type, [word], ids) for word in words if word]
    word = values[0] if values else ""
    if isinstance(type_, BoolType):
        return {"True": True, "False": False}.get(word, word)
    if isinstance(type_, IntType):
        # The reader of the struct refuses what is not a number.
        return int(word) if _WHOLE_NUMBER.fullmatch(word) else word
    if _choices(type_):
        return word
    return _id(word, ids) or word


def _split(value: str, ids: Mapping[str, str]) -> list[str]:
    """Several names that were typed with commas between them, unless all of it is one name."""
    return [value] if _id(value, ids) else value.split(",")


def _id(word: str, ids: Mapping[str, str]) -> str | None:
    """What is called so, however it is spelt."""
    return ids.get(word) or ids.get(fold(word))
