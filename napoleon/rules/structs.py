"""What structs are made of, and which of several kinds data stands for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, Union

import msgspec
from msgspec.structs import FieldInfo

T = TypeVar("T", bound=msgspec.Struct)

NAMED = "named"
"""Under this a mark says which kind of things an id names."""


def named_by(kind: str) -> msgspec.Meta:
    """The mark of the ids of a kind of things with names, for their type: ``Town``, say."""
    return msgspec.Meta(extra={NAMED: kind})


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[FieldInfo, ...]:
    """The fields of a kind of structs, in their order; they are found but once."""
    return msgspec.structs.fields(kind)


def one_of(kinds: tuple[type[T], ...], data: object) -> T:
    """`data` as a struct of one of `kinds`, which their tags tell apart.

    Raises msgspec.ValidationError, which says what is wrong and where.
    """
    field, kind_of = _tags(kinds)
    tag = data.get(field) if isinstance(data, dict) else None
    known: Any = kind_of.get(tag) if isinstance(tag, str) else None
    if known is None:
        # Of data with the tag of none, what is wrong with it is told by all of them together.
        known = Union[kinds]  # noqa: UP007 - the members are known at run time only
    found: T = msgspec.convert(data, known)
    return found


@cache
def _tags(kinds: tuple[type[T], ...]) -> tuple[str, Mapping[str, type[T]]]:
    """The field that holds the tag, and each kind by its tag."""
    found = {str(kind.__struct_config__.tag): kind for kind in kinds}
    return str(kinds[0].__struct_config__.tag_field), found
