"""The form of a seat, which says what it does in windows of cards."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import text
from api.rest.schemas.fields import ShortList, identifier

MOST = 100
"""How many kinds of window, and how many cards, a form may name."""

_ASKS = "kinds of window in which the seat is asked, by their ids; in all others it passes"
_PLAYS = "instructions that play a card, in the order in which they are tried"


class NewWindowFormSchema(ma.Schema):
    """A form, which takes the place of all that the seat has said of windows."""

    asks = ShortList(
        identifier(), validate=validate.Length(max=MOST), metadata={"description": _ASKS}
    )
    plays = fields.List(
        fields.Dict(keys=identifier()),
        validate=validate.Length(max=MOST),
        metadata={"description": _PLAYS},
    )


class FittingCardSchema(ma.Schema):
    """A card of the seat that fits a kind of window in print."""

    card = text("the card, as an instruction names it")
    name = text("what it is called")


class WindowLineSchema(ma.Schema):
    """What the form says of one kind of window."""

    window = text("id of the kind of window")
    title = text("when it opens")
    clause = text("the clause that its questions cite")
    says = text("`pass`, `ask`, or `play`: the cards in `plays`, and else to pass")
    plays = fields.List(fields.Dict(), required=True)
    fits = fields.List(fields.Nested(FittingCardSchema), required=True)


class WindowFormSchema(ma.Schema):
    """The form of the caller's seat as it stands. Nobody else sees it."""

    windows = fields.List(fields.Nested(WindowLineSchema), required=True)
    asks = fields.List(fields.String(), required=True, metadata={"description": _ASKS})
    plays = fields.List(fields.Dict(), required=True, metadata={"description": _PLAYS})
