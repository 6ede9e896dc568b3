"""What a seat leaves in advance: instructions, its form for windows, and its operation."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import Open, integer, text
from api.rest.schemas.fields import ShortList, identifier
from api.rest.schemas.log import OrderRefusedSchema
from napoleon.play.operations import LONGEST_LINE, MOST_LINES

MOST = 100
"""How many kinds of window, and how many cards, a form may name."""
_ASKS = "kinds of window in which the seat is asked, by their ids; in all others it passes"
_PLAYS = "instructions that play a card, in the order in which they are tried"


class NewInstructionSchema(ma.Schema):
    """One instruction, ``{"instruction": kind, ...}``.

    The ruleset says which kinds there are and what each takes.
    """

    class Meta:
        """Anything else that an instruction says is for its ruleset to read."""

        unknown = ma.INCLUDE

    instruction = identifier(
        required=True, metadata={"description": "its kind", "example": "decline_all"}
    )


class KeptInstructionSchema(Open):
    """An instruction as it is kept."""

    id = text("what withdraws it")
    instruction = fields.Dict(required=True, metadata={"description": "as it was left"})


class InstructionsSchema(ma.Schema):
    """The instructions of the caller's seat that can still be used, the oldest first."""

    instructions = fields.List(fields.Nested(KeptInstructionSchema), required=True)


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
