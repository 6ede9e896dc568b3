"""Shares: several people speak for one seat, each with a token of his own."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.answers import answer
from api.games import invitation
from api.parsing import Resources
from api.people import opened
from api.problems import Problem, refusal_problem
from api.schemas.people import NewShareSchema, ShareKeySchema
from api.stores import stores
from api.tokens import bad_token
from napoleon import seats
from napoleon.games import DeadToken, UnknownSeat
from napoleon.orders import Refusal

resources = Resources("shares", __name__, description="Several people on one seat")


@resources.route("/games/<game_id>/seats/<seat>/shares", methods=["POST"])
@resources.no_query
@resources.arguments(NewShareSchema)
@resources.response(201, ShareKeySchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def give(body: dict[str, Any], game_id: str, seat: str) -> Response:
    """Invite somebody to a share of a seat, by its holder or a referee.

    Which shares a seat has is for the game to say; it is divided for people, not by powers. With
    the token of a share one reads what the seat reads and gives its orders, and the log says who
    has. It is claimed as a seat is, under the id of the share. A share that somebody has is handed
    over: his token is dead at once. Only the holder himself claims, shares or hands over the seat.
    """
    game, token = opened(game_id)
    try:
        fresh = seats.share_out(stores().games, game_id, seat, body["share"], token)
    except UnknownSeat:
        raise _unknown_seat() from None
    except DeadToken:
        raise bad_token() from None
    if isinstance(fresh, Refusal):
        raise refusal_problem(fresh)
    return answer({"seat": seat, "share": body["share"], **invitation(game, fresh)}, 201)


@resources.route("/games/<game_id>/seats/<seat>/shares/<share>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def end(game_id: str, seat: str, share: str) -> Response:
    """End a share, by who has it, the holder of the seat, or a referee.

    Its token is dead at once.
    """
    _, token = opened(game_id)
    try:
        refusal = seats.end_share(stores().games, game_id, seat, share, token)
    except UnknownSeat:
        raise _unknown_seat() from None
    except DeadToken:
        raise bad_token() from None
    if refusal is not None:
        raise refusal_problem(refusal)
    return Response(status=204)


def _unknown_seat() -> Problem:
    return Problem(404, "UNKNOWN_SEAT", "The game has no such seat.")
