"""Admission in requests: whether the caller may set a game up, or take an open seat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from flask import request

from api.http.people import OWN_DESK, PAGES, registry, shows_desk, signed_in, whose_desk
from api.http.problems import Problem, refusal_problem
from api.http.stores import stores
from api.http.tokens import seat_cookies
from api.people import admission
from api.people.admission import Door
from api.people.signing_in import Present
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game, token_hash
from napoleon.log.replayer import UNREADABLE


def refuse_founder() -> None:
    """Raise Problem 403 ``CLOSED`` or ``NOT_INVITED`` if the caller may not set a game up."""
    env = stores().games.env
    known = admission.admission(env).founding is Door.INVITED and _is_known(None)
    refusal = admission.refuse_founder(env, known=known)
    if refusal is not None:
        raise refusal_problem(refusal)


def refuse_guest(game: Game, who: Present | None) -> None:
    """Raise Problem 403 ``CLOSED`` or ``NOT_INVITED`` if the caller may not take an open seat.

    `who` takes it, if it is known who that is.
    """
    env = stores().games.env
    known = admission.admission(env).joining is Door.INVITED and _is_known(who)
    refusal = admission.refuse_guest(env, game, known=known)
    if refusal is not None:
        raise refusal_problem(refusal)


def _is_known(who: Present | None) -> bool:
    who = who or _present()
    if who is not None and admission.is_known(registry(), who.person):
        return True
    return any(map(_opens_seat, _tokens()))


def _present() -> Present | None:
    """Who calls for their own desk: in their browser, or with the key of a device."""
    if request.blueprint == PAGES or OWN_DESK in request.environ:
        return signed_in() if shows_desk() else None
    with suppress(Problem):
        return whose_desk(next(_tokens(), None))
    return None


def _tokens() -> Iterator[str]:
    """What may be tokens of seats: those that a page came with, or the one of a program."""
    if request.blueprint == PAGES:
        yield from seat_cookies().values()
        return
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        yield token.strip()


def _opens_seat(token: str) -> bool:
    with suppress(UnknownGame, *UNREADABLE):
        game = stores().games.open(token.partition(".")[0])
        return admission.has_seat(game, token_hash(token))
    return False
