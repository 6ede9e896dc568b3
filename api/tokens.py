"""Tokens: who is asking. One token opens one seat of one game, or the chair of its referee.

A token travels in the ``Authorization`` header and nowhere else. Its text is
``{game}.{seat}.{secret}``, so that a token alone tells its game.
"""

from __future__ import annotations

from flask import request

from api.problems import Problem
from api.telemetry.requests import note
from napoleon.events import DEPUTY, REFEREE
from napoleon.game import Game

CHALLENGE = 'Bearer realm="napoleon"'


def bearer() -> str | None:
    """The token that came with the request; None if none did. Raises Problem 401."""
    header: str | None = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise bad_token("The Authorization header has to read: Bearer TOKEN.")
    return token.strip()


def caller(game: Game) -> str:
    """As whom the caller reads `game`: a seat, ``spectator`` without a token, or ``referee``.

    A deputy reads what the referee does. Raises Problem 401 ``BAD_TOKEN`` for a token that opens
    nothing in this game.
    """
    return reader(actor(game))


def actor(game: Game) -> str:
    """Who the caller is in `game`, and under whose name he acts: as `caller`, or ``deputy``.

    Raises Problem 401 ``BAD_TOKEN`` for a token that opens nothing in this game.
    """
    holder = game.seat_of(bearer())
    if holder is None:
        raise bad_token()
    note(seat=holder)
    return holder


def reader(holder: str) -> str:
    """As whom the holder of a token reads."""
    return REFEREE if holder == DEPUTY else holder


def game_of_token() -> str:
    """Id of the game that the token which came with the request belongs to.

    Raises Problem 401: ``TOKEN_REQUIRED`` without a token. Whether it opens a seat is still to
    be asked of that game.
    """
    token = bearer()
    if token is None:
        detail = "Only the holder of a token has a game of his own."
        challenge = {"WWW-Authenticate": CHALLENGE}
        raise Problem(401, "TOKEN_REQUIRED", detail, headers=challenge)
    return token.partition(".")[0]


def bad_token(detail: str = "The token opens no seat of this game.") -> Problem:
    """Problem 401 ``BAD_TOKEN``, which says that a bearer token is asked for."""
    challenge = {"WWW-Authenticate": f'{CHALLENGE}, error="invalid_token"'}
    return Problem(401, "BAD_TOKEN", detail, headers=challenge)
