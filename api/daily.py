"""What is done once a day, at an hour of somebody's own time zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from napoleon.log.times import SECOND
from napoleon.log.zones import zone_of


def has_come(hour: int, zone: str, since: int, now: int) -> bool:
    """Whether that hour of the day has come in a time zone after a time, and by `now`.

    Both are in microseconds since 1970 UTC.

    >>> has_come(7, "Europe/Paris", 0, 6 * 3600 * SECOND)
    True
    >>> has_come(7, "Europe/Paris", 0, 5 * 3600 * SECOND)
    False
    """
    there = zone_of(zone)
    here = datetime.fromtimestamp(now // SECOND, UTC).astimezone(there)
    last = datetime.combine(here.date(), time(hour), there)
    if here < last:
        last -= timedelta(days=1)
    return since < last.timestamp() * SECOND
