"""Whether the service is well: the log can be read, and how far behind the views are."""

from __future__ import annotations

import marshmallow as ma
from flask import Response

from api.answers import answer
from api.parsing import Resources
from api.schemas.base import integer, text
from api.stores import stores
from projections import reading

resources = Resources("health", __name__, description="Whether the service is well")


class HealthSchema(ma.Schema):
    """How the service is."""

    status = text("`ok`; a store that can not be read is answered with 503 instead")
    recorded = integer("events in the log, of all games")
    drawn = integer("how many of them the read models show")


@resources.route("/health")
@resources.no_query
@resources.response(200, HealthSchema)
def health() -> Response:
    """Whether the log can be read, and how far the read models are behind it.

    What they do not show yet is answered from the log.
    """
    opened = stores()
    recorded = opened.games.recorder.max_notification_id() or 0
    drawn = reading.position(opened.games, opened.views)
    return answer({"status": "ok", "recorded": recorded, "drawn": drawn})
