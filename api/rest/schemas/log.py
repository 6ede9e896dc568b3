"""Orders, the log of what they caused, and where its live stream begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from api.languages import LANGUAGES
from api.rest.schemas.base import Open, integer, text
from api.rest.schemas.fields import Number, ShortList, identifier, turn_name
from api.rest.schemas.rulesets import ClauseSchema
from napoleon.log.levels import FULL, LEVELS, STORY
from napoleon.play.operations import LONGEST_LINE as LONGEST_WAITING
from napoleon.play.operations import MOST_LINES as MOST_WAITING

MOST_ORDERS = 100
"""How many orders one request may carry."""

LONGEST_LINE = 5000
"""Characters in a line of the notation."""

MOST_EVENTS = 1000
"""How many events one page of the log may hold."""

EVENTS, ENTRIES, PROSE = "events", "entries", "text"

FORMS = (EVENTS, ENTRIES, PROSE)
"""How a log is told."""

PAGE = 100
"""Events or sentences on a page unless the caller says otherwise."""


class LineSchema(ma.Schema):
    """How much one clause adds to a number."""

    amount = integer("how much, perhaps negative")
    clause = text("because of which clause")
    note = text("in words")


class SumSchema(ma.Schema):
    """A number of an event that lines explain."""

    of = text("field of the data that is, or counts, what the lines sum to; empty for none")
    lines = fields.List(
        fields.Nested(LineSchema),
        required=True,
        allow_none=True,
        metadata={"description": "how it comes about; null if the caller may not read it"},
    )
    total = integer("their sum; null without them", allow_none=True)


class EventSchema(ma.Schema):
    """What happened, as the caller may see it; what they may not know is null."""

    version = integer("place of the event in its game, from 1")
    type = text("kind of event")
    at = integer(
        "when it was recorded: microseconds since 1970 UTC, the first exact, others whole seconds"
    )
    by = text("seat that acted; null for the service itself", allow_none=True)
    behalf = text("seat on whose behalf another one acted; null for none", allow_none=True)
    order_id = text("order that caused it; null for none", allow_none=True)
    turn = integer("turn of the game, 0 before the first")
    phase = text("phase of the turn; null before the first", allow_none=True)
    clauses = fields.List(fields.String(), required=True)
    data = fields.Dict(required=True, metadata={"description": "what kind of event it is tells"})
    breakdown = fields.List(
        fields.Nested(LineSchema),
        allow_none=True,
        metadata={"description": "lines that sum to the number that the event carries"},
    )
    text = text("the event in a sentence")
    undone = fields.Boolean(
        required=True, metadata={"description": "whether a rewind has undone it"}
    )


class ExplainedEventSchema(EventSchema):
    """One event with the clauses that it cites."""

    total = integer("sum of the breakdown; null if there is none to be read", allow_none=True)
    sums = fields.List(
        fields.Nested(SumSchema),
        required=True,
        metadata={"description": "every number that lines explain, the breakdown's among them"},
    )
    texts = fields.List(
        fields.Nested(ClauseSchema),
        required=True,
        metadata={"description": "every clause cited by the event or its breakdown"},
    )


class ToldEventSchema(ExplainedEventSchema):
    """One event with the clauses that it cites, and what people wrote in the course of it."""

    words = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "claims, statements and reasons that it holds, if not erased"},
    )


class OrdersSchema(ma.Schema):
    """One order ``{"order": verb, ...}``, or up to 100 of them as ``{"orders": [...]}``.

    ``{"lines": ["activate Ligny: Ney", "move"]}`` says the same in the game's notation.

    The ruleset says which verbs there are and what each takes; `offers` of the decisions lists
    every order that is legal now, ready to be sent.
    """

    class Meta:
        """Anything else that an order says is for its ruleset to read."""

        unknown = ma.INCLUDE

    order = identifier(metadata={"description": "verb of the order", "example": "pass"})
    orders = ShortList(
        fields.Dict(keys=fields.String()),
        validate=validate.Length(1, MOST_ORDERS),
        metadata={"description": "orders, carried out until one is refused or another decides"},
    )
    lines = ShortList(
        fields.String(validate=validate.Length(1, LONGEST_LINE)),
        validate=validate.Length(1, MOST_ORDERS),
        metadata={"description": "orders in the game's notation, carried out likewise"},
    )
    decision = fields.String(
        validate=validate.Length(1, 200),
        metadata={"description": "id of the open decision that the first order answers"},
    )
    then = ShortList(
        fields.String(validate=validate.Length(1, LONGEST_WAITING)),
        validate=validate.Length(1, MOST_WAITING),
        metadata={
            "description": "orders in the game's notation that follow, one by one, as soon as the "
            "seat is asked for them; see `/games/{game_id}/operation`"
        },
    )

    @ma.validates_schema
    def one_or_several(self, data: Mapping[str, Any], **_: Any) -> None:
        """Either one order or a list of them; a list does not go with fields of an order."""
        ways = [way for way in ("order", "orders", "lines") if way in data]
        if len(ways) != 1:
            raise ma.ValidationError("Give either an order or a list of orders.")
        if ways != ["order"]:
            strange = sorted(set(data) - {*ways, "decision", "then"})
            if strange:
                raise ma.ValidationError({name: ["Unknown field."] for name in strange})


class ForSeatQuerySchema(ma.Schema):
    """The seat in whose place a referee gives orders."""

    for_ = identifier(
        data_key="for",
        metadata={"description": "the seat that the referee or the deputy acts for"},
    )


class OrderRefusedSchema(Open):
    """Why an order was refused."""

    code = text("what is wrong, in capitals")
    clause = text("clause of the rules that forbids it", allow_none=True)
    detail = text("a sentence for the player")
    facts = fields.Dict(required=True, metadata={"description": "what they may know of the reason"})


class AcceptedSchema(ma.Schema):
    """What the orders caused."""

    version = integer("version of the game after them")
    events = fields.List(fields.Nested(EventSchema), required=True)
    carried_out = integer("how many of the orders were carried out")
    refused = fields.Nested(
        OrderRefusedSchema,
        required=True,
        allow_none=True,
        metadata={"description": "why the order after those was refused; null if none was"},
    )


class LogQuerySchema(ma.Schema):
    """Which part of the log, or of the journal."""

    after = Number(
        validate=validate.Range(min=0), metadata={"description": "events after this version"}
    )
    limit = Number(
        validate=validate.Range(1, MOST_EVENTS),
        metadata={"description": "events on a page: 100 unless said otherwise"},
    )
    level = fields.String(
        validate=validate.OneOf(LEVELS),
        metadata={
            "default": FULL,
            "description": "`story` tells what counts, `play` also what was undone and how, "
            "`full` (the default) also what chance was called for",
        },
    )


class ToldLogQuerySchema(LogQuerySchema):
    """Which part of the log, and how it is told."""

    form = fields.String(
        validate=validate.OneOf(FORMS),
        metadata={
            "default": EVENTS,
            "description": "`events` (the default) as data, each with its sentence; with "
            "`level=story` also `entries`, the paragraphs of the story with the versions that "
            "they tell, or `text`, a line for each of them",
        },
    )
    lang = fields.String(
        validate=validate.OneOf(LANGUAGES),
        metadata={"description": "language of `entries` and `text`; else by `Accept-Language`"},
    )

    @ma.validates_schema
    def story_has_its_own_forms(self, data: Mapping[str, Any], **_: Any) -> None:
        """Only the story is told in paragraphs."""
        if data.get("form", EVENTS) != EVENTS and data.get("level") != STORY:
            raise ma.ValidationError("Only level=story is told like that.", "form")


class EntrySchema(ma.Schema):
    """A paragraph of the story, as it is told to the caller."""

    first = integer("version of the first event that it tells")
    last = integer("version of the last one so far")
    turn = integer("turn of the game, 0 before the first")
    turn_name = turn_name("in the language of the story")
    phase = text("phase of the turn; null for none", allow_none=True)
    kind = text("what it is about: march, combat, draw, end and others")
    side = text("side or seat whose doing it is; null if it is nobody's", allow_none=True)
    who = text("that side in words, to be told first; null if it is not", allow_none=True)
    sentences = fields.List(fields.String(), required=True)


class LogSchema(ma.Schema):
    """A page of the log: of its events, or of the entries of its story."""

    events = fields.List(
        fields.Nested(EventSchema), metadata={"description": "unless `form` says otherwise"}
    )
    entries = fields.List(
        fields.Nested(EntrySchema), metadata={"description": "with `form=entries`"}
    )
    next = fields.Integer(
        required=True, allow_none=True, metadata={"description": "`after` of the next page"}
    )


class SentenceSchema(ma.Schema):
    """An event in a sentence."""

    version = integer("version of the event")
    turn = integer("turn of the game, 0 before the first")
    turn_name = turn_name("in English")
    phase = text("phase of the turn; null before the first", allow_none=True)
    type = text("kind of event")
    text = text("the event as it is told to the caller")
    undone = fields.Boolean(
        required=True, metadata={"description": "whether a rewind has undone it"}
    )


class JournalSchema(ma.Schema):
    """A page of the journal."""

    entries = fields.List(fields.Nested(SentenceSchema), required=True)
    next = fields.Integer(
        required=True, allow_none=True, metadata={"description": "`after` of the next page"}
    )


class TurnSchema(ma.Schema):
    """Where a phase ends in the log."""

    turn = integer("turn of the game")
    phase = text("phase of the turn")
    version = integer("its last version: the position when it was over, or now")


class LiveQuerySchema(ma.Schema):
    """Where a stream begins: behind the newest event unless said otherwise."""

    after = Number(
        validate=ma.validate.Range(min=0),
        metadata={
            "description": "as `Last-Event-ID`, which takes precedence, for those who cannot set "
            "that header"
        },
    )
