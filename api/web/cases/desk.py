"""The referee's desk: all of a game that waits for the referee, chapter by chapter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from flask import Response

from api.http.mail import office
from api.http.problems import Problem
from api.http.stores import stores
from api.web.cases.clock import why_held
from api.web.cases.frame import desk_of, shown
from api.web.cases.open_deadlines import standing
from api.web.catalogue import noted
from api.web.game.looking import Look, look
from api.web.pages import web
from napoleon.rules.events import JUDGES


class Chapter(NamedTuple):
    """Something that a referee keeps an eye on. ``cases/desk/_NAME.html`` shows it."""

    name: str
    title: str
    nothing: str
    """What is said if there is nothing of it."""
    found: Callable[[Look], Sequence[Any]]
    """What there is, as its template shows it."""


class HeldMail(NamedTuple):
    """A mail that waits until a player says that it is theirs."""

    holder: str
    came: int


class Stopped(NamedTuple):
    """A clock that is held."""

    since: int
    why: str | None
    """None if nobody has said why, or it was erased."""


def _late(seen: Look) -> Sequence[Any]:
    return [it for it in standing(seen) if it.it.late]


def _next(seen: Look) -> Sequence[Any]:
    return [it for it in standing(seen) if not it.it.late]


def _held(seen: Look) -> Sequence[Any]:
    since = seen.newest.timekeeping.held
    if not since:
        return []
    return [Stopped(since, why_held(seen))]


def _disputes(seen: Look) -> Sequence[Any]:
    now, desk = stores().games.clock(), desk_of(seen)
    return [desk.dispute(it) for it in seen.newest.disputes.values() if it.is_open(now)]


def _takebacks(seen: Look) -> Sequence[Any]:
    now, desk = stores().games.clock(), desk_of(seen)
    return [desk.takeback(it) for it in seen.newest.takebacks.values() if it.is_open(now)]


def _mails(seen: Look) -> Sequence[Any]:
    """The mails that are held, by whose they seem to be; what they say is not for others."""
    store = office().store
    return [
        HeldMail(box.holder, it.came)
        for box in store.mailboxes.confirmed([seen.newest.id])
        for it in store.inbox.held(box.id)
    ]


def _unreached(seen: Look) -> Sequence[Any]:
    """Whose mails come back."""
    boxes = office().store.mailboxes.confirmed([seen.newest.id])
    return [it.holder for it in boxes if it.bounces]


def _dispatches(seen: Look) -> Sequence[Any]:
    return sorted(seen.newest.dispatches.values(), key=lambda it: it.due)


def _unclaimed(seen: Look) -> Sequence[Any]:
    game = seen.newest
    return [it for it in game.created.seats if it not in game.claimed]


def _invited(seen: Look) -> Sequence[Any]:
    game = seen.newest
    others = (it for it in game.tokens if it not in game.created.seats)
    return [it for it in others if it not in game.claimed and it != seen.who.actor]


_NONE = noted("There are none.")

CHAPTERS = (
    Chapter("late", noted("Who is late"), noted("Nobody is late."), _late),
    Chapter("next", noted("What falls due next"), noted("Nothing falls due."), _next),
    Chapter("held", noted("What is stopped"), noted("Nothing is stopped."), _held),
    Chapter("disputes", noted("Disputes to rule upon"), _NONE, _disputes),
    Chapter("takebacks", noted("Take-backs to rule upon"), _NONE, _takebacks),
    Chapter(
        "dispatches", noted("Dispatches under way"), noted("No dispatch is under way."), _dispatches
    ),
    Chapter("mails", noted("Mails that are held"), noted("No mail is held."), _mails),
    Chapter(
        "unreached",
        noted("Who cannot be reached by mail"),
        noted("No mail comes back."),
        _unreached,
    ),
    Chapter("unclaimed", noted("Seats that nobody has claimed"), _NONE, _unclaimed),
    Chapter("invited", noted("Invitations that were not followed"), _NONE, _invited),
)
"""What is on the desk, in its order."""


@web.get("/games/<game_id>/desk")
def desk_page(game_id: str) -> Response:
    """What waits for the referee. Raises Problem 403 for anybody else."""
    seen = look(game_id)
    if seen.who.actor not in JUDGES:
        raise Problem("NOT_THE_REFEREE", "Only the referee and the deputy have a desk.")
    return shown("desk", seen, chapters=[(it, it.found(seen)) for it in CHAPTERS])
