"""People: who holds the seats of a game, and how a seat or a share of it passes to somebody else.

What invites somebody is shown once, in answer to the form that has asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any, NamedTuple

from flask import Response, request
from marshmallow import fields

from api.http.mail import office
from api.http.people import reliability_shown, seats_of_one_person
from api.http.problems import Problem
from api.http.stores import stores
from api.mail import mailboxes
from api.mail.rows import MailboxRow
from api.rest.games import link
from api.rest.mailbox import left, mine
from api.rest.observers import watched
from api.rest.people import (
    appointed,
    dismissed,
    forget_name,
    handed_over,
    put_name,
    renewed,
)
from api.rest.schemas.fields import identifier
from api.rest.schemas.mail import MailboxChangeSchema, NewObserverSchema, TreatmentSchema
from api.rest.schemas.me import NameSchema
from api.rest.shares import ended, given
from api.rest.suspicious_mail import treated
from api.rest.think_time import think_times_of
from api.web.cases.frame import Form, back, sent, shown
from api.web.catalogue import noted
from api.web.game.looking import Look, look
from api.web.game.trails import passed_on_early
from api.web.idempotency_keys import answered, brought, fresh_token
from api.web.pages import SECRET, web
from api.web.session import forget, seats_held
from api.web.treatments import TREATMENTS_TOLD
from napoleon.rules.events import DEPUTY, JUDGES, REFEREE, SPECTATOR

_WISHES = {
    mailboxes.INSTANT: noted("when I have to decide something"),
    mailboxes.DIGEST: noted("once a day, at seven"),
    mailboxes.OFF: noted("never"),
}
"""What is sent, as the form says it."""

_WATCHING = {
    mailboxes.INSTANT: noted("a mail for each turn"),
    mailboxes.DIGEST: noted("once a day, at seven"),
}
"""The same for who only watches."""


class MailboxForm(Form, MailboxChangeSchema):
    """Where somebody is told, and when."""


class ObserverForm(Form, NewObserverSchema):
    """Where somebody who watches is told, and when."""


class TreatmentForm(Form, TreatmentSchema):
    """How odd mails are to be treated."""


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
    """The name that they go by, as it is shown; None if they gave none, or it was erased."""
    typed: str | None
    """The same as they typed it, without the mark of a name that reads like another's."""
    given: bool
    """Whether anybody was invited to it."""
    claimed: bool
    mine: bool
    """Whether it is the one who looks at the page."""


class Seat(NamedTuple):
    """A seat with its shares."""

    person: Person
    shares: tuple[Person, ...]
    early: bool
    """Whether it changed hands before its first order."""
    reliability: Mapping[str, Any] | None
    """How reliable its holder is; None unless they show it."""


@web.get("/games/<game_id>/people")
def people_page(game_id: str) -> Response:
    """Who holds which seat."""
    return _page(look(game_id))


def _explained(act: Callable[[Look], Response]) -> Callable[[str], Response]:
    """What a form of the page does; the page tells the problem that it meets, if it meets one."""

    @wraps(act)
    def answer(game_id: str) -> Response:
        try:
            return act(look(game_id))
        except Problem as problem:
            return _page(look(game_id), problem)

    return answer


@web.post("/games/<game_id>/people/name")
@_explained
def put_holder_name(seen: Look) -> Response:
    """Go by a name."""
    form = sent(NameForm)
    put_name(seen.newest, seen.who.actor, form["holder"], form["name"])
    return back(seen, "people_page")


@web.post("/games/<game_id>/people/name/erase")
@_explained
def erase_holder_name(seen: Look) -> Response:
    """Have a name forgotten."""
    form = sent(HolderForm)
    forget_name(seen.newest, seen.who.actor, form["holder"])
    return back(seen, "people_page")


@web.post("/games/<game_id>/people/mailbox")
@_explained
def put_mailbox(seen: Look) -> Response:
    """Leave an address to be told at, or change what is sent there."""
    form = sent(MailboxForm)
    form.pop("seat", None)
    left(seen.newest, seen.who.actor, _token(seen), form)
    return back(seen, "people_page")


@web.post("/games/<game_id>/people/observers")
@_explained
def watch_by_mail(seen: Look) -> Response:
    """Leave an address to be told at what everybody may know."""
    form = sent(ObserverForm)
    form.pop("seat", None)
    watched(seen.newest, form)
    return back(seen, "people_page", asked="yes", _anchor="watch")


@web.post("/games/<game_id>/people/odd-mails")
@_explained
def treat_odd_mails(seen: Look) -> Response:
    """Say what is made of odd mails."""
    treated(seen.newest, seen.who.actor, sent(TreatmentForm)["treatment"])
    return back(seen, "people_page", _anchor="odd-mails")


@web.post("/games/<game_id>/people/mailbox/erase")
@_explained
def erase_mailbox(seen: Look) -> Response:
    """Forget the address."""
    sent(Form)
    _token(seen)
    mailboxes.erase(office(), mine(seen.newest, seen.who.actor))
    return back(seen, "people_page")


@web.post("/games/<game_id>/people/handover")
@_explained
def hand_seat_over(seen: Look) -> Response:
    """Hand a seat over to another person: the page has their invitation."""
    form = sent(HandoverForm)
    holder = form["holder"]
    fresh = _given(seen, holder, form, partial(handed_over, seen.newest, holder))
    return forget(_invited(seen, holder, fresh), seen.newest.id, holder)


@web.post("/games/<game_id>/people/invitation")
@_explained
def renew_invitation(seen: Look) -> Response:
    """Renew the invitation to a seat that nobody has claimed: the page has the new one."""
    form = sent(RenewalForm)
    holder = form["holder"]
    fresh = _given(seen, holder, form, partial(renewed, seen.newest, holder))
    return _invited(seen, holder, fresh)


@web.post("/games/<game_id>/people/shares")
@_explained
def share_seat(seen: Look) -> Response:
    """Invite somebody to a share of a seat: the page has their invitation."""
    form = sent(ShareOutForm)
    share = form["share"]
    fresh = _given(seen, share, form, partial(given, seen.newest, form["holder"], share))
    return _invited(seen, share, fresh)


@web.post("/games/<game_id>/people/shares/end")
@_explained
def end_share(seen: Look) -> Response:
    """Let nobody have that share any more."""
    form = sent(ShareForm)
    ended(seen.newest, form["holder"], form["share"], _token(seen))
    left = back(seen, "people_page")
    return forget(left, seen.newest.id, form["share"]) if form["share"] == seen.who.actor else left


@web.post("/games/<game_id>/people/deputy")
@_explained
def appoint_deputy(seen: Look) -> Response:
    """Appoint a deputy of the referee: the page has their invitation."""
    form = sent(DeputyForm)
    fresh = _given(seen, DEPUTY, form, partial(appointed, seen.newest))
    return _invited(seen, DEPUTY, fresh)


@web.post("/games/<game_id>/people/deputy/dismiss")
@_explained
def dismiss_deputy(seen: Look) -> Response:
    """Have no deputy any more."""
    sent(Form)
    dismissed(seen.newest, _token(seen))
    return back(seen, "people_page")


def _page(seen: Look, problem: Problem | None = None) -> Response:
    game = seen.newest
    names, typed = stores().games.names_shown(game.id), stores().games.names(game.id)
    early, reliable = passed_on_early(seen), reliability_shown({game.id: game.version})
    possible = seen.rules.shares(game.created.options)

    def person(holder: str) -> Person:
        return Person(
            holder,
            names.get(holder),
            typed.get(holder),
            holder in game.tokens,
            holder in game.claimed,
            holder == seen.who.actor,
        )

    return shown(
        "people",
        seen,
        problem,
        seats=[
            Seat(
                person(seat),
                tuple(map(person, possible.get(seat, ()))),
                seat in early,
                reliable.get((game.id, seat)),
            )
            for seat in game.created.seats
        ],
        chairs=[person(it) for it in JUDGES if it in game.tokens],
        referee=REFEREE,
        deputy=DEPUTY,
        one_person=[[seen.name(it) for it in held] for held in seats_of_one_person(game)],
        fresh=partial(fresh_token, game),
        mailbox=_mailbox(seen),
        wishes=_WISHES,
        watching=_WATCHING,
        asked="asked" in request.args,
        treatments=TREATMENTS_TOLD,
        thought=think_times_of(stores().games, game),
    )


def _mailbox(seen: Look) -> MailboxRow | None:
    """The reader's own mailbox; None if they have left none, or hold nothing."""
    if seen.who.actor == SPECTATOR:
        return None
    return mailboxes.of(office(), seen.newest, seen.who.actor)


def _token(seen: Look) -> str:
    """The token of the actor. Raises Problem 403 if they have none."""
    token = seats_held(seen.newest).get(seen.who.actor)
    if token is None:
        raise Problem("NOT_SEATED", "Only the holder of a token can do that.")
    return token


def _given(
    seen: Look, holder: str, form: Mapping[str, Any], give: Callable[[str, str | None], str]
) -> str:
    """The token that invites `holder`, also if the same form was sent before.

    `give` makes it, from the token of the actor and the one that the form brings. Raises
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
    # A holder who handed their own seat over may be a spectator by now, with everybody's pages.
    page.headers["Cache-Control"] = SECRET
    return page
