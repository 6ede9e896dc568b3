"""The log: every event as the caller may see it, and why each number is what it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Response, request
from werkzeug.routing import BaseConverter

from api.events import Presenter, presenter
from api.parsing import Resources
from api.problems import Problem
from api.schemas.log import PAGE, ExplainedEventSchema, LogQuerySchema, LogSchema, TurnSchema
from api.stores import stores
from api.tokens import caller
from api.versions import ETAG, IF_NONE_MATCH, unchanged, versioned
from napoleon.games import Games
from napoleon.ruleset import Ruleset
from projections import reading

resources = Resources("log", __name__, description="What happened, and why")

CHUNK = 500
"""Events read from the store at a time while streaming."""

NDJSON = "application/x-ndjson"


class VersionConverter(BaseConverter):
    """The version of an event in an address."""

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        """The version as a number."""
        return int(value)


@resources.route("/games/<game_id>/log", parameters=[IF_NONE_MATCH])
@resources.arguments(LogQuerySchema, location="query")
@resources.response(200, LogSchema, headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(
    200, schema={"type": "string"}, content_type=NDJSON, description="One event on each line"
)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def page(query: dict[str, Any], game_id: str) -> Response:
    """The log as the caller may see it, page by page.

    With `Accept: application/x-ndjson` it is streamed, one event on each line, to its end or as
    far as `limit` says.
    """
    games = stores().games
    game = games.open(game_id)
    seat = caller(game)
    present = presenter(games, game, seat)
    after = query.get("after", 0)
    left = max(0, game.version - after)
    if request.accept_mimetypes.best_match(("application/json", NDJSON)) == NDJSON:
        limit = min(query.get("limit", left), left)
        lines = _lines(games, game_id, present, after, limit)
        headers = {"Cache-Control": "no-store", "Vary": "Authorization, Accept"}
        return Response(lines, 200, headers, content_type=NDJSON)
    known = unchanged(game.version)
    if known is not None:
        return known
    limit = min(query.get("limit", PAGE), left)
    events = games.history(game_id, after=after, limit=limit) if limit else []
    body = {
        "events": [present(event) for event in events],
        "next": after + limit if limit < left else None,
    }
    return versioned(msgspec.json.encode(body), game.version)


def _lines(
    games: Games, game_id: str, present: Presenter, after: int, limit: int
) -> Iterator[bytes]:
    """The `limit` events after version `after`, each as a line of JSON."""
    encode = msgspec.json.Encoder().encode
    end = after + limit
    while after < end:
        events = games.history(game_id, after=after, limit=min(CHUNK, end - after))
        yield b"".join(encode(present(event)) + b"\n" for event in events)
        after = events[-1].version


@resources.route("/games/<game_id>/log/<version:version>", parameters=[IF_NONE_MATCH])
@resources.no_query
@resources.response(200, ExplainedEventSchema, headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def event(game_id: str, version: int) -> Response:
    """One event with its breakdown, and the texts of all clauses that it cites."""
    games = stores().games
    game = games.open(game_id)
    seat = caller(game)
    if not 1 <= version <= game.version:
        raise Problem(404, "UNKNOWN_VERSION", "The game has no such version.")
    known = unchanged(game.version)
    if known is not None:
        return known
    [found] = games.history(game_id, after=version - 1, limit=1)
    body = _explained(presenter(games, game, seat)(found), games.rules(game))
    return versioned(msgspec.json.encode(body), game.version)


@resources.route("/games/<game_id>/turns", parameters=[IF_NONE_MATCH])
@resources.no_query
@resources.response(200, TurnSchema(many=True), headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def turns(game_id: str) -> Response:
    """Every phase of every turn with its last version, which is what `?turn=` looks up."""
    opened = stores()
    game = opened.games.open(game_id)
    caller(game)
    known = unchanged(game.version)
    if known is not None:
        return known
    index = reading.turns(opened.games, opened.views, game_id)
    return versioned(msgspec.json.encode(index), game.version)


def _explained(body: dict[str, Any], rules: Ruleset) -> dict[str, Any]:
    """The presented event `body` with the texts of the clauses that it cites."""
    cited = [*body["clauses"], *(line["clause"] for line in body.get("breakdown") or ())]
    texts = {clause_id: rules.clause(clause_id) for clause_id in cited}
    return {
        **body,
        "texts": [{"id": key, "text": text} for key, text in texts.items() if text is not None],
    }
