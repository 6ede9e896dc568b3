"""The page of a game."""

from __future__ import annotations

from typing import Any

from flask import Response, redirect, request, url_for

from api.web.catalogue import gettext
from api.web.game.journal import ends_of_turns
from api.web.game.looking import Look, look
from api.web.game.marks import around
from api.web.game.news import tagged
from api.web.game.parts import edition
from api.web.game.position import WITHOUT_WORDS, fragments
from api.web.game.scene import Scene, scene
from api.web.game_names import scenario_of
from api.web.pages import headers, page, web
from api.web.session import seats_held
from napoleon.log.game import Game
from napoleon.rules.events import SPECTATOR
from projections.lobby import entry


@web.get("/games/<game_id>")
def game(game_id: str) -> Response:
    """A game: the newest position, or with ``?at=`` an earlier one, as its reader may see it.

    With ``?since=`` what is new since that version is marked and told.
    """
    seen = look(game_id)
    there = _where_taken(seen.newest)
    return _page(scene(seen)) if there is None else there


def _where_taken(game: Game) -> Response | None:
    """On to the page that takes a seat, if its invitation shows nothing before; else None."""
    seat = request.args.get("seat", "")
    if not game.stands_empty(seat) or seat not in seats_held(game):
        return None
    sent = redirect(url_for("web.join_page", game_id=game.id, seat=seat), 303)
    assert isinstance(sent, Response)
    sent.headers.update(headers())
    return sent


def game_page(seen: Look, *, status: int = 200, **said: Any) -> Response:
    """The page with something to be said about an order: `asking`, `refused` or `missed`."""
    return _page(Scene(seen), status, **said)


def _page(shown: Scene, status: int = 200, **said: Any) -> Response:
    seen = shown.look
    before, after = around(seen)
    drawn = fragments(shown, **said)
    return page(
        "game/page.html",
        status=status,
        public=seen.public,
        scene=shown,
        look=seen,
        game=seen.newest,
        rules=seen.rules,
        scenario=scenario_of(seen.rules, seen.newest),
        preview=_preview(seen),
        seat=seen.who.actor,
        fragments=drawn,
        without_words=WITHOUT_WORDS,
        tags=tagged(seen, drawn),
        before=before,
        after=after,
        turns=ends_of_turns(seen),
        edition=edition(),
        unclaimed=seen.who.actor != SPECTATOR and seen.who.actor not in seen.newest.claimed,
        live=url_for("live.live", game_id=seen.newest.id),
    )


def _preview(seen: Look) -> str:
    """Where the newest position stands, in words that anybody may read."""
    game = seen.newest
    told = entry(game, seen.rules)
    if game.state is None:
        return gettext("Waiting for players")
    if game.over:
        winner = "" if game.result is None else game.result.winner
        if not winner:
            return gettext("Drawn")
        return gettext("Winner: %(side)s", side=seen.name(winner))
    waits = ", ".join(map(seen.name, told["waiting_for"]))
    turn = seen.turn(told["turn"], told["turn_name"])
    if not waits:
        return gettext("%(turn)s. A window of cards stands open.", turn=turn)
    return gettext("%(turn)s. Waits for %(seats)s.", turn=turn, seats=waits)
