"""The desk: somebody's games, those that wait for them first."""

from __future__ import annotations

from flask import Response, url_for

from api.http.people import let_out, registry, shows_desk, signed_in
from api.people import seats
from api.people.signing_in import sign_out
from api.web import mini_maps
from api.web.desk_parts import present_here
from api.web.lobby import own_entries
from api.web.pages import page, web
from api.web.sign_in import kept_seats, lay_all, sent_on


@web.get("/desk")
def own_desk() -> Response:
    """The desk of the signed-in person; others are led to the sign-in."""
    who = signed_in() if shows_desk() else None
    if who is None:
        return sent_on(url_for("web.sign_in_page"))
    seats.clear_dead(registry(), who.person.id)
    games = own_entries()
    waiting = [it for it in games if it["mine"]]
    others = [it for it in games if not it["mine"] and it["result"] is None]
    finished = [it for it in games if not it["mine"] and it["result"] is not None]
    return page(
        "desk.html",
        person=who.person,
        addresses=registry().store.addresses.of(who.person.id),
        games=games,
        grounds=mini_maps.laid_on((*waiting, *others, *finished)),
        waiting=waiting,
        others=others,
        finished=finished,
        unread=sum(it["unread"] for it in games),
        kept=kept_seats(),
    )


@web.post("/desk/seats")
def lay_seats() -> Response:
    """Lay the seats that this browser keeps on the desk, and open them from there."""
    who, back = present_here(), sent_on(url_for("web.own_desk"))
    lay_all(back, who.person.id)
    return back


@web.post("/desk/out")
def leave_desk() -> Response:
    """Sign this browser out."""
    who = signed_in() if shows_desk() else None
    if who is not None:
        sign_out(registry(), who.person.id, who.device.id)
    return let_out(sent_on(url_for("web.lobby")))
