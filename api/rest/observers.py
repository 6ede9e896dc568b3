"""Observers: watching a game by mail, without a seat."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.mail import office
from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import caller
from api.mail import mailboxes, observers
from api.rest.outcomes import granted
from api.rest.schemas.mail import NewObserverSchema
from napoleon.log.game import Game

resources = Resources("observers", __name__, description="Watching a game by mail")


@resources.route("/games/<game_id>/observers", methods=["POST"])
@resources.no_query
@resources.arguments(NewObserverSchema)
@resources.response(202)
@resources.alt_response(404, "NOT_FOUND")
def leave(body: dict[str, Any], game_id: str) -> Response:
    """Leave an address to be told at what everybody may know.

    The address is asked whether it is theirs, once a day at most; nothing else is sent there before
    it has answered. Every mail has a link by which it is forgotten. The answer is the same whether
    the address was known or not.
    """
    game = stores().games.open(game_id)
    caller(game)
    watched(game, body)
    return Response(status=202)


def watched(game: Game, wanted: dict[str, Any]) -> None:
    """Have an address asked whether it wants to watch a game. Raises Problem."""
    outcome = observers.watch(office(), game, wanted)
    box = None if outcome is None else granted(outcome, game)
    if box is not None:
        mailboxes.ask(office(), box)
