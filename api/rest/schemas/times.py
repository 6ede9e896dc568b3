"""How long seats took, whether they kept to their deadlines, and calendars of these."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from api.languages import LANGUAGES
from api.rest.schemas.base import integer, shown_version, text
from api.rest.schemas.think_time import ThoughtSchema


class KeptSchema(ma.Schema):
    """How somebody kept to the deadlines of their seat."""

    deadlines = integer("how many it had, those that still stand too")
    met = integer("how many of them it has met")
    missed = integer("how many passed before it had answered")
    late = integer("how long it was late in all, as far as that is over, in seconds")
    latest = integer("how long it was late at most, in seconds")
    waited = integer("how often it has asked for more time")
    days_away = integer("on how many days it has declared to be away")


class TimeSchema(KeptSchema, ThoughtSchema):
    """How long a seat took for its orders, and how who holds it now kept to its deadlines."""

    earlier = fields.List(
        fields.Nested(KeptSchema),
        required=True,
        metadata={"description": "the same of those who held the seat before, the first one first"},
    )


class TimesSchema(ma.Schema):
    """The times of all seats, in the order of play."""

    version = shown_version()
    seats = fields.List(fields.Nested(TimeSchema), required=True)


class CalendarQuerySchema(ma.Schema):
    """How a calendar is told."""

    lang = fields.String(
        validate=validate.OneOf(LANGUAGES), metadata={"description": "language of the calendar"}
    )


class CalendarSchema(ma.Schema):
    """Where the caller's own calendar is."""

    address = text("for a calendar program to subscribe to; show it to nobody")
