"""Tokens: who is asking.

One token opens one seat of one game, a share of a seat, or the chair of the referee or deputy.
A program sends it in the ``Authorization`` header. A browser keeps it in a cookie for each game and
holder, and sends that with every request by itself, even with those that another site has caused;
so the cookie counts only together with the header ``Napoleon-Seat``, which names the holder and
which no other site can send; and so does the cookie of somebody who has the seat on their desk, see
`api.http.people`. The text of a token is ``{game}.{seat}.{secret}``, so that a token
alone tells its game.
"""

from __future__ import annotations

from flask import request

from api.http.people import OWN_DESK, desk_seats, shows_desk
from api.http.problems import CHALLENGE, Problem, bad_token
from api.http.stores import stores
from api.telemetry.logs import note
from napoleon.log.game import Game
from napoleon.rules.events import DEPUTY, REFEREE, SPECTATOR

_COOKIE = "napoleon-"


def bearer() -> str | None:
    """The token that came with the request; None if none did. Raises Problem 401."""
    header: str | None = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return _kept_token()
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise bad_token("The Authorization header has to read: Bearer TOKEN.")
    return token.strip()


def shows_token() -> bool:
    """Whether the request claims to come from somebody, rightly or not."""
    shown = ("HTTP_AUTHORIZATION", "HTTP_NAPOLEON_SEAT", OWN_DESK)
    return any(it in request.environ for it in shown)


def shows_reader() -> bool:
    """Whether the request comes with anything that may make its answer one reader's own."""
    return shows_token() or shows_desk() or bool(seat_cookies())


def seat_cookie(game_id: str, holder: str) -> str:
    """Name of the cookie in which a browser keeps the token of `holder` in a game."""
    return f"{_COOKIE}{game_id}-{holder}"


def seat_cookies(game_id: str | None = None) -> dict[str, str]:
    """The tokens that came in cookies: of one game by holder, or of all by ``{game}-{holder}``."""
    start = _COOKIE if game_id is None else seat_cookie(game_id, "")
    return {
        name.removeprefix(start): token
        for name, token in request.cookies.items()
        if name.startswith(start) and token.count(".") == 2
    }


def _kept_token() -> str | None:
    """The token of the seat that ``Napoleon-Seat`` names, from its cookie or its reader's desk.

    Raises Problem 401 if there is none.
    """
    holder: str | None = request.environ.get("HTTP_NAPOLEON_SEAT")
    if holder in (None, SPECTATOR):
        return None
    game_id = (request.view_args or {}).get("game_id", "")
    kept, laid = seat_cookies(game_id).get(holder), desk_seats().get(game_id, {}).get(holder)
    if laid is not None and (kept is None or stores().games.open(game_id).seat_of(laid) == holder):
        return laid
    if kept is None:
        raise bad_token("This browser keeps no token of that seat.")
    return kept


def caller(game: Game) -> str:
    """As whom the caller reads `game`: a seat, ``spectator`` without a token, or ``referee``.

    A deputy reads what the referee does, and a share of a seat reads what the seat does.
    Raises Problem 401 ``BAD_TOKEN`` for a token that opens nothing in this game.
    """
    return viewer(game, actor(game))


def actor(game: Game) -> str:
    """The name under which the caller acts in `game`: as for `caller`, or ``deputy``, or a share.

    Raises Problem 401 ``BAD_TOKEN`` for a token that opens nothing in this game, and 403
    ``ONE_SEAT_EACH`` for an invitation, where it has to be known first who takes the seat.
    """
    return acting(game, bearer())


def acting(game: Game, token: str | None) -> str:
    """The name under which somebody acts in `game` with a token, or without one.

    Raises what `actor` raises.
    """
    holder = holder_of(game, token)
    if game.stands_empty(holder):
        detail = "An invitation to this game opens nothing before its seat is taken."
        raise Problem("ONE_SEAT_EACH", detail)
    return holder


def invited(game: Game) -> str:
    """As `actor`, where a seat is taken with its token. Raises Problem 401 ``BAD_TOKEN``."""
    return holder_of(game, bearer())


def holder_of(game: Game, token: str | None) -> str:
    """Whose token that is. Raises Problem 401 ``BAD_TOKEN`` if it opens nothing in this game."""
    holder = game.seat_of(token)
    if holder is None:
        raise bad_token()
    note(seat=holder)
    return holder


def viewer(game: Game, holder: str) -> str:
    """As whom the holder of a token reads `game`."""
    return REFEREE if holder == DEPUTY else game.speaks_for(holder)


def game_of_token() -> str:
    """Id of the game that the token which came with the request belongs to.

    Raises Problem 401: ``TOKEN_REQUIRED`` without a token. Whether it opens a seat has still to be
    asked of that game.
    """
    token = bearer()
    if token is None:
        detail = "Only the holder of a token has a game of their own."
        challenge = {"WWW-Authenticate": CHALLENGE}
        raise Problem("TOKEN_REQUIRED", detail, headers=challenge)
    return token.partition(".")[0]
