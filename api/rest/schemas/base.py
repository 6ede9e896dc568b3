"""What the schemas of all topics are made of."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow import fields


class Open(ma.Schema):
    """A schema to which a ruleset adds members of its own."""

    class Meta:
        """Members that are not named here are the ruleset's."""

        unknown = ma.INCLUDE


def text(description: str, **options: Any) -> fields.String:
    """A required string of an answer, described."""
    return fields.String(required=True, metadata={"description": description}, **options)


def integer(description: str, **options: Any) -> fields.Integer:
    """A required whole number of an answer, described."""
    return fields.Integer(required=True, metadata={"description": description}, **options)


def shown_version() -> fields.Integer:
    """The version that an answer shows."""
    return integer("version of the game that this shows, from 1")
