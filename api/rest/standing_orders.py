"""Instructions: what a seat leaves to be answered in its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import actor, caller
from api.rest.outcomes import granted
from api.rest.schemas.standing_orders import (
    InstructionsSchema,
    KeptInstructionSchema,
    NewInstructionSchema,
)
from napoleon.log.game import Game
from napoleon.play import standing_orders as standing
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.standing_orders import Kept

resources = Resources("instructions", __name__, description="Standing answers of a seat")

EXAMPLES = {
    "no card in this kind of window": {
        "value": {"instruction": "decline_window", "window": "W.OPSTART", "until": "turn"}
    },
    "no card until my next go": {"value": {"instruction": "decline_all"}},
    "a card, if the stack enters one of these areas": {
        "value": {"instruction": "play_card", "card": 53, "areas": ["ligny", "wavre"]}
    },
    "ask me all the same": {"value": {"instruction": "ask_me", "window": "W.COMBAT"}},
    "in Napoleonic Empire: no card in battles in Spain until the enemy's turn is over": {
        "value": {
            "instruction": "pass_window",
            "window": "battle",
            "countries": ["spain"],
            "until": "enemy_turn",
        }
    },
    "in Napoleonic Empire: where the beaten retreat to": {
        "value": {"instruction": "retreat_to", "countries": ["prussia", "russia"]}
    },
}


@resources.route("/games/<game_id>/instructions", methods=["GET"])
@resources.no_query
@resources.response(200, InstructionsSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def kept(game_id: str) -> Response:
    """The instructions of the caller's seat that can still be used. Nobody else sees them."""
    game = stores().games.open(game_id)
    return answer({"instructions": [_shown(it) for it in kept_by(game, caller(game))]})


def kept_by(game: Game, viewer: str) -> list[Kept]:
    """What was left for the seat of `viewer` and can still be used. Raises Problem 403."""
    return standing.kept_by(stores().games, game.id, _seated(viewer))


@resources.route("/games/<game_id>/instructions", methods=["POST"])
@resources.no_query
@resources.arguments(NewInstructionSchema, examples=EXAMPLES)
@resources.response(201, KeptInstructionSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def leave(body: dict[str, Any], game_id: str) -> Response:
    """Leave an instruction; it is used soon after the question that it answers.

    Before it answers it waits for as long as a person might, two seconds to a minute, so that
    nobody can tell it from an answer by hand; in a game with `instant_answers` it does not wait.
    It is secret: until it is used it is in no log, and then the log tells its seat alone. If what
    it answers has been asked for longer than a minute already, it is used at once.
    """
    game = stores().games.open(game_id)
    return answer(_shown(left(game, actor(game), body)), 201)


def left(game: Game, by: str, body: Mapping[str, Any]) -> Kept:
    """The instruction that `by` leaves, ``{"instruction": kind, ...}``. Raises Problem."""
    return granted(standing.leave(stores().games, game.id, by, body, seen=game), game)


@resources.route("/games/<game_id>/instructions/<instruction_id>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def withdraw(game_id: str, instruction_id: str) -> Response:
    """Withdraw an instruction that has not been used up."""
    game = stores().games.open(game_id)
    withdrawn(game, caller(game), instruction_id)
    return Response(status=204)


def withdrawn(game: Game, viewer: str, instruction_id: str) -> None:
    """Forget what was left for the seat of `viewer`. Raises Problem."""
    if not standing.withdraw(stores().games, game.id, _seated(viewer), instruction_id):
        raise Problem("UNKNOWN_INSTRUCTION", "No such instruction of yours is kept.")


def _seated(viewer: str) -> str:
    if viewer in (SPECTATOR, REFEREE):
        raise Problem("NOT_SEATED", "Only the holder of a seat leaves instructions.")
    return viewer


def _shown(it: Kept) -> dict[str, Any]:
    return {"id": it.id, "instruction": msgspec.to_builtins(it.word)}
