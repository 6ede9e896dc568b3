"""Sitting down: a browser takes the token of a seat, and gives it up again."""

from __future__ import annotations

from flask import Response, redirect, request, url_for

from api.http.answers import answer
from api.http.people import refuse_second_seat, refuse_stranger, registry, shows_desk, signed_in
from api.http.problems import bad_token, refusal_problem
from api.http.stores import stores
from api.people import seats
from api.web.catalogue import gettext
from api.web.pages import headers, holder_name, page, wants_html, web
from api.web.session import forget, keep, seats_held
from napoleon.log.game import Game
from napoleon.play.outcomes import UnknownSeat
from napoleon.play.seats import once_opened
from napoleon.rules.events import SPECTATOR


@web.get("/games/<game_id>/session")
def session_page(game_id: str) -> Response:
    """Where a token is pasted, and where the seats that this browser keeps are left."""
    games = stores().games
    game = games.open(game_id)
    return page("session.html", game=game, rules=games.rules(game), held=list(seats_held(game)))


@web.post("/games/<game_id>/session")
def open_session(game_id: str) -> Response:
    """Keep the `token` of a seat in this browser, and go to the seat.

    A script is given the address instead. An invitation that this browser has used already leads
    there too. Raises Problem 401 ``BAD_TOKEN``, and 403 ``ONE_SEAT_EACH`` where the game wants
    different people: for a second seat of the signed-in person, and for one that is taken if nobody
    is.
    """
    game = stores().games.open(game_id)
    token = request.form.get("token", "").strip().rpartition("#token=")[2]
    holder = game.seat_of(token)
    if holder is None:
        return _back_to_own_seat(game, token)
    if holder == SPECTATOR:
        raise bad_token()
    refuse_second_seat(game, holder)
    refuse_stranger(game, holder)
    return keep(_sent_to(seat_address(game, holder)), game, holder, token)


def _back_to_own_seat(game: Game, token: str) -> Response:
    """On to the seat that a dead `token` opened, if it is this browser's. Raises Problem 401.

    For a token that was alive once the answer says what has become of the seat, which anybody can
    read on the page of the game. One that never was opens no seat, and nothing more is said.
    """
    games = stores().games
    holder = once_opened(games, game, token)
    if holder is None:
        raise bad_token()
    if holder in seats_held(game):
        return _sent_to(seat_address(game, holder))
    seat = holder_name(holder, games.rules(game).names)
    person = games.names_shown(game.id).get(holder)
    if holder not in game.tokens:
        detail = gettext("This invitation opens nothing any more.")
    elif holder not in game.claimed:
        detail = gettext("A newer invitation to %(seat)s was sent; this one is dead.", seat=seat)
    elif person is None:
        detail = gettext("This invitation was used: %(seat)s is taken already.", seat=seat)
    else:
        detail = gettext(
            "This invitation was used: %(seat)s is taken already, by %(name)s.",
            seat=seat,
            name=person,
        )
    raise bad_token(detail)


@web.post("/games/<game_id>/leave")
def leave(game_id: str) -> Response:
    """Forget the token of `seat` in this browser, and take it off the desk that is open here.

    A holder who has kept the token elsewhere keeps the seat.
    """
    holder = request.form.get("seat", "")
    if holder not in stores().games.open(game_id).tokens:
        raise UnknownSeat(holder)
    who = signed_in() if shows_desk() else None
    if who is not None:
        refusal = seats.take_off(registry(), who.person.id, game_id, holder)
        if refusal is not None:
            raise refusal_problem(refusal)
    return forget(_sent_to(url_for("web.game", game_id=game_id)), game_id, holder)


def seat_address(game: Game, holder: str) -> str:
    """Where the holder of a token goes: to their seat, or first to claim it."""
    name = "web.game" if holder in game.claimed else "web.join_page"
    return url_for(name, game_id=game.id, seat=holder)


def _sent_to(address: str) -> Response:
    if wants_html():
        sent = redirect(address, 303)
        sent.headers.update(headers())
        assert isinstance(sent, Response)
        return sent
    return answer({"location": address}, headers=headers())
