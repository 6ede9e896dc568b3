"""How somebody is told that a game waits for them: a part of their settings."""

from __future__ import annotations

from typing import Any

from flask import Response, request, url_for

from api.http.mail import office
from api.http.people import registry
from api.http.problems import Problem, refusal_problem
from api.people.rows import DIGEST, INSTANT, MAIL, ChannelRow
from api.people.signing_in import Present
from api.people.telling import channels
from api.people.telling.delivery import way_of
from api.people.telling.words import FORMS
from api.rest.my_notifications import kept, shown, unknown
from api.rest.schemas.notifications import TimesOfPersonSchema
from api.web.cases.frame import checked
from api.web.desk_parts import own_number, part, present_here
from api.web.desk_settings import settings_shown
from api.web.pages import page, web
from api.web.sign_in import sent_on
from api.web.static import FOLDER
from napoleon.rules.orders import Refusal

WORKER = "push_worker.js"
"""The script that a browser runs when a message comes, though no page is open."""


@part
def _notifications(who: Present) -> dict[str, Any]:
    store = registry().store
    told = {it.target for it in store.channels.of(who.person.id) if it.kind == MAIL}
    return {
        "telling": shown(who),
        "hours": range(24),
        "untold_addresses": [
            it.address for it in store.addresses.of(who.person.id) if it.folded not in told
        ],
        "forms_of_webhooks": FORMS,
    }


@web.post("/desk/notifications/times")
def set_times() -> Response:
    """Say in which time zone one lives, and at which hour one is told once a day."""
    who = present_here()
    hour = request.form.get("hour", "")
    said = {"time_zone": request.form.get("zone", "").strip() or "UTC", "hour": own_number("hour")}
    try:
        form = checked(TimesOfPersonSchema, {**said, "hour": said["hour"] if hour else -1})
        refusal = channels.set_times(registry(), who.person.id, form["time_zone"], form["hour"])
        if refusal is not None:
            raise refusal_problem(refusal)
    except Problem as problem:
        return settings_shown(who, problem, filled=request.form)
    return _back()


@web.post("/desk/notifications/mail")
def tell_by_mail() -> Response:
    """Be told at an address of one's own."""
    who = present_here()
    address = request.form.get("address", "")
    return _left(who, channels.by_mail(registry(), who.person.id, address, _wish()))


@web.post("/desk/notifications/webhook")
def tell_by_webhook() -> Response:
    """Be told by a webhook."""
    who, url = present_here(), request.form.get("url", "")
    form = request.form.get("form", "")
    return _left(who, channels.by_webhook(registry(), who.person.id, url, form, _wish()))


@web.post("/desk/notifications/browser")
def tell_by_browser() -> Response:
    """Be told by this browser, which a script has let subscribe."""
    who = present_here()
    made = channels.by_browser(
        registry(),
        who.person.id,
        who.device.id,
        who.device.name,
        request.form.get("endpoint", ""),
        _wish(),
        key=request.form.get("p256dh", ""),
        auth=request.form.get("auth", ""),
    )
    return _left(who, made)


@web.post("/desk/notifications/change")
def change_channel() -> Response:
    """Be told at once or once a day on one of one's ways."""
    person = present_here().person.id
    return _done(channels.change(registry(), person, own_number("channel"), _wish()))


@web.post("/desk/notifications/end")
def end_channel() -> Response:
    """Be told no more on one of one's ways."""
    return _done(channels.end(registry(), present_here().person.id, own_number("channel")))


@web.post("/desk/notifications/trial")
def try_channel() -> Response:
    """Have a message sent that shows whether one of one's ways works."""
    who = present_here()
    if not channels.try_out(registry(), who.person.id, own_number("channel")):
        raise unknown()
    return settings_shown(who, tried=own_number("channel"))


@web.get("/mail/telling/<tag>")
def asked_to_end(tag: str) -> Response:
    """A button after which no more mails about games are sent to an address."""
    return page("mail/telling.html", channel=_way(tag), done=False)


@web.post("/mail/telling/<tag>")
def end_by_link(tag: str) -> Response:
    """No more mails about games are sent to an address."""
    channel = _way(tag)
    registry().store.channels.drop(channel.id)
    return page("mail/telling.html", channel=channel, done=True)


@web.get("/push-worker.js")
def push_worker() -> Response:
    """The script that shows messages; from here its scope is the whole site.

    It is asked for again each time, as browsers keep it without a page that could name its edition.
    """
    sent = {"Cache-Control": "no-cache", "Service-Worker-Allowed": url_for("web.lobby")}
    script = (FOLDER / "js" / WORKER).read_text(encoding="utf-8")
    return Response(script, 200, sent, content_type="text/javascript; charset=utf-8")


def _way(tag: str) -> ChannelRow:
    """The way that a link in a mail is about. Raises Problem 404."""
    channel = way_of(registry(), office(), tag)
    if channel is None:
        raise Problem("UNKNOWN_LINK", "This link leads nowhere, or no longer does.")
    return channel


def _wish() -> str:
    return DIGEST if request.form.get("when") == DIGEST else INSTANT


def _left(who: Present, made: ChannelRow | Refusal) -> Response:
    try:
        kept(made)
    except Problem as problem:
        return settings_shown(who, problem, filled=request.form)
    return _back()


def _done(found: bool) -> Response:
    if not found:
        raise unknown()
    return _back()


def _back() -> Response:
    return sent_on(url_for("web.desk_settings", _anchor="telling"))
