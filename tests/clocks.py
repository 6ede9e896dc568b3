"""Clocks that tests move by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from napoleon.log.game_log import now
from napoleon.play.counting import micros


class Clock:
    """The time of the day, as long as nobody moves it on."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return now() + self.ahead

    def move_on(self, microseconds: int) -> None:
        self.ahead += microseconds


MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Time:
    """The time, as the tests set it."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> int:
        return micros(self.now)

    def goes_on(self, **passed: float) -> None:
        """Let `timedelta(**passed)` go by."""
        self.now += timedelta(**passed)
