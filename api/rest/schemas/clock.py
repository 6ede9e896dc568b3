"""Clocks, deadlines and absences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from api.rest.schemas.base import integer, shown_version, text
from api.rest.schemas.fields import LONGEST_ID, ShortList, identifier
from api.rest.schemas.takebacks import written
from napoleon.log.clocks import AFTER_GRACE, Clock
from napoleon.log.events.clocks import STAND_IN
from napoleon.play.counting import micros

MOST_MINUTES = 10**6
"""More than any span of a clock may have."""

_TIME_OF_DAY = r"^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$"
_MOMENT = (
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?"
    r"(Z|[+-][0-9]{2}:[0-9]{2})$"
)
_DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"

_UTC = "in UTC, as `2026-12-24T18:00:00Z`"


class Minutes(fields.Integer):
    """A span in minutes, in a body: a whole number, not a truth value or text instead."""

    def __init__(self, description: str, **options: Any) -> None:
        super().__init__(
            strict=True,
            validate=validate.Range(0, MOST_MINUTES),
            metadata={"description": description},
            **options,
        )

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class Weekday(Minutes):
    """A day of the week by its number."""

    def __init__(self) -> None:
        super().__init__("from 1 for Monday to 7 for Sunday")
        self.validators = [validate.Range(1, 7)]


class Moment(fields.String):
    """A time with its offset from UTC, as RFC 3339 has it, in a body: read as the log has times."""

    default_error_messages = {"invalid": "Not a time such as 2026-12-24T18:00:00Z."}

    def __init__(self, description: str) -> None:
        super().__init__(
            required=True,
            validate=validate.Regexp(_MOMENT.replace("$", r"\Z")),
            metadata={
                "description": description,
                "pattern": _MOMENT,
                "example": "2026-12-24T18:00:00Z",
            },
        )

    def deserialize(self, *args: Any, **kwargs: Any) -> Any:
        """The time in microseconds since 1970 UTC. Raises ValidationError."""
        written_ = super().deserialize(*args, **kwargs)
        try:
            return micros(datetime.fromisoformat(written_))
        except (ValueError, OverflowError) as error:
            raise self.make_error("invalid") from error


class Day(fields.String):
    """A day, in a body."""

    default_error_messages = {"invalid": "Not a day such as 2026-12-24."}

    def __init__(self, description: str) -> None:
        super().__init__(
            required=True,
            validate=validate.Regexp(_DAY.replace("$", r"\Z")),
            metadata={"description": description, "pattern": _DAY, "example": "2026-12-24"},
        )

    def deserialize(self, *args: Any, **kwargs: Any) -> Any:
        """The day as a date. Raises ValidationError."""
        written_ = super().deserialize(*args, **kwargs)
        try:
            return date.fromisoformat(written_)
        except ValueError as error:
            raise self.make_error("invalid") from error


def _time_of_day(description: str) -> fields.String:
    return fields.String(
        validate=validate.Regexp(_TIME_OF_DAY.replace("$", r"\Z")),
        metadata={"description": description, "pattern": _TIME_OF_DAY, "example": "08:00"},
    )


def _zone(description: str, **options: Any) -> fields.String:
    return fields.String(
        validate=validate.Length(min=1, max=LONGEST_ID),
        metadata={"description": description, "example": "Europe/Paris"},
        **options,
    )


class ClockSettingSchema(ma.Schema):
    """How long seats have for their answers; what is left out is as it is in most games."""

    answer = Minutes("for an answer of any kind that is not in `kinds`", required=True)
    kinds = fields.Dict(
        keys=identifier(),
        values=Minutes("for an answer"),
        metadata={"description": "minutes for an answer by the kind of decision"},
    )
    time_zone = _zone("of days and hours; UTC unless given")
    days = ShortList(
        Weekday(),
        validate=validate.Length(1, 7),
        metadata={"description": "days of the week that count; all unless given"},
    )
    opens = _time_of_day("from when on in a day deadlines may fall; `00:00` unless given")
    closes = _time_of_day("until when; `24:00` unless given")
    notice = Minutes(
        "before a deadline the seat is reminded, or after half of its time if that is later; "
        f"{Clock.notice} unless given"
    )
    grace = Minutes(
        f"from the late notice on in which the seat may still answer; {Clock.grace} unless given"
    )
    then = fields.String(
        validate=validate.OneOf(AFTER_GRACE),
        metadata={
            "description": "what comes after the grace where no stand-in takes over: the referee "
            "decides, the seat passes where the rules let it, or an opponent may claim the game"
        },
    )
    wait = Minutes(
        f"that a seat may ask for in addition, once for each question; {Clock.wait} unless given"
    )


class ClockFactsSchema(ma.Schema):
    """What a clock is set to. All spans are in minutes."""

    answer = integer("for an answer of any kind that is not in `kinds`")
    kinds = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    time_zone = text("of days and hours")
    days = fields.List(
        fields.Integer(), required=True, metadata={"description": "that count, from 1 for Monday"}
    )
    opens = text("from when on in a day deadlines may fall, as `08:00`")
    closes = text("until when, as `22:00`; `24:00` is the end of the day")
    notice = integer("before a deadline the seat is reminded")
    grace = integer("from the late notice on, in which it may still answer")
    then = text("what comes after the grace", validate=validate.OneOf(AFTER_GRACE))
    wait = integer("that a seat may ask for in addition, once for each question")


class DeadlineSchema(ma.Schema):
    """When a seat has to have answered a question, and what has come of it so far."""

    decision = text("what is waited for: the `id` of the decision")
    seat = text("the seat that is asked")
    kind = text("of the decision")
    asked = text(f"when it was, {_UTC}")
    due = text(f"by when it has to be answered, {_UTC}")
    reminded = fields.Boolean(
        required=True, metadata={"description": "whether the seat was reminded"}
    )
    late_since = text(
        "when everybody was told that it was missed; null if it was not", allow_none=True
    )
    grace_ends = text("until when the seat may still answer then", allow_none=True)
    then = text(
        "what came of it after the grace",
        allow_none=True,
        validate=validate.OneOf((*AFTER_GRACE, STAND_IN)),
    )
    waited = fields.Boolean(
        required=True, metadata={"description": "whether the seat has asked for more time itself"}
    )


class AbsenceSchema(ma.Schema):
    """Days on which a seat is away, which do not count for its deadlines."""

    id = integer("what calls it off")
    seat = text("the seat")
    first = text("the first day, as `2026-12-24`")
    last = text("the last day")
    time_zone = text("of these days")


class StandInSchema(ma.Schema):
    """That somebody will speak for a seat if it falls silent. Who, nobody is told."""

    seat = text("the seat")
    called = fields.Boolean(
        required=True, metadata={"description": "whether they were asked to take over"}
    )


class ClockSchema(ma.Schema):
    """The clock of a game, and all that runs by it."""

    version = shown_version()
    clock = fields.Nested(ClockFactsSchema, required=True, allow_none=True)
    held_since = text("since when the referee has held it; null while it runs", allow_none=True)
    deadlines = fields.List(fields.Nested(DeadlineSchema), required=True)
    absences = fields.List(fields.Nested(AbsenceSchema), required=True)
    stand_ins = fields.List(fields.Nested(StandInSchema), required=True)


class HoldSchema(ma.Schema):
    """The clock is to be stopped."""

    reason = written("why")


class MoreTimeSchema(ma.Schema):
    """More time for all that a seat is asked."""

    until = Moment("until when")
    reason = written("why, if a referee gives it")


class ProcessSchema(ma.Schema):
    """An answer is not waited for any longer."""

    decision = fields.String(
        required=True,
        validate=validate.Length(min=1, max=2 * LONGEST_ID),
        metadata={"description": "`decision` of a deadline, so that nothing else is passed by"},
    )


class NewAbsenceSchema(ma.Schema):
    """Somebody is going to be away."""

    first = Day("the first day")
    last = Day("the last day")
    time_zone = _zone("of these days", required=True)
