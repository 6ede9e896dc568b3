"""The operation of a seat: orders that follow as soon as it is asked for them."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from api.commands.following import as_line
from api.http.answers import answer
from api.http.parsing import Resources
from api.http.problems import Problem, refused
from api.http.stores import stores
from api.http.tokens import actor
from api.rest.outcomes import granted
from api.rest.schemas.standing_orders import NewOperationSchema, SeatOperationSchema
from napoleon.log.game import Game
from napoleon.play import operations
from napoleon.rules.orders import Refusal

resources = Resources("operation", __name__, description="Orders that wait for their question")

EXAMPLES = {"a march, and no pursuit": {"value": {"then": ["move", "move to Ligny", "nothing"]}}}


@resources.route("/games/<game_id>/operation", methods=["GET"])
@resources.no_query
@resources.response(200, SeatOperationSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def kept(game_id: str) -> Response:
    """The orders of the caller that wait, or why they go no further. Nobody else sees them.

    They stop as soon as anybody else acts, when a case is opened or ruled on, and when the next one
    does not answer what the seat is asked. What is left can be read until the seat acts by hand.
    """
    game = stores().games.open(game_id)
    return answer({"operation": _told(game, *_author(game, actor(game)))})


@resources.route("/games/<game_id>/operation", methods=["PUT"])
@resources.no_query
@resources.arguments(NewOperationSchema, examples=EXAMPLES)
@resources.response(200, SeatOperationSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def leave(body: dict[str, Any], game_id: str) -> Response:
    """Leave orders that follow; those that the caller left before are forgotten.

    `POST /games/{game_id}/orders` takes them together with orders that are given at once.
    """
    game = stores().games.open(game_id)
    seat, by = _author(game, actor(game))
    left = operations.leave(stores().games, game, seat, by, body["then"], game.version, seen=game)
    granted(left, game)
    return answer({"operation": _told(game, seat, by)})


@resources.route("/games/<game_id>/operation", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def withdraw(game_id: str) -> Response:
    """Forget the orders of the caller that wait, whether there are any or not."""
    game = stores().games.open(game_id)
    operations.withdraw(stores().games, game.id, *_author(game, actor(game)))
    return Response(status=204)


def _author(game: Game, holder: str) -> tuple[str, str]:
    """The seat of a caller, and the share by which they speak for it; raises Problem 403."""
    seat = game.speaks_for(holder)
    if seat not in game.created.seats:
        raise Problem("NOT_SEATED", "Only the holder of a seat leaves orders.")
    return seat, "" if seat == holder else holder


def _told(game: Game, seat: str, by: str) -> dict[str, Any] | None:
    found = operations.shown(stores().games, game, seat, by)
    if found is None:
        return None
    why = None if found["why"] is None else refused(msgspec.convert(found["why"], Refusal))
    return {**found, "left": [as_line(it) for it in found["left"]], "why": why}
