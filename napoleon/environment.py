"""Environment variables, and what is said about one that keeps the service from starting.

The settings of a part are a struct: each field names its variable and its default, its type says
what may be given, and msgspec checks one against the other. Nothing else is loaded here, so the
settings of a server may use it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect
from msgspec.structs import FieldInfo

T = TypeVar("T", bound=msgspec.Struct)

_READER = "reader"

_ON = ("yes", "y", "true", "t", "on", "1")
_OFF = ("no", "n", "false", "f", "off", "0")


class BadSetting(ValueError):
    """The text is for the operator: it names the variable, and never shows a secret."""


def viewer_for(reader: Callable[[Mapping[str, str]], object]) -> msgspec.Meta:
    """Annotates a field that has a grammar of its own with what reads it from an environment."""
    return msgspec.Meta(extra={_READER: reader})


def read(settings: type[T], env: Mapping[str, str]) -> T:
    """The settings in `env`, where an empty one counts as not set.

    Fields are whole numbers between two bounds, words of a StrEnum, on or off, any text, or
    `viewer_for` something else. Raises BadSetting.
    """
    given: dict[str, Any] = {}
    for field, wanted in _declared(settings):
        if isinstance(wanted, inspect.Metadata) and wanted.extra:
            given[field.name] = wanted.extra[_READER](env)
        elif text := env.get(field.encode_name):
            given[field.name] = _value(field.encode_name, text, field.type, wanted)
    return settings(**given)


@cache
def _declared(settings: type[msgspec.Struct]) -> list[tuple[FieldInfo, inspect.Type]]:
    """The fields of some settings, and what each of them has to be."""
    return [(it, inspect.type_info(it.type)) for it in msgspec.structs.fields(settings)]


def _value(name: str, text: str, declared: Any, wanted: inspect.Type) -> Any:
    if isinstance(wanted, inspect.BoolType):
        return _is_on(name, text)
    # msgspec would take 1e3 and 1.0 as well, but nobody counts processes like that.
    plain = isinstance(wanted, inspect.IntType) and re.fullmatch("[0-9]{1,9}", text)
    try:
        return msgspec.convert(int(text) if plain else text, declared)
    except msgspec.ValidationError:
        raise BadSetting(f"{name} has to be {_described(wanted)}") from None


def _is_on(name: str, text: str) -> bool:
    word = text.lower()
    if word in _ON + _OFF:
        return word in _ON
    raise BadSetting(f"{name} has to be on or off")


def _described(wanted: inspect.Type) -> str:
    match wanted:
        case inspect.IntType(ge=least, le=most):
            return f"a number from {least} to {most}"
        case inspect.EnumType(cls=words):
            return f"one of {', '.join(words)}"
        case inspect.UnionType(types=(inspect.EnumType() as words, inspect.NoneType())):
            return _described(words)
    raise TypeError(f"{wanted} does not say what may be given")
