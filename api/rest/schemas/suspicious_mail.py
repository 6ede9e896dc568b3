"""Odd mails."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from napoleon.log.suspicious_mail import TREATMENTS


def treatment(*, required: bool = False) -> fields.String:
    """What is made of odd mails, in a body."""
    return fields.String(
        required=required,
        validate=validate.OneOf(TREATMENTS),
        metadata={
            "description": "what is made of a mail with orders that comes from another address or "
            "with a forged sender: it counts and that is recorded, it waits for its player, or it "
            "is refused; the operator of the service may be stricter"
        },
    )


class TreatmentSchema(ma.Schema):
    """How odd mails are to be treated."""

    treatment = treatment(required=True)


class OddMailsSchema(ma.Schema):
    """How a game treats odd mails."""

    treatment = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf(TREATMENTS),
        metadata={"description": "null where that is left to the operator of the service"},
    )
