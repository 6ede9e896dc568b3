"""Take-backs: asking to take a move back, and answering that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import actor, caller
from api.http.versions import IF_MATCH, etag, expected_version
from api.rest.cases import Desk
from api.rest.outcomes import granted
from api.rest.schemas.takebacks import (
    AnswerSchema,
    AskedSchema,
    NewTakebackSchema,
    TaintQuerySchema,
    TaintSchema,
    TakebackPageSchema,
    TakebacksSchema,
)
from napoleon.log.cases import Takeback
from napoleon.log.events.rewinds import TAINTED
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.referee import takebacks
from napoleon.play.referee.takebacks import Asked

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
    """Take a move back: at once if nothing has sealed it, otherwise if all other seats agree.

    If a ruling would not hold any more, the referee has to agree as well.

    Without `to` it is the last order of the seat that counts. A draw, a look at something hidden
    and an act of anybody else seal a move. Until all have answered, for up to 72 hours, the game
    can be played on, which closes the request. What was undone stays in the log.
    """
    game = stores().games.open(game_id)
    asked = asked_for(game, actor(game), body, expected_version())
    told = {"version": asked.version, "to": asked.to, "takeback": asked.takeback or None}
    return answer(told, 201, etag(asked.version))


def asked_for(game: Game, by: str, wish: Mapping[str, Any], expected: int | None) -> Asked:
    """The outcome when `by` asks to take a move back, as `wish` (a NewTakebackSchema) says.

    Raises Problem, also if `expected` is no longer the newest version.
    """
    games = stores().games
    outcome = takebacks.ask(
        games,
        game.id,
        by,
        wish.get("to"),
        why=wish.get("why", ""),
        reroll=wish.get("reroll", TAINTED),
        expected=expected,
        seen=game,
    )
    return granted(outcome, game, expected)


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
    """A take-back with its answers, and with what was learnt and ruled in what it would undo."""
    desk = _desk(game_id)
    return answer(desk.takeback_page(takeback_of(desk.game, takeback)))


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
    wish of those who had to answer says what is drawn again.
    """
    games = stores().games
    game = games.open(game_id)
    answered(game, actor(game), takeback, body)
    return answer(_page(games, game_id, takeback), 201)


def answered(game: Game, by: str, takeback: int, said: Mapping[str, Any]) -> None:
    """Let `by` answer a request as `said` (an AnswerSchema) says. Raises Problem."""
    takeback_of(game, takeback)
    games = stores().games
    wish = said.get("reroll")
    outcome = takebacks.answer(games, game.id, by, takeback, said["answer"], wish, seen=game)
    granted(outcome, game)


@resources.route("/games/<game_id>/takebacks/<version:takeback>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def withdraw(game_id: str, takeback: int) -> Response:
    """Stop asking."""
    game = stores().games.open(game_id)
    withdrawn(game, actor(game), takeback)
    return Response(status=204)


def withdrawn(game: Game, by: str, takeback: int) -> None:
    """Let `by` stop asking. Raises Problem."""
    games = stores().games
    granted(takebacks.withdraw(games, game.id, by, takeback, seen=game), game)


@resources.route("/games/<game_id>/taint")
@resources.arguments(TaintQuerySchema, location="query")
@resources.response(200, TaintSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def taint(query: dict[str, Any], game_id: str) -> Response:
    """What each seat has learnt from what going back to version `to` would undo, and was ruled.

    `free` says whether the caller may do so without asking.
    """
    if not query:
        raise Problem("BAD_QUERY", "Say which version to go back to.")
    return answer(going_back(_desk(game_id), query["to"]))


def going_back(desk: Desk, to: int) -> dict[str, Any]:
    """What going back to version `to` would mean, as a TaintSchema. Raises Problem if refused."""
    games, game = desk.games, desk.game
    rest = granted(takebacks.goal(games, game, to), game)
    gone = takebacks.undone_by(games, game, rest)
    plays = desk.viewer in game.created.seats and not game.over
    return {
        "version": game.version,
        "to": rest,
        "free": plays and takebacks.is_free(game, gone, rest, desk.viewer),
        "taint": desk.taint(takebacks.tainted_by(games, game, rest)),
        "rulings": desk.lost(takebacks.rulings_lost(games, game, rest)),
    }


def _desk(game_id: str) -> Desk:
    games = stores().games
    game = games.open(game_id)
    return Desk(games, game, caller(game))


def _page(games: Games, game_id: str, takeback: int) -> dict[str, Any]:
    game = games.open(game_id)
    return Desk(games, game, caller(game)).takeback_page(game.takebacks[takeback])


def takeback_of(game: Game, takeback: int) -> Takeback:
    """The request of that version. Raises Problem 404 if there is none."""
    if takeback not in game.takebacks:
        raise Problem("UNKNOWN_CASE", "Nobody has asked for that take-back.")
    return game.takebacks[takeback]
