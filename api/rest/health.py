"""Whether the service is well, for those who watch it, start it or send requests to it."""

from __future__ import annotations

import logging
from typing import Any

import marshmallow as ma
from eventsourcing.persistence import PersistenceError
from flask import Response

from api.bundles.opening import bundles
from api.http.answers import answer
from api.http.parsing import Resources
from api.http.stores import stores
from api.rest.schemas.base import integer, text
from napoleon.log.store.key_files import KeyUnusable
from napoleon.play.games import Games
from napoleon.record.key_list import signing
from projections.holding import held
from projections.lag import Lag, lag
from projections.store import ViewsMissing, ViewStore
from projections.witness import loss

resources = Resources("health", __name__, description="Whether the service is well")

VIEWS_OK = "ok"
VIEWS_BEHIND = "behind"
VIEWS_AWAY = "away"
VIEWS_AHEAD = "ahead"
"""They show what the log does not have: it has lost events, and an operator has to act."""

VIEWS_CHANGED = "changed"
"""Something in them is not as it was drawn; it is read from the log until it is drawn again."""

OK = "ok"
DEGRADED = "degraded"
SHORT = "short"
"""The log holds less than what was drawn from it: it is read, and nothing is recorded."""

VIEWS = (VIEWS_OK, VIEWS_BEHIND, VIEWS_AWAY, VIEWS_AHEAD, VIEWS_CHANGED)

SIGNING_OK = "ok"
SIGNING_AWAY = "away"
"""The key that signs the record is not here: no checkpoint is signed before it is back."""

BUNDLES = ("ok", "away")

LATE = 10.0
"""Seconds that read models may be behind before something is wrong with them."""

_DEGRADED = {
    VIEWS_BEHIND: "The read models are behind, so lists of games are read from the log, a part at "
    "a time. See that a worker runs; after a rebuild or an upgrade it takes a while.",
    VIEWS_AWAY: "The read models cannot be reached, so everything is read from the log. See that "
    "Redis runs, or the file of the views is there.",
    VIEWS_AHEAD: "The log has lost events that were drawn from it, so it is only read. 'napoleon "
    "rebuild' lists them, and says what to do.",
    VIEWS_CHANGED: "What was drawn of some games was changed by somebody else, or sealed with "
    "another key, so it is read from the log. The worker draws it again within seconds: see that "
    "one runs. Its log names the games; if the key was not changed, see who can write there.",
}

_log = logging.getLogger(__name__)


class WorkerSchema(ma.Schema):
    """A worker that lives."""

    partitions = ma.fields.List(
        ma.fields.Integer(),
        required=True,
        metadata={
            "description": "numbers of the partitions of the log that it works on; none if it "
            "stands by"
        },
    )


class HealthSchema(ma.Schema):
    """The state of the service."""

    status = text(
        "`ok`; `degraded` if pages are read from the log as the read models are away, were changed "
        "or have been behind for some time; `short` if the log has lost events that were drawn "
        "from it, so that it is only read until somebody has seen to it; 503 instead if the log "
        "cannot be read"
    )
    recorded = integer("events in the log, of all games")
    drawn = integer("how many of them the read models show")
    signing = ma.fields.String(
        required=True,
        validate=ma.validate.OneOf((SIGNING_OK, SIGNING_AWAY)),
        metadata={"description": "whether the key that signs the record is here"},
    )
    views = ma.fields.String(
        validate=ma.validate.OneOf(VIEWS[1:]),
        metadata={"description": "what is wrong with the read models, if it is degraded"},
    )
    bundles = ma.fields.String(
        validate=ma.validate.OneOf(BUNDLES),
        metadata={
            "description": "whether the store of bundles did what it was asked last; absent where "
            "there is none. While it is `away` bundles are made for each who asks"
        },
    )
    detail = ma.fields.String(
        metadata={"description": "what that means and what to do, if it is degraded"}
    )
    workers = ma.fields.List(
        ma.fields.Nested(WorkerSchema),
        metadata={"description": "the workers that live, where the log is in PostgreSQL"},
    )
    unheld = ma.fields.List(
        ma.fields.Integer(),
        metadata={"description": "partitions of the log on which no worker works, if there are"},
    )


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
    state, found = _views()
    if found is None:
        recorded = sum(stores().games.recorder.places())
        found = Lag(recorded, 0, 0.0)
    signing = {"signing": _signing(stores().games)}
    told = {"status": OK, "recorded": found.recorded, "drawn": found.drawn, **signing}
    if state != VIEWS_OK and not (state == VIEWS_BEHIND and found.seconds < LATE):
        told |= {
            "status": SHORT if state == VIEWS_AHEAD else "degraded",
            "views": state,
            "detail": _DEGRADED[state],
        }
    if (store := bundles()) is not None:
        told["bundles"] = store.state
    return answer(told | _held(stores().games, stores().views))


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
    """Whether requests may be sent here: the log can be read, takes orders, and is of this release.

    That is tried with an order that is undone, every few seconds at most.
    It says if read models are behind or away, but that keeps no request from being answered, as
    what they do not show is read from the log.
    """
    opened = stores()
    opened.readiness.check()
    state, found = _views()
    recorded = sum(opened.games.recorder.places())
    told = None if found is None else {"events": found.events, "seconds": round(found.seconds, 3)}
    return answer({"status": "ready", "recorded": recorded, "views": state, "lag": told})


def _held(games: Games, views: ViewStore) -> dict[str, Any]:
    """Which worker holds what, without the names of machines, which are not for everybody."""
    found = held(games, views)
    if found is None:
        return {}
    told = {"workers": [{"partitions": list(it.partitions)} for it in found.workers]}
    return {**told, "unheld": list(found.unheld)} if found.unheld else told


def _signing(games: Games) -> str:
    try:
        signing(games)
    except KeyUnusable as error:
        _log.error("nothing can be signed: %s", error)
        return SIGNING_AWAY
    return SIGNING_OK


def _views() -> tuple[str, Lag | None]:
    """The state of the read models, and how far they are behind, None if they are away."""
    opened = stores()
    try:
        found = lag(opened.games, opened.views)
        lost = loss(opened.games, opened.views)
        distrusted = opened.views.distrusted()
    except (ViewsMissing, PersistenceError) as error:
        _log.warning("the read models are away: %s", type(error).__name__)
        return VIEWS_AWAY, None
    state = VIEWS_BEHIND if found.events else VIEWS_OK
    if distrusted:
        state = VIEWS_CHANGED
    if lost is not None:
        state = VIEWS_AHEAD
        _log.error("%s: nothing is recorded or drawn; see 'napoleon rebuild'", lost)
    return state, found
