"""Fields that accept exactly what the contract says, and nothing that merely looks like it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import marshmallow as ma

from napoleon.log.display_names import is_printable
from napoleon.play.referee.texts import is_visible

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}", re.ASCII)

LONGEST_NAME = 80
LONGEST_ID = 64


class Number(ma.fields.Integer):
    """A whole number in a query string: digits, without spaces, plus signs or underscores."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> int:
        if not isinstance(value, str) or not _WHOLE_NUMBER.fullmatch(value):
            raise self.make_error("invalid", input=value)
        return int(value)


class Whole(ma.fields.Integer):
    """A whole number in a body, not a truth value or text instead."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class Version(Whole):
    """The version of an event in a body."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validate=ma.validate.Range(min=1, max=2**53 - 1), **kwargs)


class Flag(ma.fields.Boolean):
    """A truth value in a query string: the word ``true`` or ``false``."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> bool:
        if value not in ("true", "false"):
            raise self.make_error("invalid", input=value)
        return bool(value == "true")


class Truth(ma.fields.Boolean):
    """A truth value in a body: ``true`` or ``false`` itself, not a word or number for it."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Scalar(ma.fields.Raw):
    """The value of an option: a short string, a whole number or a truth value."""

    default_error_messages = {"invalid": "Not a short string, a whole number or a truth value."}

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> str | int | bool:
        if isinstance(value, str) and len(value) <= LONGEST_ID:
            return value
        if isinstance(value, int) and -(2**53) < value < 2**53:
            return value
        raise self.make_error("invalid")


class ShortList(ma.fields.List[Any]):
    """A list whose length is checked before its items: one that is too long costs nothing."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> list[Any]:
        if isinstance(value, list):
            for check in self.validators:
                if isinstance(check, ma.validate.Length):
                    check(value)
        return super()._deserialize(value, attr, data, **kwargs)


def identifier(**options: Any) -> ma.fields.String:
    """A string field for the id of something."""
    return ma.fields.String(validate=ma.validate.Length(min=1, max=LONGEST_ID), **options)


def printable(text: str) -> None:
    """Raises ValidationError unless every character of `text` can be shown on one line."""
    if not is_printable(text):
        raise ma.ValidationError("Not printable on one line.")


def visible(text: str) -> None:
    """Raises ValidationError unless there is something to be seen in `text`."""
    if not is_visible(text):
        raise ma.ValidationError("Nothing of it can be seen.")


def turn_name(language: str) -> ma.fields.String:
    """What players call a turn that they do not count as the log does."""
    return ma.fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": f"what players call the turn, {language}, such as “Round 13, French "
            "turn”; null where that is its number"
        },
    )
