"""Times: how long each seat took, and how it kept to its deadlines."""

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
from api.rest.schemas.times import TimesSchema
from api.rest.think_time import think_times_of, thought_told
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.lateness import Kept, Lateness

resources = Resources("times", __name__, description="How long seats took, and who was late")


@resources.route("/games/<game_id>/times", parameters=[IF_NONE_MATCH])
@resources.no_query
@resources.response(200, TimesSchema, headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def times(game_id: str) -> Response:
    """How long each seat took for its orders, and how it kept to its deadlines, by the log.

    A deadline that is put off counts once, by when it was due at last; time does not go on while
    the clock is held. What was late when the seat passed to somebody else stays with those who held
    it then (`earlier`). Anybody may ask.
    """
    games = stores().games
    game = games.open(game_id)
    caller(game)
    if kept := unchanged(game.version):
        return kept
    thoughts = think_times_of(games, game)
    seats = [
        {**thought_told(seat, thoughts[seat]), **_told(it)}
        for seat, it in lateness_of(games, game).items()
    ]
    return versioned(msgspec.json.encode({"version": game.version, "seats": seats}), game.version)


def lateness_of(games: Games, game: Game) -> dict[str, Kept]:
    """How each seat kept to its deadlines up to a position."""
    return counted(games, game, "lateness", partial(Lateness, game.created.seats), Lateness.found)


def _told(it: Kept) -> dict[str, Any]:
    return {**_numbers(it), "earlier": [_numbers(one) for one in it.earlier]}


def _numbers(it: Kept) -> dict[str, int]:
    return {
        "deadlines": it.deadlines,
        "met": it.met,
        "missed": it.missed,
        "late": it.late,
        "latest": it.latest,
        "waited": it.waited,
        "days_away": it.days_away,
    }
