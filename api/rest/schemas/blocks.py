"""Whom a person wants to hear no more of, and what they tell the operator."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from api.people.rows import BLOCK, MUTE
from api.rest.schemas.base import integer, text
from api.rest.schemas.fields import Version, identifier
from napoleon.play.referee.texts import LONGEST


class NewBlockSchema(ma.Schema):
    """What is done about who holds a seat."""

    kind = fields.String(
        required=True,
        validate=ma.validate.OneOf((MUTE, BLOCK)),
        metadata={
            "description": "`mute` folds what they write; `block` also keeps them from inviting "
            "the caller, and out of games that the caller has set up for people they invite"
        },
    )


class BlockSchema(ma.Schema):
    """A seat whose holder is muted or blocked."""

    game = text("id of the game")
    seat = text("the seat that they held")
    kind = text("`mute` or `block`", validate=ma.validate.OneOf((MUTE, BLOCK)))
    since = fields.DateTime(required=True, metadata={"description": "since when"})


class BlocksSchema(ma.Schema):
    """Whom a person has muted or blocked."""

    people = fields.List(fields.Nested(BlockSchema), required=True)


class NewReportSchema(ma.Schema):
    """What a person tells the operator about another."""

    game = identifier(required=True, metadata={"description": "a game of theirs"})
    seat = identifier(required=True, metadata={"description": "the seat of the other"})
    text = fields.String(
        required=True,
        validate=ma.validate.Length(1, LONGEST),
        metadata={"description": "what has happened"},
    )
    letter = Version(
        metadata={"description": "version of a letter of theirs that the caller may read"}
    )


class ReportSchema(ma.Schema):
    """A report that the operator gets."""

    id = integer("id of the report, to be named to the operator")
