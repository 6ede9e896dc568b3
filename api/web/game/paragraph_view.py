"""A paragraph of the story opened to its events: the part that a script shows below it."""

from __future__ import annotations

from flask import Response, render_template, url_for

from api.web.game.battles import battle_types
from api.web.game.journal import paragraph as events_of
from api.web.game.looking import look
from api.web.pages import headers, web


@web.get("/games/<game_id>/story/<version:first>/<version:last>")
def paragraph(game_id: str, first: int, last: int) -> Response:
    """The events from version `first` to `last` that count, as their reader may know them."""
    seen = look(game_id)
    found = events_of(seen, first, last)
    html = render_template(
        "game/_entries.html",
        journal=found,
        entries=found.told,
        battles=battle_types(seen),
        address=url_for("web.game", game_id=game_id),
        look=seen,
        game=seen.newest,
        rules=seen.rules,
        seat=seen.who.actor,
    )
    return Response(html, 200, headers(public=seen.public), content_type="text/html; charset=utf-8")
