"""Take-backs: asking for a move back, and answering to that."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.acts import IF_MATCH, done
from api.answers import answer
from api.cases import Desk
from api.parsing import Resources
from api.problems import Problem, refusal_problem
from api.schemas.takebacks import (
    AnswerSchema,
    AskedSchema,
    NewTakebackSchema,
    TaintQuerySchema,
    TaintSchema,
    TakebackPageSchema,
    TakebacksSchema,
)
from api.stores import stores
from api.tokens import actor, caller
from api.versions import etag, expected_version
from napoleon.game import Game
from napoleon.games import Games
from napoleon.orders import Refusal
from napoleon.referee import takebacks
from napoleon.referee.cases import Takeback
from napoleon.rewinding import TAINTED

resources = Resources("takebacks", __name__, description="Taking a move back")


@resources.route("/games/<game_id>/takebacks", methods=["POST"])
@resources.no_query
@resources.doc(parameters=[IF_MATCH])
@resources.arguments(NewTakebackSchema)
@resources.response(201, AskedSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
@resources.alt_response(412, "PRECONDITION_FAILED")
@resources.alt_response(428, "PRECONDITION_REQUIRED")
def ask(body: dict[str, Any], game_id: str) -> Response:
    """Take a move back: at once if nothing has sealed it, and else if all other seats agree.

    Without `to` it is the last order of the seat that counts. A draw, a look at something hidden
    and an act of anybody else seal a move. Until they have all answered, or for 72 hours, the
    game can be played on, which closes the request. What was undone stays in the log.
    """
    games = stores().games
    game = games.open(game_id)
    expected = expected_version()
    outcome = takebacks.ask(
        games,
        game_id,
        actor(game),
        body.get("to"),
        why=body.get("why", ""),
        reroll=body.get("reroll", TAINTED),
        expected=expected,
    )
    asked = done(games, game_id, outcome, expected)
    games.follow_instructions(game_id)
    told = {"version": asked.version, "to": asked.to, "takeback": asked.takeback or None}
    return answer(told, 201, etag(asked.version))


@resources.route("/games/<game_id>/takebacks", methods=["GET"])
@resources.no_query
@resources.response(200, TakebacksSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def every(game_id: str) -> Response:
    """The take-backs that were asked for, the oldest first."""
    desk = _desk(game_id)
    return answer({"takebacks": [desk.takeback(it) for it in desk.game.takebacks.values()]})


@resources.route("/games/<game_id>/takebacks/<version:takeback>", methods=["GET"])
@resources.no_query
@resources.response(200, TakebackPageSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def one(game_id: str, takeback: int) -> Response:
    """A take-back with its answers, and with what each seat has learnt of what it would undo."""
    desk = _desk(game_id)
    return answer(desk.takeback_page(_case(desk.game, takeback)))


@resources.route("/games/<game_id>/takebacks/<version:takeback>/answers", methods=["POST"])
@resources.no_query
@resources.arguments(AnswerSchema)
@resources.response(201, TakebackPageSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def say(body: dict[str, Any], game_id: str, takeback: int) -> Response:
    """Agree that the move is taken back, or refuse.

    The first refusal lets it stand. When all have agreed the game goes back, and the strictest
    wish of those who had to answer says what is drawn anew.
    """
    games = stores().games
    game = games.open(game_id)
    seat = actor(game)
    _case(game, takeback)
    outcome = takebacks.answer(games, game_id, seat, takeback, body["answer"], body.get("reroll"))
    done(games, game_id, outcome)
    shown = answer(_page(games, game_id, takeback), 201)
    games.follow_instructions(game_id)
    return shown


@resources.route("/games/<game_id>/takebacks/<version:takeback>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def withdraw(game_id: str, takeback: int) -> Response:
    """Do not ask any more."""
    games = stores().games
    done(games, game_id, takebacks.withdraw(games, game_id, actor(games.open(game_id)), takeback))
    return Response(status=204)


@resources.route("/games/<game_id>/taint")
@resources.arguments(TaintQuerySchema, location="query")
@resources.response(200, TaintSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def taint(query: dict[str, Any], game_id: str) -> Response:
    """What each seat has learnt of what going back to version `to` would undo.

    `free` says whether the caller may do so without asking.
    """
    desk = _desk(game_id)
    games, game = desk.games, desk.game
    if not query:
        raise Problem(422, "BAD_QUERY", "Say which version to go back to.")
    rest = takebacks.goal(games, game, query["to"])
    if isinstance(rest, Refusal):
        raise refusal_problem(rest)
    gone = takebacks.undone_by(games, game, rest)
    plays = desk.reader in game.created.seats and not game.over
    body = {
        "version": game.version,
        "to": rest,
        "free": plays and takebacks.is_free(game, gone, rest, desk.reader),
        "taint": desk.taint(takebacks.tainted_by(games, game, rest)),
    }
    return answer(body)


def _desk(game_id: str) -> Desk:
    games = stores().games
    game = games.open(game_id)
    return Desk(games, game, caller(game))


def _page(games: Games, game_id: str, takeback: int) -> dict[str, Any]:
    game = games.open(game_id)
    return Desk(games, game, caller(game)).takeback_page(game.takebacks[takeback])


def _case(game: Game, takeback: int) -> Takeback:
    if takeback not in game.takebacks:
        raise Problem(404, "UNKNOWN_CASE", "Nobody has asked for that take-back.")
    return game.takebacks[takeback]
