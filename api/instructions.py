"""Instructions: what a seat leaves to be answered in its place."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from api.answers import answer
from api.parsing import Resources
from api.problems import Problem, refusal_problem
from api.schemas.instructions import (
    InstructionsSchema,
    KeptInstructionSchema,
    NewInstructionSchema,
)
from api.stores import stores
from api.tokens import caller
from napoleon import standing
from napoleon.events import REFEREE, SPECTATOR
from napoleon.games import Games
from napoleon.instructions import Kept
from napoleon.orders import Refusal

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
}


@resources.route("/games/<game_id>/instructions", methods=["GET"])
@resources.no_query
@resources.response(200, InstructionsSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def kept(game_id: str) -> Response:
    """The instructions of the caller's seat that can still be used. Nobody else sees them."""
    games = stores().games
    mine = standing.kept_by(games, game_id, _seat(games, game_id))
    return answer({"instructions": [_shown(it) for it in mine]})


@resources.route("/games/<game_id>/instructions", methods=["POST"])
@resources.no_query
@resources.arguments(NewInstructionSchema, examples=EXAMPLES)
@resources.response(201, KeptInstructionSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def leave(body: dict[str, Any], game_id: str) -> Response:
    """Leave an instruction; it is used the moment that what it answers is asked.

    It is secret: until it is used it is in no log, and then the log tells its seat alone. If what
    it answers is being asked already, it is used at once.
    """
    games = stores().games
    outcome = standing.leave(games, game_id, _seat(games, game_id), body)
    if isinstance(outcome, Refusal):
        raise refusal_problem(outcome)
    return answer(_shown(outcome), 201)


@resources.route("/games/<game_id>/instructions/<instruction_id>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def withdraw(game_id: str, instruction_id: str) -> Response:
    """Withdraw an instruction that has not been used up."""
    games = stores().games
    seat = _seat(games, game_id)
    if not standing.withdraw(games, game_id, seat, instruction_id):
        raise Problem(404, "UNKNOWN_INSTRUCTION", "No such instruction of yours is kept.")
    return Response(status=204)


def _seat(games: Games, game_id: str) -> str:
    seat = caller(games.open(game_id))
    if seat in (SPECTATOR, REFEREE):
        raise Problem(403, "NOT_SEATED", "Only the holder of a seat leaves instructions.")
    return seat


def _shown(it: Kept) -> dict[str, Any]:
    return {"id": it.id, "instruction": msgspec.to_builtins(it.instruction)}
