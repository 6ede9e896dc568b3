"""How a person is told that games wait for them, and when they are away."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from api.people.rows import DIGEST, INSTANT, MAIL, PUSH, WEBHOOK
from api.people.telling.words import FORMS
from api.rest.schemas.base import integer, text
from api.rest.schemas.clock import Day
from api.rest.schemas.fields import LONGEST_ID, Whole
from api.rest.schemas.me import address
from projections.webhooks.targets import LONGEST_URL

WISHES = (INSTANT, DIGEST)

_LONGEST_KEY = 200


def _zone() -> fields.String:
    return fields.String(
        required=True,
        validate=ma.validate.Length(min=1, max=LONGEST_ID),
        metadata={"description": "of their days and hours", "example": "Europe/Paris"},
    )


def _when() -> fields.String:
    return fields.String(
        load_default=INSTANT,
        validate=ma.validate.OneOf(WISHES),
        metadata={"description": "at once, or once a day at their hour; `instant` unless given"},
    )


class TimesOfPersonSchema(ma.Schema):
    """A person's time zone, and their hour."""

    time_zone = _zone()
    hour = Whole(
        required=True,
        validate=ma.validate.Range(0, 23),
        metadata={"description": "of the day, at which they are told once a day"},
    )


class NewMailChannelSchema(ma.Schema):
    """They are to be told at a confirmed address."""

    address = address()
    when = _when()


class BrowserKeysSchema(ma.Schema):
    """With what a browser is written to, as its subscription says it."""

    p256dh = fields.String(required=True, validate=ma.validate.Length(1, _LONGEST_KEY))
    auth = fields.String(required=True, validate=ma.validate.Length(1, _LONGEST_KEY))


class NewBrowserSchema(ma.Schema):
    """They are to be told by a browser (Web Push)."""

    endpoint = fields.String(
        required=True,
        validate=ma.validate.Length(1, LONGEST_URL),
        metadata={"description": "of the browser's subscription, by https", "format": "uri"},
    )
    keys = fields.Nested(BrowserKeysSchema, required=True)
    when = _when()


class NewPersonWebhookSchema(ma.Schema):
    """They are to be told by a webhook of Discord, Slack, or what takes the same."""

    url = fields.String(
        required=True,
        validate=ma.validate.Length(1, LONGEST_URL),
        metadata={
            "description": "by https, on port 443 or 8443 of a public host",
            "format": "uri",
            "example": "https://discord.com/api/webhooks/1/secret",
        },
    )
    form = fields.String(
        validate=ma.validate.OneOf(FORMS),
        metadata={
            "description": "what it takes: a `content` as Discord does, or a `text` as Slack and "
            "Mattermost do; by its host unless given"
        },
    )
    when = _when()


class ChannelChangeSchema(ma.Schema):
    """When somebody is to be told on one of their ways."""

    when = fields.String(required=True, validate=ma.validate.OneOf(WISHES))


class ChannelSchema(ma.Schema):
    """A way on which a person is told."""

    id = integer("id of the way")
    kind = text("how", validate=ma.validate.OneOf((MAIL, PUSH, WEBHOOK)))
    name = text("the address, the browser, or the host of the webhook")
    when = text("at once, or once a day", validate=ma.validate.OneOf(WISHES))
    since = fields.DateTime(required=True, metadata={"description": "when it was left"})
    own = fields.Boolean(
        required=True, metadata={"description": "whether it is the device that asks"}
    )


class NotificationsSchema(ma.Schema):
    """How a person is told."""

    time_zone = text("of their days and hours; null if they have not said", allow_none=True)
    hour = integer("of the day, at which they are told once a day")
    push_key = text("key of the service that a browser needs to subscribe (VAPID)")
    quiet = fields.Boolean(
        required=True,
        metadata={"description": "whether nothing more was said before this look at it"},
    )
    channels = fields.List(fields.Nested(ChannelSchema), required=True)


class NewPersonAbsenceSchema(ma.Schema):
    """A person is away."""

    first = Day("first day")
    last = Day("last day")
    time_zone = _zone()


class AbsenceInGameSchema(ma.Schema):
    """What has become of an absence in a game."""

    game = text("id of the game")
    seat = text("the seat on their desk")
    code = text("why it could not be declared there; null if it was", allow_none=True)
    detail = text("the same in words", allow_none=True)


class PersonAbsenceSchema(ma.Schema):
    """Days on which a person is away in all their games."""

    id = integer("id of the absence")
    first = text("first day")
    last = text("last day")
    time_zone = text("of these days")
    games = fields.List(fields.Nested(AbsenceInGameSchema), required=True)


class PersonAbsencesSchema(ma.Schema):
    """When a person is away."""

    absences = fields.List(fields.Nested(PersonAbsenceSchema), required=True)
