"""How somebody is told that a game waits for them: said once, for all games on their desk."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.people import desk_caller, registry
from api.http.problems import Problem, refusal_problem
from api.people.rows import ChannelRow
from api.people.signing_in import Present
from api.people.telling import channels
from api.people.telling.attending import MOST_UNSEEN
from api.people.telling.push import server_key
from api.rest.schemas.notifications import (
    ChannelChangeSchema,
    ChannelSchema,
    NewBrowserSchema,
    NewMailChannelSchema,
    NewPersonWebhookSchema,
    NotificationsSchema,
    TimesOfPersonSchema,
)
from napoleon.log.times import SECOND
from napoleon.rules.orders import Refusal

resources = Resources(
    "my_notifications", __name__, description="Being told that a game waits, for a whole desk"
)


@resources.route("/me/notifications", methods=["GET"])
@resources.no_query
@resources.response(200, NotificationsSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def notifications() -> Response:
    """How the caller is told, and when.

    For each game there is one message about what waits for them, on each way. A person who does not
    look is told a few times, and then nothing more until they do; every call with the key of a
    device counts as a look. A seat for which an address was left gets its own mails, and no others.
    """
    return answer(_with_key(shown(desk_caller())))


@resources.route("/me/notifications", methods=["PUT"])
@resources.no_query
@resources.arguments(TimesOfPersonSchema)
@resources.response(200, NotificationsSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def set_times(body: dict[str, Any]) -> Response:
    """Say in which time zone the caller lives, and at which hour they are told once a day."""
    who = desk_caller()
    refusal = channels.set_times(registry(), who.person.id, body["time_zone"], body["hour"])
    if refusal is not None:
        raise refusal_problem(refusal)
    person = registry().store.people.get(who.person.id)
    return answer(_with_key(shown(who._replace(person=person or who.person))))


@resources.route("/me/notifications/mail", methods=["POST"])
@resources.no_query
@resources.arguments(NewMailChannelSchema)
@resources.response(200, ChannelSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def by_mail(body: dict[str, Any]) -> Response:
    """Be told at one of one's own confirmed addresses."""
    who = desk_caller()
    made = channels.by_mail(registry(), who.person.id, body["address"], body["when"])
    return answer(shown_channel(kept(made), who))


@resources.route("/me/notifications/browser", methods=["POST"])
@resources.no_query
@resources.arguments(NewBrowserSchema)
@resources.response(200, ChannelSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def by_browser(body: dict[str, Any]) -> Response:
    """Be told by a browser that has subscribed with the `push_key` of the service (Web Push).

    It ends when the device is signed out that says so.
    """
    who, keys = desk_caller(), body["keys"]
    made = channels.by_browser(
        registry(),
        who.person.id,
        who.device.id,
        who.device.name,
        body["endpoint"],
        body["when"],
        key=keys["p256dh"],
        auth=keys["auth"],
    )
    return answer(shown_channel(kept(made), who))


@resources.route("/me/notifications/webhook", methods=["POST"])
@resources.no_query
@resources.arguments(NewPersonWebhookSchema)
@resources.response(200, ChannelSchema)
@resources.alt_response(401, "UNAUTHORIZED")
def by_webhook(body: dict[str, Any]) -> Response:
    """Be told by a webhook, as a channel of Discord or Slack has one."""
    who, form = desk_caller(), body.get("form", "")
    made = channels.by_webhook(registry(), who.person.id, body["url"], form, body["when"])
    return answer(shown_channel(kept(made), who))


@resources.route("/me/notifications/<int:channel>", methods=["PUT"])
@resources.no_query
@resources.arguments(ChannelChangeSchema)
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def change(body: dict[str, Any], channel: int) -> Response:
    """Be told at once, or once a day, on one of one's ways."""
    person = desk_caller().person.id
    return _done(channels.change(registry(), person, number(channel), body["when"]))


@resources.route("/me/notifications/<int:channel>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def end(channel: int) -> Response:
    """Be told no more on one of one's ways."""
    return _done(channels.end(registry(), desk_caller().person.id, number(channel)))


@resources.route("/me/notifications/<int:channel>/trial", methods=["POST"])
@resources.no_query
@resources.response(202)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def try_out(channel: int) -> Response:
    """Have a message sent that shows whether one of one's ways works."""
    found = channels.try_out(registry(), desk_caller().person.id, number(channel))
    return _done(found, 202)


def kept(made: ChannelRow | Refusal) -> ChannelRow:
    """A way that is kept. Raises Problem if it was refused."""
    if isinstance(made, Refusal):
        raise refusal_problem(made)
    return made


def number(channel: int) -> int:
    """The id of a way, as a database can look for it. Raises Problem 404."""
    if channel >= 2**63:
        raise unknown()
    return channel


def unknown() -> Problem:
    """Problem 404 for a way that is not the caller's."""
    return Problem("UNKNOWN_CHANNEL", "You are told on no such way.")


def shown(who: Present) -> dict[str, Any]:
    """How somebody is told, as a NotificationsSchema, without the key of the service."""
    return {
        "time_zone": who.person.zone or None,
        "hour": who.person.hour,
        "quiet": who.person.unseen >= MOST_UNSEEN,
        "channels": [shown_channel(it, who) for it in registry().store.channels.of(who.person.id)],
    }


def shown_channel(it: ChannelRow, who: Present) -> dict[str, Any]:
    """A way, as a ChannelSchema. The URL of a webhook is a secret, and is not shown again."""
    return {
        "id": it.id,
        "kind": it.kind,
        "name": it.name,
        "when": it.wish,
        "since": datetime.fromtimestamp(it.made // SECOND, UTC).isoformat(),
        "own": bool(it.device) and it.device == who.device.id,
    }


def _with_key(told: dict[str, Any]) -> dict[str, Any]:
    return {**told, "push_key": server_key(registry().games.env)}


def _done(found: bool, status: int = 204) -> Response:
    if not found:
        raise unknown()
    return Response(status=status)
