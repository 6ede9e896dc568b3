"""Acts: what seats and referee do to the game itself, and how they come out in HTTP."""

from __future__ import annotations

from typing import TypeVar

from api.http.problems import refusal_problem
from api.http.tokens import caller
from api.http.versions import IF_MATCH_PATTERN
from api.rest.orders import stale_problem
from napoleon.play.games import Games
from napoleon.play.outcomes import Stale
from napoleon.rules.orders import Refusal

T = TypeVar("T")

IF_MATCH = {
    "in": "header",
    "name": "If-Match",
    "required": True,
    "description": 'The version acted upon, in double quotes (`"12"`), or `*` for whichever: 412 '
    "if others were first. So the same request, sent twice, is carried out once. The `ETag` of the "
    "game itself will do as well.",
    "schema": {"type": "string", "pattern": IF_MATCH_PATTERN},
}


def done(games: Games, game_id: str, outcome: T | Refusal, expected: int | None = None) -> T:
    """What an act has come to. Raises Problem if it was refused.

    It is 412 with the events that were missed if the act was meant for version `expected`.
    """
    if not isinstance(outcome, Refusal):
        return outcome
    if outcome.code == "VERSION_CONFLICT" and expected is not None:
        game = games.open(game_id)
        missed = games.history(game_id, after=expected, upto=game.version)
        raise stale_problem(games, game_id, caller(game), Stale(game.version, missed))
    raise refusal_problem(outcome)
