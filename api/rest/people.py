"""People: who holds a seat, who stands in for the referee, and what they want forgotten."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.failures import name_taken, problem_of
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import actor, bearer
from api.rest.games import invitation
from api.rest.outcomes import granted
from api.rest.schemas.games import KeySchema, SeatKeySchema
from api.rest.schemas.me import NameSchema
from napoleon.log.game import Game
from napoleon.play import seats
from napoleon.play.outcomes import NameTaken, UnknownSeat
from napoleon.play.referee import texts
from napoleon.play.tokens import is_founder
from napoleon.rules.events import JUDGES, SPECTATOR

resources = Resources("people", __name__, description="Seats are not people")


@resources.route("/games/<game_id>/seats/<seat>/handover", methods=["POST"])
@resources.no_query
@resources.response(200, SeatKeySchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def hand_over(game_id: str, seat: str) -> Response:
    """Hand a seat over to another person, as its holder or a referee.

    Only the referee hands over the referee's own chair, `referee`. The answer has an invitation to
    the seat. The old token is dead at once, and the name of its holder is erased; the newcomer sees
    what the seat knew, and claims the seat like any other. Owners of a share of the seat keep it.
    """
    game, token = opened(game_id)
    return answer({"seat": seat, **invitation(game, handed_over(game, seat, token))})


def handed_over(game: Game, seat: str, token: str, fresh: str | None = None) -> str:
    """The token that invites another person to `seat`; the caller has `token`. Raises Problem.

    It is `fresh`, if that was made beforehand.
    """
    try:
        handed = seats.hand_over(stores().games, game.id, seat, token, fresh=fresh)
    except UnknownSeat as error:
        raise problem_of(error) from None
    return granted(handed, game)


@resources.route("/games/<game_id>/seats/<seat>/invitation", methods=["POST"])
@resources.no_query
@resources.response(200, SeatKeySchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def renew(game_id: str, seat: str) -> Response:
    """Renew the invitation to a seat that nobody has claimed, as a referee or as the founder.

    The founder sends as token the key from the answer to setting the game up. The
    answer has another invitation; the one that was lost is dead at once. A seat that is claimed
    is handed over instead (`SEAT_CLAIMED`).
    """
    game, token = stores().games.open(game_id), bearer()
    if token is None or not is_founder(game, token):
        game, token = opened(game_id)
    return answer({"seat": seat, **invitation(game, renewed(game, seat, token))})


def renewed(game: Game, seat: str, token: str, fresh: str | None = None) -> str:
    """The token that invites to `seat` from now on; the caller has `token`, see `handed_over`.

    Raises Problem.
    """
    try:
        again = seats.renew_invitation(stores().games, game.id, seat, token, fresh=fresh)
    except UnknownSeat as error:
        raise problem_of(error) from None
    return granted(again, game)


@resources.route("/games/<game_id>/deputy", methods=["POST"])
@resources.no_query
@resources.response(200, KeySchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def appoint(game_id: str) -> Response:
    """Appoint a deputy, who sees and may do what the referee does, under a name of their own.

    A deputy who was appointed before no longer is one.
    """
    game, token = opened(game_id)
    return answer(invitation(game, appointed(game, token)))


def appointed(game: Game, token: str, fresh: str | None = None) -> str:
    """The token of a new deputy; the caller has `token`, see `handed_over`. Raises Problem."""
    return granted(seats.appoint_deputy(stores().games, game.id, token, fresh=fresh), game)


@resources.route("/games/<game_id>/deputy", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def dismiss(game_id: str) -> Response:
    """Dismiss the deputy, whose token is dead at once."""
    dismissed(*opened(game_id))
    return Response(status=204)


def dismissed(game: Game, token: str) -> None:
    """Let the game have no deputy any more; the caller has `token`. Raises Problem."""
    granted(seats.dismiss_deputy(stores().games, game.id, token), game)


@resources.route("/games/<game_id>/seats/<seat>/name", methods=["PUT"])
@resources.no_query
@resources.arguments(NameSchema)
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
@resources.alt_response(409, "CONFLICT")
def name(body: dict[str, Any], game_id: str, seat: str) -> Response:
    """Set the name by which the holder of a seat or share, or a referee, goes; only they may.

    Names are not part of the log.
    """
    game, _ = opened(game_id)
    put_name(game, actor(game), seat, body["name"])
    return Response(status=204)


def put_name(game: Game, by: str, seat: str, own_name: str) -> None:
    """Let the holder of `seat`, who has to be `by`, go by a name. Raises Problem."""
    if by != _named(game, seat):
        raise Problem("NOT_YOUR_SEAT", "Everybody sets only their own name.")
    try:
        seats.put_name(stores().games, game.id, seat, own_name)
    except NameTaken as taken:
        raise name_taken(taken) from None


@resources.route("/games/<game_id>/seats/<seat>/name", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def erase_name(game_id: str, seat: str) -> Response:
    """Erase the name of a holder, as that holder or a referee. Nothing in the log changes."""
    game, _ = opened(game_id)
    forget_name(game, actor(game), seat)
    return Response(status=204)


def forget_name(game: Game, by: str, seat: str) -> None:
    """Erase the name of the holder of `seat`, as that holder or a referee. Raises Problem."""
    if by not in (_named(game, seat), *JUDGES):
        detail = "A name is erased by its bearer, or by a referee."
        raise Problem("NOT_YOUR_SEAT", detail)
    stores().games.put_name(game.id, seat, None)


@resources.route("/games/<game_id>/texts/<text_id>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def erase_text(game_id: str, text_id: str) -> Response:
    """Erase what somebody has written, as its writer or a referee.

    The log holds only a digest of it, and stays as it was; that it was erased is added.
    """
    game = stores().games.open(game_id)
    erased(game, actor(game), text_id)
    return Response(status=204)


def erased(game: Game, by: str, text_id: str) -> None:
    """Erase what somebody has written, by `by`. Raises Problem."""
    games = stores().games
    granted(texts.erase(games, game.id, by, text_id, seen=game), game)


def opened(game_id: str) -> tuple[Game, str]:
    """The game, and the token that came with the request. Raises Problem 401 or 403."""
    game = stores().games.open(game_id)
    token = bearer()
    if actor(game) == SPECTATOR or token is None:
        raise Problem("NOT_SEATED", "Only the holder of a token can do that.")
    return game, token


def _named(game: Game, seat: str) -> str:
    """A seat or share of the game, or its referee or deputy. Raises Problem 404 for others."""
    if seat not in game.tokens:
        raise problem_of(UnknownSeat(seat))
    return seat
