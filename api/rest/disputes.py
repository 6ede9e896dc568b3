"""Disputes: an event that a seat says is wrong, what the others say, and how it was settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import actor, caller
from api.rest.cases import Desk
from api.rest.outcomes import granted
from api.rest.schemas.disputes import (
    DisputePageSchema,
    DisputeSchema,
    DisputesSchema,
    NewDisputeSchema,
    NewStatementSchema,
)
from napoleon.log.cases import Dispute
from napoleon.log.game import Game
from napoleon.play.referee import disputes

resources = Resources("disputes", __name__, description="Disputing an event")


@resources.route("/games/<game_id>/disputes", methods=["POST"])
@resources.no_query
@resources.arguments(NewDisputeSchema)
@resources.response(201, DisputeSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def open_one(body: dict[str, Any], game_id: str) -> Response:
    """Dispute an event: under which clause it is wrong, and what should be done about it.

    The seats may make statements for 72 hours; the referee rules within 14 days, or the event
    stands.
    """
    game = stores().games.open(game_id)
    case = opened(game, actor(game), body)
    return answer(_desk(game_id).dispute(case), 201)


def opened(game: Game, by: str, body: Mapping[str, Any]) -> Dispute:
    """The dispute that `by` opens, as `body` (a NewDisputeSchema) says. Raises Problem."""
    games = stores().games
    outcome = disputes.open_dispute(
        games,
        game.id,
        by,
        body["version"],
        clause=body["clause"],
        claim=body["claim"],
        relief=body["relief"],
        seen=game,
    )
    return granted(outcome, game)


@resources.route("/games/<game_id>/disputes", methods=["GET"])
@resources.no_query
@resources.response(200, DisputesSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def every(game_id: str) -> Response:
    """The disputes of a game, the oldest first."""
    desk = _desk(game_id)
    return answer({"disputes": [desk.dispute(it) for it in desk.game.disputes.values()]})


@resources.route("/games/<game_id>/disputes/<version:dispute>", methods=["GET"])
@resources.no_query
@resources.response(200, DisputePageSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def one(game_id: str, dispute: int) -> Response:
    """Everything by which a dispute is settled, on one page, as the caller may see it.

    It has the event with its breakdown and the clauses, the positions before and after the order
    that caused it, what was said, what each seat has learnt since, and the ruling.
    """
    desk = _desk(game_id)
    return answer(desk.dispute_page(dispute_of(desk.game, dispute)))


@resources.route("/games/<game_id>/disputes/<version:dispute>/statements", methods=["POST"])
@resources.no_query
@resources.arguments(NewStatementSchema)
@resources.response(201, DisputeSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def say(body: dict[str, Any], game_id: str, dispute: int) -> Response:
    """Make a statement on a dispute: a seat while there is time, the referee until the ruling."""
    game = stores().games.open(game_id)
    case = said(game, actor(game), dispute, body["text"])
    return answer(_desk(game_id).dispute(case), 201)


def said(game: Game, by: str, dispute: int, text: str) -> Dispute:
    """The dispute with the statement that `by` makes on it. Raises Problem."""
    games = stores().games
    return granted(disputes.say(games, game.id, by, dispute, text, seen=game), game)


@resources.route("/games/<game_id>/disputes/<version:dispute>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def withdraw(game_id: str, dispute: int) -> Response:
    """Let the event stand after all."""
    game = stores().games.open(game_id)
    withdrawn(game, actor(game), dispute)
    return Response(status=204)


def withdrawn(game: Game, by: str, dispute: int) -> None:
    """Let `by` no longer dispute the event. Raises Problem."""
    games = stores().games
    granted(disputes.withdraw(games, game.id, by, dispute, seen=game), game)


def _desk(game_id: str) -> Desk:
    games = stores().games
    game = games.open(game_id)
    return Desk(games, game, caller(game))


def dispute_of(game: Game, dispute: int) -> Dispute:
    """The dispute of that version. Raises Problem 404 if there is none."""
    if dispute not in game.disputes:
        raise Problem("UNKNOWN_CASE", "There is no such dispute.")
    return game.disputes[dispute]
