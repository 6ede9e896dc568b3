"""The views of a position: the current one, or that of any earlier version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import marshmallow as ma
import msgspec
from flask import Response

from api.parsing import Resources
from api.problems import Problem
from api.schemas.views import (
    DecisionsSchema,
    MapSchema,
    PositionQuerySchema,
    UnitsQuerySchema,
    VictoryTrackSchema,
    ViewSchema,
)
from api.stores import stores
from api.tokens import caller
from api.versions import CURRENT, PAST, PUBLIC_PAST, unchanged, versioned
from napoleon.events import SPECTATOR
from napoleon.game import Game
from projections import reading
from projections.encoding import encode

resources = Resources("views", __name__, description="What a seat may know of a position")

ANSWERS = {
    "304": "NOT_MODIFIED",
    "401": "UNAUTHORIZED",
    "403": "FORBIDDEN",
    "404": "NOT_FOUND",
    "422": "UNPROCESSABLE_ENTITY",
}

Query = dict[str, Any]

View = Callable[[Query, str], Response]


def _published(
    name: str, schema: type[ma.Schema], query: type[ma.Schema] = PositionQuerySchema
) -> Callable[[View], View]:
    """Publishes a function as the address of the view called `name`."""

    def publish(function: View) -> View:
        documented = resources.doc(responses=ANSWERS)(function)
        answering = resources.response(200, schema)(documented)
        asking = resources.arguments(query, location="query")(answering)
        published: View = resources.route(f"/games/<game_id>/{name}")(asking)
        return published

    return publish


@_published("map", MapSchema)
def board(query: Query, game_id: str) -> Response:
    """The map with the pieces on it."""
    return _view("map", query, game_id)


@_published("order-of-battle", ViewSchema, UnitsQuerySchema)
def order_of_battle(query: Query, game_id: str) -> Response:
    """The units with their strength, fatigue, state and place, as the caller may know.

    `army` asks for one army; it is refused (403 `NOT_VISIBLE`) if the caller may not see its
    order of battle.
    """
    return _view("order-of-battle", query, game_id)


@_published("victory-track", VictoryTrackSchema)
def victory_track(query: Query, game_id: str) -> Response:
    """The measure of victory, and how it moved."""
    return _view("victory-track", query, game_id)


@_published("hand", ViewSchema)
def hand(query: Query, game_id: str) -> Response:
    """The caller's cards, and how many the others hold."""
    return _view("hand", query, game_id)


@_published("decisions", DecisionsSchema)
def decisions(query: Query, game_id: str) -> Response:
    """Who has to decide what, with every legal order for the seat that decides.

    Any order in `offers` is accepted at this version, any other is refused.
    """
    return _view("decisions", query, game_id)


def _view(name: str, query: Query, game_id: str) -> Response:
    """The view called `name` as the caller may see it, at the position asked for."""
    opened = stores()
    game = opened.games.open(game_id)
    seat = caller(game)
    asked = _version_asked(query, game)
    if asked is None:
        known = unchanged(game.version)
        if known is not None:
            return known
        version, body = reading.view_bytes(opened.games, opened.views, game_id, seat, name)
        cache = CURRENT
    else:
        version = asked
        if not 1 <= version <= game.version:
            raise Problem(404, "UNKNOWN_VERSION", "The game has no such version.")
        cache = _cache(query, game, seat)
        known = unchanged(version, cache)
        if known is not None:
            return known
        position = opened.games.at(game_id, version)
        body = encode(opened.games.view(position, seat)[name])
    if "army" in query:
        body = _army(body, query["army"])
    return versioned(body, version, cache)


def _cache(query: Query, game: Game, seat: str) -> str:
    """How long the answer to `query` may be kept: for ever if nothing can change it.

    A turn has its last position only when it has ended.
    """
    settled = query["turn"] < game.state.turn if "turn" in query else query["at"] < game.version
    if not settled:
        return CURRENT
    return PUBLIC_PAST if seat == SPECTATOR else PAST


def _version_asked(query: Query, game: Game) -> int | None:
    """The version of the position that `query` asks for; None for the current one."""
    if "turn" not in query:
        return query.get("at")
    turn, phase = query["turn"], query.get("phase")
    for entry in reading.turns(stores().games, stores().views, game.id):
        if entry["turn"] == turn and phase in (None, entry["phase"]):
            version: int = entry["version"]
            return version
    raise Problem(404, "UNKNOWN_TURN", "The game has no such turn or phase.")


def _army(body: bytes, army: str) -> bytes:
    """An order of battle cut down to one army. Raises Problem 403 if it is not for the caller."""
    view = msgspec.json.decode(body)
    armies = [entry for entry in view.get("armies", ()) if entry["army"] == army]
    if not armies:
        raise Problem(404, "UNKNOWN_ARMY", "The game has no such army.")
    [found] = armies
    if not found["visible"]:
        detail = "The order of battle of this army is not for your eyes."
        raise Problem(403, "NOT_VISIBLE", detail, clause=found.get("clause"))
    return encode({**view, "armies": armies})
