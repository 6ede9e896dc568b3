"""Going on under newer rules."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from api.rest.schemas.base import shown_version, text


class RulesChangeSchema(ma.Schema):
    """Which rules a game is played by, and who wants it to go on under the newer ones."""

    version = shown_version()
    rules_version = text("version of the rules that the game is played by")
    installed = text("version of the rules that are installed")
    agreed = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "seats that want to go on under the rules installed"},
    )
