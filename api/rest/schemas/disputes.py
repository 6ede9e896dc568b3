"""Disputes, the rulings that settle them, and which of these are listed."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import Open, integer, text
from api.rest.schemas.fields import (
    LONGEST_ID,
    Number,
    ShortList,
    Truth,
    Version,
    identifier,
    turn_name,
)
from api.rest.schemas.log import EventSchema, ExplainedEventSchema
from api.rest.schemas.rulesets import ClauseSchema
from api.rest.schemas.takebacks import (
    STATUSES,
    TIME,
    LearntSchema,
    erasable,
    reroll,
    text_id,
    written,
)
from napoleon.log.cases import OUTCOMES
from napoleon.play.referee.rulings import MOST_CORRECTIONS
from projections.rulings import PAGE

MOST_CLAUSES = 20
"""Clauses that a ruling may cite."""

MOST_RULINGS = 100
"""How many rulings one page may hold."""


class NewDisputeSchema(ma.Schema):
    """An event that is wrong."""

    version = Version(required=True, metadata={"description": "the event"})
    clause = identifier(required=True, metadata={"description": "under which clause it is wrong"})
    claim = written("what is wrong", required=True)
    relief = fields.String(
        required=True,
        validate=validate.OneOf(OUTCOMES),
        metadata={"description": "what should be done"},
    )


class NewStatementSchema(ma.Schema):
    """What somebody has to say."""

    text = written("the statement", required=True)


class StatementSchema(ma.Schema):
    """What somebody has said."""

    version = integer("version of the statement")
    by = text("seat, share of one, referee or deputy that has said it")
    behalf = text("seat that a share has said it for; null for none", allow_none=True)
    at = integer(f"when, {TIME}")
    text = erasable("the statement")
    text_id = text_id()


class DisputeSchema(ma.Schema):
    """A dispute."""

    dispute = integer("version at which it was opened")
    seat = text("the seat that has opened it")
    version = integer("the event in dispute")
    clause = text("the clause under which it is wrong")
    claim = erasable("what is wrong")
    claim_id = text_id()
    relief = text("what should be done", validate=validate.OneOf(OUTCOMES))
    status = text("what has become of it", validate=validate.OneOf(STATUSES))
    at = integer(f"when it was opened, {TIME}")
    statements_until = integer(f"until when the seats may make statements, {TIME}")
    until = integer(f"when the event stands if there has been no ruling, {TIME}")
    closed = integer("version that closed it; null if nothing has", allow_none=True)
    statements = fields.List(fields.Nested(StatementSchema), required=True)


class DisputesSchema(ma.Schema):
    """The disputes of a game."""

    disputes = fields.List(fields.Nested(DisputeSchema), required=True)


class CausedEventSchema(EventSchema):
    """An event that carries out a ruling."""

    reason = erasable("why it was put right, for those who may read all of the event")


class UndoneSchema(ma.Schema):
    """How it came that a ruling does not hold any more."""

    version = integer("version of the rewind that undid it")
    to = integer("the version whose position became the current one again")
    reason = text("`takeback` or `ruling`")
    cause = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "version of that take-back or ruling"},
    )
    seat = text("seat whose move was taken back; null if it was nobody's", allow_none=True)


def undoing() -> fields.Nested:
    """What undid a ruling, if anything did."""
    return fields.Nested(
        UndoneSchema,
        required=True,
        allow_none=True,
        metadata={"description": "what undid it; null while it holds. A precedent it remains"},
    )


class GivenRulingSchema(EventSchema):
    """A ruling with what it has caused."""

    outcome = text("what it decides", validate=validate.OneOf(OUTCOMES))
    citation = fields.List(
        fields.Nested(ClauseSchema),
        required=True,
        metadata={"description": "the clauses that it rests on, with their texts"},
    )
    reason = erasable("the referee's reason")
    reason_id = text_id()
    conflicts = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "what might make the judge partial"},
    )
    undone_by = undoing()
    events = fields.List(fields.Nested(CausedEventSchema), required=True)


class DisputePageSchema(DisputeSchema):
    """A dispute with everything by which it is settled."""

    clauses = fields.List(
        fields.Nested(ClauseSchema), required=True, metadata={"description": "its clause"}
    )
    event = fields.Nested(ExplainedEventSchema, required=True)
    before = fields.Dict(
        required=True,
        allow_none=True,
        metadata={
            "description": "the views by name before the order that caused the event, and their "
            "version; null if that was the first event"
        },
    )
    after = fields.Dict(
        required=True,
        metadata={
            "description": "the views after that order, each with its `changes` from the one before"
        },
    )
    taint = fields.List(
        fields.Nested(LearntSchema),
        required=True,
        metadata={"description": "what each seat has learnt since, up to when it was closed"},
    )
    conflicts = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "what might make those who may rule now partial"},
    )
    ruling = fields.Nested(GivenRulingSchema, required=True, allow_none=True)


class NewRulingSchema(ma.Schema):
    """A ruling: what becomes of a case, or of what the referee has noticed."""

    outcome = fields.String(required=True, validate=validate.OneOf(OUTCOMES))
    clauses = ShortList(
        identifier(),
        required=True,
        validate=validate.Length(1, MOST_CLAUSES),
        metadata={"description": "the clauses that it rests on"},
    )
    reason = written("why", required=True)
    case = Version(metadata={"description": "the dispute or take-back that it decides"})
    corrections = ShortList(
        fields.Dict(keys=fields.String(validate=validate.Length(max=LONGEST_ID))),
        validate=validate.Length(1, MOST_CORRECTIONS),
        metadata={
            "description": "with `correct`: what is put right, as `{correct: kind, reason, ...}`; "
            "the ruleset says which kinds there are. Readers of what was put right read the reason"
        },
    )
    to = Version(
        metadata={"description": "with `rewind`: the version to go back to, if no case says"}
    )
    version = Version(
        metadata={"description": "with `reroll`: the event to be drawn for again, if no case says"}
    )
    reroll = reroll("with `rewind`: what is drawn again, by default what anybody has learnt")
    conflict = Truth(metadata={"description": "whether the judge admits to not being impartial"})


class RulingDoneSchema(ma.Schema):
    """A ruling that was given and carried out."""

    version = integer("version of the game after it")
    ruling = fields.Nested(GivenRulingSchema, required=True)


class RulingCaseSchema(ma.Schema):
    """What a ruling was about."""

    kind = text("`dispute` or `takeback`")
    id = integer("version of the case")
    seat = text("the seat that has brought it up")
    version = integer("the event in dispute, or the version to go back to")
    type = text("kind of the event in dispute; null for a take-back", allow_none=True)
    clause = text("clause of the dispute; null for a take-back", allow_none=True)
    asked = text("what was asked for")
    text = erasable("the claim, or the reason")


class RulingSchema(Open):
    """A ruling, as everybody may read it."""

    game = text("id of the game")
    version = integer("version of the ruling")
    ruleset = text("its ruleset")
    at = integer(f"when it was given, {TIME}")
    turn = integer("turn of the game")
    turn_name = turn_name("in English")
    phase = text("phase of the turn", allow_none=True)
    by = text("`referee` or `deputy`")
    outcome = text("what it decided", validate=validate.OneOf(OUTCOMES))
    clauses = fields.List(fields.Nested(ClauseSchema), required=True)
    reason = erasable("the referee's reason")
    conflicts = fields.List(fields.String(), required=True)
    case = fields.Nested(RulingCaseSchema, required=True, allow_none=True)
    undone = undoing()


class RulingsSchema(ma.Schema):
    """A page of rulings, the newest first."""

    rulings = fields.List(fields.Nested(RulingSchema), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "`after` of the next page"}
    )


class RulingsOfGameQuerySchema(ma.Schema):
    """Which page."""

    after = identifier(metadata={"description": "`next` of the page before"})
    limit = Number(
        validate=validate.Range(1, MOST_RULINGS), metadata={"default": PAGE, "type": "integer"}
    )


class RulingsQuerySchema(RulingsOfGameQuerySchema):
    """Which rulings."""

    clause = identifier(
        metadata={"description": "only those that cite this clause, or are about it"}
    )
    ruleset = identifier(metadata={"description": "only those of games of this ruleset"})
