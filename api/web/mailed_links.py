"""Links in mails to people: they sign in, confirm an address, or restore a seat that was lost.

Programs that look at mails follow links by themselves, so a visit alone does nothing; the button on
the page does, once.
"""

from __future__ import annotations

from flask import Response, request, url_for

from api.http.mail import office
from api.http.people import let_in, registry
from api.http.problems import Problem
from api.http.stores import stores
from api.people import addresses, seats
from api.people.rows import CONFIRM, RESTORE, SIGN_IN, LinkRow
from api.people.signing_in import enter_by_mail, sent_link
from api.rest.outcomes import granted
from api.web.browsers import device_name
from api.web.catalogue import gettext, language
from api.web.pages import page, web
from api.web.session import keep
from api.web.sign_in import refuse_other_desk, sent_on
from napoleon.log.game import Game


@web.get("/sign-in/<secret>")
def mailed_link(secret: str) -> Response:
    """The button that does what the link is for. Raises Problem 404 ``UNKNOWN_LINK``."""
    return _page(_living(secret), done=False)


@web.post("/sign-in/<secret>")
def use_mailed_link(secret: str) -> Response:
    """What the link is for is done, and the link is dead. Raises Problem 404 ``UNKNOWN_LINK``."""
    link = _living(secret)
    if link.purpose == CONFIRM:
        if addresses.confirm(registry(), secret) is None:
            raise _dead()
        return _page(link, done=True)
    if link.purpose == RESTORE:
        return _restored(link)
    refuse_other_desk(link.person)
    entered = enter_by_mail(registry(), secret, device_name())
    if entered is None:
        raise _dead()
    return let_in(sent_on(url_for("web.own_desk")), entered.secret)


def _restored(link: LinkRow) -> Response:
    """The seat has another token, which this browser keeps."""
    game = stores().games.open(link.game)
    outcome = seats.restore(registry(), office(), link)
    if outcome is None:
        raise _dead()
    fresh = granted(outcome, game)
    address = url_for("web.game", game_id=game.id, seat=link.holder)
    return keep(sent_on(address), game, link.holder, fresh)


@web.post("/games/<game_id>/send-seat")
def send_seat(game_id: str) -> Response:
    """Send a link that restores a lost seat to an address, if that is known to be its holder's.

    The answer is the same for any address.
    """
    game = stores().games.open(game_id)
    if address := request.form.get("address", "").strip():
        seats.ask_for_seat(registry(), game, address, language())
    return page("seat_sent.html", game=game, rules=stores().games.rules(game))


def _living(secret: str) -> LinkRow:
    found = sent_link(registry(), secret, SIGN_IN, CONFIRM, RESTORE)
    if found is None:
        raise _dead()
    return found


def _page(link: LinkRow, *, done: bool) -> Response:
    games = stores().games
    game: Game | None = games.open(link.game) if link.game else None
    return page(
        "mailed_link.html",
        link=link,
        game=game,
        rules=None if game is None else games.rules(game),
        done=done,
    )


def _dead() -> Problem:
    detail = gettext("This link was used, or is too old. Ask for another one.")
    return Problem("UNKNOWN_LINK", detail)
