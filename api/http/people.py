"""People in requests: the registry, and who is signed in by the cookie that came.

A browser keeps the secret of its device in one cookie, and sends it with every request. In pages it
acts for the seats on its owner's desk as their own cookies do; in the API only together with the
header ``Napoleon-Seat``, or for the desk itself with ``Napoleon-Desk``, which no other site may
send.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any

from eventsourcing.persistence import PersistenceError
from flask import Flask, Response, current_app, g, request

from api.http.problems import CHALLENGE, Problem, bad_token, refusal_problem
from api.http.stores import stores
from api.mail.errors import MailStoreMissing
from api.people import blocks, reliability, seats, sitting
from api.people.registry import Registry, open_registry
from api.people.signing_in import Present, present
from napoleon.log.clocks import InTime
from napoleon.log.game import Game, HeldToken
from napoleon.log.store.recorder import StoreMissing
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal

_COOKIE = "napoleon_desk"
"""Name of the cookie with the secret of a device; those of seats begin otherwise."""

_HOST_ONLY = "__Host-"
"""What it begins with under HTTPS: then no site of the same domain can put another one there."""

OWN_DESK = "HTTP_NAPOLEON_DESK"
"""The header that says that a page of the service asks for its reader's desk, as WSGI names it."""

PAGES = "web"
"""The blueprint of the pages, whose readers are known by cookies."""

KEPT = 400 * 24 * 3600
"""Seconds for which a browser keeps it: as many as it grants."""

_EXTENSION = "napoleon-people"


class _Opened:
    """The registry of an application, or None before it is opened."""

    def __init__(self) -> None:
        self.registry: Registry | None = None
        self.lock = Lock()


def register(app: Flask) -> None:
    """Give `app` the registry of its own games, and let answers tell devices of newer secrets."""
    app.extensions[_EXTENSION] = _Opened()
    app.after_request(_tell_device)


def registry() -> Registry:
    """The registry of the application that answers the current request.

    Raises MailStoreMissing, StoreMissing, OperationalError.
    """
    opened: _Opened = current_app.extensions[_EXTENSION]
    if opened.registry is None:
        with opened.lock:
            opened.registry = opened.registry or open_registry(stores().games)
    return opened.registry


def cookie() -> str:
    """Name of the cookie in which a browser keeps the secret of its device."""
    return f"{_HOST_ONLY}{_COOKIE}" if request.is_secure else _COOKIE


def shows_desk() -> bool:
    """Whether the request comes with the cookie of a device, rightly or not."""
    return bool(request.cookies.get(cookie()))


def signed_in() -> Present | None:
    """Who is signed in by the cookie that came; None if there is none, or it is forged or dead.

    It is looked up once in a request. Raises what `registry` raises.
    """
    if "signed_in" not in g:
        secret = request.cookies.get(cookie(), "")
        g.signed_in = present(registry(), secret, may_rotate=True) if secret else None
    found: Present | None = g.signed_in
    return found


def desk_caller() -> Present:
    """Who calls for their own desk: by the key of a device as bearer token, or in their browser.

    A cookie counts only together with the header ``Napoleon-Desk``. Raises Problem 401
    ``TOKEN_REQUIRED`` or ``BAD_TOKEN``, and what `registry` raises.
    """
    key = desk_key()
    if "HTTP_AUTHORIZATION" in request.environ:
        # A program could not be told of a newer key.
        who = present(registry(), key, may_rotate=False)
    else:
        who = signed_in()
    if who is None:
        raise bad_token("The key opens no desk.")
    return who


def desk_key() -> str:
    """The key of a device with which somebody calls for their own desk, right or wrong.

    Raises Problem 401 ``TOKEN_REQUIRED`` or ``BAD_TOKEN``.
    """
    header: str | None = request.environ.get("HTTP_AUTHORIZATION")
    if header is not None:
        scheme, _, key = header.partition(" ")
        if scheme.lower() != "bearer" or not key:
            raise bad_token("The Authorization header has to read: Bearer KEY.")
        return key.strip()
    if OWN_DESK in request.environ:
        return request.cookies.get(cookie(), "")
    detail = "Only people who are signed in have a desk."
    raise Problem("TOKEN_REQUIRED", detail, headers={"WWW-Authenticate": CHALLENGE})


def desk_seats() -> Mapping[str, Mapping[str, HeldToken]]:
    """What stands for the tokens on the desk of the signed-in person, by game and holder.

    Dead ones are among them. They are looked up once in a request. Raises what `registry` raises.
    """
    if "desk_seats" not in g:
        who = signed_in() if shows_desk() else None
        g.desk_seats = {} if who is None else seats.held(registry(), who.person.id)
    found: Mapping[str, Mapping[str, HeldToken]] = g.desk_seats
    return found


def seats_of_one_person(game: Game) -> list[list[str]]:
    """The seats of a game that are known to be one person's; see `api.people.seats`.

    None are known while the store of people cannot be reached: the game goes on without it.
    """
    try:
        return seats.of_one_person(registry(), game)
    except (MailStoreMissing, StoreMissing, PersistenceError):
        return []


def press_read() -> Mapping[str, Mapping[str, int]]:
    """Up to which version who is signed in has read the press of their games, by game and holder.

    Raises what `registry` raises.
    """
    who = signed_in() if shows_desk() else None
    return {} if who is None else seats.read_up_to(registry(), who.person.id)


def mark_press_read(game: Game, holder: str) -> None:
    """Note that the signed-in person has read the letters of a game, if they hold that seat."""
    who = signed_in() if shows_desk() else None
    if who is not None:
        seats.mark_read(registry(), who.person.id, game, holder)


def muted_in(game: Game) -> frozenset[str]:
    """The holders in a game whose letters who is signed in does not want to read.

    Raises what `registry` raises.
    """
    who = signed_in() if shows_desk() else None
    return frozenset() if who is None else blocks.muted_in(registry(), who.person.id, game)


def note_founder(game: Game) -> None:
    """Note that the signed-in person has set a game up, if there is one."""
    # The game is there already: its founder is told its keys whatever happens here.
    with suppress(MailStoreMissing, StoreMissing, PersistenceError):
        who = signed_in() if shows_desk() else None
        if who is not None:
            registry().store.blocks.found(game.id, who.person.id)


def refuse_second_seat(game: Game, holder: str) -> None:
    """Raise Problem 403 ``ONE_SEAT_EACH`` if the signed-in person has another seat, and may not.

    So is what `refuse_at_seat` says of somebody whom the founder has blocked.
    """
    who = signed_in() if shows_desk() else None
    if who is not None:
        refuse_at_seat(who, game, holder, None)


def whose_desk(key: str | None) -> Present | None:
    """Whose desk a call is for: by the key of a device in its body, or in their own browser.

    None if it is for nobody's. Raises Problem 401 ``BAD_TOKEN``, and what `registry` raises.
    """
    if key is None:
        return signed_in() if OWN_DESK in request.environ else None
    who = present(registry(), key.strip(), may_rotate=False)
    if who is None:
        raise bad_token("The key opens no desk.")
    return who


def refuse_at_seat(who: Present | None, game: Game, holder: str, asked: InTime | None) -> None:
    """Raise Problem if a person may not have a seat, as the founder of its game has said.

    `asked` is how reliable they are to be. People whom the founder has blocked get the answer to a
    token that opens nothing: 401 ``BAD_TOKEN``. Raises 401 ``TOKEN_REQUIRED`` if nobody is signed
    in where that is asked, 403 ``ONE_SEAT_EACH``, ``RELIABILITY_NOT_SHOWN``, ``TOO_NEW`` or
    ``LATE_TOO_OFTEN``.
    """
    refusal = (
        sitting.refuse_unknown(game, holder, asked)
        if who is None
        else sitting.refuse_known(registry(), who.person, game, holder, asked)
    )
    if refusal is not None:
        raise _problem(refusal)


@contextmanager
def taking(
    who: Present | None, game: Game, holder: str, fresh: str, asked: InTime | None
) -> Iterator[None]:
    """A seat is being taken with the `fresh` token, by a person if it is known who that is.

    It lies on their desk from then on. Where it has to be known whose it is, it lies there before
    it is theirs, and no longer if they do not get it. Raises Problem 409 ``DESK_FULL`` there, and
    what `refuse_at_seat` raises.
    """
    if who is None:
        refuse_at_seat(who, game, holder, asked)
        yield
        return
    try:
        with sitting.taking(registry(), who.person, game, holder, fresh, asked):
            yield
    except sitting.MayNotSit as kept_out:
        raise _problem(kept_out.refusal) from None


def refuse_stranger(game: Game, holder: str) -> None:
    """Raise Problem 403 ``ONE_SEAT_EACH`` for a seat that is somebody's, unless one is signed in.

    That is where each seat is another person's: then it is known who has opened it.
    """
    apart = game.one_seat_each and holder in game.claimed and holder not in JUDGES
    if apart and (signed_in() if shows_desk() else None) is None:
        raise refusal_problem(sitting.nobody_known())


def _problem(refusal: Refusal) -> Problem:
    """Why somebody may not sit down, as a problem."""
    if refusal.code == "BAD_TOKEN":
        return bad_token(refusal.detail)
    if refusal.code == "TOKEN_REQUIRED":
        return Problem("TOKEN_REQUIRED", refusal.detail, headers={"WWW-Authenticate": CHALLENGE})
    return refusal_problem(refusal)


def reliability_shown(games: Mapping[str, int]) -> Mapping[tuple[str, str], Mapping[str, Any]]:
    """How reliable those are who hold seats of `games` and let others see it, by game and seat.

    `games` are ids and versions. Each is told as `api.people.reliability.told` does. Nobody's is
    known while the store of people cannot be reached.
    """
    try:
        found = reliability.shown(registry(), games)
    except (MailStoreMissing, StoreMissing, PersistenceError):
        return {}
    return {seat: reliability.told(it.reliability) for seat, it in found.items()}


def founders_languages(games: Collection[str]) -> Mapping[str, str]:
    """The codes of the languages of those who have set games up, by game, as far as is known."""
    try:
        return registry().store.blocks.languages(games)
    except (MailStoreMissing, StoreMissing, PersistenceError):
        return {}


def in_time(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """The same of one game, by seat."""
    found = reliability_shown({game.id: game.version})
    return {seat: it for (_, seat), it in found.items()}


def let_in(answer: Response, secret: str) -> Response:
    """`answer`, made to let the browser keep the secret of its device."""
    answer.set_cookie(
        cookie(),
        secret,
        max_age=KEPT,
        path="/",
        secure=request.is_secure,
        httponly=True,
        # Links in mails and from other sites lead to one's own seat; nothing changes by a GET.
        samesite="Lax",
    )
    return answer


def let_out(answer: Response) -> Response:
    """`answer`, made to let the browser forget its device, and what it saw with it."""
    answer.delete_cookie(
        cookie(), path="/", secure=request.is_secure, httponly=True, samesite="Lax"
    )
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer


def _tell_device(answer: Response) -> Response:
    who: Present | None = g.get("signed_in")
    told = answer.headers.getlist("Set-Cookie")
    if who is not None and who.fresh and not any(it.startswith(f"{cookie()}=") for it in told):
        let_in(answer, who.fresh)
    return answer
