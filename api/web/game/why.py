"""Why something happened: an event with its numbers, line by line, and the clauses behind it."""

from __future__ import annotations

from typing import Any

from flask import Response, render_template, request

from api.events import explained
from api.http.stores import stores
from api.web.game.looking import look
from api.web.game.narration import in_a_sentence
from api.web.pages import headers, page, web
from napoleon.log.errors import UnknownVersion
from napoleon.log.journal import narrator
from napoleon.log.turn_names import turn_names


@web.get("/games/<game_id>/log/<version:version>")
def why(game_id: str, version: int) -> Response:
    """One event as its reader may know it; with ``?part`` only what goes into another page."""
    seen = look(game_id)
    games, newest = stores().games, seen.newest
    if not 1 <= version <= newest.version:
        raise UnknownVersion(version)
    [event] = games.history(game_id, after=version - 1, limit=1)
    tells = narrator(newest, seen.who.viewer, seen.rules).speaking(seen.rules, seen.words)
    names = turn_names(games, newest, seen.rules, [(version, event.turn)])
    facts: dict[str, Any] = {
        "event": {
            **explained(tells, event, seen.rules),
            "text": in_a_sentence(tells, event).text,
        },
        "words": tells.words(event, games.recorder.texts(game_id)),
        "look": seen,
        "turn": seen.turn(event.turn, names.get(version)),
        "game": newest,
        "rules": seen.rules,
        "seat": seen.who.actor,
    }
    if "part" in request.args:
        html = render_template("game/_why.html", **facts)
        kept = headers(public=seen.public)
        return Response(html, 200, kept, content_type="text/html; charset=utf-8")
    return page("game/why.html", public=seen.public, **facts)
