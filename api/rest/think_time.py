"""Think time: how long each seat took for its orders."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from flask import Response

from api.growing import counted
from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import caller
from api.http.versions import ETAG, IF_NONE_MATCH, unchanged, versioned
from api.rest.schemas.think_time import ThinkTimeSchema
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.think_time import ThinkTimes, Thought

resources = Resources("think-time", __name__, description="How long seats took for their orders")


@resources.route("/games/<game_id>/think-time", parameters=[IF_NONE_MATCH])
@resources.no_query
@resources.response(200, ThinkTimeSchema, headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def think_time(game_id: str) -> Response:
    """How long each seat took for its orders, by the times in the log.

    The time of an order is that since the table was last changed. Anybody may ask.
    """
    games = stores().games
    game = games.open(game_id)
    caller(game)
    if kept := unchanged(game.version):
        return kept
    seats = [thought_told(seat, it) for seat, it in think_times_of(games, game).items()]
    return versioned(msgspec.json.encode({"version": game.version, "seats": seats}), game.version)


def think_times_of(games: Games, game: Game) -> dict[str, Thought]:
    """How long each seat took for its orders up to a position."""
    return counted(
        games, game, "think times", partial(ThinkTimes, game.created.seats), ThinkTimes.found
    )


def thought_told(seat: str, it: Thought) -> dict[str, Any]:
    """How long a seat took for its orders, as a ThoughtSchema."""
    return {
        "seat": seat,
        "orders": it.orders,
        "seconds": it.total,
        "mean": it.mean,
        "longest": it.longest,
    }
