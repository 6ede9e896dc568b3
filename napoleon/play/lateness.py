"""Lateness: which deadlines each seat met and which it missed, by the log alone."""

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
from napoleon.log.events.rewinds import GameForked
from napoleon.log.events.seats import SeatClaimed, SeatHandedOver
from napoleon.log.times import SECOND
from napoleon.log.zones import zone_of
from napoleon.play.counting import moment
from napoleon.rules.events import CLOCK, JUDGES, Event
from napoleon.rules.orders import OrderGiven


class Kept(msgspec.Struct):
    """How somebody has kept to the deadlines of their seat. Spans are in seconds.

    What was neither met nor missed still stands, or was no longer asked before it was due.
    """

    deadlines: int = 0
    met: int = 0
    """Those by which it has answered."""
    missed: int = 0
    """Those that passed before it had, no matter who answered then."""
    late: int = 0
    """How long it was late in all, as far as that is over."""
    latest: int = 0
    """How long it was late at most."""
    waited: int = 0
    """How often it asked for more time."""
    days_away: int = 0
    """Days that it has declared to be away, and not called off before they came."""
    earlier: list[Kept] = []
    """The same of those who held the seat before, the first one first."""


def lateness(events: Iterable[Event], seats: Iterable[str]) -> dict[str, Kept]:
    """How each of the `seats` kept its deadlines, from all events of a game, the oldest first.

    A deadline that is put off counts once, by when it was due at last. Time does not go on while
    the clock is held, and nobody is late by it. Only a seat itself, or a share of it, meets a
    deadline: not the referee or the clock in its place. When a seat passes to somebody else, what
    was late by then stays with those who held it, and what was not is for the newcomer to meet.
    """
    book = Lateness(seats)
    for event in events:
        book.enter(event)
    return book.found()


class _Holder:
    """Somebody who holds a seat, and what they have kept to."""

    def __init__(self) -> None:
        self.kept = Kept()
        self.away: set[date] = set()


class _Ended(NamedTuple):
    """What a deadline that stands no more has added to what its holder has kept."""

    holder: _Holder
    met: int
    missed: int
    late: int


class _Standing(NamedTuple):
    """A deadline that stands, and who has to meet it; None if it was late when they came."""

    due: Due
    holder: _Holder | None


class Lateness:
    """What is known of deadlines so far: events of a game are entered, the oldest first.

    See `lateness`.
    """

    topics = tuple(
        it.topic
        for it in (
            AbsenceDeclared,
            AbsenceEnded,
            ClockHeld,
            ClockRemoved,
            ClockResumed,
            ClockSet,
            DeadlinePassed,
            DeadlinesSet,
            GameForfeited,
            GameForked,
            MoreTimeTaken,
            OrderGiven,
            SeatClaimed,
            SeatHandedOver,
        )
    )
    """The topics of what it takes in; others need not be entered."""

    def __init__(self, seats: Iterable[str]) -> None:
        self.seats = tuple(seats)
        self._begin()

    def _begin(self) -> None:
        self._holders = {seat: [_Holder()] for seat in self.seats}
        """Who has held each seat; the last one does now."""
        self._claimed: set[str] = set()
        self._stand: dict[str, _Standing] = {}
        self._passed: set[str] = set()
        """Decisions that the log says were not answered in time, unless they were put off since."""
        self._ended: dict[tuple[str, int], _Ended] = {}
        """What came of those that stand no more, by what names them for ever."""
        self._answers: set[tuple[str, str]] = set()
        """Seats that gave an order themselves, each with its id."""
        self._held: list[tuple[int, int]] = []
        """From when until when the clock was held; 0 while it still is."""
        self._absences: dict[int, tuple[AbsenceDeclared, _Holder]] = {}

    def enter(self, event: Event) -> None:
        """Take in the next event."""
        match event:
            case GameForked():
                # What came before happened in another game, to others.
                self._begin()
            case OrderGiven() if event.by not in (*JUDGES, CLOCK):
                self._answers.add((event.player, event.order_id))
            case DeadlinesSet():
                self._set(event)
            case DeadlinePassed():
                self._passed.add(event.decision)
            case MoreTimeTaken():
                self._holder(event.seat).kept.waited += 1
            case ClockHeld():
                self._held.append((event.at, 0))
            case ClockResumed() | ClockSet():
                self._go_on(event.at)
            case ClockRemoved() | GameForfeited():
                self._go_on(event.at)
                self._end_all_but((), event)
            case AbsenceDeclared():
                self._absences[event.version] = event, self._holder(event.seat)
            case AbsenceEnded():
                away, holder = self._absences.pop(event.absence)
                holder.away |= {day for day in _days(away) if day < _day(event, away)}
            case SeatHandedOver() if event.seat in self._holders:
                self._claimed.discard(event.seat)
                self._pass_on(event)
            case SeatClaimed() if event.seat in self._claimed:
                self._pass_on(event)
            case SeatClaimed() if event.seat in self._holders:
                self._claimed.add(event.seat)

    def found(self) -> dict[str, Kept]:
        """What each seat has kept to, with all that still stands."""
        return {
            seat: _with_earlier([self._kept(it) for it in holders])
            for seat, holders in self._holders.items()
        }

    def _kept(self, holder: _Holder) -> Kept:
        """What somebody has kept to, if nothing more happens."""
        missed = (it for it in self._passed if it in self._stand)
        days = holder.away.union(*(_days(it) for it, by in self._absences.values() if by is holder))
        return msgspec.structs.replace(
            holder.kept,
            missed=holder.kept.missed + sum(self._stand[it].holder is holder for it in missed),
            days_away=len(days),
        )

    def _holder(self, seat: str) -> _Holder:
        return self._holders[seat][-1]

    def _set(self, event: DeadlinesSet) -> None:
        fresh = [it.set for it in event.deadlines]
        self._end_all_but({it.decision for it in fresh}, event)
        for it in fresh:
            before = self._stand.get(it.decision)
            if before is not None and before.due == it:
                continue
            had = None
            if before is not None:
                # Those who took the seat since have all the time that it was given.
                self._passed.discard(it.decision)
                had = before.holder
            elif ended := self._ended.pop(_same(it), None):
                # The order that answered it was withdrawn.
                ended.holder.kept.met -= ended.met
                ended.holder.kept.missed -= ended.missed
                ended.holder.kept.late -= ended.late
                had = ended.holder
            holder = self._holder(it.seat)
            if had is not holder:
                holder.kept.deadlines += 1
            self._stand[it.decision] = _Standing(it, holder)

    def _go_on(self, at: int) -> None:
        if self._held and not self._held[-1][1]:
            self._held[-1] = (self._held[-1][0], at)

    def _pass_on(self, event: SeatHandedOver | SeatClaimed) -> None:
        """Somebody else holds a seat from here on."""
        newcomer = _Holder()
        self._holders[event.seat].append(newcomer)
        for decision, (it, holder) in self._stand.items():
            if it.seat != event.seat:
                continue
            late = self._late(it.due, event.at) // SECOND
            if late or decision in self._passed:
                if holder is not None:
                    _miss(holder.kept, late)
                self._stand[decision] = _Standing(it, None)
            else:
                newcomer.kept.deadlines += 1
                self._stand[decision] = _Standing(it, newcomer)

    def _end_all_but(self, asked: Iterable[str], event: Event) -> None:
        for decision in self._stand.keys() - {*asked}:
            it, holder = self._stand.pop(decision)
            late = self._late(it.due, event.at) // SECOND
            if holder is not None and (late or decision in self._passed):
                _miss(holder.kept, late)
                self._ended[_same(it)] = _Ended(holder, 0, 1, late)
            elif holder is not None:
                met = int((it.seat, event.order_id) in self._answers)
                holder.kept.met += met
                self._ended[_same(it)] = _Ended(holder, met, 0, 0)
            self._passed.discard(decision)

    def _late(self, due: int, at: int) -> int:
        """How long after a deadline it is, without the time for which the clock was held."""
        held = sum(max(0, (until or at) - max(since, due)) for since, until in self._held)
        return max(0, at - due - held)


def _miss(kept: Kept, late: int) -> None:
    kept.missed += 1
    kept.late += late
    kept.latest = max(kept.latest, late)


def _with_earlier(kept: list[Kept]) -> Kept:
    """What the last holder has kept to, with what the others have, if there is anything."""
    *earlier, now = kept
    now.earlier = [it for it in earlier if it != Kept()]
    return now


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
    """The day on which something happened, in the time zone of the absence."""
    return moment(event.at).astimezone(zone_of(away.zone)).date()
