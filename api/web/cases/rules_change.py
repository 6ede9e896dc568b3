"""Newer rules: a seat, or the referee, lets a game go on under them."""

from __future__ import annotations

from flask import Response

from api.http.stores import stores
from api.rest.outcomes import granted
from api.web.cases.frame import Form, back, sent
from api.web.game.looking import look
from api.web.pages import web
from napoleon.play.referee.migration import agree


@web.post("/games/<game_id>/rules")
def agree_to_rules(game_id: str) -> Response:
    """Agree that the game goes on under the rules of today."""
    seen = look(game_id)
    sent(Form)
    granted(agree(stores().games, game_id, seen.who.actor, seen=seen.newest), seen.newest)
    return back(seen, "game")
