"""Clocks: what a game remembers of how long its seats have, and of when they are away.

All times are in microseconds since 1970 UTC, all spans in minutes, as people set them.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from napoleon.log.times import MINUTE
from napoleon.rules.terms import Result

EVERY_DAY = (1, 2, 3, 4, 5, 6, 7)
"""The days of the week by their numbers in ISO 8601, from Monday."""

MINUTES_OF_A_DAY = 24 * 60
"""Minutes of a day."""

REFEREE_DECIDES, PASS, FORFEIT = "referee", "pass", "forfeit"

AFTER_GRACE = (REFEREE_DECIDES, PASS, FORFEIT)
"""What comes of a seat that has been silent for too long: the referee decides, or it passes where
the rules let it, or an opponent may claim the game. Nobody loses it by silence alone."""


class Clock(msgspec.Struct, frozen=True):
    """How long seats have for their answers, and what comes of silence."""

    answer: int
    """Minutes for an answer of any kind that is not in `kinds`."""
    kinds: Mapping[str, int] = {}
    """Minutes for an answer to a decision, by its kind."""
    zone: str = "UTC"
    """Time zone of `days` and hours, by its name in the IANA database."""
    days: tuple[int, ...] = EVERY_DAY
    """The days of the week that count, as in `EVERY_DAY`; a deadline falls on no other."""
    opens: int = 0
    closes: int = MINUTES_OF_A_DAY
    """Between which minutes of a day deadlines fall."""
    notice: int = MINUTES_OF_A_DAY
    """Minutes before a deadline at which the seat is reminded, or half of its time if that is
    later."""
    grace: int = MINUTES_OF_A_DAY
    """Minutes from the late notice on in which the seat may still answer."""
    then: str = REFEREE_DECIDES
    """One of `AFTER_GRACE`: what comes after the grace, if no stand-in takes over."""
    wait: int = 7 * MINUTES_OF_A_DAY
    """Minutes that a seat may ask for in addition, once for each question; 0 for none."""

    def allows(self, kind: str) -> int:
        """Minutes for an answer to a decision of that kind."""
        return self.kinds.get(kind, self.answer)


class InTime(msgspec.Struct, frozen=True):
    """How reliably somebody has answered who takes an open seat, as its founder asks for it."""

    percent: int
    """Of a hundred answers, how many came in time at least."""
    answers: int
    """Over how many answers at least; a seat with fewer is new here."""
    newcomers: bool = True
    """Whether somebody who is new here may take a seat too."""


USUAL_IN_TIME = InTime(percent=90, answers=20)
"""What a founder asks who says no more than that players are to be reliable."""


class Due(msgspec.Struct, frozen=True):
    """When a seat has to have answered a question."""

    decision: str
    """Id of the decision, which stays the same as long as it is asked."""
    seat: str
    kind: str
    asked: int
    due: int


class Deadline(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deadline, and what has come of it so far."""

    set: Due
    near: bool = False
    """Whether the seat was reminded."""
    late: int = 0
    """When everybody was told that it was missed; 0 if it was not."""
    expired: int = 0
    """When the grace was over; 0 if it is not."""
    then: str = ""
    """What came of it then: one of `AFTER_GRACE`, or ``stand_in``."""
    waited: bool = False
    """Whether the seat has asked for more time itself."""
    called: bool = False
    """Whether its stand-in was called upon for it."""

    def grace_ends(self, clock: Clock) -> int:
        """Until when the seat may still answer, once everybody was told that it is late."""
        return self.late + clock.grace * MINUTE


class Absence(msgspec.Struct, frozen=True):
    """Days on which somebody is away: they do not count for the deadlines of their seat."""

    id: int
    """Version at which it was declared."""
    seat: str
    first: str
    last: str
    """The first and the last day, as ``2026-12-24``."""
    zone: str
    starts: int
    ends: int
    """The beginning of the first day, and the end of the last one."""
    declared: int
    """When it was."""


class Timekeeping(msgspec.Struct, frozen=True):
    """All that a game remembers of time. It is replaced and never changed."""

    clock: Clock | None = None
    """None in a game that is played without a clock."""
    deadlines: Mapping[str, Deadline] = {}
    """By the decision that is waited for."""
    held: int = 0
    """Since when the referee has held the clock; 0 while it runs."""
    left: Mapping[str, int] = {}
    """How much time each question had left then, by its decision, in microseconds that count."""
    absences: Mapping[int, Absence] = {}
    """By their ids; those that were called off are not among them."""
    stand_ins: Mapping[str, str] = {}
    """The share that stands in for a seat, once it was called upon, and "" before; by seat."""
    calls: Mapping[str, int] = {}
    """How often a stand-in was called upon, by seat."""
    forfeited: Result | None = None
    """How the game ended if an opponent has claimed it; None if nobody has."""

    def of(self, seat: str) -> list[Deadline]:
        """The deadlines of a seat, the next one first."""
        mine = (it for it in self.deadlines.values() if it.set.seat == seat)
        return sorted(mine, key=lambda it: it.set.due)

    def away(self, seat: str) -> list[Absence]:
        """The absences of a seat."""
        return [it for it in self.absences.values() if it.seat == seat]
