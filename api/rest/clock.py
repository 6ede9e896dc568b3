"""Clocks: how long seats have for their answers, set, stopped and removed by the referee."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import actor, caller
from api.http.versions import ETAG, IF_NONE_MATCH, etag, unchanged, versioned
from api.rest.outcomes import granted
from api.rest.schemas.clock import ClockSchema, ClockSettingSchema, HoldSchema
from api.timekeeping import clock_of, told
from napoleon.log.game import Game
from napoleon.play.clock import setting

resources = Resources("clock", __name__, description="Clocks, deadlines and absences")


@resources.route("/games/<game_id>/clock", methods=["GET"], parameters=[IF_NONE_MATCH])
@resources.no_query
@resources.response(200, ClockSchema, headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def one(game_id: str) -> Response:
    """The clock of a game: what is due when, who is late, away, or has a stand-in.

    Anybody may ask. A game that is played without a clock has no deadlines either.
    """
    game = stores().games.open(game_id)
    caller(game)
    return unchanged(game.version) or versioned(msgspec.json.encode(body(game)), game.version)


@resources.route("/games/<game_id>/clock", methods=["PUT"])
@resources.no_query
@resources.arguments(ClockSettingSchema)
@resources.response(200, ClockSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def put(body: dict[str, Any], game_id: str) -> Response:
    """Play on by this clock, as a referee says; it runs at once.

    Every open question gets all of the time that it gives. A clock that is set already is left to
    run on.
    """
    games = stores().games
    game = games.open(game_id)
    return shown(
        granted(setting.set_clock(games, game_id, actor(game), clock_of(body), seen=game), game)
    )


@resources.route("/games/<game_id>/clock", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def remove(game_id: str) -> Response:
    """Play on without a clock, as a referee says: nothing is due any more."""
    games = stores().games
    game = games.open(game_id)
    granted(setting.remove_clock(games, game_id, actor(game), seen=game), game)
    return Response(status=204)


@resources.route("/games/<game_id>/clock/hold", methods=["PUT"])
@resources.no_query
@resources.arguments(HoldSchema)
@resources.response(200, ClockSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def hold(body: dict[str, Any], game_id: str) -> Response:
    """Stop the clock, as a referee: nothing falls due before it runs again."""
    games = stores().games
    game = games.open(game_id)
    held = setting.hold(games, game_id, actor(game), body.get("reason", ""), seen=game)
    return shown(granted(held, game))


@resources.route("/games/<game_id>/clock/hold", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def resume(game_id: str) -> Response:
    """Let the clock run again, as a referee: everybody has as much time as when it was stopped."""
    games = stores().games
    game = games.open(game_id)
    granted(setting.resume(games, game_id, actor(game), seen=game), game)
    return Response(status=204)


def shown(game: Game) -> Response:
    """The clock of a game after it was changed."""
    return answer(body(game), headers=etag(game.version))


def body(game: Game) -> dict[str, Any]:
    """The clock of a game, as a ClockSchema."""
    return {"version": game.version, **told(game)}
