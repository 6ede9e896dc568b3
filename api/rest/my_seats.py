"""The seats on somebody's desk, in all games."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from flask import Response

from api.http.answers import answer
from api.http.failures import problem_of
from api.http.mail import office
from api.http.parsing import Resources
from api.http.people import desk_caller, registry
from api.http.problems import bad_token, refusal_problem
from api.http.stores import stores
from api.own_games import NEVER, own_games, unread
from api.people import blocks, seats
from api.rest.games import invitation, with_names, with_reliability
from api.rest.outcomes import granted
from api.rest.schemas.games import SeatKeySchema
from api.rest.schemas.me import DeskGamesSchema, LaidSeatSchema
from api.timekeeping import moment_told
from napoleon.log.errors import UnknownGame
from napoleon.play.outcomes import UnknownSeat
from napoleon.rules.events import SPECTATOR
from napoleon.rules.phrases import speaker, told
from projections import lobby

resources = Resources("my_seats", __name__, description="The seats on a desk of one's own")


@resources.route("/me/games", methods=["GET"])
@resources.no_query
@resources.response(200, DeskGamesSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def games() -> Response:
    """The games on the caller's desk: those that wait for them first, by when they are due.

    Each is told as the lobby tells it to anybody, with the seats that the caller has there.
    """
    person, games = desk_caller().person.id, stores().games
    seats.clear_dead(registry(), person)
    read = seats.read_up_to(registry(), person)
    muted = partial(blocks.muted_in, registry(), person)
    found = []
    for own in own_games(games, seats.held(registry(), person)):
        rules = games.rules(own.game)
        say = speaker(rules.names, rules.cards)
        found.append(
            {
                **msgspec.to_builtins(lobby.entry(own.game, rules)),
                "held": own.held,
                "moves": own.moves,
                "asked": own.asked,
                "questions": [told(it.prompt, say) for it in own.questions],
                "due": None if own.due == NEVER else moment_told(own.due),
                "unread": unread(games, own, read.get(own.game.id, {}), muted),
            }
        )
    return answer({"games": with_reliability(with_names(found))})


@resources.route("/me/seats", methods=["POST"])
@resources.no_query
@resources.arguments(LaidSeatSchema)
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(409, "CONFLICT")
def lay(body: dict[str, Any]) -> Response:
    """Lay a seat on the desk by its token, which goes on opening it as before.

    It lies there as long as that token is alive: a seat that is handed over is gone by itself.
    """
    person, token = desk_caller().person.id, body["token"].strip()
    try:
        game = stores().games.open(token.partition(".")[0])
    except UnknownGame:
        raise bad_token("The token opens no seat.") from None
    holder = game.seat_of(token)
    if holder in (None, SPECTATOR):
        raise bad_token("The token opens no seat.")
    assert holder is not None
    if holder not in game.claimed and blocks.keeps_out(registry(), game, person):
        raise bad_token("The token opens no seat.")
    refusal = seats.take_place(registry(), person, game, holder, token)
    if refusal is not None:
        raise refusal_problem(refusal)
    return Response(status=204)


@resources.route("/me/seats/<game_id>/<seat>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def take_off(game_id: str, seat: str) -> Response:
    """Take a seat off the desk; its token goes on opening it.

    Where each person plays one seat (`one_seat_each`) it stays there until it is handed over.
    """
    person = desk_caller().person.id
    if seat not in seats.held(registry(), person).get(game_id, {}):
        raise problem_of(UnknownSeat(seat))
    refusal = seats.take_off(registry(), person, game_id, seat)
    if refusal is not None:
        raise refusal_problem(refusal)
    return Response(status=204)


@resources.route("/me/seats/<game_id>/<seat>/token", methods=["POST"])
@resources.no_query
@resources.response(200, SeatKeySchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
@resources.alt_response(409, "CONFLICT")
def renew(game_id: str, seat: str) -> Response:
    """Another token for a seat on the desk whose own was lost: that one is dead at once.

    Nothing else changes, as its holder is the same: name, shares and instructions stay. The log
    says that the token is another one.
    """
    fresh = renewed_seat(desk_caller().person.id, game_id, seat)
    return answer({"seat": seat, **invitation(stores().games.open(game_id), fresh)})


def renewed_seat(person: int, game_id: str, holder: str) -> str:
    """Another token for a seat on the desk of a person. Raises Problem."""
    lost = seats.held(registry(), person).get(game_id, {}).get(holder)
    if lost is None:
        raise problem_of(UnknownSeat(holder))
    game = stores().games.open(game_id)
    return granted(seats.renew(registry(), office(), game, holder, lost), game)
