"""The fields of a clock in a form, where one is set: what they show, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from napoleon.log.clocks import EVERY_DAY, MINUTES_OF_A_DAY, Clock
from napoleon.log.times import hour_told
from napoleon.rules.orders import Refusal

KIND = "kind-"
"""What the name of the field for a kind of decisions begins with."""

_HOURS = re.compile(r"\d{1,4}(?:[.,]\d{1,4})?", re.ASCII)

_WHOLE = re.compile(r"\d{1,4}", re.ASCII)


class ClockFields(NamedTuple):
    """What stands in the fields. Times are in hours, hours of a day in minutes."""

    answer: str = "48"
    kinds: Mapping[str, str] = {}
    """By the kinds for which something was filled in."""
    days: tuple[str, ...] = tuple(map(str, EVERY_DAY))
    opens: str = "0"
    closes: str = str(MINUTES_OF_A_DAY)
    zone: str = "UTC"
    notice: str = "24"
    grace: str = "24"
    wait: str = "168"
    then: str = "referee"

    def hours(self, chosen: str) -> list[tuple[str, str]]:
        """Values and texts of the hours of a day, and of what is `chosen`, in their order."""
        known = {*range(0, MINUTES_OF_A_DAY + 1, 60)}
        if _WHOLE.fullmatch(chosen) and int(chosen) <= MINUTES_OF_A_DAY:
            known.add(int(chosen))
        return [(str(minutes), hour_told(minutes)) for minutes in sorted(known)]


def fields_of(clock: Clock) -> ClockFields:
    """The fields that a clock is shown in.

    >>> fields_of(Clock(90)).answer, fields_of(Clock(48 * 60)).answer
    ('1.5', '48')
    """
    return ClockFields(
        answer=_hours(clock.answer),
        kinds={kind: _hours(minutes) for kind, minutes in clock.kinds.items()},
        days=tuple(map(str, clock.days)),
        opens=str(clock.opens),
        closes=str(clock.closes),
        zone=clock.zone,
        notice=_hours(clock.notice),
        grace=_hours(clock.grace),
        wait=_hours(clock.wait),
        then=clock.then,
    )


def fields_sent(form: MultiDict[str, str], kinds: Iterable[str] = ()) -> ClockFields:
    """What a form has brought, which may have fields for these `kinds` of decisions."""
    sent = {kind: form.get(KIND + kind, "").strip() for kind in kinds}
    return ClockFields(
        answer=form.get("answer", "").strip(),
        kinds={kind: hours for kind, hours in sent.items() if hours},
        days=tuple(form.getlist("days")),
        opens=form.get("opens", ClockFields().opens),
        closes=form.get("closes", ClockFields().closes),
        zone=form.get("zone", "").strip() or "UTC",
        notice=form.get("notice", ClockFields().notice).strip(),
        grace=form.get("grace", ClockFields().grace).strip(),
        wait=form.get("wait", ClockFields().wait).strip(),
        then=form.get("then", ClockFields().then),
    )


def clock_of(fields: ClockFields) -> Clock | Refusal:
    """The clock that the fields say; refused ``BAD_CLOCK`` if one of them is no number.

    Whether the numbers make sense is for `napoleon.play.bounds` to say.
    """
    spans = {
        "answer": fields.answer,
        **{f"kinds.{kind}": hours for kind, hours in fields.kinds.items()},
        "notice": fields.notice,
        "grace": fields.grace,
        "wait": fields.wait,
    }
    for where, hours in spans.items():
        if not _HOURS.fullmatch(hours):
            return _bad(where, f"A number of hours is asked for, as 48 or 1.5, not “{hours}”.")
    for where, number in (
        *(("days", it) for it in fields.days),
        ("opens", fields.opens),
        ("closes", fields.closes),
    ):
        if not _WHOLE.fullmatch(number):
            return _bad(where, "A number is asked for.")
    return Clock(
        answer=_minutes(fields.answer),
        kinds={kind: _minutes(hours) for kind, hours in fields.kinds.items()},
        zone=fields.zone,
        days=tuple(sorted({int(it) for it in fields.days})),
        opens=int(fields.opens),
        closes=int(fields.closes),
        notice=_minutes(fields.notice),
        grace=_minutes(fields.grace),
        then=fields.then,
        wait=_minutes(fields.wait),
    )


def _hours(minutes: int) -> str:
    return f"{minutes / 60:.4f}".rstrip("0").rstrip(".")


def _minutes(hours: str) -> int:
    return round(float(hours.replace(",", ".")) * 60)


def _bad(where: str, detail: str) -> Refusal:
    return Refusal("BAD_CLOCK", "", detail, {"where": where})
