"""Webhooks: addresses that are told when a game has moved on."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from api.rest.schemas.base import integer, text
from projections.webhooks.targets import LONGEST_URL


class NewWebhookSchema(ma.Schema):
    """Where messages are to go."""

    url = fields.String(
        required=True,
        validate=ma.validate.Length(min=1, max=LONGEST_URL),
        metadata={
            "description": "by https, on port 443 or 8443 of a public host",
            "format": "uri",
            "example": "https://club.example.org/napoleon",
        },
    )


class SecretWebhookSchema(ma.Schema):
    """A webhook that was just left."""

    id = text("what withdraws it")
    url = text("as it is kept")
    secret = text("what its messages are signed with; shown this once")


class WebhookSchema(ma.Schema):
    """A webhook as it is kept."""

    id = text("what withdraws it")
    url = text("where messages go to")
    sent = integer("version of the game up to which it has been told")
    failures = integer("how many times in a row it could not be told")
    next_try = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "after failures: when, in microseconds since 1970 UTC"},
    )


class WebhooksSchema(ma.Schema):
    """The webhooks that were left with a token."""

    webhooks = fields.List(fields.Nested(WebhookSchema), required=True)
