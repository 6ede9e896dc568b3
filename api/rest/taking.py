"""Taking seats: an open one by the first who comes, any other with the token of an invitation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.http.admission import refuse_guest
from api.http.failures import name_taken
from api.http.people import taking
from api.http.problems import Problem, bad_token, refusal_problem
from api.http.stores import stores
from api.people.signing_in import Present
from napoleon.log.game import Game
from napoleon.log.ids import new_token
from napoleon.play import seats, standing_orders
from napoleon.play.outcomes import DeadToken, NameTaken
from napoleon.rules.orders import Refusal


def taken(
    game_id: str,
    seat: str,
    body: Mapping[str, Any],
    fresh: str | None = None,
    *,
    who: Present | None = None,
) -> str:
    """The token of an open `seat`, taken as `body` (a ClaimSchema) says; it is `fresh`, if given.

    `who` takes it, if it is known who that is. Raises Problem 409 ``SEAT_NOT_OPEN`` or
    ``NAME_TAKEN``, and what `taking` and `refuse_guest` raise.
    """
    games = stores().games
    game, nonce = games.open(game_id), body.get("nonce", "")
    if seat in game.open_seats:
        refuse_guest(game, who)
    else:
        # The name of the taker is nobody's business then; the refusal says what has become of it.
        who = None
    profile = _profile(game, seat, body)
    fresh = fresh or new_token(game_id, seat, games.entropy)
    asked = game.in_time if seat in game.open_seats else None
    with taking(who, game, seat, fresh, asked):
        try:
            outcome = seats.take(games, game_id, seat, name=body["name"], nonce=nonce, fresh=fresh)
        except NameTaken as taken:
            raise name_taken(taken) from None
        if isinstance(outcome, Refusal):
            raise refusal_problem(outcome)
    _begin_with(game_id, seat, profile)
    return outcome


def _profile(game: Game, seat: str, body: Mapping[str, Any]) -> str:
    """The standing orders that a player wants to begin with; empty if none were chosen.

    Raises Problem 422 where the game knows no such ones, and for chairs that answer nothing.
    """
    wanted = str(body.get("profile", ""))
    known = [standing_orders.tag_of(it) for it in standing_orders.profiles_of(stores().games, game)]
    if wanted and (wanted not in known or seat not in game.created.seats):
        told = ", ".join(known) or "none"
        raise Problem("BAD_PAYLOAD", f"Players of this game choose among these profiles: {told}.")
    return wanted


def _begin_with(game_id: str, seat: str, profile: str) -> None:
    """The player who has just taken a seat begins with the profile that they chose."""
    if profile:
        standing_orders.leave(stores().games, game_id, seat, {"instruction": profile})


def claimed(
    game: Game,
    seat: str,
    body: Mapping[str, Any],
    token: str | None,
    fresh: str | None = None,
    *,
    who: Present | None = None,
) -> str:
    """The fresh token of `seat`, claimed with its `token` as `body` (a ClaimSchema) says.

    It is `fresh`, if that was made beforehand. `who` claims it, if it is known who that is. Raises
    Problem 422 for a nonce from a non-player, 401 if the token has just been used, 409
    ``NAME_TAKEN``, and what `taking` raises.
    """
    if "nonce" in body and seat not in game.created.seats:
        raise Problem("BAD_PAYLOAD", "Only the players of a game contribute to its chance.")
    games = stores().games
    profile = _profile(game, seat, body)
    fresh = fresh or new_token(game.id, seat, games.entropy)
    with taking(who, game, seat, fresh, seats.asked_of_invited(games, game, seat)):
        try:
            games.claim(
                game.id,
                seat,
                nonce=body.get("nonce", ""),
                token=token,
                name=body.get("name"),
                fresh=fresh,
            )
        except DeadToken:
            raise bad_token("The seat has just been claimed with this token.") from None
        except NameTaken as name:
            raise name_taken(name) from None
    _begin_with(game.id, seat, profile)
    return fresh
