"""People."""

from __future__ import annotations

import marshmallow as ma

from api.schemas.games import display_name


class NameSchema(ma.Schema):
    """By which name somebody goes."""

    name = display_name()
