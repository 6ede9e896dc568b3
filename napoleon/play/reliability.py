"""Reliability: how somebody who holds a seat keeps to its clock, by the log alone.

A tally is one stint of one person on one seat. It goes on with the log, a few events at a time, and
is the same in whatever portions they come. What `napoleon.play.lateness` tells the people of a game
is its whole story; a tally is stricter, as others are let in by it: what was late once stays late
even if more time is asked for afterwards, and a stand-in earns nobody anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from napoleon.log.clocks import Due
from napoleon.log.events.clocks import (
    STAND_IN,
    AbsenceDeclared,
    AbsenceEnded,
    ClockHeld,
    ClockRemoved,
    ClockResumed,
    ClockSet,
    DeadlinePassed,
    DeadlinesSet,
    GameForfeited,
    GraceEnded,
    MoreTimeTaken,
    SeatForfeited,
    WaitingEnded,
)
from napoleon.log.events.rewinds import GameForked, HistoryRewound
from napoleon.log.events.seats import BotSeated, SeatClaimed, SeatHandedOver, TokenRenewed
from napoleon.log.game import GameCreated
from napoleon.log.times import SECOND
from napoleon.play.clock.stand_ins import share_of
from napoleon.rules.events import CLOCK, JUDGES, Event
from napoleon.rules.orders import OrderGiven

KINDS: tuple[type[Event], ...] = (
    GameCreated, GameForked, HistoryRewound, BotSeated, SeatClaimed, SeatHandedOver, TokenRenewed,
    OrderGiven, AbsenceDeclared, AbsenceEnded, ClockHeld, ClockRemoved, ClockResumed, ClockSet,
    DeadlinePassed, DeadlinesSet, GameForfeited, GraceEnded, MoreTimeTaken, SeatForfeited,
    WaitingEnded,
)  # fmt: skip
"""Every event that a tally takes in; all others leave it as it is."""

GIVEN, AGAIN, TAKEN = "given", "again", "taken"
"""How a stint ended: its holder gave the seat away, somebody claimed it again with its token, or a
judge gave it to another person."""

FINISHED, GIVEN_UP, LOST = "finished", "given_up", "lost"
"""What came of a stint: see `outcome`."""

_REMEMBERED = 32
"""How many answers are remembered in case that they are withdrawn: that is done at once."""

Own = Mapping[str, Collection[int]]
"""The seats of a game that are one person's, each with the versions at which a stint began."""


class Standing(msgspec.Struct, omit_defaults=True):
    """A deadline that stands."""

    asked: int
    due: int
    kind: str
    mine: bool
    """Whether it is for this person to meet: not if it was late when they came."""
    passed: bool = False
    """Whether the log says that it was not met, and it was not put off since."""
    late: bool = False
    """Whether it is late whatever comes: they asked for more time too late, or were silent beyond
    the grace."""


class Ended(msgspec.Struct):
    """A deadline that was met or missed, and what it has added."""

    name: str
    asked: int
    mine: bool
    in_time: int
    missed: int
    late: bool
    """Whether it was late whatever had come; see `Standing`."""


class Away(msgspec.Struct):
    """An absence that was told beforehand."""

    id: int
    days: str
    """The first and the last day, as ``2026-12-24/2027-01-02``."""
    starts: int


class Tally(msgspec.Struct, omit_defaults=True):
    """How somebody has kept to the clock on a seat, as far as the log was read."""

    version: int = 0
    in_time: int = 0
    """Deadlines that were met."""
    late: int = 0
    """Those that were missed, except for those of `stand`."""
    absences: list[Away] = []
    begun: bool = False
    ended: int = 0
    """The version at which somebody else got the seat; 0 while it is theirs."""
    how: str = ""
    """`GIVEN`, `AGAIN` or `TAKEN`, once it has ended."""
    silent: bool = False
    """Whether they owed an answer when it ended."""
    lost: int = 0
    """The version at which the others went on without them, as the charter says; or 0."""
    beside_others: bool = False
    """Whether another person was in the game at the last event, or when it ended."""
    had_company: bool = False
    """Whether one ever was, while the seat was theirs."""
    token: str = ""
    """Hash of the token that opened the seat at the last event."""
    seats: list[str] = []
    people: dict[str, int] = {}
    """Since when somebody holds each seat that a person has, by the version of the claim."""
    stand: dict[str, Standing] = {}
    over: list[Ended] = []
    answered: str = ""
    """Id of the last order that the seat gave itself."""
    held: int = 0
    """Since when the clock is held; 0 while it runs."""


def taken_in(tally: Tally, seat: str, since: int, own: Own, events: Iterable[Event]) -> Tally:
    """The tally after more events of its game; it is changed in place.

    It is of the holder of `seat` since version `since`, until somebody else gets it. What happened
    before is not counted, and neither is what happens while nobody else is in the game but bots, or
    the same person (`own`).
    """
    book = _Book(tally, seat, since, own)
    for event in events:
        if tally.ended:
            break
        book.enter(event)
        tally.version = event.version
    return tally


def late(tally: Tally) -> int:
    """How many deadlines were missed, with those that are still waited for."""
    owed = sum(it.mine and (it.passed or it.late) for it in tally.stand.values())
    return tally.late + (owed if tally.beside_others else 0)


def outcome(tally: Tally, own: Collection[int], *, laid: bool, over: bool) -> str:
    """What came of a stint: `FINISHED`, `GIVEN_UP`, `LOST`, or "" for nothing that counts.

    `laid` and `over` say whether the table was laid, and the game over, when it ended, or are now;
    `own` are the versions at which the person's stints on the seat began.
    """
    if not tally.begun or not tally.had_company or not laid:
        return ""
    if tally.lost or (tally.how == TAKEN and tally.silent and not over):
        return LOST
    if over:
        return FINISHED
    if not tally.ended or (tally.how == AGAIN and any(it >= tally.ended for it in own)):
        return ""
    return GIVEN_UP


class _Book:
    """A tally while events are entered."""

    def __init__(self, tally: Tally, seat: str, since: int, own: Own) -> None:
        self._tally, self._seat, self._since, self._own = tally, seat, since, own

    def enter(self, event: Event) -> None:
        """Take in the next event."""
        tally = self._tally
        match event:
            case GameCreated():
                tally.seats = list(event.seats)
                tally.token = event.tokens.get(self._seat, "")
            case GameForked():
                # What came before happened in another game, to others.
                tally.stand, tally.over, tally.held = {}, [], 0
            case HistoryRewound() if event.to < tally.lost:
                tally.lost = 0
            case BotSeated() | SeatClaimed() | SeatHandedOver() | TokenRenewed() if event.token:
                self._seated(event)
            case OrderGiven() if event.player == self._seat:
                by_itself = event.by not in (*JUDGES, CLOCK, share_of(self._seat))
                tally.answered = event.order_id if by_itself else ""
            case AbsenceDeclared() if event.seat == self._seat and tally.begun:
                if event.at < event.starts:
                    days = f"{event.first}/{event.last}"
                    tally.absences.append(Away(event.version, days, event.starts))
            case AbsenceEnded():
                tally.absences = [
                    it for it in tally.absences if it.id != event.absence or it.starts <= event.at
                ]
            case SeatForfeited() | GameForfeited() if event.seat == self._seat and tally.begun:
                tally.lost = event.version
            case _:
                pass
        self._keep_time(event)
        if event.version == self._since:
            self._begin(event)
        tally.beside_others = tally.begun and self._is_beside_others(event.version)
        tally.had_company = tally.had_company or tally.beside_others

    def _keep_time(self, event: Event) -> None:
        tally = self._tally
        match event:
            case DeadlinesSet():
                self._set(event)
            case DeadlinePassed() if event.decision in tally.stand:
                tally.stand[event.decision].passed = True
            case MoreTimeTaken() if event.seat == self._seat:
                self._stays_late(event.at)
            case GraceEnded() | WaitingEnded() if event.then == STAND_IN:
                if event.seat == self._seat:
                    self._stays_late(event.at)
            case ClockHeld():
                tally.held = event.at
            case ClockResumed() | ClockSet():
                tally.held = 0
            case ClockRemoved() | GameForfeited():
                self._end_all_but((), event)
                tally.held = 0
            case _:
                pass

    def _seated(self, event: BotSeated | SeatClaimed | SeatHandedOver | TokenRenewed) -> None:
        """Another token opens a seat."""
        tally = self._tally
        if event.seat == self._seat:
            tally.token = event.token
        if isinstance(event, TokenRenewed) or event.seat not in tally.seats:
            return
        again = event.seat in tally.people
        if event.seat == self._seat and tally.begun:
            how = AGAIN if isinstance(event, SeatClaimed) else GIVEN
            self._end(event, TAKEN if event.by in JUDGES else how)
        if isinstance(event, SeatClaimed):
            tally.people[event.seat] = event.version
        elif again:
            del tally.people[event.seat]

    def _begin(self, event: Event) -> None:
        """The seat is theirs from here on, with what it is asked and not late for."""
        tally = self._tally
        tally.begun = self._seat in tally.people
        if not tally.begun:
            tally.ended = event.version
        for it in tally.stand.values():
            it.mine = not self._is_late(it, event.at)

    def _end(self, event: Event, how: str) -> None:
        """The seat is somebody else's from here on; what was late by then stays with them."""
        tally = self._tally
        missed = [it for it in tally.stand.values() if it.mine and self._is_late(it, event.at)]
        tally.beside_others = self._is_beside_others(event.version)
        tally.late += len(missed) if tally.beside_others else 0
        tally.ended, tally.how, tally.silent = event.version, how, bool(missed)
        tally.stand, tally.over = {}, []

    def _set(self, event: DeadlinesSet) -> None:
        tally = self._tally
        fresh = {it.set.decision: it.set for it in event.deadlines if it.set.seat == self._seat}
        self._end_all_but(fresh, event)
        for decision, it in fresh.items():
            before = tally.stand.get(decision)
            if before is not None and _is_as_before(before, it):
                continue
            stands = Standing(it.asked, it.due, it.kind, tally.begun)
            if before is not None:
                stands.late = before.late
            elif (ended := self._withdrawn(it)) is not None:
                # The order that answered it was withdrawn.
                tally.in_time -= ended.in_time
                tally.late -= ended.missed
                stands.late = ended.late
                is_late = self._is_late(stands, event.at)
                stands.mine = tally.begun and (ended.mine or not is_late)
            tally.stand[decision] = stands

    def _withdrawn(self, it: Due) -> Ended | None:
        over = self._tally.over
        for number, ended in enumerate(over):
            if (ended.name, ended.asked) == (_name(it.decision), it.asked):
                return over.pop(number)
        return None

    def _end_all_but(self, asked: Collection[str], event: Event) -> None:
        tally = self._tally
        counts = int(tally.begun and self._is_beside_others(event.version))
        for decision in [it for it in tally.stand if it not in asked]:
            it = tally.stand.pop(decision)
            missed = self._is_late(it, event.at)
            met = not missed and bool(event.order_id) and event.order_id == tally.answered
            added = counts if it.mine else 0
            ended = Ended(_name(decision), it.asked, it.mine, added * met, added * missed, it.late)
            tally.in_time += ended.in_time
            tally.late += ended.missed
            tally.over.append(ended)
        del tally.over[:-_REMEMBERED]

    def _stays_late(self, at: int) -> None:
        for it in self._tally.stand.values():
            it.late = self._is_late(it, at)

    def _is_late(self, it: Standing, at: int) -> bool:
        """Whether a deadline is missed at a time; nobody becomes late while the clock is held."""
        until = self._tally.held or at
        return it.passed or it.late or until - it.due >= SECOND

    def _is_beside_others(self, version: int) -> bool:
        """Whether a person has another seat of the game, who is not known to be the same one."""
        return any(
            not any(claimed <= it <= version for it in self._own.get(seat, ()))
            for seat, claimed in self._tally.people.items()
            if seat != self._seat
        )


def _is_as_before(before: Standing, it: Due) -> bool:
    return (before.asked, before.due, before.kind) == (it.asked, it.due, it.kind)


def _name(decision: str) -> str:
    """What a question is called that is asked again as the answer to it was withdrawn."""
    return decision.partition("~")[0]


class Reliability(msgspec.Struct, frozen=True):
    """How reliable somebody is, by all their tallies."""

    in_time: int = 0
    late: int = 0
    finished: int = 0
    given_up: int = 0
    lost: int = 0
    absences: int = 0
    """Absences that were told beforehand; one that was told in several games is one."""

    @property
    def answers(self) -> int:
        """How many answers a clock has waited for."""
        return self.in_time + self.late

    @property
    def percent(self) -> int:
        """Of a hundred answers, how many came in time, rounded down; 0 if there are none.

        >>> Reliability(in_time=199, late=1).percent
        99
        """
        return self.in_time * 100 // self.answers if self.answers else 0


def reliability(stints: Sequence[tuple[Tally, str]]) -> Reliability:
    """The sum of somebody's tallies, each with its outcome."""
    outcomes = [came for _, came in stints]
    return Reliability(
        in_time=sum(tally.in_time for tally, _ in stints),
        late=sum(late(tally) for tally, _ in stints),
        finished=outcomes.count(FINISHED),
        given_up=outcomes.count(GIVEN_UP),
        lost=outcomes.count(LOST),
        absences=len({it.days for tally, _ in stints for it in tally.absences}),
    )
