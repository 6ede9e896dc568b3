"""How time passes by a clock: days off and absences do not count, deadlines fall within hours."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon.log.clocks import Absence, Clock
from napoleon.log.times import HOUR, MINUTE
from napoleon.play.counting import beginning, counted, due, later, micros, moment

DAY = 24 * 60
WEEKDAYS = (1, 2, 3, 4, 5)
PARIS = ZoneInfo("Europe/Paris")


def away(first: str, last: str, zone: str = "UTC", number: int = 1) -> Absence:
    """An absence over these days."""
    ends = beginning(date.fromisoformat(last) + timedelta(days=1), zone)
    starts = beginning(date.fromisoformat(first), zone)
    return Absence(number, "red", first, last, zone, starts, ends, 0)


def at(text: str, zone: str = "UTC") -> int:
    """A time on the wall of a zone."""
    return micros(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)))


def shown(moment_: int, zone: str = "UTC") -> str:
    """The same the other way round."""
    return moment(moment_).astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")


@pytest.mark.parametrize(
    ("clock", "asked", "minutes", "expected"),
    [
        (Clock(0), "2026-06-01T12:00", 2 * DAY, "2026-06-03T12:00"),
        (Clock(0, days=WEEKDAYS), "2026-06-05T18:00", DAY, "2026-06-08T18:00"),
        (Clock(0, days=WEEKDAYS), "2026-06-06T10:00", 60, "2026-06-08T01:00"),
        (Clock(0, days=(7,)), "2026-06-01T12:00", 2 * DAY, "2026-06-15T00:00"),
        (Clock(0, opens=480, closes=1320), "2026-06-01T12:00", DAY, "2026-06-02T12:00"),
        (Clock(0, opens=480, closes=1320), "2026-06-01T03:00", DAY, "2026-06-02T08:00"),
        (Clock(0, opens=480, closes=1320), "2026-06-01T22:30", DAY, "2026-06-03T08:00"),
        (Clock(0, days=WEEKDAYS, opens=480, closes=1320), "2026-06-04T23:00", DAY,
         "2026-06-08T08:00"),
    ],
)  # fmt: skip
def test_days_off_do_not_count_and_deadlines_fall_within_the_hours(
    clock: Clock, asked: str, minutes: int, expected: str
) -> None:
    assert shown(due(clock, at(asked), minutes)) == expected


def test_days_of_an_absence_do_not_count() -> None:
    clock = Clock(0)
    assert shown(
        due(clock, at("2026-06-01T12:00"), 2 * DAY, [away("2026-06-02", "2026-06-04")])
    ) == ("2026-06-06T12:00")
    already_away = [away("2026-05-30", "2026-06-02")]
    assert shown(due(clock, at("2026-06-01T12:00"), DAY, already_away)) == "2026-06-04T00:00"
    overlapping = [away("2026-06-02", "2026-06-04"), away("2026-06-03", "2026-06-05", number=2)]
    assert shown(due(clock, at("2026-06-01T12:00"), DAY, overlapping)) == "2026-06-06T12:00"


def test_an_absence_is_counted_in_the_zone_of_whoever_is_away() -> None:
    found = due(
        Clock(0), at("2026-06-01T12:00"), DAY, [away("2026-06-02", "2026-06-02", "Asia/Tokyo")]
    )
    assert shown(found) == "2026-06-03T12:00"
    found = due(
        Clock(0), at("2026-06-02T12:00"), 60, [away("2026-06-02", "2026-06-02", "Asia/Tokyo")]
    )
    # their day ended three hours later
    assert shown(found, "Asia/Tokyo") == "2026-06-03T01:00"


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        # summer time ends in the night of the 25th of October, and begins on the 29th of March
        ("2026-10-24T12:00", "2026-10-25T11:00"),
        ("2026-03-28T12:00", "2026-03-29T13:00"),
    ],
)
def test_a_day_is_24_hours_also_when_the_clocks_are_changed(asked: str, expected: str) -> None:
    clock = Clock(0, zone="Europe/Paris", opens=1, closes=1439)
    assert shown(due(clock, at(asked, "Europe/Paris"), DAY), "Europe/Paris") == expected


clocks = st.builds(
    Clock,
    st.just(0),
    zone=st.sampled_from(["UTC", "Europe/Paris", "America/New_York", "Asia/Kolkata"]),
    days=st.sets(st.integers(1, 7), min_size=1).map(lambda it: tuple(sorted(it))),
)
starts = st.integers(0, 400 * 24 * 60).map(lambda it: at("2026-01-01T00:00") + it * MINUTE)
absences = st.lists(
    st.builds(
        lambda first, length: away(
            str(date(2026, 1, 1) + timedelta(days=first)),
            str(date(2026, 1, 1) + timedelta(days=first + length)),
        ),
        st.integers(0, 420),
        st.integers(0, 20),
    ),
    max_size=3,
)


def counts(clock: Clock, minute: int, gone: list[Absence]) -> bool:
    """Whether a minute counts, found by looking at nothing but that minute."""
    here = datetime.fromtimestamp(minute // 1_000_000, UTC).astimezone(ZoneInfo(clock.zone))
    return here.isoweekday() in clock.days and not any(it.starts <= minute < it.ends for it in gone)


@given(clocks, starts, st.integers(1, 6 * 24), absences)
def test_counting_hour_by_hour_comes_to_the_same(
    clock: Clock, start: int, hours: int, gone: list[Absence]
) -> None:
    """A second way of counting: quarters of an hour one by one, as days may begin at half past."""
    start -= start % (15 * MINUTE)
    left, now = hours * 4, start
    while left:
        left -= counts(clock, now, gone)
        now += 15 * MINUTE
    assert due(clock, start, hours * 60, gone) == now
    assert counted(clock, start, now, gone) == hours * HOUR


@given(clocks, starts, st.integers(0, 10 * DAY), absences)
def test_what_is_left_of_a_span_is_what_was_not_used_up(
    clock: Clock, start: int, minutes: int, gone: list[Absence]
) -> None:
    end = due(clock, start, minutes, gone)
    half = start + (end - start) // 2
    assert later(clock, half, counted(clock, half, end, gone), gone) == end or minutes == 0


def test_a_zone_that_is_no_longer_installed_is_counted_as_utc() -> None:
    clock, gone = (
        Clock(0, zone=it, days=(1, 2, 3, 4, 5), opens=540, closes=1080)
        for it in ("UTC", "Mars/Phobos")
    )
    friday = micros(datetime(2026, 7, 3, 16, tzinfo=UTC))
    for minutes in (60, 4 * 60, 48 * 60):
        assert due(gone, friday, minutes) == due(clock, friday, minutes)
    assert beginning(date(2026, 7, 3), "Mars/Phobos") == beginning(date(2026, 7, 3), "UTC")
