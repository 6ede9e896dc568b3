"""Times in words."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime

from napoleon.play.counting import moment


def when(at: int, zone: str, code: str, *, only_the_day: bool = False) -> str:
    """A time of the log, in microseconds since 1970 UTC, as people of a time zone say it.

    >>> when(1_780_488_000_000_000, "Europe/Paris", "en")
    'Wednesday 3 June 2026, 14:00 (Europe/Paris)'
    """
    here = moment(at).astimezone(ZoneInfo(zone))
    if only_the_day:
        return format_date(here.date(), "EEEE d MMMM y", code)
    return f"{format_datetime(here, 'EEEE d MMMM y, HH:mm', locale=code)} ({zone})"
