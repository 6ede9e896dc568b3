"""The lobby: the games that wait for this browser's seats, its other games, and all public ones."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
from flask import Response, request, url_for

from api.http.answers import answer
from api.http.problems import Problem
from api.http.stores import stores
from api.rest.games import with_names
from api.web.game.pending import matters
from api.web.game_names import NamesTold, of_game, reason_told
from api.web.pages import VARY, VERSION, page, wants_html, web
from api.web.session import dead_seats, forget, games_kept, seats_held
from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE
from napoleon.rules.contract import Ruleset
from projections import lobby as lobbies
from projections import reading

PAGE = 20
"""How many public games a page shows."""

MOST_OPEN = 10
"""How many games with open seats it shows."""


@web.get("/")
def lobby() -> Response:
    """The lobby in a browser; a program is told where to go from here."""
    return _lobby() if wants_html() else _signpost()


def _lobby() -> Response:
    opened = stores()
    wanted = lobbies.Wanted(
        status=chosen("status", lobbies.STATUSES),
        ruleset=chosen("ruleset", opened.games.rulesets),
        after=request.args.get("after") or None,
        limit=PAGE,
    )
    games, following = games_listed(wanted)
    own = _own_games()
    shown = page(
        "lobby.html",
        public=not own,
        waiting=[game for game in own if game["mine"]],
        others=[game for game in own if not game["mine"]],
        games=games,
        rulesets=opened.games.rulesets,
        open_games=_open_games(),
        wanted=wanted,
        following=following,
        is_part=following is not None and len(games) < PAGE,
    )
    for game_id, holder in dead_seats():
        forget(shown, game_id, holder)
    return shown


def _open_games() -> list[dict[str, Any]]:
    """The newest games in which anybody may take a seat, but for those of this browser."""
    opened = stores()
    wanted = lobbies.Wanted(is_open=True, limit=MOST_OPEN)
    entries, _ = reading.lobby(opened.games, opened.views, wanted)
    kept = games_kept()
    return [listed(it) for it in with_names(entries) if it["id"] not in kept]


def _own_games() -> list[dict[str, Any]]:
    """The games of which this browser keeps a live token, the last to change first.

    Each with the holders of the tokens as `held`, and as `mine` those that it waits for: as `moves`
    those who have to move, as `asked` those whose answer waits beside the table.
    """
    games = stores().games
    found = []
    for game_id in games_kept():
        with suppress(UnknownGame, *UNREADABLE):
            game = games.open(game_id)
            if held := list(seats_held(game)):
                # As it comes from the lobby, where it was stored as JSON.
                entered = msgspec.to_builtins(lobbies.entry(game, games.rules(game)))
                [named] = with_names([entered])
                entry = listed(named)
                moves = [it for it in held if game.speaks_for(it) in entry["waiting_for"]]
                asked = [it for it in held if matters(game, it)]
                mine = [it for it in held if it in moves or it in asked]
                own = {"held": held, "mine": mine, "moves": moves, "asked": asked}
                found.append({**entry, **own})
    return sorted(found, key=lambda entry: entry["updated"], reverse=True)


def games_listed(wanted: lobbies.Wanted) -> tuple[list[dict[str, Any]], str | None]:
    """A page of the games that are wanted, and after which game the next page begins, if any.

    Raises Problem 422 ``BAD_QUERY`` if the page before did not end with a game.
    """
    opened = stores()
    try:
        entries, following = reading.lobby(opened.games, opened.views, wanted)
    except UnknownGame:
        detail = "The page before did not end with a game that exists."
        raise Problem("BAD_QUERY", detail) from None
    return [listed(it) for it in with_names(entries)], following


def listed(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of the lobby with titles in place of ids, as far as they are known.

    The names of its people are `people`, those of its seats and phases `names`, and why it
    ended is `ended`.
    """
    rules = stores().games.rulesets.get(entry["ruleset"])
    reason = (entry["result"] or {}).get("reason", "")
    return {
        **entry,
        "people": entry["names"],
        "title": entry["ruleset"] if rules is None else rules.title,
        "scenario_title": _scenario_title(rules, entry["scenario"]),
        "names": {} if rules is None else NamesTold(rules),
        "ended": reason if rules is None else reason_told(reason, rules),
    }


def _scenario_title(rules: Ruleset | None, scenario: str) -> str:
    if rules is None:
        return scenario
    titles = {it.id: it.title for it in rules.scenarios}
    return of_game(titles[scenario], rules) if scenario in titles else scenario


def chosen(name: str, known: Any) -> str | None:
    """The value of the filter `name`; None for all, also if there is no such value."""
    asked = request.args.get(name)
    return asked if asked in known else None


def _signpost() -> Response:
    """Where a program goes from the root."""
    told = {
        "name": "Napoleon",
        "version": VERSION,
        "docs": url_for("docs.page"),
        "openapi": url_for("api-docs.openapi_json"),
        "health": url_for("health.health"),
    }
    return answer(told, headers={"Vary": VARY})
