"""Whether the service is well, for those who watch it, start it or send requests to it."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

import marshmallow as ma
from eventsourcing.persistence import PersistenceError
from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.stores import stores
from api.rest.schemas.base import integer, text
from projections.lag import lag
from projections.projector import edition
from projections.store import ViewsMissing
from projections.witness import loss

resources = Resources("health", __name__, description="Whether the service is well")

VIEWS_OK = "ok"
VIEWS_BEHIND = "behind"
VIEWS_AWAY = "away"
VIEWS_AHEAD = "ahead"
"""They show what the log does not have: it has lost events, and somebody has to see to it."""

OK = "ok"
SHORT = "short"
"""The log holds less than what was drawn from it: it is read, and nothing is recorded."""

VIEWS = (VIEWS_OK, VIEWS_BEHIND, VIEWS_AWAY, VIEWS_AHEAD)

_log = logging.getLogger(__name__)


class HealthSchema(ma.Schema):
    """The state of the service."""

    status = text(
        "`ok`; `short` if the log has lost events that were drawn from it, so that it is only read "
        "until somebody has seen to it; if a store cannot be read the answer is 503 instead"
    )
    recorded = integer("events in the log, of all games")
    drawn = integer("how many of them the read models show")


class LiveSchema(ma.Schema):
    """That the process answers."""

    status = text("`ok`")


class LagSchema(ma.Schema):
    """How far the read models are behind the log."""

    events = integer("events that they do not show yet")
    seconds = ma.fields.Float(
        required=True, metadata={"description": "how long the oldest of them has been waiting"}
    )


class ReadySchema(ma.Schema):
    """That the log can be read, and the state of its read models."""

    status = text("`ready`; if the log cannot be read, or is not migrated, the answer is 503")
    recorded = integer("events in the log, of all games")
    views = ma.fields.String(
        required=True,
        validate=ma.validate.OneOf(VIEWS),
        metadata={"description": "the state of the read models; without them the log is read"},
    )
    lag = ma.fields.Nested(
        LagSchema, required=True, allow_none=True, metadata={"description": "null if away"}
    )


@resources.route("/health")
@resources.no_query
@resources.response(200, HealthSchema)
def health() -> Response:
    """Whether the log can be read, and how far the read models are behind it.

    What they do not show yet is answered from the log.
    """
    opened = stores()
    # In this order, or what is recorded meanwhile would seem to be drawn before.
    drawn = opened.views.position(edition(opened.games))
    recorded = opened.games.recorder.max_notification_id() or 0
    status = OK
    with suppress(ViewsMissing, PersistenceError):
        status = OK if loss(opened.games, opened.views) is None else SHORT
    return answer({"status": status, "recorded": recorded, "drawn": drawn})


@resources.route("/health/live")
@resources.no_query
@resources.response(200, LiveSchema)
def live() -> Response:
    """Whether this process answers at all. If it does not, it is to be started again.

    No store is asked, as restarting a process mends none of them.
    """
    return answer({"status": "ok"})


@resources.route("/health/ready")
@resources.no_query
@resources.response(200, ReadySchema)
@resources.alt_response(503, "SERVICE_UNAVAILABLE")
def ready() -> Response:
    """Whether requests may be sent here: the log can be read, and is of this release.

    It says if read models are behind or away, but that keeps no request from being answered, as
    what they do not show is read from the log.
    """
    games = stores().games
    recorded = games.recorder.max_notification_id() or 0
    return answer({"status": "ready", "recorded": recorded, **_views()})


def _views() -> dict[str, Any]:
    opened = stores()
    try:
        found = lag(opened.games, opened.views)
        lost = loss(opened.games, opened.views)
    except (ViewsMissing, PersistenceError) as error:
        _log.warning("the read models are away: %s", type(error).__name__)
        return {"views": VIEWS_AWAY, "lag": None}
    state = VIEWS_BEHIND if found.events else VIEWS_OK
    if lost is not None:
        state = VIEWS_AHEAD
        _log.error("%s: nothing is recorded or drawn; see 'napoleon rebuild'", lost)
    return {
        "views": state,
        "lag": {"events": found.events, "seconds": round(found.seconds, 3)},
    }
