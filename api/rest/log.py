"""The log: every event as the caller may see it, and why each number is what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
from flask import Response, request
from werkzeug.routing import BaseConverter

from api import turn_index
from api.events import explained, presenter
from api.http.answers import PLAIN, VARY
from api.http.languages import ACCEPT_LANGUAGE
from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import caller
from api.http.versions import ETAG, IF_NONE_MATCH, unchanged, versioned
from api.rest import story
from api.rest.schemas.log import (
    EVENTS,
    PAGE,
    LogSchema,
    ToldEventSchema,
    ToldLogQuerySchema,
    TurnSchema,
)
from napoleon.log import journal
from napoleon.log.errors import UnknownVersion
from napoleon.log.journal import narrator
from napoleon.log.levels import FULL

resources = Resources("log", __name__, description="What happened, and why")

CHUNK = 500
"""Events written at a time while streaming."""

NDJSON = "application/x-ndjson"


class VersionConverter(BaseConverter):
    """The version of an event in an address."""

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        """The version as a number."""
        return int(value)


@resources.route("/games/<game_id>/log", parameters=[IF_NONE_MATCH, ACCEPT_LANGUAGE])
@resources.arguments(ToldLogQuerySchema, location="query")
@resources.response(200, LogSchema, headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(200, schema={"type": "string"}, content_type=PLAIN, description="The story")
@resources.alt_response(
    200, schema={"type": "string"}, content_type=NDJSON, description="One event on each line"
)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def page(query: dict[str, Any], game_id: str) -> Response:
    """The log as the caller may see it, page by page.

    With `Accept: application/x-ndjson` it is streamed, one event on each line, to its end or as far
    as `limit` allows. With `level=story` it may also be told in prose, see `form`.
    """
    games = stores().games
    game = games.open(game_id)
    seat = caller(game)
    if query.get("form", EVENTS) != EVENTS:
        return story.told(games, game, seat, query)
    present = presenter(games, game, seat)
    after, level = query.get("after", 0), query.get("level", FULL)
    if request.accept_mimetypes.best_match(("application/json", NDJSON)) == NDJSON:
        events = journal.events(games, game, level, after, query.get("limit"))
        lines = _lines(map(present, events))
        headers = {"Cache-Control": "no-store", "Vary": f"{VARY}, Accept"}
        return Response(lines, 200, headers, content_type=NDJSON)
    known = unchanged(game.version)
    if known is not None:
        return known
    limit = query.get("limit", PAGE)
    found = list(journal.events(games, game, level, after, limit + 1))
    body = {
        "events": [present(event) for event in found[:limit]],
        "next": found[limit - 1].version if len(found) > limit else None,
    }
    return versioned(msgspec.json.encode(body), game.version)


def _lines(events: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Events as they are presented, each as a line of JSON; many lines at a time."""
    encode = msgspec.json.Encoder().encode
    presented = iter(events)
    while chunk := list(islice(presented, CHUNK)):
        yield b"".join(encode(event) + b"\n" for event in chunk)


@resources.route("/games/<game_id>/log/<version:version>", parameters=[IF_NONE_MATCH])
@resources.no_query
@resources.response(200, ToldEventSchema, headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def event(game_id: str, version: int) -> Response:
    """One event with its breakdown, and the texts of all clauses that it cites."""
    games = stores().games
    game = games.open(game_id)
    seat = caller(game)
    if not 1 <= version <= game.version:
        raise UnknownVersion(version)
    known = unchanged(game.version)
    if known is not None:
        return known
    [found] = games.history(game_id, after=version - 1, limit=1)
    rules = games.rules(game)
    tells = narrator(game, seat, rules)
    body = explained(tells, found, rules)
    words = tells.words(found, games.recorder.texts(game_id))
    return versioned(msgspec.json.encode({**body, "words": words}), game.version)


@resources.route("/games/<game_id>/turns", parameters=[IF_NONE_MATCH])
@resources.no_query
@resources.response(200, TurnSchema(many=True), headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def turns(game_id: str) -> Response:
    """Every phase of every turn with its last version, which is what `?turn=` looks up."""
    game = stores().games.open(game_id)
    caller(game)
    known = unchanged(game.version)
    if known is not None:
        return known
    return versioned(msgspec.json.encode(turn_index.turns(game)), game.version)
