"""Instructions: what a seat has left to be answered in its place."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from api.rest.schemas.base import Open, text
from api.rest.schemas.fields import identifier


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
