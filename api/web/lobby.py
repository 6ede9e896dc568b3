"""The lobby: the games that wait for this browser's seats, its other games, and all public ones."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request, url_for
from msgspec import structs

from api.http.answers import answer
from api.http.people import founders_languages, muted_in, press_read
from api.http.problems import Problem
from api.http.stores import stores
from api.languages import named
from api.own_games import NEVER, unread
from api.rest.games import with_names, with_reliability
from api.web import mini_maps
from api.web.catalogue import language
from api.web.first_visit import welcome
from api.web.game.looking import told_in, words_in
from api.web.listed import listed
from api.web.pages import VARY, VERSION, page, wants_html, web
from api.web.session import dead_seats, forget, games_of_reader
from api.web.waiting import readers_games
from napoleon.log.errors import UnknownGame
from projections import lobby as lobbies
from projections import reading

PAGE = 20
"""How many games a page of a list shows."""

MOST_OPEN = 8
"""How many games with open seats the lobby shows."""

MOST_PLAYED = 12
"""How many that are being played."""

MOST_FINISHED = 8
"""How many that are over; the archive has all of them."""


@web.get("/")
def lobby() -> Response:
    """The lobby in a browser; a program is told where to go from here."""
    return _lobby() if wants_html() else _signpost()


def _lobby() -> Response:
    rulesets = stores().games.rulesets
    wanted = lobbies.Wanted(
        status=chosen("status", lobbies.STATUSES),
        ruleset=chosen("ruleset", rulesets),
        after=request.args.get("after") or None,
        limit=PAGE,
    )
    is_list = wanted.status is not None or wanted.after is not None
    shown = _a_list(wanted) if is_list else _at_a_glance(wanted)
    for game_id, holder in dead_seats():
        forget(shown, game_id, holder)
    return shown


def _at_a_glance(wanted: lobbies.Wanted) -> Response:
    """What waits, what is open, what is being played, and what came to its end: some of each."""
    own = own_entries()
    played, following = games_listed(
        structs.replace(wanted, status=lobbies.RUNNING, limit=MOST_PLAYED)
    )
    finished, _ = games_listed(structs.replace(wanted, status=lobbies.OVER, limit=MOST_FINISHED))
    held = {game["id"] for game in own}
    played = [game for game in played if game["id"] not in held]
    open_games = _open_games(wanted)
    return page(
        "lobby.html",
        public=not own,
        welcome=welcome(own, (*played, *finished)),
        grounds=mini_maps.laid_on((*own, *open_games, *played, *finished)),
        waiting=[game for game in own if game["mine"]],
        others=[game for game in own if not game["mine"]],
        open_games=open_games,
        played=played,
        finished=finished,
        rulesets=stores().games.rulesets,
        wanted=wanted,
        following=following,
    )


def _a_list(wanted: lobbies.Wanted) -> Response:
    """All games that are wanted, page by page."""
    games, following = games_listed(wanted)
    return page(
        "lobby_list.html",
        public=True,
        grounds=mini_maps.laid_on(games),
        games=games,
        rulesets=stores().games.rulesets,
        wanted=wanted,
        following=following,
        is_part=following is not None and len(games) < PAGE,
    )


def _open_games(wanted: lobbies.Wanted) -> list[dict[str, Any]]:
    """The newest games in which anybody may take a seat, without those of this browser.

    The language of each founder is `spoken` there; "" if it is not known.
    """
    opened, kept = stores(), games_of_reader()
    found = list[dict[str, Any]]()
    # Those that are over, which are most of all, have none.
    for status in (lobbies.WAITING, lobbies.RUNNING):
        asked = structs.replace(wanted, status=status, is_open=True, limit=MOST_OPEN + len(kept))
        found += reading.lobby(opened.games, opened.views, asked)[0]
    newest = sorted(found, key=lambda it: (it["created"], it["id"]), reverse=True)
    others = [it for it in newest if it["id"] not in kept]
    shown = others[:MOST_OPEN]
    spoken = founders_languages([it["id"] for it in shown])
    return [
        {**listed(it), "spoken": named(spoken.get(it["id"], ""), language())}
        for it in with_reliability(with_names(shown))
    ]


def own_entries() -> list[dict[str, Any]]:
    """The games of this browser's reader as the lobby lists them, in the order of `readers_games`.

    Each with the holders of the tokens as `held`, and as `mine` those that it waits for: as `moves`
    those who have to move, as `asked` those whose answer waits beside the table; as `questions`
    what they have to decide, in the reader's language, as `due` when the first answer is due, in
    microseconds since 1970 UTC, or None; and as `unread` how many letters were not read.
    """
    games, found, read = stores().games, [], press_read()
    for it in readers_games():
        # As it comes from the lobby, where it was stored as JSON.
        entered = msgspec.to_builtins(lobbies.entry(it.game, games.rules(it.game)))
        [entry] = with_names([entered])
        rules = games.rules(it.game)
        words = words_in(rules, language())
        own = {
            "held": it.held,
            "mine": it.mine,
            "moves": it.moves,
            "asked": it.asked,
            "questions": [told_in(rules, words, asked.prompt) for asked in it.questions],
            "due": None if it.due == NEVER else it.due,
            "is_late": it.due < games.clock(),
            # Only a desk keeps what was read: in cookies of its own a browser has seen everything.
            "unread": unread(games, it, read[it.game.id], muted_in) if it.game.id in read else 0,
        }
        found.append({**listed(entry), **own})
    return found


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
    return [listed(it) for it in with_reliability(with_names(entries))], following


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
