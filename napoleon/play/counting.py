"""Counting: how time passes for a seat, by a clock and its absences.

Days of the week that are off and days of an absence do not count. If a deadline would then fall
outside the hours of the clock, it falls when they begin next, on a day that counts. Times are in
microseconds since 1970 UTC.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day

from napoleon.log.clocks import MINUTES_OF_A_DAY, Absence, Clock
from napoleon.log.times import MINUTE, SECOND
from napoleon.log.zones import zone_of

FARTHEST_DAYS = 1000
"""How many days ahead are looked at: more than the longest time to answer and absence together."""

Span = tuple[int, int]


def due(clock: Clock, start: int, minutes: int, absences: Sequence[Absence] = ()) -> int:
    """When `minutes` that count will have passed since `start`, on a day and at an hour that count.

    >>> clock = Clock(24 * 60, days=(1, 2, 3, 4, 5))
    >>> friday = micros(datetime(2026, 7, 3, 18, tzinfo=UTC))
    >>> moment(due(clock, friday, 24 * 60)).isoformat()
    '2026-07-06T18:00:00+00:00'
    """
    return later(clock, start, minutes * MINUTE, absences)


def later(clock: Clock, start: int, span: int, absences: Sequence[Absence] = ()) -> int:
    """When a `span` in microseconds that counts will have passed since `start`; as `due`."""
    end, left = start, span
    for begins, ends in _counting(clock, start, absences):
        end = begins + min(left, ends - begins)
        left -= end - begins
        if left == 0:
            break
    return _within_hours(clock, end, absences)


def counted(clock: Clock, start: int, end: int, absences: Sequence[Absence] = ()) -> int:
    """How much of the time from `start` to `end` counts, in microseconds.

    >>> clock = Clock(60, days=(6, 7))
    >>> friday = micros(datetime(2026, 7, 3, tzinfo=UTC))
    >>> counted(clock, friday, friday + 36 * 60 * MINUTE) // (60 * MINUTE)
    12
    """
    found = 0
    for begins, ends in _counting(clock, start, absences):
        if begins >= end:
            break
        found += min(ends, end) - begins
    return found


def moment(at: int) -> datetime:
    """A time of the log as others have it."""
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=at)


def micros(when: datetime) -> int:
    """A time as the log has it, in whole seconds."""
    return int(when.timestamp()) * SECOND


def beginning(day: date, zone: str) -> int:
    """When a day begins in a time zone."""
    return micros(datetime.combine(day, time_of_day(), zone_of(zone)))


def _counting(clock: Clock, start: int, absences: Sequence[Absence]) -> Iterator[Span]:
    """The spans that count from `start` on, in their order."""
    away = sorted((it.starts, it.ends) for it in absences if it.ends > start)
    for begins, ends in _days(clock, start):
        for gone, back in away:
            if gone < ends and back > begins:
                if gone > begins:
                    yield begins, gone
                begins = min(max(begins, back), ends)
        if begins < ends:
            yield begins, ends


def _days(clock: Clock, start: int) -> Iterator[Span]:
    """The days of the week that count, what is left of the first one."""
    today = moment(start).astimezone(zone_of(clock.zone)).date()
    for number in range(FARTHEST_DAYS):
        day = today + timedelta(days=number)
        if day.isoweekday() in clock.days:
            begins = max(start, beginning(day, clock.zone))
            yield begins, beginning(day + timedelta(days=1), clock.zone)


def _within_hours(clock: Clock, at: int, absences: Sequence[Absence]) -> int:
    """The same time, or the next one that is within the hours of a day that counts."""
    if (clock.opens, clock.closes) == (0, MINUTES_OF_A_DAY):
        return at
    for begins, ends in _counting(clock, at - SECOND, absences):
        opens, closes = _hours(clock, begins)
        found = max(begins, opens, at)
        if found <= min(closes, ends):
            return found
    return at


def _hours(clock: Clock, at: int) -> Span:
    """When the hours of the day around `at` begin and end."""
    day = moment(at).astimezone(zone_of(clock.zone)).date()
    return _clock_time(day, clock.opens, clock.zone), _clock_time(day, clock.closes, clock.zone)


def _clock_time(day: date, minutes: int, zone: str) -> int:
    if minutes == MINUTES_OF_A_DAY:
        return beginning(day + timedelta(days=1), zone)
    shown = time_of_day(minutes // 60, minutes % 60)
    return micros(datetime.combine(day, shown, zone_of(zone)))
