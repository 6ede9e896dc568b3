"""People."""

from __future__ import annotations

import marshmallow as ma

from api.rest.schemas.base import text
from api.rest.schemas.fields import identifier
from api.rest.schemas.games import SeatKeySchema, display_name


class NameSchema(ma.Schema):
    """The name by which somebody goes."""

    name = display_name()


class NewShareSchema(ma.Schema):
    """Somebody is to have a share of a seat."""

    share = identifier(
        required=True, metadata={"description": "which one, of those that the seat has"}
    )


class ShareKeySchema(SeatKeySchema):
    """The token of a share of a seat."""

    share = text("the share")
