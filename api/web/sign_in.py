"""Signing in: a desk is begun, or opened by a personal link; or a link is sent by mail."""

from __future__ import annotations

from flask import Response, redirect, request, url_for

from api.http.answers import answer
from api.http.people import let_in, registry, shows_desk, signed_in
from api.http.problems import Problem, bad_token
from api.http.stores import stores
from api.people import seats
from api.people.rows import CONFIRM, RESTORE, SIGN_IN
from api.people.signing_in import (
    ask_for_link,
    begin,
    enter_by_link,
    owner_of_link,
    sent_link,
)
from api.rest.me import desk_link, secret_in
from api.rest.schemas.me import NameSchema
from api.web.browsers import device_name
from api.web.cases.frame import checked
from api.web.catalogue import gettext, language
from api.web.pages import headers, page, wants_html, web
from api.web.session import forget, games_kept, seats_held
from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE


@web.get("/sign-in")
def sign_in_page() -> Response:
    """Where somebody signs in, or begins a desk."""
    if shows_desk() and signed_in() is not None:
        return sent_on(url_for("web.own_desk"))
    return page("sign_in.html", asked=False, problem=None)


@web.post("/sign-in/new")
def begin_desk() -> Response:
    """Begin a desk under a name, with the seats that this browser keeps, and open it here.

    Its personal link is shown this once. A signed-in person has a desk already, and is led there.
    """
    if shows_desk() and signed_in() is not None:
        return sent_on(url_for("web.own_desk"))
    try:
        name = checked(NameSchema, {"name": request.form.get("name", "").strip()})["name"]
    except Problem as problem:
        return page("sign_in.html", status=problem.status, asked=False, problem=problem)
    entered, secret = begin(registry(), name, language(), device_name())
    shown = page("desk_begun.html", person=entered.person, link=desk_link(secret))
    lay_all(shown, entered.person.id)
    return let_in(shown, entered.secret)


def lay_all(shown: Response, person: int) -> None:
    """Lay the seats that this browser keeps on a desk, as far as they may and can lie there."""
    for game_id, holder, token in kept_seats():
        game = stores().games.open(game_id)
        if seats.refuse_second(registry(), person, game, holder) is not None:
            continue
        if seats.lay(registry(), person, game, holder, token):
            forget(shown, game_id, holder)


def kept_seats() -> list[tuple[str, str, str]]:
    """Game, holder and token of the live seats that this browser keeps in cookies of their own."""
    found = []
    for game_id, tokens in games_kept().items():
        try:
            held = seats_held(stores().games.open(game_id))
        except (UnknownGame, *UNREADABLE):
            continue
        found += [(game_id, it, token) for it, token in tokens.items() if held.get(it) == token]
    return found


@web.post("/sign-in/mail")
def mail_sign_in_link() -> Response:
    """Send a link to an address, if it is somebody's; the answer is the same for any address."""
    if address := request.form.get("address", "").strip():
        ask_for_link(registry(), address, language())
    return page("sign_in.html", asked=True, problem=None)


@web.post("/sign-in/link")
def open_desk() -> Response:
    """Open the desk of a personal `link` in this browser; a script is told where that is.

    What was pasted from a mail leads to its page, with the button. Raises Problem 401
    ``BAD_TOKEN``, and 409 ``OTHER_DESK`` if another desk is open here: seats must not come to lie
    on the desk of somebody who has sent their own link around.
    """
    secret = secret_in(request.form.get("link", ""))
    if sent_link(registry(), secret, SIGN_IN, CONFIRM, RESTORE) is not None:
        return sent_on(url_for("web.mailed_link", secret=secret))
    owner = owner_of_link(registry(), secret)
    here = signed_in() if shows_desk() else None
    if owner is not None and here is not None:
        refuse_other_desk(owner.id)
        return sent_on(url_for("web.own_desk"))
    entered = None if owner is None else enter_by_link(registry(), secret, device_name())
    if entered is None:
        raise bad_token(gettext("This link opens no desk, or no longer does."))
    return let_in(sent_on(url_for("web.own_desk")), entered.secret)


def refuse_other_desk(person: int) -> None:
    """Raise Problem 409 ``OTHER_DESK`` if the desk of another person is open in this browser."""
    here = signed_in() if shows_desk() else None
    if here is not None and here.person.id != person:
        detail = gettext("Another desk is open in this browser. Sign out of it first.")
        raise Problem("OTHER_DESK", detail)


def sent_on(address: str) -> Response:
    """On to a page; a script is told its address."""
    if not wants_html():
        return answer({"location": address}, headers=headers())
    sent = redirect(address, 303)
    sent.headers.update(headers())
    assert isinstance(sent, Response)
    return sent
