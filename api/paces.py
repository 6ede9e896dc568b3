"""How fast a game goes, in words: each pace is a clock that is known to be good for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from api.languages import noted
from napoleon.log.clocks import PASS, Clock

_HOUR = 60
_DAY = 24 * _HOUR

NO_CLOCK, OWN = "none", "own"


class Pace(NamedTuple):
    """A pace as players choose it."""

    title: str
    note: str
    told: str
    """What comes of it, in a sentence."""
    clock: Clock | None = None
    """None for a game without a clock, and for one that is set field by field."""


PACES: Mapping[str, Pace] = {
    "live": Pace(
        noted("Live"),
        noted("10 min"),
        noted("Ten minutes an answer, then an hour of grace."),
        Clock(10, notice=0, grace=_HOUR, wait=_HOUR),
    ),
    "days": Pace(
        noted("Days"),
        noted("2 days"),
        noted("Two days an answer, then a day of grace."),
        Clock(2 * _DAY, notice=_DAY, grace=_DAY, wait=7 * _DAY),
    ),
    "relaxed": Pace(
        noted("Relaxed"),
        noted("a week"),
        noted("A week an answer, then three days of grace."),
        Clock(7 * _DAY, notice=2 * _DAY, grace=3 * _DAY, wait=14 * _DAY),
    ),
    NO_CLOCK: Pace(noted("No clock"), "", noted("Answers take as long as they take.")),
    OWN: Pace(noted("Own …"), "", noted("By a clock of your own.")),
}
"""By id, the fastest first; the last one is set field by field."""

USUAL = "days"


def clock_of(pace: str, *, referee: bool) -> Clock | None:
    """The clock of a pace: after its grace the referee decides, or without one the seat passes."""
    clock = PACES[pace].clock
    return clock if clock is None or referee else replace(clock, then=PASS)
