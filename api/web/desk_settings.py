"""The settings of a desk: where its owner is signed in, and all that is said once for all games."""

from __future__ import annotations

from typing import Any

from flask import Response, request, url_for

from api.http.mail import office
from api.http.people import desk_seats, let_out, registry, shows_desk, signed_in
from api.http.problems import Problem, refusal_problem
from api.http.stores import stores
from api.own_games import own_games
from api.people import addresses, seats
from api.people.erasing import erase
from api.people.signing_in import Present, renew_link, sign_out
from api.rest.games import link
from api.rest.me import desk_link
from api.rest.my_seats import renewed_seat
from api.rest.schemas.me import NameSchema
from api.web.cases.frame import checked
from api.web.catalogue import language
from api.web.desk_parts import own_number, parts_told, present_here
from api.web.game_names import NamesTold
from api.web.pages import page, web
from api.web.reliability import reliability_of
from api.web.sign_in import sent_on


@web.get("/desk/settings")
def desk_settings() -> Response:
    """The settings of the signed-in person; others are led to the sign-in."""
    who = signed_in() if shows_desk() else None
    if who is None:
        return sent_on(url_for("web.sign_in_page"))
    return settings_shown(who)


def settings_shown(who: Present, problem: Problem | None = None, **said: Any) -> Response:
    """Somebody's settings, with the `problem` that a form on them has met.

    What is `said` is shown once; `filled` is what was typed into that form.
    """
    seats.clear_dead(registry(), who.person.id)
    store, games = registry().store, own_games(stores().games, desk_seats())
    return page(
        "desk_settings.html",
        status=200 if problem is None else problem.status,
        person=who.person,
        device=who.device,
        devices=store.devices.of(who.person.id),
        addresses=store.addresses.of(who.person.id),
        seats=[(it.game.id, one) for it in games for one in it.held],
        **reliability_of(who.person),
        problem=problem,
        said=said,
        **parts_told(who),
    )


@web.post("/desk/seats/off")
def take_seat_off() -> Response:
    """Take a seat off the desk; its token goes on opening it."""
    who = present_here()
    refusal = seats.take_off(registry(), who.person.id, *_seat())
    if refusal is not None:
        return settings_shown(who, refusal_problem(refusal))
    return sent_on(url_for("web.desk_settings"))


@web.post("/desk/seats/renew")
def renew_seat() -> Response:
    """Make another link to a seat on the desk: it is shown this once, and the old one is dead."""
    who, (game_id, holder) = present_here(), _seat()
    try:
        fresh = renewed_seat(who.person.id, game_id, holder)
    except Problem as problem:
        return settings_shown(who, problem)
    game = stores().games.open(game_id)
    name = NamesTold(stores().games.rules(game)).get(holder, holder)
    return settings_shown(who, seat_link=link(game_id, fresh), seat_name=name)


@web.post("/desk/addresses")
def leave_address() -> Response:
    """Ask at an address whether it is theirs; what is said is the same whosever it is."""
    who = present_here()
    address = request.form.get("address", "")
    refusal = addresses.ask(registry(), who.person, address, language())
    if refusal is not None:
        return settings_shown(who, refusal_problem(refusal))
    return settings_shown(who, asked=address)


@web.post("/desk/addresses/forget")
def forget_address() -> Response:
    """Forget an address: no link is sent there any more."""
    addresses.forget(registry(), present_here().person.id, request.form.get("address", ""))
    return sent_on(url_for("web.desk_settings"))


@web.post("/desk/link")
def renew_desk_link() -> Response:
    """Make another personal link: it is shown this once, and the one before is dead."""
    who = present_here()
    secret = renew_link(registry(), who.person.id)
    return settings_shown(who, desk_link=None if secret is None else desk_link(secret))


@web.post("/desk/devices/out")
def sign_device_out() -> Response:
    """Sign a device out: what it keeps opens nothing any more."""
    sign_out(registry(), present_here().person.id, own_number("device"))
    return sent_on(url_for("web.desk_settings"))


@web.post("/desk/name")
def rename() -> Response:
    """Go by another name on the desk; names in games are changed there."""
    who = present_here()
    try:
        name = checked(NameSchema, {"name": request.form.get("name", "").strip()})["name"]
    except Problem as problem:
        return settings_shown(who, problem)
    registry().store.people.change(who.person.id, name=name)
    return sent_on(url_for("web.desk_settings"))


@web.post("/desk/erase")
def erase_person() -> Response:
    """Erase all that is kept of the signed-in person, and tell what that was."""
    who = present_here()
    if "sure" not in request.form:
        return sent_on(url_for("web.desk_settings"))
    return let_out(page("desk_erased.html", erased=erase(registry(), office(), who.person.id)))


def _seat() -> tuple[str, str]:
    """Game and holder, which the form has as one: a seat is chosen from a list."""
    game_id, _, holder = request.form.get("seat", "").partition("/")
    return game_id, holder
