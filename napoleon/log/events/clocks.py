"""What the log records of time: clocks, deadlines and what came of them, absences, stand-ins.

The scheduler keeps its own list of what falls due by applying these events to something that has
only a `timekeeping`.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from napoleon.log.clocks import Absence, Clock, Deadline, Timekeeping
from napoleon.log.events.service import ServiceEvent
from napoleon.rules.events import recorded
from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Result

STAND_IN = "stand_in"
"""What comes after the grace where a stand-in is named."""

_THEN = (noted("referee"), noted("pass"), noted("forfeit"), noted("stand_in"))
"""What comes after the grace; it stands here to be translated."""

changed = msgspec.structs.replace


class Timed(Protocol):
    """A game, as far as these events change it."""

    timekeeping: Timekeeping


@recorded("clock_set/1", "The clock of the game was set.")
class ClockSet(ServiceEvent, frozen=True):
    """From here on answers have a deadline."""

    clock: Clock

    def change(self, game: Timed) -> None:
        """The clock runs, whether it was held or not."""
        game.timekeeping = changed(game.timekeeping, clock=self.clock, held=0, left={})


@recorded("clock_removed/1", "The game goes on without a clock.")
class ClockRemoved(ServiceEvent, frozen=True):
    """From here on nobody has a deadline."""

    def change(self, game: Timed) -> None:
        """Absences and stand-ins are remembered, in case another clock is set."""
        game.timekeeping = changed(game.timekeeping, clock=None, deadlines={}, held=0, left={})


@recorded("clock_held/1", "The clock was stopped.")
class ClockHeld(ServiceEvent, frozen=True):
    """The referee has stopped the clock."""

    left: dict[str, int]
    """How much time each question has left that is not late, in microseconds that count."""
    reason: str = ""
    """Id of a text; empty if no reason was given."""

    def change(self, game: Timed) -> None:
        """Nothing falls due."""
        game.timekeeping = changed(game.timekeeping, held=self.at, left=self.left)


@recorded("clock_resumed/1", "The clock runs again.")
class ClockResumed(ServiceEvent, frozen=True):
    """The clock runs again; the deadlines follow, later by as long as it was stopped."""

    def change(self, game: Timed) -> None:
        """What is due falls due again."""
        game.timekeeping = changed(game.timekeeping, held=0, left={})


@recorded("deadlines_set/1", "The deadlines were set.")
class DeadlinesSet(ServiceEvent, frozen=True):
    """Every deadline that holds from here on; any other is met, or gone."""

    deadlines: tuple[Deadline, ...]
    """With what has come of them so far."""

    def change(self, game: Timed) -> None:
        """They stand in the place of all others."""
        stand = {it.set.decision: it for it in self.deadlines}
        game.timekeeping = changed(game.timekeeping, deadlines=stand)


@recorded("deadline_extended/1", "More time was given to {seat}.")
class DeadlineExtended(ServiceEvent, frozen=True):
    """The referee gives a seat more time for all that it is asked; the new deadlines follow."""

    seat: str
    until: int
    reason: str = ""
    """Id of a text; empty if no reason was given."""


@recorded("more_time_taken/1", "{seat} asked for more time.")
class MoreTimeTaken(ServiceEvent, frozen=True):
    """A seat holds the clock for all that it is asked, as the clock lets it; deadlines follow."""

    seat: str
    until: int
    decisions: tuple[str, ...]
    """What it was asked then: it can be done once for each of them."""

    def change(self, game: Timed) -> None:
        """It cannot be done again for the same questions."""
        for decision in self.decisions:
            _note(game, decision, waited=True)


@recorded("deadline_near/1", "A reminder to answer went to {seat}.")
class DeadlineNear(ServiceEvent, frozen=True):
    """A deadline is coming up, and there is no answer yet."""

    seat: str
    decision: str
    due: int

    def change(self, game: Timed) -> None:
        """The seat is not reminded again."""
        _note(game, self.decision, near=True)


@recorded("deadline_passed/1", "{seat} did not answer in time.")
class DeadlinePassed(ServiceEvent, frozen=True):
    """A deadline has passed without an answer. The grace begins here, whenever it was due."""

    seat: str
    decision: str
    due: int

    def change(self, game: Timed) -> None:
        """The seat is late."""
        _note(game, self.decision, late=self.at)


@recorded("grace_ended/1", "{seat} did not answer within the grace either: {then}.")
class GraceEnded(ServiceEvent, frozen=True):
    """The grace is over without an answer, and what the charter says comes of it."""

    seat: str
    decision: str
    then: str
    """One of `napoleon.log.clocks.AFTER_GRACE`, or `STAND_IN`."""

    def change(self, game: Timed) -> None:
        """Nothing more comes of this deadline by itself."""
        _note(game, self.decision, expired=self.at, then=self.then)


@recorded("waiting_ended/1", "The referee waited no longer for {seat}: {then}.")
class WaitingEnded(ServiceEvent, frozen=True):
    """A judge went on without an answer, whether it was late or not.

    Before 0.8.0 `GraceEnded` said this, by a judge.
    """

    seat: str
    decision: str
    then: str
    """`PASS` or `STAND_IN`."""

    def change(self, game: Timed) -> None:
        """Nothing more comes of this deadline by itself."""
        _note(game, self.decision, expired=self.at, then=self.then)


@recorded("absence_declared/1", "{seat} will be away from {first} to {last}.")
class AbsenceDeclared(ServiceEvent, frozen=True):
    """Somebody will be away; the deadlines that this moves follow."""

    seat: str
    first: str
    """The first day, as ``2026-12-24``."""
    last: str
    zone: str
    starts: int
    ends: int

    def change(self, game: Timed) -> None:
        """These days do not count for the seat."""
        away = Absence(
            self.version, self.seat, self.first, self.last, self.zone,
            self.starts, self.ends, self.at,
        )  # fmt: skip
        known = game.timekeeping.absences
        game.timekeeping = changed(game.timekeeping, absences={**known, away.id: away})


@recorded("absence_ended/1", "The absence of {seat} is over.")
class AbsenceEnded(ServiceEvent, frozen=True):
    """An absence was called off, or has ended early."""

    seat: str
    absence: int

    def change(self, game: Timed) -> None:
        """The days that are left count again."""
        left = {id_: it for id_, it in game.timekeeping.absences.items() if id_ != self.absence}
        game.timekeeping = changed(game.timekeeping, absences=left)


@recorded("stand_in_named/1", "{seat} named a stand-in.")
class StandInNamed(ServiceEvent, frozen=True):
    """If the seat falls silent, somebody else is asked to speak for it. Who, is not in the log."""

    seat: str

    def change(self, game: Timed) -> None:
        """They are asked when the grace is over."""
        named = {**game.timekeeping.stand_ins, self.seat: ""}
        game.timekeeping = changed(game.timekeeping, stand_ins=named)


@recorded("stand_in_called/1", "The stand-in of {seat} was asked to take over.")
class StandInCalled(ServiceEvent, frozen=True):
    """The seat was silent for too long, and its stand-in has a share of it from here on."""

    seat: str
    share: str

    def change(self, game: Timed) -> None:
        """They are asked once."""
        keeping = game.timekeeping
        named = {**keeping.stand_ins, self.seat: self.share}
        calls = {**keeping.calls, self.seat: keeping.calls.get(self.seat, 0) + 1}
        game.timekeeping = changed(keeping, stand_ins=named, calls=calls)


@recorded("stand_in_dismissed/1", "The stand-in of {seat} was dismissed.")
class StandInDismissed(ServiceEvent, frozen=True):
    """Nobody will be asked to speak for the seat, or nobody speaks for it any longer."""

    seat: str

    def change(self, game: Timed) -> None:
        """There is none."""
        left = {it: who for it, who in game.timekeeping.stand_ins.items() if it != self.seat}
        game.timekeeping = changed(game.timekeeping, stand_ins=left)


@recorded("game_forfeited/1", "{seat} forfeited the game: {claimed_by} claimed it.")
class GameForfeited(ServiceEvent, frozen=True):
    """An opponent has claimed a game in which a seat was silent for too long: it is over."""

    seat: str
    claimed_by: str
    result: Result

    def change(self, game: Timed) -> None:
        """Nobody has to answer anything any more; the table stays as it was."""
        game.timekeeping = changed(game.timekeeping, deadlines={}, forfeited=self.result)


@recorded("seat_forfeited/1", "{seat} left the game: {claimed_by} no longer waited.")
class SeatForfeited(ServiceEvent, frozen=True):
    """Another player goes on without a seat that was silent for too long; its leaving follows."""

    seat: str
    claimed_by: str

    def change(self, game: Timed) -> None:
        """What the seat was asked is settled by its leaving."""


KINDS: tuple[type[ServiceEvent], ...] = (
    ClockSet, ClockRemoved, ClockHeld, ClockResumed, DeadlinesSet, MoreTimeTaken, DeadlineNear,
    DeadlinePassed, GraceEnded, WaitingEnded, AbsenceDeclared, AbsenceEnded, StandInNamed,
    StandInCalled, StandInDismissed, GameForfeited, SeatForfeited,
)  # fmt: skip
"""Every event that changes a game's `Timekeeping`, besides `GameForked`."""


def _note(game: Timed, decision: str, **facts: object) -> None:
    known = game.timekeeping.deadlines
    noted_ = changed(known[decision], **facts)
    game.timekeeping = changed(game.timekeeping, deadlines={**known, decision: noted_})
