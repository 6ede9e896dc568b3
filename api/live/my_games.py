"""The stream of a desk: what waits for somebody in all of their games, told while it changes."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from itertools import chain

from flask import Response

from api.http.parsing import Resources
from api.http.people import desk_key, registry
from api.http.problems import bad_token, full
from api.http.protection.places import take_stream
from api.http.stores import stores
from api.live.bells import Bell
from api.live.messages import EVENT_STREAM, RECONNECT, message
from api.live.resource import HEADERS, RETRY_AFTER
from api.live.streams import streams
from api.own_games import own_games
from api.people import seats
from api.people.registry import Registry
from api.people.signing_in import present
from napoleon.play.games import Games

resources = Resources("my_games", __name__, description="What waits on a desk, while it changes")

_A_MESSAGE = {
    "type": "object",
    "description": "A message of the stream. Comments between them are signs of life.",
    "properties": {
        "event": {"type": "string", "enum": ["waiting", "gone"]},
        "data": {
            "type": "string",
            "description": "JSON. Of `waiting` it is `games`, those that wait for the person, the "
            "most urgent first: each with its `id`, its `version` and the `seats` that are asked. "
            "Of `gone`, the last one, `code` and `detail` say why the stream ends",
        },
    },
    "required": ["event", "data"],
}


@resources.route("/me/live", methods=["GET"])
@resources.no_query
@resources.response(200, _A_MESSAGE, content_type=EVENT_STREAM)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(429, "TOO_MANY_REQUESTS")
@resources.alt_response(503, "SERVICE_UNAVAILABLE")
def live() -> Response:
    """What waits for the caller in all games on their desk, told when that changes.

    The first message says what waits now. When the device is signed out, a message `gone` ends the
    stream. If there is no place the answer is `TOO_MANY_STREAMS`: 503 if the process has none left,
    429 if the client has too many.
    """
    all_streams, key, people, games = streams(), desk_key(), registry(), stores().games
    if all_streams.read(partial(present, people, key, may_rotate=False)) is None:
        raise bad_token("The key opens no desk.")
    with ExitStack() as leaving:
        leaving.callback(take_stream())
        bell = all_streams.hang(games)
        if bell is None:
            wait = {"Retry-After": str(RETRY_AFTER)}
            detail = "This process has no place for another stream; please try again later."
            raise full("TOO_MANY_STREAMS", detail, headers=wait)
        leaving.callback(all_streams.take_down, bell)
        told = all_streams.rung(bell, partial(_waiting, games, people, key, bell))
        answer = Response(chain([RECONNECT], told), 200, HEADERS, content_type=EVENT_STREAM)
        answer.call_on_close(leaving.pop_all().close)
        return answer


def _waiting(games: Games, people: Registry, key: str, bell: Bell) -> bytes | None:
    """The message that says what waits now; None if the device was signed out."""
    who = present(people, key, may_rotate=False)
    if who is None:
        return None
    tokens = seats.held(people, who.person.id)
    # What happens from here on rings, also in a game that was laid on the desk just now.
    bell.games = frozenset(tokens)
    waits = [it for it in own_games(games, tokens) if it.mine]
    told = [{"id": it.game.id, "version": it.game.version, "seats": it.mine} for it in waits]
    return message("waiting", {"games": told})
