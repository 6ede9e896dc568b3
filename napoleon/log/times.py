"""Times in the log are microseconds since 1970 UTC; these are spans of them, and hours of a day.

Readers are told times to the second: finer ones would tell a machine from a person.
"""

from __future__ import annotations

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def hour_told(minutes: int) -> str:
    """A time of day by its minutes, as ``08:00``; the end of the day is ``24:00``."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
