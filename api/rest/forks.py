"""Forks: playing on from an earlier position, in a game of its own."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.admission import refuse_founder
from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import caller
from api.rest.games import new_game
from api.rest.outcomes import granted
from api.rest.schemas.forks import NewForkSchema
from api.rest.schemas.games import NewGameAnswerSchema
from napoleon.log.errors import UnknownVersion
from napoleon.play.forks import may_fork

resources = Resources("forks", __name__, description="Playing on from an earlier position")


@resources.route("/games/<game_id>/forks", methods=["POST"])
@resources.no_query
@resources.arguments(NewForkSchema)
@resources.response(201, NewGameAnswerSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def fork(body: dict[str, Any], game_id: str) -> Response:
    """Begin a new game where this one was at version `at`.

    Its seats have tokens of their own, its chance is its own, and this game is left as it is. The
    holders of the new tokens see what every seat held, so a running game is forked by its
    referee only, or with the tokens of all its seats.
    """
    games = stores().games
    game = games.open(game_id)
    granted(may_fork(game, body.get("tokens", {}), caller(game)), game)
    if not 1 <= body["at"] <= games.head(game_id):
        raise UnknownVersion(body["at"])
    refuse_founder()
    created = games.fork(game_id, body["at"], referee=body.get("referee", False))
    return new_game(granted(created, game))
