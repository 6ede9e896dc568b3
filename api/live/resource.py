"""The address of the live stream."""

from __future__ import annotations

import re
from contextlib import ExitStack
from functools import partial
from itertools import chain
from typing import Any

from flask import Response, copy_current_request_context, request

from api.http.answers import VARY
from api.http.parsing import Resources
from api.http.problems import Problem, full
from api.http.protection.places import take_stream
from api.http.stores import stores
from api.http.tokens import acting, bearer
from api.live.messages import EVENT_STREAM, RECONNECT, position
from api.live.streams import streams
from api.rest.schemas.log import LiveQuerySchema
from napoleon.log.errors import UnknownVersion

resources = Resources("live", __name__, description="What happens, while it happens")

RETRY_AFTER = 5
"""Seconds after which there may be a place for somebody who found none."""

_LAST_EVENT_ID = {
    "in": "header",
    "name": "Last-Event-ID",
    "description": "`id` of the last message that the client has received: it is sent all that "
    "happened since. 0 is before the first event.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 10**18 - 1},
}

_A_MESSAGE = {
    "type": "object",
    "description": "A message of the stream. Comments between them are signs of life.",
    "properties": {
        "id": {
            "type": "string",
            "pattern": "^[0-9]+$",
            "description": "version of the game that it leads to: `Last-Event-ID` of a "
            "client that comes back after it",
        },
        "event": {"type": "string", "enum": ["position", "event", "gone"]},
        "data": {
            "type": "string",
            "description": "JSON. Of an `event` it is the event as the log shows it; of a "
            "`position` the `version`, `status`, `turn`, `phase` and `waiting_for` of the game; "
            "of `gone`, the last one, `code` and `detail` that say why the stream ends",
        },
    },
    "required": ["event", "data"],
}

HEADERS = {
    "Cache-Control": "no-store",
    "Vary": VARY,
    # A proxy that collected the answer before passing it on would never pass it on.
    "X-Accel-Buffering": "no",
}

_VERSION = re.compile(r"[0-9]{1,18}", re.ASCII)


@resources.route("/games/<game_id>/live", parameters=[_LAST_EVENT_ID])
@resources.arguments(LiveQuerySchema, location="query")
@resources.response(200, _A_MESSAGE, content_type=EVENT_STREAM)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
@resources.alt_response(429, "TOO_MANY_REQUESTS")
@resources.alt_response(503, "SERVICE_UNAVAILABLE")
def live(query: dict[str, Any], game_id: str) -> Response:
    """What happens in a game, as the caller may see it, told while it happens.

    One message called `event` for each event of the log, whose `data` is the event as the log
    shows it, and whose `id` is its version. A stream begins with a message `position`, which
    says where the game stands, or with all that happened after `Last-Event-ID`. When the token
    dies, a message `gone` ends it. If there is no place the answer is `TOO_MANY_STREAMS`: 503 if
    the process has none left, 429 if the client has too many.
    """
    games, all_streams = stores().games, streams()
    game = all_streams.read(partial(games.open, game_id))
    # The seat may lie on a desk: its store is asked where no other stream has to wait for it.
    token = all_streams.read(copy_current_request_context(bearer))
    acting(game, token)
    after = _last_event_id(query)
    with ExitStack() as leaving:
        leaving.callback(take_stream())
        channel = all_streams.enter(games, game)
        if channel is None:
            wait = {"Retry-After": str(RETRY_AFTER)}
            detail = "This process has no place for another stream; please try again later."
            raise full("TOO_MANY_STREAMS", detail, headers=wait)
        leaving.callback(all_streams.leave, channel)
        # What happened before the channel was there would not wake it.
        all_streams.read(channel.refresh)
        game = channel.latest.game
        if after is None:
            after, beginning = game.version, position(game, games.rules(game))
        elif after <= game.version:
            beginning = b""
        else:
            raise UnknownVersion(after)
        told = chain([RECONNECT + beginning], all_streams.messages(channel, token, after))
        answer = Response(told, 200, HEADERS, content_type=EVENT_STREAM)
        answer.call_on_close(leaving.pop_all().close)
        return answer


def _last_event_id(query: dict[str, Any]) -> int | None:
    """The version that the client has come to; None if it does not say.

    Raises Problem 400 ``BAD_LAST_EVENT_ID`` for one that is not a version.
    """
    header = request.headers.get("Last-Event-ID")
    if header is None:
        return query.get("after")
    if not _VERSION.fullmatch(header):
        detail = "Last-Event-ID has to be the version of an event, which is a whole number."
        raise Problem("BAD_LAST_EVENT_ID", detail)
    return int(header)
