"""The journal: the log told in sentences."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import caller
from api.http.versions import ETAG, IF_NONE_MATCH, unchanged, versioned
from api.rest.schemas.log import PAGE, JournalSchema, LogQuerySchema
from napoleon.log.journal import events, narrator
from napoleon.log.levels import FULL
from napoleon.log.turn_names import with_turn_names

resources = Resources("journal", __name__, description="The game told in sentences")


@resources.route("/games/<game_id>/journal", parameters=[IF_NONE_MATCH])
@resources.arguments(LogQuerySchema, location="query")
@resources.response(200, JournalSchema, headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def journal(query: dict[str, Any], game_id: str) -> Response:
    """Every event in a sentence, as it is told to the caller, page by page."""
    games = stores().games
    game = games.open(game_id)
    seat = caller(game)
    known = unchanged(game.version)
    if known is not None:
        return known
    limit = query.get("limit", PAGE)
    rules = games.rules(game)
    page = events(games, game, query.get("level", FULL), query.get("after", 0), limit + 1)
    told = with_turn_names(games, game, rules, [*map(narrator(game, seat, rules).entry, page)])
    body = {
        "entries": [
            {
                "version": entry.version,
                "turn": entry.turn,
                "turn_name": entry.turn_name or None,
                "phase": entry.phase or None,
                "type": entry.type,
                "text": entry.text,
                "undone": entry.undone,
            }
            for entry in told[:limit]
        ],
        "next": told[limit - 1].version if len(told) > limit else None,
    }
    return versioned(msgspec.json.encode(body), game.version)
