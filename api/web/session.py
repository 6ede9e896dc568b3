"""Sessions: a browser keeps the token of each seat that it plays in a cookie of its own.

No script can read the cookie, and no other site can use it: a form has to come from a page of this
service, and the API takes the cookie only with the header ``Napoleon-Seat``, which no other site
may send. A browser may hold several seats of one game; ``?seat=`` says which one a page is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Response, request

from api.http.people import desk_seats, registry, shows_desk, signed_in
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import seat_cookie, seat_cookies, viewer
from api.people import seats
from api.telemetry.logs import note
from api.web.pages import web
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.rules.events import JUDGES, SPECTATOR

KEPT = 400 * 24 * 3600
"""Seconds for which a browser keeps a seat: as many as it grants, as games by mail are long."""

MOST = 40
"""How many seats a browser keeps: it sends all of them with every request, and a web server takes
no more than some 8 KiB of headers."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

OF_MAIL = "/mail/"
"""Where links in mails lead: the tag in their address is proof enough, and mail programs send such
forms for their readers (RFC 8058)."""


class Who(NamedTuple):
    """Who looks at a page of a game."""

    actor: str
    """The name under which they act: a seat, a share, ``referee``, ``deputy`` or ``spectator``."""
    viewer: str
    """As whom they read: a seat, ``referee`` or ``spectator``."""
    seat: str | None
    """The seat that they give orders for; None if there is none."""


def seat_of_request(game: Game) -> Who:
    """Who looks: the holder that ``?seat=`` or a form's `seat` names, if their token is kept here.

    If none is named it is the only one whose token is kept, and a spectator if there are none or
    several. A reader who names a seat without having its token is a spectator too: addresses are
    shared.
    """
    held = seats_held(game)
    asked = request.args.get("seat") or request.form.get("seat")
    if asked is None and len(held) == 1:
        [asked] = held
    actor = asked if asked in held else SPECTATOR
    assert actor is not None
    if game.stands_empty(actor):
        actor = SPECTATOR  # an invitation: its page is where the seat is taken
    note(seat=actor)
    seat = None if actor in (SPECTATOR, *JUDGES) else game.speaks_for(actor)
    return Who(actor, viewer(game, actor), seat)


def seats_held(game: Game) -> dict[str, str]:
    """The live tokens of `game` that this browser keeps, by holder, in the order of the seats.

    They are in cookies of their own, or on the desk of the signed-in person.
    """
    kept = (desk_seats().get(game.id, {}), seat_cookies(game.id))
    return {
        holder: token
        for holder in game.tokens
        for tokens in reversed(kept)
        if (token := tokens.get(holder)) is not None and game.seat_of(token) == holder
    }


def games_of_reader() -> list[str]:
    """Ids of the games of which this browser keeps tokens, or that are on its reader's desk."""
    return list(dict.fromkeys((*games_kept(), *desk_seats())))


def games_kept() -> dict[str, dict[str, str]]:
    """All tokens that this browser keeps, dead ones too, by game and holder."""
    kept: dict[str, dict[str, str]] = {}
    for holder, token in seat_cookies().items():
        game_id, _, name = holder.partition("-")
        kept.setdefault(game_id, {})[name] = token
    return kept


def dead_seats() -> Iterator[tuple[str, str]]:
    """Game and holder of every token that this browser keeps though it no longer opens anything.

    Nothing is said about a game that is not known here: it may belong to another service that was,
    or will be, at the same address.
    """
    for game_id, tokens in games_kept().items():
        try:
            held = seats_held(stores().games.open(game_id))
        except (UnknownGame, *UNREADABLE):
            continue
        yield from ((game_id, holder) for holder in tokens if holder not in held)


def keep(answer: Response, game: Game, holder: str, token: str) -> Response:
    """`answer`, made to let the browser keep the token of `holder`.

    A signed-in person has the seat on their desk instead, if there is room. If the browser
    has no room left it forgets others: first the dead ones, then those it has kept longest.
    """
    if lay_on_desk(game, holder, token):
        if holder in seat_cookies(game.id):
            answer.delete_cookie(seat_cookie(game.id, holder), path="/", **_strict())
        return answer
    others = [
        (game_id, name)
        for game_id, tokens in games_kept().items()
        for name in tokens
        if (game_id, name) != (game.id, holder)
    ]
    if (over := len(others) + 1 - MOST) > 0:
        dead = set(dead_seats())
        # Browsers send first what they have kept longest.
        for game_id, name in sorted(others, key=lambda it: it not in dead)[:over]:
            forget(answer, game_id, name)
    answer.set_cookie(
        seat_cookie(game.id, holder),
        token,
        max_age=KEPT,
        path="/",
        **_strict(),
    )
    return answer


def lay_on_desk(game: Game, holder: str, token: str) -> bool:
    """Lay a seat on the desk of the signed-in person; returns whether it lies there now."""
    who = signed_in() if shows_desk() else None
    return who is not None and seats.lay(registry(), who.person.id, game, holder, token)


def _strict() -> dict[str, Any]:
    """What keeps the cookie of a seat from scripts and from other sites."""
    return {"secure": request.is_secure, "httponly": True, "samesite": "Strict"}


def forget(answer: Response, game_id: str, holder: str) -> Response:
    """`answer`, made to let the browser forget the token of `holder`, and what it saw with it."""
    answer.delete_cookie(seat_cookie(game_id, holder), path="/", **_strict())
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer


@web.before_request
def check_own_site() -> None:
    """Raise Problem 403 ``FOREIGN_SITE`` for a form that no page of this service has sent.

    Browsers say where a form comes from: in ``Sec-Fetch-Site``, and where that is not sent, as
    without HTTPS, in ``Origin``.
    """
    if request.method in SAFE or request.path.startswith(OF_MAIL):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is None:
        # Compared as text: not all that is sent as an origin can be read as one.
        own = request.headers.get("Origin", "").partition("://")[2] == request.host
    else:
        own = site == "same-origin"
    if not own:
        raise Problem("FOREIGN_SITE", "The form was not sent by a page of this service.")
