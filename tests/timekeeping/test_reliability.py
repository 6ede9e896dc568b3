"""Reliability: tallies that go on with the log, against a slow recount of all of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from napoleon.log.clocks import Deadline, Due
from napoleon.log.events.clocks import (
    STAND_IN,
    AbsenceDeclared,
    AbsenceEnded,
    ClockHeld,
    ClockRemoved,
    ClockResumed,
    DeadlinePassed,
    DeadlinesSet,
    GraceEnded,
    MoreTimeTaken,
)
from napoleon.log.events.seats import BotSeated, SeatClaimed, SeatHandedOver, TokenRenewed
from napoleon.log.game import GameCreated
from napoleon.log.times import MINUTE
from napoleon.play.counting import micros
from napoleon.play.reliability import (
    Tally,
    late,
    taken_in,
)
from napoleon.rules.events import CLOCK, REFEREE, Event
from napoleon.rules.orders import OrderGiven
from tests.timekeeping.conftest import MONDAY
from tests.timekeeping.recount import recount

SEATS = ("red", "blue", "green")

STEPS = "aaaaaaooooooppsshrwwtgdecccnnbx"
"""What may happen, the more often a letter stands here the more often."""


class Writer:
    """Writes a log about time and seats, as a game might."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.minute = 0
        self.stand: list[Due] = []
        self.answered: list[Due] = []
        self.asked = 0
        self.held = False
        self.saves = 0
        self.write(_created())

    def write(self, *events: Event) -> None:
        """One save."""
        self.saves += 1
        for event in events:
            stamped: dict[str, Any] = {
                "version": len(self.events) + 1,
                "at": self.at,
                "order_id": f"save {self.saves}",
            }
            self.events.append(msgspec.structs.replace(event, **stamped))

    def set(self, *before: Event) -> None:
        """A save after which other deadlines stand."""
        self.write(*before, DeadlinesSet(tuple(map(Deadline, self.stand))))

    @property
    def at(self) -> int:
        return micros(MONDAY) + self.minute * MINUTE


def _created() -> GameCreated:
    return GameCreated(
        game="g", ruleset="toy", rules_version="1", pack="", scenario="short", options={},
        seats=SEATS, referee=True, commitment="", seed="", tokens={}, chains={}, nonces={},
        awaits_seats=False, instant_answers=False,
    )  # fmt: skip


class Drawn(NamedTuple):
    """A log, and whose stint is to be counted there."""

    events: list[Event]
    since: int
    own: dict[str, list[int]]


@st.composite
def logs(draw: st.DrawFn) -> Drawn:
    """Logs in which anything may happen."""
    log = Writer()
    for seat in SEATS:
        if draw(st.booleans()):
            log.write(SeatClaimed(seat, "", f"{seat}'s token", by=seat))
    for what in draw(st.lists(st.sampled_from(STEPS), min_size=15, max_size=30)):
        log.minute += draw(st.integers(0, 120))
        _step(log, what, draw)
    newest = len(log.events)
    since = draw(st.integers(1, newest))
    own = {"red": [since]}
    for seat in draw(st.lists(st.sampled_from(SEATS), max_size=2)):
        own.setdefault(seat, []).append(draw(st.integers(1, newest)))
    return Drawn(log.events, since, own)


def _step(log: Writer, what: str, draw: st.DrawFn) -> None:
    seat = draw(st.sampled_from(("red", "red", "blue")))
    absences = [it.version for it in log.events if isinstance(it, AbsenceDeclared)]
    match what:
        case "a":
            log.asked += 1
            due = log.at + draw(st.integers(-60, 300)) * MINUTE
            log.stand = [*log.stand, Due(f"d{log.asked}", seat, "go", log.at, due)]
            log.set()
        case "o" if log.stand:
            gone = draw(st.sampled_from(log.stand))
            log.stand = [it for it in log.stand if it != gone]
            log.answered.append(gone)
            who = [gone.seat, gone.seat, gone.seat, REFEREE, CLOCK, f"{gone.seat}-stand-in"]
            log.set(OrderGiven(gone.seat, {}, by=draw(st.sampled_from(who))))
        case "t" if log.answered:
            # An order is withdrawn, and its question asked again.
            back = log.answered.pop()
            again = msgspec.structs.replace(back, decision=f"{back.decision}~{log.saves}")
            log.stand = [*log.stand, again]
            log.set()
        case "p" if log.stand:
            it = draw(st.sampled_from(log.stand))
            log.write(DeadlinePassed(it.seat, it.decision, it.due))
        case "s":
            _put_off(log, draw)
            log.set()
        case "h" if not log.held:
            log.held = True
            log.write(ClockHeld({}))
        case "r" if log.held:
            log.held = False
            log.write(ClockResumed())
        case "x":
            log.held, log.stand = False, []
            log.write(ClockRemoved())
        case "w":
            _put_off(log, draw)
            log.set(MoreTimeTaken(seat, 0, ()))
        case "g" if log.stand:
            it = draw(st.sampled_from(log.stand))
            _put_off(log, draw)
            log.set(GraceEnded(it.seat, it.decision, STAND_IN))
        case "d":
            starts = log.at + draw(st.integers(-1, 9)) * 60 * MINUTE
            days = [f"2026-06-{draw(st.integers(1, 5)):02}" for _ in "12"]
            log.write(AbsenceDeclared(seat, *days, "UTC", starts, starts))
        case "e" if absences:
            log.write(AbsenceEnded(seat, draw(st.sampled_from(absences))))
        case "c":
            taken = draw(st.sampled_from(SEATS))
            token = draw(st.sampled_from(["", "its token", "its token"]))
            log.write(SeatClaimed(taken, "", token, by=taken))
        case "n":
            by = draw(st.sampled_from([seat, REFEREE]))
            kind = draw(st.sampled_from([SeatHandedOver, TokenRenewed]))
            log.write(kind(seat, "another token", by=by))
        case "b":
            log.write(BotSeated(draw(st.sampled_from(SEATS)), "token of a bot"))


def _put_off(log: Writer, draw: st.DrawFn) -> None:
    log.stand = [
        msgspec.structs.replace(it, due=it.due + draw(st.integers(0, 90)) * MINUTE)
        for it in log.stand
    ]


@given(logs())
def test_a_tally_is_what_a_slow_recount_comes_to(drawn: Drawn) -> None:
    tally = taken_in(Tally(), "red", drawn.since, drawn.own, drawn.events)
    slow = recount(drawn.events, "red", drawn.since, drawn.own)
    days = frozenset(it.days for it in tally.absences)
    assert (tally.in_time, late(tally), days, tally.ended) == slow


@given(logs(), st.data())
def test_it_is_the_same_in_whatever_portions_the_log_comes(
    drawn: Drawn, data: st.DataObject
) -> None:
    whole = taken_in(Tally(), "red", drawn.since, drawn.own, drawn.events)
    cuts = data.draw(st.lists(st.integers(0, len(drawn.events)), max_size=4))
    tally, done = Tally(), 0
    for cut in [*sorted(cuts), len(drawn.events)]:
        tally = msgspec.json.decode(msgspec.json.encode(tally), type=Tally)
        tally = taken_in(tally, "red", drawn.since, drawn.own, drawn.events[done:cut])
        done = cut
    assert msgspec.json.encode(tally) == msgspec.json.encode(whole)
