"""People: who holds the seats of a game, and how a seat or a share of it passes to somebody else.

What invites somebody is shown once, in answer to the form that has asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from flask import Response
from marshmallow import fields

from api.http.mail import office
from api.http.problems import Problem
from api.http.stores import stores
from api.mail import mailboxes
from api.mail.store.mailboxes import MailboxRow
from api.rest.games import link
from api.rest.mailbox import left, mine
from api.rest.people import (
    appointed,
    dismissed,
    forget_name,
    handed_over,
    put_name,
    renewed,
)
from api.rest.schemas.fields import identifier
from api.rest.schemas.mail import MailboxChangeSchema
from api.rest.schemas.people import NameSchema
from api.rest.shares import ended, given
from api.web.cases.frame import Form, back, sent, shown
from api.web.catalogue import noted
from api.web.fresh import answered, brought, fresh_token
from api.web.game.looking import Look, look
from api.web.pages import SECRET, web
from api.web.session import forget, seats_held
from napoleon.play.think_time import think_times
from napoleon.rules.events import DEPUTY, JUDGES, REFEREE, SPECTATOR

_WISHES = {
    mailboxes.INSTANT: noted("when I have to decide something"),
    mailboxes.DIGEST: noted("once a day, at seven"),
    mailboxes.OFF: noted("never"),
}
"""What is sent, as the form says it."""


class MailboxForm(Form, MailboxChangeSchema):
    """Where somebody is told, and when."""


class HolderForm(Form):
    """Whose seat, share or chair it is."""

    holder = identifier(required=True)


class NameForm(NameSchema, HolderForm):
    """The name by which its holder goes."""


class HandoverForm(HolderForm):
    """Who is to make room for somebody else."""

    fresh = fields.String()
    """The token that is to invite the newcomer, as the page has made it."""


class RenewalForm(HolderForm):
    """Whose invitation was lost."""

    fresh = fields.String()
    """The token that is to invite them instead, as the page has made it."""


class ShareForm(HolderForm):
    """A share of that seat."""

    share = identifier(required=True)


class ShareOutForm(ShareForm):
    """A share that somebody is to have."""

    fresh = fields.String()
    """The token that is to invite them, as the page has made it."""


class DeputyForm(Form):
    """A deputy is to be appointed."""

    fresh = fields.String()
    """The token that is to invite them, as the page has made it."""


class Person(NamedTuple):
    """A seat, a share of one or a judge's chair, and who has it."""

    holder: str
    name: str | None
    """The name that they go by; None if they gave none, or it was erased."""
    given: bool
    """Whether anybody was invited to it."""
    claimed: bool
    mine: bool
    """Whether it is the one who looks at the page."""


class Seat(NamedTuple):
    """A seat with its shares."""

    person: Person
    shares: tuple[Person, ...]


@web.get("/games/<game_id>/people")
def people_page(game_id: str) -> Response:
    """Who holds which seat."""
    return _page(look(game_id))


@web.post("/games/<game_id>/people/name")
def put_holder_name(game_id: str) -> Response:
    """Go by a name."""
    seen = look(game_id)
    try:
        form = sent(NameForm)
        put_name(seen.newest, seen.who.actor, form["holder"], form["name"])
    except Problem as problem:
        return _page(look(game_id), problem)
    return back(seen, "people_page")


@web.post("/games/<game_id>/people/name/erase")
def erase_holder_name(game_id: str) -> Response:
    """Have a name forgotten."""
    seen, form = look(game_id), sent(HolderForm)
    try:
        forget_name(seen.newest, seen.who.actor, form["holder"])
    except Problem as problem:
        return _page(look(game_id), problem)
    return back(seen, "people_page")


@web.post("/games/<game_id>/people/mailbox")
def put_mailbox(game_id: str) -> Response:
    """Leave an address to be told at, or change what is sent there."""
    seen = look(game_id)
    try:
        form = sent(MailboxForm)
        form.pop("seat", None)
        left(seen.newest, seen.who.actor, _token(seen), form)
    except Problem as problem:
        return _page(look(game_id), problem)
    return back(seen, "people_page")


@web.post("/games/<game_id>/people/mailbox/erase")
def erase_mailbox(game_id: str) -> Response:
    """Forget the address."""
    seen = look(game_id)
    try:
        sent(Form)
        _token(seen)
        mailboxes.erase(office(), mine(seen.newest, seen.who.actor))
    except Problem as problem:
        return _page(look(game_id), problem)
    return back(seen, "people_page")


@web.post("/games/<game_id>/people/handover")
def hand_seat_over(game_id: str) -> Response:
    """Hand a seat over to another person: the page has their invitation."""
    seen, form = look(game_id), sent(HandoverForm)
    holder = form["holder"]
    try:
        fresh = _given(seen, holder, form, partial(handed_over, seen.newest, holder))
    except Problem as problem:
        return _page(look(game_id), problem)
    return forget(_invited(seen, holder, fresh), game_id, holder)


@web.post("/games/<game_id>/people/invitation")
def renew_invitation(game_id: str) -> Response:
    """Renew the invitation to a seat that nobody has claimed: the page has the new one."""
    seen, form = look(game_id), sent(RenewalForm)
    holder = form["holder"]
    try:
        fresh = _given(seen, holder, form, partial(renewed, seen.newest, holder))
    except Problem as problem:
        return _page(look(game_id), problem)
    return _invited(seen, holder, fresh)


@web.post("/games/<game_id>/people/shares")
def share_seat(game_id: str) -> Response:
    """Invite somebody to a share of a seat: the page has their invitation."""
    seen, form = look(game_id), sent(ShareOutForm)
    share = form["share"]
    try:
        fresh = _given(seen, share, form, partial(given, seen.newest, form["holder"], share))
    except Problem as problem:
        return _page(look(game_id), problem)
    return _invited(seen, share, fresh)


@web.post("/games/<game_id>/people/shares/end")
def end_share(game_id: str) -> Response:
    """Let nobody have that share any more."""
    seen, form = look(game_id), sent(ShareForm)
    try:
        ended(seen.newest, form["holder"], form["share"], _token(seen))
    except Problem as problem:
        return _page(look(game_id), problem)
    left = back(seen, "people_page")
    return forget(left, game_id, form["share"]) if form["share"] == seen.who.actor else left


@web.post("/games/<game_id>/people/deputy")
def appoint_deputy(game_id: str) -> Response:
    """Appoint a deputy of the referee: the page has their invitation."""
    seen, form = look(game_id), sent(DeputyForm)
    try:
        fresh = _given(seen, DEPUTY, form, partial(appointed, seen.newest))
    except Problem as problem:
        return _page(look(game_id), problem)
    return _invited(seen, DEPUTY, fresh)


@web.post("/games/<game_id>/people/deputy/dismiss")
def dismiss_deputy(game_id: str) -> Response:
    """Have no deputy any more."""
    seen = look(game_id)
    sent(Form)
    try:
        dismissed(seen.newest, _token(seen))
    except Problem as problem:
        return _page(look(game_id), problem)
    return back(seen, "people_page")


def _page(seen: Look, problem: Problem | None = None) -> Response:
    game = seen.newest
    names = stores().games.names(game.id)
    possible = seen.rules.shares(game.created.options)

    def person(holder: str) -> Person:
        return Person(
            holder,
            names.get(holder),
            holder in game.tokens,
            holder in game.claimed,
            holder == seen.who.actor,
        )

    return shown(
        "people",
        seen,
        problem,
        seats=[
            Seat(person(seat), tuple(map(person, possible.get(seat, ()))))
            for seat in game.created.seats
        ],
        chairs=[person(it) for it in JUDGES if it in game.tokens],
        referee=REFEREE,
        deputy=DEPUTY,
        fresh=partial(fresh_token, game),
        mailbox=_mailbox(seen),
        wishes=_WISHES,
        thought=think_times(stores().games.history(game.id, upto=game.version), game.created.seats),
    )


def _mailbox(seen: Look) -> MailboxRow | None:
    """The reader's own mailbox; None if they have left none, or hold nothing."""
    if seen.who.actor == SPECTATOR:
        return None
    return mailboxes.of(office(), seen.newest, seen.who.actor)


def _token(seen: Look) -> str:
    """The token of whoever acts. Raises Problem 403 if they have none."""
    token = seats_held(seen.newest).get(seen.who.actor)
    if token is None:
        raise Problem("NOT_SEATED", "Only the holder of a token can do that.")
    return token


def _given(
    seen: Look, holder: str, form: Mapping[str, Any], give: Callable[[str, str | None], str]
) -> str:
    """The token that invites `holder`, also if the same form was sent before.

    `give` makes it, from the token of whoever acts and the one that the form brings. Raises
    Problem.
    """
    fresh = brought(form, seen.newest, holder)
    if fresh is not None and answered(seen.newest, holder, fresh):
        return fresh
    return give(_token(seen), fresh)


def _invited(seen: Look, holder: str, token: str) -> Response:
    """The page that shows an invitation; it belongs to one reader alone."""
    invitation: dict[str, Any] = {"token": token, "link": link(seen.newest.id, token)}
    page = shown("invited", seen, holder=holder, **invitation)
    # Whoever has handed their own seat over may be a spectator by now, whose pages are everybody's.
    page.headers["Cache-Control"] = SECRET
    return page
