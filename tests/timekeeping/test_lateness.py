"""Lateness: counted from the log once as the log goes on, and once by looking all over it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from napoleon.log.clocks import Clock, Deadline, Due
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
from napoleon.log.times import MINUTE
from napoleon.play import forks
from napoleon.play.clock import setting
from napoleon.play.counting import micros
from napoleon.play.games import Games
from napoleon.play.lateness import Kept, lateness
from napoleon.rules.events import CLOCK, REFEREE, Event
from napoleon.rules.orders import OrderGiven
from napoleon.rules.terms import Result
from tests.timekeeping.conftest import MONDAY, Time, passes_by

SEATS = ("red", "blue")

STEPS = "aaaaooooppsshhrrcfwdddee"
"""What may happen, the more often a letter stands here the more often."""

HOLDING = (ClockHeld, ClockResumed, ClockSet, ClockRemoved, GameForfeited)


class Writer:
    """Writes a log about time, as a game might."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.minute = 0
        self.stand: list[Due] = []
        self.asked = 0
        self.held = False
        self.saves = 0

    def write(self, *events: Event) -> None:
        """One save."""
        self.saves += 1
        for event in events:
            self.events.append(
                msgspec.structs.replace(
                    event,
                    version=len(self.events) + 1,
                    at=micros(MONDAY) + self.minute * MINUTE,
                    order_id=f"save {self.saves}",
                )
            )

    @property
    def at(self) -> int:
        return micros(MONDAY) + self.minute * MINUTE


@st.composite
def logs(draw: st.DrawFn) -> list[Event]:
    """Logs in which anything may happen."""
    log = Writer()
    for what in draw(st.lists(st.sampled_from(STEPS), min_size=20, max_size=30)):
        log.minute += draw(st.integers(0, 120))
        seat = draw(st.sampled_from(SEATS))
        absences = [it.version for it in log.events if isinstance(it, AbsenceDeclared)]
        ended = [it.absence for it in log.events if isinstance(it, AbsenceEnded)]
        free = sorted({*absences} - {*ended} - {it for it in absences if it <= _forked(log.events)})
        match what:
            case "a":
                log.asked += 1
                due = log.at + draw(st.integers(-60, 300)) * MINUTE
                log.stand = [*log.stand, Due(f"d{log.asked}", seat, "go", log.at, due)]
                log.write(DeadlinesSet(tuple(map(Deadline, log.stand))))
            case "o" if log.stand:
                gone = draw(st.sampled_from(log.stand))
                log.stand = [it for it in log.stand if it != gone]
                by = draw(st.sampled_from([gone.seat, gone.seat, seat, REFEREE, CLOCK]))
                log.write(
                    OrderGiven(draw(st.sampled_from([gone.seat, seat])), {}, by=by),
                    DeadlinesSet(tuple(map(Deadline, log.stand))),
                )
            case "p" if log.stand:
                it = draw(st.sampled_from(log.stand))
                log.write(DeadlinePassed(it.seat, it.decision, it.due))
            case "s":
                log.stand = [
                    msgspec.structs.replace(it, due=it.due + draw(st.integers(0, 90)) * MINUTE)
                    for it in log.stand
                ]
                log.write(DeadlinesSet(tuple(map(Deadline, log.stand))))
            case "h" if not log.held:
                log.held = True
                log.write(ClockHeld({}))
            case "r" if log.held:
                log.held = False
                log.write(ClockResumed())
            case "c":
                log.held, log.stand = False, []
                log.write(ClockSet(Clock(60)), DeadlinesSet(()))
            case "f":
                log.held, log.stand = False, []
                log.write(
                    draw(st.sampled_from([ClockRemoved(), _forfeit(seat), GameForked("x", 1, "")]))
                )
            case "w":
                log.write(MoreTimeTaken(seat, 0, ()))
            case "d":
                first = MONDAY.date() + timedelta(days=draw(st.integers(0, 9)))
                last = first + timedelta(days=draw(st.integers(0, 5)))
                zone = draw(st.sampled_from(["UTC", "Asia/Tokyo"]))
                log.write(AbsenceDeclared(seat, first.isoformat(), last.isoformat(), zone, 0, 0))
            case "e" if free:
                log.minute += draw(st.integers(0, 5 * 24 * 60))
                log.write(AbsenceEnded(seat, draw(st.sampled_from(free))))
    return log.events


def _forfeit(seat: str) -> GameForfeited:
    return GameForfeited(seat, "blue", Result("blue", "", ""))


def _forked(events: Sequence[Event]) -> int:
    return max((it.version for it in events if isinstance(it, GameForked)), default=0)


# -- the second way of counting --------------------------------------------------------------------


def standing(events: Sequence[Event], upto: int) -> dict[str, Due]:
    """The deadlines after so many events."""
    for event in reversed(events[:upto]):
        if isinstance(event, DeadlinesSet):
            return {it.set.decision: it.set for it in event.deadlines}
        if isinstance(event, ClockRemoved | GameForfeited):
            return {}
    return {}


def is_held(events: Sequence[Event], number: int, at: int) -> bool:
    """Whether the clock is held at a time, as far as so many events tell."""
    said = [it for it in events[:number] if isinstance(it, HOLDING) and it.at <= at]
    return bool(said) and isinstance(said[-1], ClockHeld)


def counted_again(log: Sequence[Event]) -> dict[str, Kept]:
    events = [it for it in log if it.version > _forked(log)]
    found = {seat: Kept() for seat in SEATS}
    for begun in range(1, len(events) + 1):
        for decision in standing(events, begun).keys() - standing(events, begun - 1).keys():
            ends = [
                number
                for number in range(begun, len(events) + 1)
                if decision not in standing(events, number)
            ]
            count(found, events, decision, begun, ends[0] if ends else len(events) + 1)
    for event in events:
        if isinstance(event, MoreTimeTaken):
            found[event.seat].waited += 1
    for seat, kept in found.items():
        days = (MONDAY.date() + timedelta(days=number) for number in range(40))
        kept.days_away = sum(is_away(events, seat, day) for day in days)
    return found


def count(
    found: dict[str, Kept], events: Sequence[Event], decision: str, begun: int, ended: int
) -> None:
    """Count a deadline that stood from one event until another took it away."""
    last = standing(events, ended - 1)[decision]
    kept = found[last.seat]
    kept.deadlines += 1
    set_at = next(
        number
        for number in range(ended - 1, begun - 1, -1)
        if number == begun or standing(events, number - 1)[decision] != last
    )
    told = any(
        isinstance(it, DeadlinePassed) and it.decision == decision
        for it in events[set_at - 1 : ended - 1]
    )
    if ended > len(events):
        kept.missed += told
        return
    end = events[ended - 1]
    late = 60 * sum(not is_held(events, ended, at) for at in range(last.due, end.at, MINUTE))
    answered = any(
        isinstance(it, OrderGiven)
        and it.order_id == end.order_id
        and it.player == last.seat
        and it.by in SEATS
        for it in events
    )
    if late or told:
        kept.missed += 1
        kept.late += late
        kept.latest = max(kept.latest, late)
    elif answered:
        kept.met += 1


def is_away(events: Sequence[Event], seat: str, day: date) -> bool:
    for away in events:
        if isinstance(away, AbsenceDeclared) and away.seat == seat:
            ends = [
                datetime.fromtimestamp(it.at / 1e6, ZoneInfo(away.zone)).date()
                for it in events
                if isinstance(it, AbsenceEnded) and it.absence == away.version
            ]
            if away.first <= day.isoformat() <= away.last and all(day < end for end in ends):
                return True
    return False


@given(logs())
def test_looking_all_over_the_log_comes_to_the_same(log: list[Event]) -> None:
    assert lateness(log, SEATS) == counted_again(log)


# -- games -----------------------------------------------------------------------------------------


def kept(games: Games, game_id: str) -> dict[str, Kept]:
    return lateness(games.history(game_id), SEATS)


def test_whoever_answers_in_time_was_not_late(games: Games, game_id: str, time: Time) -> None:
    time.goes_on(hours=47)
    games.give(game_id, "red", [{"order": "pass"}])
    assert kept(games, game_id) == {"red": Kept(1, met=1), "blue": Kept(1)}


def test_who_was_late_and_was_given_more_time_was_not_late(
    games: Games, game_id: str, time: Time
) -> None:
    passes_by(games, time, game_id, hours=50)
    assert kept(games, game_id)["red"] == Kept(1, missed=1)
    setting.extend(games, game_id, REFEREE, "red", games.clock() + 60 * MINUTE)
    games.give(game_id, "red", [{"order": "pass"}])
    assert kept(games, game_id)["red"] == Kept(1, met=1)


def test_nobody_is_late_while_the_clock_is_held(games: Games, game_id: str, time: Time) -> None:
    time.goes_on(hours=47)
    setting.hold(games, game_id, REFEREE)
    time.goes_on(days=9)
    games.give(game_id, "red", [{"order": "pass"}])
    assert kept(games, game_id)["red"] == Kept(1, met=1)


def test_an_order_of_the_referee_meets_no_deadline(games: Games, game_id: str) -> None:
    games.give(game_id, "red", [{"order": "pass"}], by=REFEREE)
    assert kept(games, game_id)["red"] == Kept(1)


def test_a_fork_begins_without_lateness(games: Games, game_id: str, time: Time) -> None:
    passes_by(games, time, game_id, hours=50)
    forked = forks.fork(games, game_id, games.head(game_id))
    assert kept(games, forked.game.id) == {"red": Kept(), "blue": Kept()}  # type: ignore[union-attr]
