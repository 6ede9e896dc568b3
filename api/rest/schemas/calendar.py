"""Calendars."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from api.languages import LANGUAGES
from api.rest.schemas.base import text


class CalendarQuerySchema(ma.Schema):
    """How a calendar is told."""

    lang = fields.String(
        validate=validate.OneOf(LANGUAGES), metadata={"description": "language of the calendar"}
    )


class CalendarSchema(ma.Schema):
    """Where the caller's own calendar is."""

    address = text("for a calendar program to subscribe to; show it to nobody")
