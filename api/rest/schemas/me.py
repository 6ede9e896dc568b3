"""People, and a person's own desk."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields

from api.languages import LANGUAGES
from api.mail.mailboxes import LONGEST
from api.rest.schemas.base import Open, integer, text
from api.rest.schemas.fields import identifier
from api.rest.schemas.games import LobbyEntrySchema, SeatKeySchema, display_name
from api.rest.schemas.reliability import ShownReliabilitySchema

_KEY = "bearer token of this device, for `/me` alone; it is shown once and never again"


def _secret(description: str) -> fields.String:
    return fields.String(
        required=True,
        validate=ma.validate.Length(min=1, max=200),
        metadata={"description": description},
    )


def address() -> fields.String:
    """A field for an address that mail can be sent to."""
    return fields.String(
        required=True,
        validate=ma.validate.Length(min=3, max=LONGEST),
        metadata={"description": "where mails go to", "example": "player@club.example"},
    )


class NewPersonSchema(ma.Schema):
    """Somebody begins a desk."""

    name = display_name()
    language = fields.String(validate=ma.validate.OneOf(LANGUAGES))


class PersonChangeSchema(ma.Schema):
    """What of a person is to be changed."""

    name = display_name()
    language = fields.String(validate=ma.validate.OneOf(LANGUAGES))


class DeskKeySchema(ma.Schema):
    """A device is signed in."""

    key = text(_KEY)
    name = text("by which the person goes")


class NewDeskSchema(DeskKeySchema):
    """A desk was begun."""

    link = text("personal link: it opens the desk in any browser, and is shown this once")


class DeskLinkSchema(ma.Schema):
    """A personal link."""

    link = text("personal link: it opens the desk in any browser, and is shown this once")


class DeskAddressSchema(ma.Schema):
    """An address of the person."""

    address = address()


class MailedSignInSchema(ma.Schema):
    """An address to which a link is to be sent."""

    address = address()
    language = fields.String(validate=ma.validate.OneOf(LANGUAGES))


class SignInSchema(ma.Schema):
    """A personal link, or one from a mail."""

    link = _secret("the link, or what it has behind its last `/` or `=`")


class DeviceSchema(ma.Schema):
    """A device on which the person is signed in."""

    id = integer("id of the device")
    name = text("family of its browser and its system")
    since = fields.DateTime(required=True, metadata={"description": "when it was signed in"})
    seen = fields.Date(required=True, metadata={"description": "day on which it was last seen"})
    own = fields.Boolean(required=True, metadata={"description": "whether it is this one"})


class PersonSchema(ma.Schema):
    """Who is signed in."""

    name = text("by which they go on their desk; names in games are set there")
    language = text("of the mails to them")
    reliability = fields.Nested(
        ShownReliabilitySchema,
        required=True,
        metadata={"description": "how reliable they are; `GET /me/reliability` tells where"},
    )
    addresses = fields.List(
        fields.String(), required=True, metadata={"description": "confirmed addresses"}
    )
    devices = fields.List(fields.Nested(DeviceSchema), required=True)


class DeskGameSchema(LobbyEntrySchema):
    """A game on the desk, as the lobby lists it."""

    held = fields.List(
        fields.String(), required=True, metadata={"description": "their seats in it"}
    )
    moves = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "those of their seats that have to decide now"},
    )
    asked = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "those whose answer waits beside the table"},
    )
    questions = fields.List(
        fields.String(), required=True, metadata={"description": "what they have to decide"}
    )
    due = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "when the first of their answers is due, in UTC"},
    )
    unread = integer("letters of others that were not read from the desk, at most 99")


class DeskGamesSchema(ma.Schema):
    """The games on a desk."""

    games = fields.List(fields.Nested(DeskGameSchema), required=True)


class LaidSeatSchema(ma.Schema):
    """A seat that is to be laid on the desk."""

    token = _secret("the token that opens the seat")


class ErasedSchema(ma.Schema):
    """What was erased with a person. Their seats go on, and nothing in a log has changed."""

    addresses = integer("addresses of theirs")
    devices = integer("devices, which are signed out")
    seats = integer("seats that were taken off the desk; their own tokens open them as before")
    stints = integer("seats on which it was counted whether they answered in time")
    mails = integer("mails to them that were about no game")
    challenges = integer("challenges to them, and from them")
    names = integer("names in games")
    mailboxes = integer("addresses left for a seat, with the mails to and from them")
    channels = integer("ways on which they were told that a game waits")
    absences = integer("days away that they had said; in the games these stand, as the seats' own")
    blocks = integer("seats whose holders they had muted or blocked")
    reports = integer("reports that they had made to the operator")
    invitations = integer("invitations by mail that they had asked for")
    notes = integer("games in which they kept private notes")


class OwnDataSchema(Open):
    """All that is kept about a person: a list of rows for each kind, and what is left out."""

    made = fields.DateTime(required=True, metadata={"description": "when the file was made"})
    mails = fields.List(
        fields.Dict(), required=True, metadata={"description": "mails to them about no game"}
    )
    at_addresses = fields.List(
        fields.Dict(),
        required=True,
        metadata={"description": "invitations to their addresses, and mails from there"},
    )
    beside_seats = fields.List(
        fields.Dict(),
        required=True,
        metadata={"description": "names, addresses and mails of the seats that they hold"},
    )
    left_out = fields.Dict(
        required=True, metadata={"description": "what is not in the file, and why, by kind"}
    )


class NameSchema(ma.Schema):
    """The name by which somebody goes."""

    name = display_name()


class NewShareSchema(ma.Schema):
    """Somebody is to have a share of a seat."""

    share = identifier(
        required=True, metadata={"description": "which one, of those that the seat has"}
    )


class ShareKeySchema(SeatKeySchema):
    """The token of a share of a seat."""

    share = text("the share")
