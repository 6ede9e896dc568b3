"""Absences: a seat says beforehand on which days it is away."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import actor
from api.rest.outcomes import granted
from api.rest.schemas.clock import AbsenceSchema, NewAbsenceSchema
from api.timekeeping import absence_told
from napoleon.play.clock import absences

resources = Resources("absences", __name__, description="Days on which seats are away")


@resources.route("/games/<game_id>/absences", methods=["POST"])
@resources.no_query
@resources.arguments(NewAbsenceSchema)
@resources.response(201, AbsenceSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def declare(body: dict[str, Any], game_id: str) -> Response:
    """Say that one's seat is away, from the first day to the last.

    The days do not count for its deadlines: not even for one that stands, unless it has passed.
    Days that were declared before are not declared again. Everybody may know of them: see
    `GET /games/{id}/clock`.
    """
    games = stores().games
    game = games.open(game_id)
    days = (body["first"], body["last"], body["time_zone"])
    away = granted(absences.declare(games, game_id, actor(game), *days, seen=game), game)
    return answer(absence_told(away), 201)


@resources.route("/games/<game_id>/absences/<version:absence>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def call_off(game_id: str, absence: int) -> Response:
    """Say that one's seat is not away after all; a referee may for any seat.

    The days that are left of an absence that has begun count again.
    """
    games = stores().games
    game = games.open(game_id)
    granted(absences.call_off(games, game_id, actor(game), absence, seen=game), game)
    return Response(status=204)
