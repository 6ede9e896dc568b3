"""The views of a position, and which position they show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import Open, shown_version, text
from api.rest.schemas.fields import Number, identifier
from napoleon.rules.difference import ADDED, CHANGED, REMOVED


class PositionQuerySchema(ma.Schema):
    """Which position is shown: the current one unless said otherwise."""

    at = Number(metadata={"description": "the position at this version", "minimum": 1})
    turn = Number(metadata={"description": "the position at the end of this turn", "minimum": 0})
    phase = identifier(metadata={"description": "the end of this phase of `turn`"})

    @ma.validates_schema
    def one_position(self, data: Mapping[str, Any], **_: Any) -> None:
        """Either a version, or a turn and perhaps its phase."""
        if "at" in data and "turn" in data:
            raise ma.ValidationError("Only one of at and turn can be asked for.", "turn")
        if "phase" in data and "turn" not in data:
            raise ma.ValidationError("A phase can only be asked for with its turn.", "phase")


class ViewQuerySchema(PositionQuerySchema):
    """Which position a view shows, and what it is compared with."""

    since = Number(
        metadata={
            "description": "what has changed since this version, which is not later than the one "
            "shown, is told as well",
            "minimum": 1,
        }
    )


class UnitsQuerySchema(ViewQuerySchema):
    """Which position, and which army."""

    army = identifier(metadata={"description": "only this army"})


class ChangeSchema(ma.Schema):
    """One thing in a view that has changed."""

    path = text("where: a JSON pointer in which a record of a list is named by its id, or place")
    kind = fields.String(required=True, validate=validate.OneOf((ADDED, REMOVED, CHANGED)))
    before = fields.Raw(
        required=True, allow_none=True, metadata={"description": "null if it was added"}
    )
    after = fields.Raw(
        required=True, allow_none=True, metadata={"description": "null if it was removed"}
    )
    index = fields.Integer(metadata={"description": "place of an added record in its list, from 0"})


class ComparedSchema(Open):
    """A view of the position, compared with an earlier one if `since` asks for it."""

    version = shown_version()
    since = fields.Integer(metadata={"description": "version that it is compared with, if asked"})
    changes = fields.List(
        fields.Nested(ChangeSchema),
        metadata={"description": "what leads from the view at `since` to this one, if asked"},
    )


class ViewSchema(ComparedSchema):
    """A view of the position. Before the table is laid it has only the version."""

    turn = fields.Integer(metadata={"description": "turn of the game, 0 before the first"})
    phase = fields.String(metadata={"description": "phase of the turn"})


class MapSchema(ViewSchema):
    """The map, with all pieces on it that the caller may see."""

    areas = fields.List(fields.Dict(), metadata={"description": "`{id, name, x, y, ...}` each"})
    roads = fields.List(fields.Raw(), metadata={"description": "how they are joined"})


class VictoryTrackSchema(ViewSchema):
    """The measure of victory, and how it got there."""

    value = fields.Integer(metadata={"description": "the measure of victory"})
    history = fields.List(fields.Raw(), metadata={"description": "how it moved"})


class CheckedVerbSchema(ma.Schema):
    """A verb that is checked instead of being listed."""

    verb = text("the verb, as `order` of an order names it")
    schema = fields.Dict(
        required=True, metadata={"description": "JSON schema of an order of that verb"}
    )


class LossSchema(ma.Schema):
    """A piece that an order costs its own seat by the rules."""

    piece = text("id of the piece")
    clause = text("clause of the rules that eliminates it")


class WarningSchema(ma.Schema):
    """An order by which the seat would lose pieces of its own."""

    order = fields.Dict(required=True, metadata={"description": "the order, as in `offers`"})
    loses = fields.List(
        fields.Nested(LossSchema),
        required=True,
        metadata={"description": "what the rules eliminate if it is given"},
    )


class DecisionSchema(ma.Schema):
    """Who has to decide what."""

    id = text("id of the decision, which an order may name")
    seat = text("the seat that decides")
    kind = text("kind of decision")
    clause = text("clause of the rules that asks for it")
    text = text("the question")
    offers = fields.List(
        fields.Dict(),
        required=True,
        allow_none=True,
        metadata={"description": "every legal order; null for all but the seat that decides"},
    )
    subject = fields.String(
        metadata={
            "description": "what the seat decides for, such as one of its nations; left out where "
            "it decides for itself"
        }
    )
    checked = fields.List(
        fields.Nested(CheckedVerbSchema),
        metadata={
            "description": "verbs whose offers are only suggestions: any order of them is "
            "checked, and refused with a reason if it is not legal; left out if there are none"
        },
    )
    warns = fields.List(
        fields.Nested(WarningSchema),
        metadata={
            "description": "offers by which the seat loses pieces of its own by the rules, as far "
            "as nothing is drawn before; left out if there are none"
        },
    )


class DecisionsSchema(ComparedSchema):
    """All open decisions."""

    decisions = fields.List(fields.Nested(DecisionSchema), required=True)
