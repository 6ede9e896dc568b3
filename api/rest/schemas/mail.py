"""Mailboxes and commands, and odd mails."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from api.commands.grammar import LONGEST as LONGEST_LINE
from api.languages import LANGUAGES
from api.mail.mailboxes import LONGEST, WISHES
from api.mail.observers import WISHES as OBSERVING
from api.rest.schemas.base import integer, text
from napoleon.log.events.mails import TREATMENTS


class MailboxChangeSchema(ma.Schema):
    """What of a mailbox is to be changed, or a new address."""

    address = fields.String(
        validate=ma.validate.Length(min=3, max=LONGEST),
        metadata={"description": "where mails go to", "example": "player@club.example"},
    )
    mail = fields.String(
        validate=ma.validate.OneOf(WISHES),
        metadata={"description": "mails at once, one a day at seven, or none"},
    )
    time_zone = fields.String(
        validate=ma.validate.Length(min=1, max=64),
        metadata={"description": "of the times in mails", "example": "Europe/Paris"},
    )
    language = fields.String(validate=ma.validate.OneOf(LANGUAGES))


class NewObserverSchema(ma.Schema):
    """An address at which somebody wants to watch a game."""

    address = fields.String(
        required=True,
        validate=ma.validate.Length(min=3, max=LONGEST),
        metadata={"description": "where mails go to", "example": "reader@club.example"},
    )
    mail = fields.String(
        validate=ma.validate.OneOf(OBSERVING),
        metadata={"description": "a mail for each turn, or one a day at seven"},
    )
    time_zone = fields.String(
        validate=ma.validate.Length(min=1, max=64),
        metadata={"description": "of the times in mails", "example": "Europe/Paris"},
    )
    language = fields.String(validate=ma.validate.OneOf(LANGUAGES))


class MailboxSchema(ma.Schema):
    """The caller's own mailbox. Nobody else is shown it."""

    address = text("where mails go to")
    mail = text("`instant`, `digest` or `off`")
    time_zone = text("of the times in mails")
    language = text("of the mails")
    confirmed = fields.Boolean(
        required=True, metadata={"description": "whether the address has turned out to be theirs"}
    )
    failing = fields.Boolean(
        required=True, metadata={"description": "whether mails come back from there"}
    )


class CommandSchema(ma.Schema):
    """A line, as it may be sent by mail."""

    line = fields.String(
        required=True,
        validate=ma.validate.Length(min=1, max=LONGEST_LINE),
        metadata={"description": "a command or an order", "example": "status"},
    )
    lang = fields.String(
        validate=ma.validate.OneOf(LANGUAGES), metadata={"description": "of the answer"}
    )


class TextTableSchema(ma.Schema):
    """A table in words."""

    title = text("its title")
    columns = fields.List(fields.String(), required=True)
    rows = fields.List(fields.List(fields.Raw(allow_none=True)), required=True)
    note = text("what is said under it; may be empty")


class CommandAnswerSchema(ma.Schema):
    """What came of a line."""

    version = integer("version of the game after it")
    title = text("what it was understood as")
    paragraphs = fields.List(fields.String(), required=True)
    written = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "what it has written to others, by paragraphs"},
    )
    lines = fields.List(
        fields.String(), required=True, metadata={"description": "what may be sent next"}
    )
    listed = fields.List(
        fields.String(), required=True, metadata={"description": "one thing after the other"}
    )
    tables = fields.List(fields.Nested(TextTableSchema), required=True)


def treatment(*, required: bool = False) -> fields.String:
    """What is made of odd mails, in a body."""
    return fields.String(
        required=required,
        validate=validate.OneOf(TREATMENTS),
        metadata={
            "description": "what is made of a mail with orders that comes from another address or "
            "with a forged sender: it counts and that is recorded, it waits for its player, or it "
            "is refused; the operator of the service may be stricter"
        },
    )


class TreatmentSchema(ma.Schema):
    """How odd mails are to be treated."""

    treatment = treatment(required=True)


class OddMailsSchema(ma.Schema):
    """How a game treats odd mails."""

    treatment = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf(TREATMENTS),
        metadata={"description": "null where that is left to the operator of the service"},
    )
