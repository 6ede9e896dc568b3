"""How reliable people are, and what founders ask of it."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import integer, text
from api.rest.schemas.dispatches import whole
from api.rest.schemas.fields import Truth
from napoleon.play.creation import MOST_ANSWERS


class InTimeSchema(ma.Schema):
    """How reliable somebody has to be who takes an open seat."""

    percent = whole(1, 100, "of a hundred answers, how many came in time at least", required=True)
    answers = whole(
        1,
        MOST_ANSWERS,
        "over how many answers at least; who has fewer is new here",
        required=True,
    )
    newcomers = Truth(
        metadata={"description": "whether who is new here may take a seat too; yes unless said"}
    )


class ReliabilitySchema(ma.Schema):
    """How reliable somebody is, by the logs of their games."""

    new_here = fields.Boolean(
        required=True, metadata={"description": "whether there are too few answers to say much"}
    )
    answers = integer("answers that a clock has waited for")
    in_time = integer("those of them that came in time")
    percent = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "of a hundred answers, how many came in time; null if new here"},
    )
    finished = integer("games played to the end")
    given_up = integer("seats given to somebody else before the end")
    lost = integer("seats lost by silence, as the game's clock says")
    absences = integer("absences that were told beforehand")


class StintSchema(ma.Schema):
    """What was counted on one seat."""

    game = text("id of the game")
    seat = text("the seat")
    since = integer("version of the game from which it is counted")
    until = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "version at which somebody else got the seat; null if none has"},
    )
    in_time = integer("answers in time")
    late = integer("answers that were late, or did not come")
    outcome = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf(("finished", "given_up", "lost")),
        metadata={"description": "what came of it; null if nothing did that counts"},
    )
    absences = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "absences told beforehand, each as its first and last day"},
    )


class ShownReliabilitySchema(ReliabilitySchema):
    """How reliable the caller is, and whether others see it."""

    shown = fields.Boolean(
        required=True, metadata={"description": "whether others may see it beside their name"}
    )


class OwnReliabilitySchema(ShownReliabilitySchema):
    """How reliable the caller is, and where that was counted."""

    seats = fields.List(fields.Nested(StintSchema), required=True)


class ShowReliabilitySchema(ma.Schema):
    """Whether others may see how reliable the caller is."""

    shown = Truth(required=True)


class SharedSeatSchema(ma.Schema):
    """Where somebody played with the caller."""

    game = text("id of the game")
    seat = text("their seat in it")
    name = text("name that they go by there; null if they gave none", allow_none=True)


class PartnerSchema(ma.Schema):
    """Somebody with whom the caller plays or has played."""

    seats = fields.List(
        fields.Nested(SharedSeatSchema),
        required=True,
        metadata={
            "description": "several only of somebody who shows how reliable they are: of all "
            "others nobody is told that two names are one person's"
        },
    )
    reliability = fields.Nested(
        ReliabilitySchema,
        required=True,
        allow_none=True,
        metadata={"description": "how reliable they are; null unless they show it"},
    )


class PartnersSchema(ma.Schema):
    """With whom the caller plays or has played."""

    partners = fields.List(fields.Nested(PartnerSchema), required=True)
