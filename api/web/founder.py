"""The founder of a game renews an invitation that was lost, with the key that they were told."""

from __future__ import annotations

from typing import Any

from flask import Response
from marshmallow import fields

from api.http.problems import Problem
from api.http.stores import stores
from api.rest.games import link
from api.rest.people import renewed
from api.rest.schemas.fields import identifier
from api.web.cases.frame import Form, sent
from api.web.catalogue import gettext
from api.web.pages import SECRET, page, web
from napoleon.log.game import Game
from napoleon.play.tokens import is_founder


class FounderForm(Form):
    """Whose invitation was lost, and the key of the founder."""

    holder = identifier(required=True)
    key = fields.String(required=True)


@web.get("/games/<game_id>/invitations")
def founder_page(game_id: str) -> Response:
    """Where an invitation that nobody has used is renewed with the founder's key."""
    return _page(stores().games.open(game_id))


@web.post("/games/<game_id>/invitations")
def renew_as_founder(game_id: str) -> Response:
    """Renew it: the page has another one. The page says so of a wrong key (403)."""
    game, form = stores().games.open(game_id), sent(FounderForm)
    holder, key = form["holder"], form["key"].strip()
    if not is_founder(game, key):
        detail = gettext("That is not the key that the game was set up with.")
        return _page(game, Problem("NOT_YOUR_SEAT", detail))
    try:
        fresh = renewed(game, holder, key)
    except Problem as problem:
        return _page(stores().games.open(game_id), problem)
    return _page(game, invited=holder, token=fresh, link=link(game_id, fresh))


def _page(game: Game, problem: Problem | None = None, **said: Any) -> Response:
    shown = page(
        "founder.html",
        status=200 if problem is None else problem.status,
        game=game,
        rules=stores().games.rules(game),
        problem=problem,
        unclaimed=[it for it in game.created.seats if it not in game.claimed],
        **said,
    )
    shown.headers["Cache-Control"] = SECRET
    return shown
