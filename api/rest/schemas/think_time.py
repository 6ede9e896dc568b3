"""How long seats took for their orders."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from api.rest.schemas.base import integer, shown_version, text


class ThoughtSchema(ma.Schema):
    """How long a seat took for all of its orders."""

    seat = text("id of the seat")
    orders = integer("how many orders it has given, those that were taken back too")
    seconds = integer("how long it took for all of them")
    mean = integer("how long it took for one on the average, in whole seconds")
    longest = integer("how long it took for the one that took longest, in seconds")


class ThinkTimeSchema(ma.Schema):
    """How long each seat took, in the order of play."""

    version = shown_version()
    seats = fields.List(fields.Nested(ThoughtSchema), required=True)
