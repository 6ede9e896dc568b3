"""The lobby: the games that wait for this browser's seats, its other games, and all public ones."""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import version
from typing import Any

from flask import Response, request, url_for

from api.http.answers import answer
from api.http.problems import Problem
from api.http.stores import stores
from api.web.pages import VARY, page, wants_html, web
from api.web.session import dead_seats, forget, games_kept, seats_held
from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE
from napoleon.rules.contract import Ruleset
from projections import lobby as lobbies
from projections import reading

PAGE = 20
"""How many public games a page shows."""


@web.get("/")
def lobby() -> Response:
    """The lobby in a browser; a program is told where to go from here."""
    return _lobby() if wants_html() else _signpost()


def _lobby() -> Response:
    opened = stores()
    wanted = lobbies.Wanted(
        status=_chosen("status", lobbies.STATUSES),
        ruleset=_chosen("ruleset", opened.games.rulesets),
        after=request.args.get("after") or None,
        limit=PAGE,
    )
    try:
        entries, following = reading.lobby(opened.games, opened.views, wanted)
    except UnknownGame:
        detail = "The page before did not end with a game that there is."
        raise Problem("BAD_QUERY", detail) from None
    own = _own_games()
    shown = page(
        "lobby.html",
        public=not own,
        waiting=[game for game in own if game["mine"]],
        others=[game for game in own if not game["mine"]],
        games=[_listed(entry) for entry in entries],
        rulesets=opened.games.rulesets,
        wanted=wanted,
        following=following,
    )
    for game_id, holder in dead_seats():
        forget(shown, game_id, holder)
    return shown


def _own_games() -> list[dict[str, Any]]:
    """The games that this browser keeps a live token of, the last to change first.

    Each with the holders of the tokens as `held`, and as `mine` those that it waits for.
    """
    games = stores().games
    found = []
    for game_id in games_kept():
        with suppress(UnknownGame, *UNREADABLE):
            game = games.open(game_id)
            if held := list(seats_held(game)):
                entry = _listed(lobbies.entry(game, games.rules(game)))
                mine = [it for it in held if game.speaks_for(it) in entry["waiting_for"]]
                found.append({**entry, "held": held, "mine": mine})
    return sorted(found, key=lambda entry: entry["updated"], reverse=True)


def _listed(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of the lobby with titles in place of ids, as far as they are known."""
    rules = stores().games.rulesets.get(entry["ruleset"])
    return {
        **entry,
        "title": entry["ruleset"] if rules is None else rules.title,
        "scenario_title": _scenario_title(rules, entry["scenario"]),
        "names": {} if rules is None else rules.names,
    }


def _scenario_title(rules: Ruleset | None, scenario: str) -> str:
    known = {} if rules is None else {it.id: it.title for it in rules.scenarios}
    return known.get(scenario, scenario)


def _chosen(name: str, known: Any) -> str | None:
    """The value of the filter `name`; None for all, also if there is no such value."""
    asked = request.args.get(name)
    return asked if asked in known else None


def _signpost() -> Response:
    """Where a program goes from the root."""
    told = {
        "name": "Napoleon",
        "version": version("napoleon"),
        "docs": url_for("docs.page"),
        "openapi": url_for("api-docs.openapi_json"),
        "health": url_for("health.health"),
    }
    return answer(told, headers={"Vary": VARY})
