"""The audit of a game."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from api.rest.schemas.base import integer, shown_version, text


class CheckSchema(ma.Schema):
    """One thing that was checked."""

    name = text("what was checked, such as `draws`")
    ok = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "whether it holds; null if not all of it could be checked"},
    )
    version = integer("the first event that is wrong, where one can be named", allow_none=True)
    detail = text("what was found; null where it could reveal hidden things", allow_none=True)


class DivergenceSchema(ma.Schema):
    """Where the log is not what the rules make of its orders."""

    version = integer("the first event that is not what it should be")
    type = text("what it is")
    clause = text("the clause that it cites, or under which its order is refused", allow_none=True)
    difference = fields.Dict(
        required=True,
        allow_none=True,
        metadata={"description": "by field: what is recorded, and what the rules make of it"},
    )


class AuditSchema(ma.Schema):
    """Whether the record of a game holds."""

    version = shown_version()
    ok = fields.Boolean(required=True, metadata={"description": "whether nothing in it is wrong"})
    rules = text("the rules by which everything was decided again", allow_none=True)
    orders = integer("orders that were decided again")
    not_decided = integer("orders that were not, as their rules are not here")
    draws = integer("draws that were made again")
    checks = fields.List(fields.Nested(CheckSchema), required=True)
    divergence = fields.Nested(DivergenceSchema, required=True, allow_none=True)
