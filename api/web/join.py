"""Joining: a person invited to a seat takes it, under a name and with a token of their own."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from eventsourcing.persistence import PersistenceError
from flask import Response, redirect, request, url_for
from marshmallow import fields, pre_load

from api.fields import StructForm, form_of
from api.http.mail import office
from api.http.parsing import Resources
from api.http.people import registry, reliability_shown, shows_desk, signed_in
from api.http.problems import Problem
from api.http.stores import stores
from api.mail import claiming, mailboxes
from api.mail.errors import MailStoreMissing
from api.people import reliability
from api.rest.games import link
from api.rest.schemas.fields import identifier
from api.rest.schemas.games import ClaimSchema
from api.rest.taking import claimed, taken
from api.web.catalogue import gettext
from api.web.idempotency_keys import answered, brought, fresh_token
from api.web.pages import page, web
from api.web.session import keep, seats_held
from napoleon.log.clocks import InTime
from napoleon.log.game import Game
from napoleon.play import seats, standing_orders
from napoleon.rules.events import JUDGES

_ANSWERED_THERE = ("LATE_TOO_OFTEN", "RELIABILITY_NOT_SHOWN", "TOKEN_REQUIRED", "TOO_NEW")
"""Problems that the page of the seat tells, as those who meet them may come back from there."""


class JoinForm(ClaimSchema):
    """What the API takes, with the seat. A nonce or profile that was left empty is none."""

    seat = identifier(required=True)
    kept = fields.String()
    """The address that mails about the seat are to go to, as the page has shown it."""
    fresh = fields.String()
    """The token that is to open the seat from then on, as the page has made it."""

    @pre_load
    def without_empty_nonce(self, sent: Any, **_: Any) -> dict[str, Any]:
        """What was filled in."""
        empty = ("kept", "nonce", "profile")
        return {name: value for name, value in sent.items() if value or name not in empty}


@web.get("/games/<game_id>/join")
def join_page(game_id: str) -> Response:
    """Where the keeper of its token claims the seat that ``?seat=`` names."""
    games = stores().games
    game = games.open(game_id)
    seat = request.args.get("seat", "")
    if seat not in seats_held(game):
        return _to(url_for("web.session_page", game_id=game_id))
    if seat in game.claimed:
        return _to(url_for("web.game", game_id=game_id, seat=seat))
    return _invited_page(game, seat)


@web.get("/games/<game_id>/take")
def take_page(game_id: str) -> Response:
    """Where the first to come takes the seat that ``?seat=`` names, if it is open.

    Raises Problem 409 ``SEAT_NOT_OPEN``.
    """
    games = stores().games
    game = games.open(game_id)
    seat = request.args.get("seat", "")
    if seat in seats_held(game):
        return _to(url_for("web.game", game_id=game_id, seat=seat))
    if seat not in game.open_seats:
        raise Problem("SEAT_NOT_OPEN", gettext("Somebody else has taken the seat already."))
    return _open_page(game, seat)


def _invited_page(game: Game, seat: str, problem: Problem | None = None) -> Response:
    asked = seats.asked_of_invited(stores().games, game, seat)
    action = url_for("web.join", game_id=game.id)
    return _page(game, seat, asked, problem, action=action, left=_address_left(game, seat))


def _address_left(game: Game, seat: str) -> str:
    """The address that was left for a seat before it is taken; "" for none."""
    with suppress(MailStoreMissing, PersistenceError):
        box = mailboxes.of(office(), game, seat)
        return "" if box is None else box.address
    return ""


def _open_page(game: Game, seat: str, problem: Problem | None = None) -> Response:
    action = url_for("web.take_seat", game_id=game.id)
    return _page(game, seat, game.in_time, problem, action=action, left="", is_open=True)


def _page(
    game: Game, seat: str, asked: InTime | None, problem: Problem | None, **told: Any
) -> Response:
    """Where a seat is taken; after a `problem` with what was typed."""
    typed = request.form
    return page(
        "join.html",
        status=200 if problem is None else problem.status,
        game=game,
        rules=stores().games.rules(game),
        seat=seat,
        needs_desk=_needs_desk(game, seat),
        gives_nonce=seat in game.created.seats,
        profiles=_profiles(game, seat),
        fresh=typed.get("fresh") or fresh_token(game, seat),
        asked=asked,
        own=None if asked is None else _own_reliability(),
        players=_players(game, seat),
        problem=problem,
        typed=typed,
        **told,
    )


def _own_reliability() -> dict[str, Any] | None:
    """How reliable who is signed in is, and whether they show it; None if nobody is signed in."""
    who = signed_in() if shows_desk() else None
    if who is None:
        return None
    sums = reliability.of(registry(), who.person.id)
    return {**reliability.told(sums), "shown": bool(who.person.shows_reliability)}


def _players(game: Game, seat: str) -> list[dict[str, Any]]:
    """Who plays already, and how reliable those are who show it."""
    names = stores().games.names_shown(game.id)
    shown = reliability_shown({game.id: game.version})
    return [
        {"seat": it, "name": names[it], "reliability": shown.get((game.id, it))}
        for it in game.created.seats
        if it in names and it != seat
    ]


def _needs_desk(game: Game, seat: str) -> bool:
    """Whether it has to be known who takes a seat, and nobody is signed in."""
    if not game.one_seat_each or seat in JUDGES:
        return False
    return (signed_in() if shows_desk() else None) is None


def _profiles(game: Game, seat: str) -> list[StructForm]:
    """The standing orders with which the player of a seat may begin; none for other chairs."""
    if seat not in game.created.seats:
        return []
    return [form_of(it) for it in standing_orders.profiles_of(stores().games, game)]


@web.post("/games/<game_id>/take")
def take_seat(game_id: str) -> Response:
    """Take the open seat, and keep its token in this browser.

    Raises Problem 409 ``SEAT_NOT_OPEN``.
    """
    game = stores().games.open(game_id)
    form = Resources.ARGUMENTS_PARSER.parse(JoinForm(), location="form")
    seat = form["seat"]
    who = signed_in() if shows_desk() else None
    try:
        fresh = taken(game_id, seat, form, brought(form, game, seat), who=who)
    except Problem as problem:
        if problem.code not in _ANSWERED_THERE:
            raise
        return _open_page(game, seat, problem)
    return _joined(game, seat, fresh)


@web.post("/games/<game_id>/join")
def join(game_id: str) -> Response:
    """Claim the seat, keep its fresh token in this browser, and show it to the sender of the form.

    Raises Problem 403 ``NOT_YOUR_SEAT`` without its token, and what the API says of such a claim.
    """
    game = stores().games.open(game_id)
    form = Resources.ARGUMENTS_PARSER.parse(JoinForm(), location="form")
    seat = form["seat"]
    try:
        fresh = _taken(game, seat, form)
    except Problem as problem:
        if problem.code not in _ANSWERED_THERE:
            raise
        return _invited_page(game, seat, problem)
    return _joined(game, seat, fresh)


def _joined(game: Game, seat: str, fresh: str) -> Response:
    """The seat is theirs: its link is shown this once."""
    rules = stores().games.rules(game)
    shown = page("joined.html", game=game, rules=rules, seat=seat, link=link(game.id, fresh))
    return keep(shown, game, seat, fresh)


def _taken(game: Game, seat: str, form: Mapping[str, Any]) -> str:
    """The token that opens the seat now, also if the same form was sent before."""
    fresh = brought(form, game, seat)
    if fresh is not None and answered(game, seat, fresh):
        return fresh
    token = seats_held(game).get(seat)
    if token is None:
        raise Problem("NOT_YOUR_SEAT", "A seat is claimed with its own token.")
    try:
        who = signed_in() if shows_desk() else None
        taken = claimed(game, seat, form, token, fresh, who=who)
        _keep_address(game, seat, taken, form.get("kept", ""))
        return taken
    except Problem:
        if fresh is not None and answered(stores().games.open(game.id), seat, fresh):
            return fresh  # the same form, sent twice at once
        raise


def _keep_address(game: Game, seat: str, fresh: str, address: str) -> None:
    """Let the address that the page has shown live on, though the seat has another token."""
    if not address:
        return
    with suppress(MailStoreMissing, PersistenceError):
        who = signed_in() if shows_desk() else None
        own = [] if who is None else registry().store.addresses.of(who.person.id)
        mine = address.lower() in {it.folded for it in own}
        claiming.keep(office(), game, seat, fresh, address, mine=mine)


def _to(address: str) -> Response:
    sent = redirect(address, 303)
    assert isinstance(sent, Response)
    sent.headers["Cache-Control"] = "no-store"
    return sent
