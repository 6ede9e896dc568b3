"""The views of a position: the current one, or that of any earlier version."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
import msgspec
from flask import Response

from api.http.compression.answers import compress_whole
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import caller
from api.http.versions import CURRENT, ETAG, IF_NONE_MATCH, unchanged, versioned
from api.rest.asked import Query, keeping, may_have_faded, version_asked
from api.rest.schemas.views import (
    DecisionsSchema,
    MapSchema,
    UnitsQuerySchema,
    VictoryTrackSchema,
    ViewQuerySchema,
    ViewSchema,
)
from napoleon.log.errors import UnknownVersion
from napoleon.log.game import Game
from projections import reading
from projections.difference import with_changes
from projections.encoding import encode

resources = Resources("views", __name__, description="What a seat may know of a position")

ANSWERS = {
    "304": "NOT_MODIFIED",
    "401": "UNAUTHORIZED",
    "403": "FORBIDDEN",
    "404": "NOT_FOUND",
    "422": "UNPROCESSABLE_ENTITY",
}


def _publish(
    name: str,
    text: str,
    schema: type[ma.Schema],
    query: type[ma.Schema] = ViewQuerySchema,
) -> None:
    """Answer at the address of the view called `name`; `text` documents it.

    The decorators of flask-smorest only document here: a view is read so often that calling
    through them would cost more than reading it.
    """
    asked = query()

    def show(game_id: str) -> Response:
        return _view(name, resources.ARGUMENTS_PARSER.parse(asked, location="query"), game_id)

    show.__doc__ = text
    documented = resources.doc(responses=ANSWERS)(show)
    documented = resources.response(200, schema, headers=ETAG)(documented)
    documented = resources.arguments(asked, location="query")(documented)
    show._apidoc = documented._apidoc  # type: ignore[attr-defined]
    resources.add_url_rule(f"/games/<game_id>/{name}", name, show, parameters=[IF_NONE_MATCH])


_publish("map", "The map with the pieces on it.", MapSchema)
_publish(
    "order-of-battle",
    """The units with their strength, fatigue, state and place, as the caller may know.

    `army` asks for one army; it is refused (403 `NOT_VISIBLE`) if the caller may not see its
    order of battle.
    """,
    ViewSchema,
    UnitsQuerySchema,
)
_publish("victory-track", "The measure of victory, and how it moved.", VictoryTrackSchema)
_publish("hand", "The caller's cards, and how many the others hold.", ViewSchema)
_publish(
    "decisions",
    """Who has to decide what, with every legal order for the seat that decides.

    Any order in `offers` is accepted at this version, any other is refused. Of the verbs in
    `checked` there are too many to be listed: the offers are suggestions, others are checked.
    `warns` says what of its own the seat would lose by some of them.
    """,
    DecisionsSchema,
)


def _view(name: str, query: Query, game_id: str) -> Response:
    """The view called `name` as the caller may see it, at the position asked for."""
    opened = stores()
    game = opened.games.open(game_id)
    seat = caller(game)
    # A view is what the rules say about the position: no player has written anything in it.
    compress_whole()
    asked = version_asked(query, game)
    version = game.version if asked is None else asked
    if query:
        _check_versions(query, game, version)
    cache = CURRENT if asked is None else keeping(query, game, seat)
    known = None if may_have_faded(game, version) or "army" in query else unchanged(version, cache)
    if known is not None:
        return known
    if asked is None:
        body = reading.view_bytes(opened.games, opened.views, game, seat, name)
    else:
        position = opened.games.seen_at(game_id, version, seat)
        body = reading.view_at(opened.games, position, seat, name, newest=game)
    if "army" in query or "since" in query:
        view = msgspec.json.decode(body)
        if "army" in query:
            view = _army(view, query["army"])
        if "since" in query:
            view = with_changes(_earlier(name, query, game, seat), view)
        body = encode(view)
    return versioned(body, version, cache)


def _check_versions(query: Query, game: Game, version: int) -> None:
    """Raise UnknownVersion, and Problem if `since` asks for a later one than `version`."""
    since = query.get("since", version)
    if not (1 <= version <= game.version and 1 <= since <= game.version):
        raise UnknownVersion(version)
    if since > version:
        detail = f"Version {since} is later than version {version}, which is shown."
        entry = {"code": "BAD_VALUE", "where": "query", "pointer": "/since", "detail": detail}
        raise Problem("BAD_QUERY", detail, errors=[entry])


def _earlier(name: str, query: Query, game: Game, seat: str) -> dict[str, Any]:
    """The view called `name` at the version `since` of `query`, as `seat` may see it now."""
    since = query["since"]
    position = stores().games.seen_at(game.id, since, seat)
    body = reading.view_at(stores().games, position, seat, name, newest=game)
    view: dict[str, Any] = msgspec.json.decode(body)
    return _only(view, query["army"]) if "army" in query else view


def _army(view: dict[str, Any], army: str) -> dict[str, Any]:
    """An order of battle cut down to one army. Raises Problem 403 if it is not for the caller."""
    one = _only(view, army)
    if not one.get("armies"):
        raise Problem("UNKNOWN_ARMY", "The game has no such army.")
    [found] = one["armies"]
    if not found["visible"]:
        detail = "The order of battle of this army is not for your eyes."
        raise Problem("NOT_VISIBLE", detail, clause=found["hidden_by"])
    return one


def _only(view: dict[str, Any], army: str) -> dict[str, Any]:
    """An order of battle without other armies. Before the table is laid there are none."""
    if "armies" not in view:
        return view
    return {**view, "armies": [entry for entry in view["armies"] if entry["army"] == army]}
