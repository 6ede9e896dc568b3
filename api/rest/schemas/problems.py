"""Schemas of problems: what every error of the service looks like."""

from __future__ import annotations

import marshmallow as ma


class FieldErrorSchema(ma.Schema):
    """One thing that is wrong with a request."""

    code = ma.fields.String(required=True, metadata={"example": "UNKNOWN_FIELD"})
    where = ma.fields.String(required=True, metadata={"description": "`body`, `query` or `header`"})
    pointer = ma.fields.String(
        required=True, metadata={"description": "JSON pointer to it", "example": "/scenario"}
    )
    detail = ma.fields.String(required=True)


class ProblemSchema(ma.Schema):
    """What is wrong with a request, as RFC 9457 has it."""

    class Meta:
        """Other members go with the code, such as `version` and `events`."""

        unknown = ma.INCLUDE

    type = ma.fields.String(required=True, metadata={"format": "uri-reference"})
    title = ma.fields.String(required=True)
    status = ma.fields.Integer(required=True)
    code = ma.fields.String(required=True, metadata={"pattern": "^[A-Z][A-Z0-9_]*$"})
    clause = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "rule behind the refusal"}
    )
    detail = ma.fields.String(required=True)
    errors = ma.fields.List(ma.fields.Nested(FieldErrorSchema), required=True)
