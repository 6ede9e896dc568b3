"""Press."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import integer, text
from api.rest.schemas.fields import Number, ShortList, Truth, Version, identifier
from api.rest.schemas.takebacks import TIME, erasable, text_id
from napoleon.play.referee.texts import LONGEST

MOST_READERS = 20
"""The most readers of a letter; a game has fewer seats."""

DIARY = "diary"
"""The recipient of a note to oneself."""

MOST_LETTERS = 200
"""Letters on a page of the archive."""


class AddressedSchema(ma.Schema):
    """What somebody writes, and to whom; what may be said besides is said by each door."""

    to = ShortList(
        identifier(),
        validate=validate.Length(1, MOST_READERS),
        metadata={
            "description": "seats, `referee` and `deputy`; or `all`, for everybody who sees the "
            "game; or `diary` for a note to oneself. Needed unless a letter is answered",
            "example": ["all"],
        },
    )
    text = fields.String(
        required=True,
        validate=validate.Length(max=LONGEST),
        metadata={"description": "what is written, in lines"},
    )

    @ma.validates_schema
    def _to_somebody(self, data: dict[str, Any], **kwargs: Any) -> None:
        if ("to" in data) == ("answers" in data):
            raise ma.ValidationError("Say whom it is for, or which letter it answers.", "to")
        if "to" in data and DIARY in data["to"] and len(data["to"]) > 1:
            raise ma.ValidationError("A note in a diary is for nobody else.", "to")
        if data.get("unsigned") and ("answers" in data or data["to"] == [DIARY]):
            raise ma.ValidationError("Only what is for others is unsigned.", "unsigned")


class NewLetterSchema(AddressedSchema):
    """What somebody writes, and to whom."""

    answers = Version(
        metadata={
            "description": "the letter that is answered: its writer alone reads it, even if nobody "
            "knows who that is"
        }
    )
    unsigned = Truth(
        metadata={
            "description": "whether those who read it are not told who wrote it, where the game "
            "allows that (`grey_press`). Judges are told, and everybody when the game is over"
        }
    )


class WaySchema(ma.Schema):
    """How a dispatch went."""

    from_ = text("the place that it was sent from", data_key="from")
    to = text("the place that it was sent to")
    sent = integer("the turn in which it was sent: so old are its news")
    due = integer("the turn in which it came; for its sender that in which it is due")
    captured = fields.Boolean(
        required=True, metadata={"description": "whether the caller has captured it"}
    )


class LetterSchema(ma.Schema):
    """Something that was written."""

    version = integer("version of the event by which it was written")
    at = integer(f"when, {TIME}")
    turn = integer("turn of the game in which it was written")
    phase = text("phase of the turn; null before the first", allow_none=True)
    by = text(
        "seat, share of one, referee or deputy that has written it; `unsigned` where the caller "
        "may not know who"
    )
    behalf = text("seat that a share has written it for; null for none", allow_none=True)
    to = fields.List(
        fields.String(),
        required=True,
        metadata={
            "description": "seats and judges, or `all` alone; their own seat for a note in a "
            "diary, and `unsigned` for the unknown writer of what it answers"
        },
    )
    unsigned = fields.Boolean(
        required=True, metadata={"description": "whether it was written without a signature"}
    )
    text = erasable("what was written")
    text_id = text_id()
    dispatch = fields.Nested(WaySchema, required=True, allow_none=True)


class PressQuerySchema(ma.Schema):
    """Which page of the archive."""

    before = Number(
        validate=validate.Range(min=1),
        metadata={"description": "only what was written before this version: `next` of a page"},
    )
    limit = Number(
        validate=validate.Range(1, MOST_LETTERS),
        metadata={"description": "how many letters, 50 unless said"},
    )


class PressSchema(ma.Schema):
    """A page of the archive, the newest first."""

    press = fields.List(fields.Nested(LetterSchema), required=True)
    next = integer("`before` of the next page; null if this is the last", allow_none=True)
