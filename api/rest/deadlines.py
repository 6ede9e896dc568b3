"""Deadlines: more time, an answer that is not waited for, and a game that was left."""

from __future__ import annotations

from typing import Any

from flask import Response
from werkzeug.routing import BaseConverter

from api.http.answers import answer
from api.http.failures import problem_of
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import actor
from api.http.versions import etag
from api.rest.clock import shown
from api.rest.outcomes import granted
from api.rest.schemas.clock import ClockSchema, MoreTimeSchema, ProcessSchema
from api.rest.schemas.games import ForfeitSchema
from napoleon.log.game import Game
from napoleon.play.clock import absences, running, setting
from napoleon.play.outcomes import UnknownSeat
from napoleon.rules.endings import as_served
from napoleon.rules.events import JUDGES
from napoleon.rules.phrases import speaker

resources = Resources("deadlines", __name__, description="What is due, and what comes of silence")


class SeatConverter(BaseConverter):
    """A seat whose deadlines an address names, and not the word for what is done to them."""

    regex = r"(?!process(?:$|\Z))[^/]+"
    part_isolating = True


@resources.route("/games/<game_id>/deadlines/<seat:seat>", methods=["PUT"])
@resources.no_query
@resources.arguments(MoreTimeSchema)
@resources.response(200, ClockSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def put_off(body: dict[str, Any], game_id: str, seat: str) -> Response:
    """Put off all that a seat is asked, until then.

    A referee gives a seat as much time as it needs, and a seat that was late no longer is. A
    seat, or a share of it, asks for more time itself, once for each question and as far as the
    clock lets it (`wait`).
    """
    game = _with(game_id, seat)
    return shown(more_time(game, actor(game), seat, body["until"], body.get("reason")))


def more_time(game: Game, by: str, seat: str, until: int, reason: str | None = None) -> Game:
    """The game after `by` has put off what `seat` is asked, to a time in microseconds since 1970.

    Raises Problem.
    """
    games = stores().games
    if by in JUDGES:
        extended = setting.extend(games, game.id, by, seat, until, reason or "", seen=game)
        return granted(extended, game)
    if game.speaks_for(by) != seat:
        raise Problem("NOT_YOUR_SEAT", "Only a referee gives another seat more time.")
    if reason is not None:
        raise Problem("BAD_PAYLOAD", "Only a referee says why: a seat just asks for more time.")
    return granted(absences.wait(games, game.id, by, until, seen=game), game)


@resources.route("/games/<game_id>/deadlines/process", methods=["POST"])
@resources.no_query
@resources.arguments(ProcessSchema)
@resources.response(200, ClockSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def process(body: dict[str, Any], game_id: str) -> Response:
    """Wait no longer for an answer, as a referee: a stand-in takes over, or the seat passes.

    `decision` names what is not waited for. If it was answered meanwhile nothing is done
    (`DECISION_CLOSED`). Where the rules know no way to pass, a referee orders for the seat instead.
    """
    games = stores().games
    game = games.open(game_id)
    by = actor(game)
    return shown(granted(running.process(games, game_id, by, body["decision"], seen=game), game))


@resources.route("/games/<game_id>/seats/<seat>/forfeit", methods=["POST"])
@resources.no_query
@resources.response(200, ForfeitSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def forfeit(game_id: str, seat: str) -> Response:
    """Claim a game that a seat has left, as the holder of a seat of the other side.

    It has to be silent beyond the grace, by a clock after whose grace the game may be claimed. The
    game is over then, and all is open. Nobody loses it by silence alone.
    """
    game = _with(game_id, seat)
    over = granted(running.claim_game(stores().games, game_id, actor(game), seat, seen=game), game)
    rules = stores().games.rules(over)
    result = as_served(over.result, speaker(rules.names, rules.cards))
    return answer({"version": over.version, "result": result}, 200, etag(over.version))


def _with(game_id: str, seat: str) -> Game:
    """A game that has that seat. Raises Problem 404 for others, and 401."""
    game = stores().games.open(game_id)
    actor(game)
    if seat not in game.created.seats:
        raise problem_of(UnknownSeat(seat))
    return game
