"""Forking a game."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from api.rest.schemas.fields import Truth, Version, identifier


class NewForkSchema(ma.Schema):
    """A game that is to begin where another one was."""

    at = Version(
        required=True,
        metadata={"description": "version of the other game; within an order, the end of it"},
    )
    tokens = fields.Dict(
        keys=identifier(),
        values=fields.String(),
        metadata={"description": "token of every seat, to fork a running game without its referee"},
    )
    referee = Truth(metadata={"description": "whether the fork has a referee, who sees everything"})
