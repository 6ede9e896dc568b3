"""Which rulings are listed."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import validate

from api.rest.schemas.fields import Number, identifier
from projections.rulings import PAGE

MOST_RULINGS = 100
"""How many rulings one page may hold."""


class RulingsOfGameQuerySchema(ma.Schema):
    """Which page."""

    after = identifier(metadata={"description": "`next` of the page before"})
    limit = Number(
        validate=validate.Range(1, MOST_RULINGS), metadata={"default": PAGE, "type": "integer"}
    )


class RulingsQuerySchema(RulingsOfGameQuerySchema):
    """Which rulings."""

    clause = identifier(
        metadata={"description": "only those that cite this clause, or are about it"}
    )
    ruleset = identifier(metadata={"description": "only those of games of this ruleset"})
