"""The operation of a seat: orders that wait until it is asked for them."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import integer
from api.rest.schemas.fields import ShortList, identifier
from api.rest.schemas.log import OrderRefusedSchema
from napoleon.play.operations import LONGEST_LINE, MOST_LINES


class NewOperationSchema(ma.Schema):
    """Orders that follow; those that the caller left before are forgotten."""

    then = ShortList(
        fields.String(validate=validate.Length(1, LONGEST_LINE)),
        required=True,
        validate=validate.Length(1, MOST_LINES),
        metadata={"description": "orders in the game's notation, in their order"},
    )


class OperationSchema(ma.Schema):
    """Orders that wait, or that were left when the operation stopped."""

    id = identifier()
    state = fields.String(
        required=True,
        validate=validate.OneOf(("waiting", "stopped")),
        metadata={"description": "whether it goes on by itself; one that is done is not kept"},
    )
    given = integer("how many of its orders were given, while it goes on")
    left = fields.List(
        fields.String(), required=True, metadata={"description": "the orders that were not given"}
    )
    why = fields.Nested(
        OrderRefusedSchema,
        required=True,
        allow_none=True,
        metadata={"description": "why it goes no further"},
    )


class SeatOperationSchema(ma.Schema):
    """The operation of the caller, if they have one."""

    operation = fields.Nested(OperationSchema, required=True, allow_none=True)
