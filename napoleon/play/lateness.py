"""Lateness: which deadlines each seat met and which it missed, by the log and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

import msgspec

from napoleon.log.clocks import Due
from napoleon.log.events.clocks import (
    AbsenceDeclared,
    AbsenceEnded,
    ClockHeld,
    ClockRemoved,
    ClockResumed,
    ClockSet,
    DeadlinePassed,
    DeadlinesSet,
    GameForfeited,
    MoreTimeTaken,
)
from napoleon.log.events.forks import GameForked
from napoleon.log.times import SECOND
from napoleon.log.zones import zone_of
from napoleon.play.counting import moment
from napoleon.rules.events import CLOCK, JUDGES, Event
from napoleon.rules.orders import OrderGiven


class Kept(msgspec.Struct):
    """How a seat has kept to its deadlines. Spans are in seconds.

    What was neither met nor missed still stands, or was no longer asked before it was due.
    """

    deadlines: int = 0
    met: int = 0
    """Those by which it has answered."""
    missed: int = 0
    """Those that passed before it had, whoever answered then."""
    late: int = 0
    """How long it was late in all, as far as that is over."""
    latest: int = 0
    """How long it was late at most."""
    waited: int = 0
    """How often it asked for more time."""
    days_away: int = 0
    """Days that it has declared to be away, and not called off before they came."""


def lateness(events: Iterable[Event], seats: Iterable[str]) -> dict[str, Kept]:
    """How each of the `seats` kept its deadlines, from all events of a game, the oldest first.

    A deadline that is put off counts once, by when it was due at last. Time does not go on while
    the clock is held, and nobody is late by it. Only a seat itself, or a share of it, meets a
    deadline: not the referee or the clock in its place.
    """
    book = _Book(seats)
    for event in events:
        if isinstance(event, GameForked):
            # What came before happened in another game, to others.
            book = _Book(book.seats)
        book.enter(event)
    return book.closed()


class _Ended(NamedTuple):
    """What a deadline that stands no more has added to what its seat has kept."""

    met: int
    missed: int
    late: int


class _Book:
    """What is known of deadlines so far."""

    def __init__(self, seats: Iterable[str]) -> None:
        self.seats = tuple(seats)
        self._kept = {seat: Kept() for seat in self.seats}
        self._stand: dict[str, Due] = {}
        self._passed: set[str] = set()
        """Decisions that the log says were not answered in time, unless they were put off since."""
        self._ended: dict[tuple[str, int], _Ended] = {}
        """What came of those that stand no more, by what names them for ever."""
        self._answers: set[tuple[str, str]] = set()
        """Seats that gave an order themselves, each with its id."""
        self._held: list[tuple[int, int]] = []
        """From when until when the clock was held; 0 while it still is."""
        self._absences: dict[int, AbsenceDeclared] = {}
        self._away: dict[str, set[date]] = {seat: set() for seat in self._kept}

    def enter(self, event: Event) -> None:
        """Take in the next event."""
        match event:
            case OrderGiven() if event.by not in (*JUDGES, CLOCK):
                self._answers.add((event.player, event.order_id))
            case DeadlinesSet():
                self._set(event)
            case DeadlinePassed():
                self._passed.add(event.decision)
            case MoreTimeTaken():
                self._kept[event.seat].waited += 1
            case ClockHeld():
                self._held.append((event.at, 0))
            case ClockResumed() | ClockSet():
                self._go_on(event.at)
            case ClockRemoved() | GameForfeited():
                self._go_on(event.at)
                self._end_all_but((), event)
            case AbsenceDeclared():
                self._absences[event.version] = event
            case AbsenceEnded():
                away = self._absences.pop(event.absence)
                self._away[away.seat] |= {day for day in _days(away) if day < _day(event, away)}

    def closed(self) -> dict[str, Kept]:
        """What there is, with all that still stands."""
        for decision in self._passed & self._stand.keys():
            self._kept[self._stand[decision].seat].missed += 1
        for away in self._absences.values():
            self._away[away.seat] |= {*_days(away)}
        for seat, days in self._away.items():
            self._kept[seat].days_away = len(days)
        return self._kept

    def _set(self, event: DeadlinesSet) -> None:
        fresh = [it.set for it in event.deadlines]
        self._end_all_but({it.decision for it in fresh}, event)
        for it in fresh:
            before = self._stand.get(it.decision)
            if before is None and (ended := self._ended.pop(_same(it), None)):
                # The order that answered it was withdrawn.
                kept = self._kept[it.seat]
                kept.met -= ended.met
                kept.missed -= ended.missed
                kept.late -= ended.late
            elif before is None:
                self._kept[it.seat].deadlines += 1
            elif before != it:
                self._passed.discard(it.decision)
            self._stand[it.decision] = it

    def _go_on(self, at: int) -> None:
        if self._held and not self._held[-1][1]:
            self._held[-1] = (self._held[-1][0], at)

    def _end_all_but(self, asked: Iterable[str], event: Event) -> None:
        for decision in self._stand.keys() - {*asked}:
            it = self._stand.pop(decision)
            kept = self._kept[it.seat]
            late = self._late(it.due, event.at) // SECOND
            if late or decision in self._passed:
                ended = _Ended(0, 1, late)
                kept.latest = max(kept.latest, late)
            else:
                ended = _Ended(int((it.seat, event.order_id) in self._answers), 0, 0)
            kept.met += ended.met
            kept.missed += ended.missed
            kept.late += ended.late
            self._ended[_same(it)] = ended
            self._passed.discard(decision)

    def _late(self, due: int, at: int) -> int:
        """How long after a deadline it is, without the time for which the clock was held."""
        held = sum(max(0, (until or at) - max(since, due)) for since, until in self._held)
        return max(0, at - due - held)


def _same(it: Due) -> tuple[str, int]:
    """What a question is called that is asked again as the answer to it was withdrawn."""
    return it.decision.partition("~")[0], it.asked


def _days(away: AbsenceDeclared) -> Iterator[date]:
    first = date.fromisoformat(away.first)
    return (
        first + timedelta(days=number)
        for number in range((date.fromisoformat(away.last) - first).days + 1)
    )


def _day(event: Event, away: AbsenceDeclared) -> date:
    """The day on which something happened for whoever was away."""
    return moment(event.at).astimezone(zone_of(away.zone)).date()
