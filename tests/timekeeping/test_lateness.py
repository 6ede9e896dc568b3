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
from napoleon.log.events.rewinds import GameForked
from napoleon.log.events.seats import SeatHandedOver
from napoleon.log.times import MINUTE
from napoleon.play import forks, seats
from napoleon.play.clock import running, setting
from napoleon.play.counting import micros
from napoleon.play.games import Games
from napoleon.play.lateness import Kept, lateness
from napoleon.rules.events import CLOCK, REFEREE, Event
from napoleon.rules.orders import OrderGiven
from napoleon.rules.terms import Result
from tests.repetitions import IN_THE_HOUSE
from tests.timekeeping.conftest import MONDAY, Time, passes_by

pytestmark = IN_THE_HOUSE

SEATS = ("red", "blue")

STEPS = "aaaaooooppsshhrrcfwdddeenn"
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
            case "n":
                log.write(SeatHandedOver(seat, "its token", by=seat))
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
    found = {}
    for seat in SEATS:
        passed_on = [
            number
            for number, it in enumerate(events, 1)
            if isinstance(it, SeatHandedOver) and it.seat == seat
        ]
        since, until = [0, *passed_on], [*passed_on, len(events) + 1]
        stints = [kept_by(events, seat, *it) for it in zip(since, until, strict=True)]
        found[seat] = stints.pop()
        found[seat].earlier = [it for it in stints if it != Kept()]
    return found


def kept_by(events: Sequence[Event], seat: str, since: int, until: int) -> Kept:
    """What somebody kept to who held a seat from one event until another."""
    kept = Kept()
    for begun in range(1, min(until, len(events) + 1)):
        for decision in standing(events, begun).keys() - standing(events, begun - 1).keys():
            ends = [
                number
                for number in range(begun, len(events) + 1)
                if decision not in standing(events, number)
            ]
            if standing(events, begun)[decision].seat == seat:
                count(
                    kept,
                    events,
                    decision,
                    begun,
                    ends[0] if ends else len(events) + 1,
                    since,
                    until,
                )
    mine = events[since : until - 1]
    kept.waited = sum(isinstance(it, MoreTimeTaken) and it.seat == seat for it in mine)
    days = (MONDAY.date() + timedelta(days=number) for number in range(40))
    kept.days_away = sum(is_away(events, mine, seat, day) for day in days)
    return kept


def count(
    kept: Kept,
    events: Sequence[Event],
    decision: str,
    begun: int,
    ended: int,
    since: int,
    until: int,
) -> None:
    """Count a deadline, from one event until another, for who held its seat from `since` on."""
    end = min(ended, until)
    changes = [
        number
        for number in range(begun, end)
        if number == begun
        or standing(events, number - 1)[decision] != standing(events, number)[decision]
    ]
    if end <= since:
        return
    before = [it for it in changes if it <= since]
    if before and is_late(events, decision, before[-1], since) and before == changes:
        return
    kept.deadlines += 1
    last = standing(events, end - 1)[decision]
    if end > len(events):
        kept.missed += was_told(events, decision, changes[-1], end)
        return
    late = lateness_at(events, last, end)
    if late or was_told(events, decision, changes[-1], end):
        kept.missed += 1
        kept.late += late
        kept.latest = max(kept.latest, late)
    elif end == ended:
        answering = events[end - 1].order_id
        kept.met += any(
            isinstance(it, OrderGiven)
            and it.order_id == answering
            and it.player == last.seat
            and it.by in SEATS
            for it in events
        )


def is_late(events: Sequence[Event], decision: str, set_at: int, number: int) -> bool:
    due = standing(events, set_at)[decision]
    return lateness_at(events, due, number) > 0 or was_told(events, decision, set_at, number)


def lateness_at(events: Sequence[Event], due: Due, number: int) -> int:
    """Seconds from when something was due to an event, while the clock ran."""
    until = events[number - 1].at
    return 60 * sum(not is_held(events, number, at) for at in range(due.due, until, MINUTE))


def was_told(events: Sequence[Event], decision: str, set_at: int, number: int) -> bool:
    """Whether the log said between two events that it was not answered in time."""
    return any(
        isinstance(it, DeadlinePassed) and it.decision == decision
        for it in events[set_at - 1 : number - 1]
    )


def is_away(events: Sequence[Event], mine: Sequence[Event], seat: str, day: date) -> bool:
    for away in mine:
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
    games.submit_orders(game_id, "red", [{"order": "pass"}])
    assert kept(games, game_id) == {"red": Kept(1, met=1), "blue": Kept(1)}


def test_who_was_late_and_was_given_more_time_was_not_late(
    games: Games, game_id: str, time: Time
) -> None:
    passes_by(games, time, game_id, hours=50)
    assert kept(games, game_id)["red"] == Kept(1, missed=1)
    setting.extend(games, game_id, REFEREE, "red", games.clock() + 60 * MINUTE)
    games.submit_orders(game_id, "red", [{"order": "pass"}])
    assert kept(games, game_id)["red"] == Kept(1, met=1)


def test_nobody_is_late_while_the_clock_is_held(games: Games, game_id: str, time: Time) -> None:
    time.goes_on(hours=47)
    setting.hold(games, game_id, REFEREE)
    time.goes_on(days=9)
    games.submit_orders(game_id, "red", [{"order": "pass"}])
    assert kept(games, game_id)["red"] == Kept(1, met=1)


def test_an_order_of_the_referee_meets_no_deadline(games: Games, game_id: str) -> None:
    games.submit_orders(game_id, "red", [{"order": "pass"}], by=REFEREE)
    assert kept(games, game_id)["red"] == Kept(1)


def test_a_fork_begins_without_lateness(games: Games, game_id: str, time: Time) -> None:
    passes_by(games, time, game_id, hours=50)
    forked = forks.fork(games, game_id, games.head(game_id))
    assert kept(games, forked.game.id) == {"red": Kept(), "blue": Kept()}  # type: ignore[union-attr]


def test_a_newcomer_is_not_blamed_for_what_was_missed_before_them(
    games: Games, game_id: str, time: Time
) -> None:
    time.goes_on(hours=49)
    running.run(games, game_id)
    token = games.claim(game_id, "red")
    assert kept(games, game_id)["red"] == Kept(earlier=[Kept(1, missed=1, late=3600, latest=3600)])
    invitation = seats.hand_over(games, game_id, "red", token)
    assert isinstance(invitation, str)
    games.claim(game_id, "red", token=invitation)
    time.goes_on(hours=2)
    games.submit_orders(game_id, "red", [{"order": "pass"}])
    now = kept(games, game_id)["red"]
    assert (now.missed, now.late) == (0, 0), "of a question that was late when they came"
    assert [it.missed for it in now.earlier] == [1]


def test_a_newcomer_meets_what_is_not_late_yet(games: Games, game_id: str, time: Time) -> None:
    time.goes_on(hours=47)
    games.claim(game_id, "red")
    games.submit_orders(game_id, "red", [{"order": "pass"}])
    assert kept(games, game_id)["red"] == Kept(1, met=1, earlier=[Kept(1)])
