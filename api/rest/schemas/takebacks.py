"""Take-backs."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import integer, shown_version, text
from api.rest.schemas.fields import Number, Version
from napoleon.log.cases import AGREED, OPEN, OUTCOMES, RULED, STOOD, WITHDRAWN
from napoleon.log.events.rewinds import REROLLS
from napoleon.play.referee.taint import SEALS
from napoleon.play.referee.takebacks import ANSWERS
from napoleon.play.referee.texts import LONGEST

STATUSES = (OPEN, AGREED, STOOD, WITHDRAWN, RULED)

TIME = "in microseconds since 1970 UTC"

_REROLL = (
    "what is drawn again if it is called for: nothing, what the seat whose move is taken back "
    "has learnt, or everything"
)


def reroll(description: str = _REROLL) -> fields.String:
    """What is drawn again after going back, in a body."""
    return fields.String(validate=validate.OneOf(REROLLS), metadata={"description": description})


def written(description: str, *, required: bool = False) -> fields.String:
    """What somebody writes, in a body. Everybody who may look at the game can read it."""
    return fields.String(
        validate=validate.Length(max=LONGEST),
        metadata={"description": f"{description}; everybody can read it"},
        required=required,
    )


def erasable(description: str) -> fields.String:
    """What somebody has written, in an answer."""
    return text(f"{description}; null if there is none, or it was erased", allow_none=True)


def text_id(description: str = "what erases it", **options: Any) -> fields.String:
    """The id of what somebody has written, in an answer."""
    return text(description, **options)


class NewTakebackSchema(ma.Schema):
    """A move to be taken back."""

    to = Version(
        metadata={"description": "version to go back to: by default before the seat's last order"}
    )
    why = written("why the others should agree")
    reroll = reroll()


class AskedSchema(ma.Schema):
    """The outcome of asking."""

    version = integer("version of the game after it")
    to = integer("version whose position is the current one again, or would be")
    takeback = integer(
        "the request to be answered; null if the move is taken back", allow_none=True
    )


class AnswerSchema(ma.Schema):
    """The answer of a seat that is affected."""

    answer = fields.String(required=True, validate=validate.OneOf(ANSWERS))
    reroll = reroll("what it wants drawn again: by default what the request says")


class GivenAnswerSchema(ma.Schema):
    """An answer that was given."""

    seat = text("the seat")
    answer = text("`agree` or `refuse`")
    reroll = text("what it wants drawn again; null if it refused", allow_none=True)


class TakebackSchema(ma.Schema):
    """A request to take a move back."""

    takeback = integer("version of the request")
    seat = text("the seat that asks")
    to = integer("version of the position to go back to")
    reroll = text("what it proposes to draw again", validate=validate.OneOf(REROLLS))
    why = erasable("the reason")
    why_id = text_id("what erases it; null if no reason was given", allow_none=True)
    status = text("what has become of it", validate=validate.OneOf(STATUSES))
    at = integer(f"when it was asked, {TIME}")
    until = integer(f"when the move stands, {TIME}")
    closed = integer("version that closed it; null if nothing has", allow_none=True)
    affected = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "seats that have to agree, and `referee` if they do"},
    )
    answers = fields.List(fields.Nested(GivenAnswerSchema), required=True)


class LearntSchema(ma.Schema):
    """Something that a seat has learnt."""

    seat = text("the seat")
    version = integer("the event that it has learnt it from")
    kind = text("an act, a draw or something that was shown", validate=validate.OneOf(SEALS))
    text = text("the event as it is told to the caller")


class CorrectedSchema(ma.Schema):
    """Something that a ruling has put right."""

    version = integer("its event")
    text = text("the event as it is told to the caller")


class LostRulingSchema(ma.Schema):
    """A ruling that would not hold any more."""

    version = integer("version of the ruling")
    outcome = text("what it decided", validate=validate.OneOf(OUTCOMES))
    clauses = fields.List(
        fields.String(), required=True, metadata={"description": "the clauses that it rests on"}
    )
    text = text("the ruling as it is told to the caller")
    reason = erasable("the referee's reason")
    corrections = fields.List(
        fields.Nested(CorrectedSchema),
        required=True,
        metadata={"description": "what it has put right on the table"},
    )


def lost_rulings() -> fields.List[Any]:
    """The rulings that going back would leave without effect."""
    return fields.List(
        fields.Nested(LostRulingSchema),
        required=True,
        metadata={"description": "the rulings since that would not hold any more"},
    )


class TakebackPageSchema(TakebackSchema):
    """A request to take a move back, and what would not become unknown again."""

    taint = fields.List(
        fields.Nested(LearntSchema),
        required=True,
        metadata={"description": "what each seat has learnt since, up to when it was closed"},
    )
    rulings = lost_rulings()


class TakebacksSchema(ma.Schema):
    """The take-backs of a game."""

    takebacks = fields.List(fields.Nested(TakebackSchema), required=True)


class TaintQuerySchema(ma.Schema):
    """Which position to go back to."""

    to = Number(
        required=True,
        validate=validate.Range(min=1),
        metadata={"description": "version to go back to"},
    )


class TaintSchema(ma.Schema):
    """What going back cannot make unknown."""

    version = shown_version()
    to = integer("version at rest that would be gone back to")
    free = fields.Boolean(
        required=True, metadata={"description": "whether the caller need not ask anybody"}
    )
    taint = fields.List(fields.Nested(LearntSchema), required=True)
    rulings = lost_rulings()
