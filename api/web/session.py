"""Sessions: a browser keeps the token of each seat that it plays in a cookie of its own.

No script can read the cookie, and no other site can use it: a form has to come from a page of this
service, and the API takes the cookie only with the header ``Napoleon-Seat``, which no other site
may send. A browser may hold several seats of one game; ``?seat=`` says which one a page is for.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Response, request

from api.problems import Problem
from api.telemetry.requests import note
from api.tokens import reader, seat_cookie, seat_cookies
from api.web.pages import web
from napoleon.events import JUDGES, SPECTATOR
from napoleon.game import Game

KEPT = 400 * 24 * 3600
"""Seconds for which a browser keeps a seat: the most that it grants, as games by mail are long."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Who(NamedTuple):
    """Who looks at a page of a game."""

    actor: str
    """Under whose name he acts: a seat, a share, ``referee``, ``deputy`` or ``spectator``."""
    reader: str
    """As whom he reads: a seat, ``referee`` or ``spectator``."""
    seat: str | None
    """The seat that he gives orders for; None if there is none."""


def seat_of_request(game: Game) -> Who:
    """Who looks: the holder that ``?seat=`` or a form's `seat` names, if his token is kept here.

    Without such a word it is the only one whose token is kept, and a spectator if there are none
    or several. Who names a seat that he has no token of is a spectator too: addresses are shared.
    """
    held = seats_held(game)
    asked = request.args.get("seat") or request.form.get("seat")
    if asked is None and len(held) == 1:
        [asked] = held
    actor = asked if asked in held else SPECTATOR
    assert actor is not None
    note(seat=actor)
    seat = None if actor in (SPECTATOR, *JUDGES) else game.speaks_for(actor)
    return Who(actor, reader(game, actor), seat)


def seats_held(game: Game) -> dict[str, str]:
    """The living tokens of `game` that this browser keeps, by holder, in the order of the seats."""
    sent = seat_cookies(game.id)
    return {
        holder: sent[holder]
        for holder in game.tokens
        if holder in sent and game.seat_of(sent[holder]) == holder
    }


def games_kept() -> dict[str, dict[str, str]]:
    """All tokens that this browser keeps, dead ones too, by game and holder."""
    kept: dict[str, dict[str, str]] = {}
    for holder, token in seat_cookies().items():
        game_id, _, name = holder.partition("-")
        kept.setdefault(game_id, {})[name] = token
    return kept


def keep(answer: Response, game: Game, holder: str, token: str) -> Response:
    """`answer`, by which the browser comes to keep the token of `holder`."""
    answer.set_cookie(
        seat_cookie(game.id, holder),
        token,
        max_age=KEPT,
        path="/",
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )
    return answer


def forget(answer: Response, game_id: str, holder: str) -> Response:
    """`answer`, by which the browser forgets the token of `holder`, and what it saw with it."""
    answer.delete_cookie(
        seat_cookie(game_id, holder),
        path="/",
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer


@web.before_request
def check_own_site() -> None:
    """Raises Problem 403 ``FOREIGN_SITE`` for a form that no page of this service has sent.

    Browsers say where a form comes from: in ``Sec-Fetch-Site``, and where that is not sent, as
    without HTTPS, in ``Origin``.
    """
    if request.method in SAFE:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is None:
        own = urlsplit(request.headers.get("Origin", "")).netloc == request.host
    else:
        own = site == "same-origin"
    if not own:
        raise Problem(403, "FOREIGN_SITE", "The form was not sent by a page of this service.")
