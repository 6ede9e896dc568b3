"""The position as a text, to be posted, read and compared."""

from __future__ import annotations

from flask import Response

from api.http.answers import PLAIN, TEXT
from api.http.compression.answers import compress_whole
from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import caller
from api.http.versions import ETAG, IF_NONE_MATCH, unchanged, versioned
from api.rest.asked import Query, keeping, may_have_faded, version_asked
from api.rest.schemas.views import PositionQuerySchema
from napoleon.play import position_text

resources = Resources("position", __name__, description="A position as a text")

_A_TEXT = {"type": "string"}


@resources.route("/games/<game_id>/position", parameters=[IF_NONE_MATCH])
@resources.arguments(PositionQuerySchema, location="query")
@resources.response(200, _A_TEXT, content_type=PLAIN, headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
@resources.alt_response(409, "CONFLICT")
@resources.alt_response(422, "UNPROCESSABLE_ENTITY")
def position(query: Query, game_id: str) -> Response:
    """The position in lines of plain text, with `?` for what the caller may not know.

    The referee has all of it, and so has everybody when the game is over; such a text can be read
    back, and cannot be written in the middle of something that its game carries out in one piece
    (409 `UNFINISHED_OPERATION`). Before the table is laid there is none (422 `NOT_STARTED`).
    """
    games = stores().games
    newest = games.open(game_id)
    seat = caller(newest)
    # What the rules say about the position: no player has written anything in it.
    compress_whole()
    asked = version_asked(query, newest)
    shown = newest if asked is None else games.seen_at(game_id, asked, seat)
    text = position_text.write(games, shown, seat, newest=newest)
    cache = keeping(query, newest, seat)
    if not may_have_faded(newest, shown.version):
        known = unchanged(shown.version, cache)
        if known is not None:
            return known
    return versioned(text.encode(), shown.version, cache, TEXT)
