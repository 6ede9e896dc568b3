"""Dispatches: letters carried from place to place, and the referee's queue of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import actor, caller
from api.rest.outcomes import granted
from api.rest.press import shown, texts_of
from api.rest.schemas.dispatches import (
    CharterSchema,
    DispatchChangeSchema,
    DispatchesSchema,
    DispatchSchema,
    NewDispatchSchema,
)
from api.rest.schemas.press import LetterSchema
from napoleon.log.dispatches import Charter, Dispatch
from napoleon.log.game import Game
from napoleon.log.press import Letter
from napoleon.play import dispatches
from napoleon.rules.events import REFEREE

resources = Resources("dispatches", __name__, description="Letters that are carried")


@resources.route("/games/<game_id>/dispatches", methods=["GET"])
@resources.no_query
@resources.response(200, DispatchesSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def every(game_id: str) -> Response:
    """How dispatches fare in a game; for its judges also those that are under way.

    What has come to somebody stands in the archive of press.
    """
    game = stores().games.open(game_id)
    return answer(queue(game, caller(game)))


@resources.route("/games/<game_id>/dispatches", methods=["POST"])
@resources.no_query
@resources.arguments(NewDispatchSchema)
@resources.response(201, LetterSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def send(body: dict[str, Any], game_id: str) -> Response:
    """Send a dispatch.

    Its fate is drawn now, and only the referee knows it. It comes to its reader when the
    turn begins in which it is due.
    """
    game = stores().games.open(game_id)
    letter = sent(game, actor(game), body)
    return answer(shown([letter], texts_of(game))[0], 201)


@resources.route("/games/<game_id>/dispatches/charter", methods=["PUT"])
@resources.no_query
@resources.arguments(CharterSchema)
@resources.response(200, CharterSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def charter(body: dict[str, Any], game_id: str) -> Response:
    """Let dispatches be sent from now on, or say how else they fare, as a judge."""
    game = stores().games.open(game_id)
    return answer(_charter(chartered(game, actor(game), body)))


@resources.route("/games/<game_id>/dispatches/<version:dispatch>", methods=["POST"])
@resources.no_query
@resources.arguments(DispatchChangeSchema)
@resources.response(200, DispatchSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def change(body: dict[str, Any], game_id: str, dispatch: int) -> Response:
    """Hold a dispatch, let it go on, or alter the turn in which it is due, as a judge."""
    game = stores().games.open(game_id)
    return answer(_under_way(altered(game, actor(game), dispatch, body), texts_of(game)))


def queue(game: Game, viewer: str) -> dict[str, Any]:
    """What `viewer` may know of the dispatches of a game, as a DispatchesSchema."""
    found = list(game.dispatches.values()) if viewer == REFEREE else []
    texts = texts_of(game) if found else {}
    return {
        "charter": None if game.charter is None else _charter(game.charter),
        "places": list(dispatches.places(game, stores().games.rules(game))),
        "dispatches": [_under_way(it, texts) for it in sorted(found, key=lambda it: it.due)],
    }


def sent(game: Game, by: str, body: Mapping[str, Any]) -> Letter:
    """The dispatch that `by` sends, as `body` (a NewDispatchSchema) says. Raises Problem."""
    outcome = dispatches.send(
        stores().games, game.id, by, body["to"], origin=body["origin"],
        destination=body["destination"], text=body["text"], seen=game,
    )  # fmt: skip
    return granted(outcome, game)


def chartered(game: Game, by: str, body: Mapping[str, Any]) -> Charter:
    """The charter that `by` gives, as `body` (a CharterSchema) says. Raises Problem."""
    outcome = dispatches.charter(
        stores().games, game.id, by, lost=body["lost"], captured=body["captured"],
        pace=body["pace"], seen=game,
    )  # fmt: skip
    return granted(outcome, game)


def altered(game: Game, by: str, dispatch: int, body: Mapping[str, Any]) -> Dispatch:
    """A dispatch as `by` alters it, as `body` (a DispatchChangeSchema) says. Raises Problem."""
    outcome = dispatches.alter(
        stores().games, game.id, by, dispatch, reason=body["reason"], due=body.get("due"),
        held=body.get("held", False), seen=game,
    )  # fmt: skip
    return granted(outcome, game)


def _charter(it: Charter) -> dict[str, Any]:
    return {"lost": it.lost, "captured": it.captured, "pace": it.pace}


def _under_way(it: Dispatch, texts: Mapping[str, str]) -> dict[str, Any]:
    return {
        "dispatch": it.id,
        "by": it.writer,
        "behalf": it.sender if it.sender != it.writer else None,
        "to": it.to,
        "origin": it.origin,
        "destination": it.destination,
        "sent": it.turn,
        "due": it.due,
        "held": it.held,
        "fate": it.fate,
        "text": texts.get(it.text),
        "text_id": it.text,
    }
