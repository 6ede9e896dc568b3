"""Odd mails: what a game makes of a mail that opens a seat, but not as its player's mails do."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import actor, caller
from api.http.versions import unchanged, versioned
from api.rest.outcomes import granted
from api.rest.schemas.mail import OddMailsSchema, TreatmentSchema
from napoleon.log.game import Game
from napoleon.play.suspicious_mail import treat

resources = Resources("odd_mails", __name__, description="What is made of odd mails")


@resources.route("/games/<game_id>/odd-mails", methods=["GET"])
@resources.no_query
@resources.response(200, OddMailsSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def one(game_id: str) -> Response:
    """How a game treats odd mails; the operator of the service may be stricter."""
    game = stores().games.open(game_id)
    caller(game)
    return unchanged(game.version) or _shown(game)


@resources.route("/games/<game_id>/odd-mails", methods=["PUT"])
@resources.no_query
@resources.arguments(TreatmentSchema)
@resources.response(200, OddMailsSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def put(body: dict[str, Any], game_id: str) -> Response:
    """Treat odd mails so from now on, as a judge says."""
    game = stores().games.open(game_id)
    return _shown(treated(game, actor(game), body["treatment"]))


def treated(game: Game, by: str, treatment: str) -> Game:
    """The game that treats odd mails so. Raises Problem."""
    return granted(treat(stores().games, game.id, by, treatment, seen=game), game)


def _shown(game: Game) -> Response:
    body = {"treatment": game.odd_mails or None}
    return versioned(msgspec.json.encode(body), game.version)
