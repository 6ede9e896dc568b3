"""The live stream, and where it begins."""

from __future__ import annotations

import marshmallow as ma

from api.rest.schemas.fields import Number


class LiveQuerySchema(ma.Schema):
    """Where a stream begins: behind the newest event unless said otherwise."""

    after = Number(
        validate=ma.validate.Range(min=0),
        metadata={
            "description": "as `Last-Event-ID`, which takes precedence, for those who cannot set "
            "that header"
        },
    )
