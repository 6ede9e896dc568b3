"""The journal: the log told in sentences."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from api.parsing import Resources
from api.schemas.log import PAGE, JournalQuerySchema, JournalSchema
from api.stores import stores
from api.tokens import caller
from api.versions import ETAG, IF_NONE_MATCH, unchanged, versioned
from projections import reading

resources = Resources("journal", __name__, description="The game told in sentences")


@resources.route("/games/<game_id>/journal", parameters=[IF_NONE_MATCH])
@resources.arguments(JournalQuerySchema, location="query")
@resources.response(200, JournalSchema, headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def journal(query: dict[str, Any], game_id: str) -> Response:
    """Every event in a sentence, as it is told to the caller, page by page."""
    opened = stores()
    game = opened.games.open(game_id)
    seat = caller(game)
    known = unchanged(game.version)
    if known is not None:
        return known
    after, limit = query.get("after", 0), query.get("limit", PAGE)
    told = reading.journal(opened.games, opened.views, game, seat, after, limit)
    body = {
        "entries": [
            {
                "version": sentence.version,
                "turn": sentence.turn,
                "phase": sentence.phase or None,
                "type": sentence.type,
                "text": sentence.sentence,
            }
            for sentence in told
        ],
        "next": after + limit if after + limit < game.version else None,
    }
    return versioned(msgspec.json.encode(body), game.version)
