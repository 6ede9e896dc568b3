"""The desk: somebody's games, and where they are signed in."""

from __future__ import annotations

from typing import Any

from flask import Response, request, url_for

from api.http.compression.answers import compress_parts
from api.http.mail import office
from api.http.people import let_out, registry, shows_desk, signed_in
from api.http.problems import Problem, refusal_problem
from api.http.stores import stores
from api.people import addresses, seats
from api.people.erasing import erase
from api.people.signing_in import Present, renew_link, sign_out
from api.rest.games import link
from api.rest.me import desk_link
from api.rest.my_seats import renewed_seat
from api.rest.schemas.people import NameSchema
from api.web import mini_maps
from api.web.cases.frame import checked
from api.web.catalogue import language
from api.web.desk_parts import own_number, parts_told, present_here
from api.web.game_names import NamesTold
from api.web.lobby import own_entries
from api.web.pages import page, web
from api.web.reliability import reliability_of
from api.web.sign_in import kept_seats, lay_all, sent_on


@web.get("/desk")
def own_desk() -> Response:
    """The desk of who is signed in; who is not is led to where they sign in."""
    who = signed_in() if shows_desk() else None
    if who is None:
        return sent_on(url_for("web.sign_in_page"))
    return desk_shown(who)


def desk_shown(who: Present, problem: Problem | None = None, **said: Any) -> Response:
    """The desk of somebody, with the `problem` that a form on it has met.

    What is `said` is shown once; `filled` is what was typed into that form.
    """
    seats.clear_dead(registry(), who.person.id)
    store, games = registry().store, own_entries()
    waiting = [it for it in games if it["mine"]]
    others = [it for it in games if not it["mine"] and it["result"] is None]
    finished = [it for it in games if not it["mine"] and it["result"] is not None]
    in_order = (*waiting, *others, *finished)
    grounds = mini_maps.laid_on(in_order)
    # They have nobody's words, and are most of the page.
    compress_parts(str(it).encode() for it in (grounds, *(game["mini"] for game in in_order)))
    return page(
        "desk.html",
        status=200 if problem is None else problem.status,
        person=who.person,
        device=who.device,
        devices=store.devices.of(who.person.id),
        addresses=store.addresses.of(who.person.id),
        games=games,
        grounds=grounds,
        waiting=waiting,
        others=others,
        finished=finished,
        unread=sum(it["unread"] for it in games),
        laid={(it.game, it.holder) for it in store.seats.of(who.person.id)},
        kept=kept_seats(),
        **reliability_of(who.person),
        problem=problem,
        said=said,
        **parts_told(who),
    )


@web.post("/desk/seats")
def lay_seats() -> Response:
    """Lay the seats that this browser keeps on the desk, and open them from there."""
    who, back = present_here(), sent_on(url_for("web.own_desk"))
    lay_all(back, who.person.id)
    return back


@web.post("/desk/seats/off")
def take_seat_off() -> Response:
    """Take a seat off the desk; its token goes on opening it."""
    who = present_here()
    refusal = seats.take_off(registry(), who.person.id, *_seat())
    if refusal is not None:
        return desk_shown(who, refusal_problem(refusal))
    return sent_on(url_for("web.own_desk"))


@web.post("/desk/seats/renew")
def renew_seat() -> Response:
    """Make another link to a seat on the desk: it is shown this once, and the old one is dead."""
    who, (game_id, holder) = present_here(), _seat()
    fresh = renewed_seat(who.person.id, game_id, holder)
    game = stores().games.open(game_id)
    name = NamesTold(stores().games.rules(game)).get(holder, holder)
    return desk_shown(who, seat_link=link(game_id, fresh), seat_name=name)


@web.post("/desk/addresses")
def leave_address() -> Response:
    """Ask at an address whether it is theirs; what is said is the same whosever it is."""
    who = present_here()
    address = request.form.get("address", "")
    refusal = addresses.ask(registry(), who.person, address, language())
    if refusal is not None:
        return desk_shown(who, refusal_problem(refusal))
    return desk_shown(who, asked=address)


@web.post("/desk/addresses/forget")
def forget_address() -> Response:
    """Forget an address: no link is sent there any more."""
    addresses.forget(registry(), present_here().person.id, request.form.get("address", ""))
    return sent_on(url_for("web.own_desk"))


@web.post("/desk/link")
def renew_desk_link() -> Response:
    """Make another personal link: it is shown this once, and the one before is dead."""
    who = present_here()
    secret = renew_link(registry(), who.person.id)
    return desk_shown(who, desk_link=None if secret is None else desk_link(secret))


@web.post("/desk/devices/out")
def sign_device_out() -> Response:
    """Sign a device out: what it keeps opens nothing any more."""
    sign_out(registry(), present_here().person.id, own_number("device"))
    return sent_on(url_for("web.own_desk"))


@web.post("/desk/name")
def rename() -> Response:
    """Go by another name on the desk; names in games are changed there."""
    who = present_here()
    try:
        name = checked(NameSchema, {"name": request.form.get("name", "").strip()})["name"]
    except Problem as problem:
        return desk_shown(who, problem)
    registry().store.people.change(who.person.id, name=name)
    return sent_on(url_for("web.own_desk"))


@web.post("/desk/out")
def leave_desk() -> Response:
    """Sign this browser out."""
    who = signed_in() if shows_desk() else None
    if who is not None:
        sign_out(registry(), who.person.id, who.device.id)
    return let_out(sent_on(url_for("web.lobby")))


@web.post("/desk/erase")
def erase_person() -> Response:
    """Erase all that is kept of who is signed in, and tell what that was."""
    who = present_here()
    if "sure" not in request.form:
        return sent_on(url_for("web.own_desk"))
    return let_out(page("desk_erased.html", erased=erase(registry(), office(), who.person.id)))


def _seat() -> tuple[str, str]:
    return request.form.get("game", ""), request.form.get("holder", "")
