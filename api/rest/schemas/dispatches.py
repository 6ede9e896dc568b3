"""Dispatches."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import integer, text
from api.rest.schemas.fields import Truth, identifier
from api.rest.schemas.takebacks import erasable, text_id
from napoleon.log.dispatches import PER_CENT
from napoleon.play.bounds import FASTEST
from napoleon.play.dispatches import LATEST
from napoleon.play.referee.texts import LONGEST


def whole(least: int, most: int, description: str, *, required: bool = False) -> fields.Integer:
    """A whole number in a body."""
    return fields.Integer(
        strict=True,
        required=required,
        validate=validate.Range(least, most),
        metadata={"description": description},
    )


class CharterSchema(ma.Schema):
    """How dispatches fare in a game."""

    lost = whole(0, PER_CENT, "how many of a hundred are lost", required=True)
    captured = whole(0, PER_CENT, "how many of a hundred an enemy captures", required=True)
    pace = whole(1, FASTEST, "roads, or borders, that they ride in a turn", required=True)


class NewDispatchSchema(ma.Schema):
    """A letter that is carried from one place to another."""

    to = identifier(required=True, metadata={"description": "a seat, or `referee`"})
    origin = identifier(required=True, metadata={"description": "the place that it rides from"})
    destination = identifier(required=True, metadata={"description": "the place that it rides to"})
    text = fields.String(
        required=True,
        validate=validate.Length(max=LONGEST),
        metadata={"description": "what is written, in lines"},
    )


class DispatchChangeSchema(ma.Schema):
    """What the referee does with a dispatch."""

    due = whole(1, LATEST, "the turn at whose beginning it is due; by default as it was")
    held = Truth(metadata={"description": "whether it is held back; by default it is not"})
    reason = fields.String(
        required=True,
        validate=validate.Length(max=LONGEST),
        metadata={"description": "why; only judges read it, until the game is over"},
    )


class DispatchSchema(ma.Schema):
    """A dispatch that is under way."""

    dispatch = integer("version at which it was sent")
    by = text("seat, share of one, referee or deputy that has written it")
    behalf = text("seat that a share has written it for; null for none", allow_none=True)
    to = text("to whom it is written")
    origin = text("the place that it rides from")
    destination = text("the place that it rides to")
    sent = integer("the turn in which it was sent")
    due = integer("the turn at whose beginning it is due")
    held = fields.Boolean(
        required=True, metadata={"description": "whether the referee holds it back"}
    )
    fate = text("`lost`, `delivered`, or the seat that captures it")
    text = erasable("what was written")
    text_id = text_id()


class DispatchesSchema(ma.Schema):
    """The charter of dispatches, and what is under way."""

    charter = fields.Nested(CharterSchema, required=True, allow_none=True)
    places = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "between which dispatches ride; none before there is a table"},
    )
    dispatches = fields.List(
        fields.Nested(DispatchSchema),
        required=True,
        metadata={"description": "those under way, for judges; for others none, whatever there is"},
    )
