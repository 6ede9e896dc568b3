"""Shares: several people speak for one seat, each with a token of their own."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.failures import problem_of
from api.http.parsing import Resources
from api.http.stores import stores
from api.rest.games import invitation
from api.rest.outcomes import granted
from api.rest.people import opened
from api.rest.schemas.me import NewShareSchema, ShareKeySchema
from napoleon.log.game import Game
from napoleon.play import seats
from napoleon.play.outcomes import UnknownSeat

resources = Resources("shares", __name__, description="Several people on one seat")


@resources.route("/games/<game_id>/seats/<seat>/shares", methods=["POST"])
@resources.no_query
@resources.arguments(NewShareSchema)
@resources.response(201, ShareKeySchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def give(body: dict[str, Any], game_id: str, seat: str) -> Response:
    """Invite somebody to a share of a seat, as its holder or a referee.

    The game says which shares a seat has; it is divided for people, not by powers. The token of a
    share lets somebody read what the seat reads and give its orders, and the log says who did. It
    is claimed as a seat is, under the id of the share. A share that somebody has is handed over:
    their token is dead at once. Only the holder claims, shares or hands over the seat.
    """
    game, token = opened(game_id)
    share = body["share"]
    key = invitation(game, given(game, seat, share, token))
    return answer({"seat": seat, "share": share, **key}, 201)


def given(game: Game, seat: str, share: str, token: str, fresh: str | None = None) -> str:
    """The token that invites somebody to a share of `seat`; the caller has `token`. Raises Problem.

    It is `fresh`, if that was made beforehand.
    """
    try:
        shared = seats.share_out(stores().games, game.id, seat, share, token, fresh=fresh)
    except UnknownSeat as error:
        raise problem_of(error) from None
    return granted(shared, game)


@resources.route("/games/<game_id>/seats/<seat>/shares/<share>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def end(game_id: str, seat: str, share: str) -> Response:
    """End a share, as its owner, the holder of the seat, or a referee.

    Its token is dead at once.
    """
    game, token = opened(game_id)
    ended(game, seat, share, token)
    return Response(status=204)


def ended(game: Game, seat: str, share: str, token: str) -> None:
    """Let nobody have that share of `seat` any more; the caller has `token`. Raises Problem."""
    try:
        over = seats.end_share(stores().games, game.id, seat, share, token)
    except UnknownSeat as error:
        raise problem_of(error) from None
    granted(over, game)
