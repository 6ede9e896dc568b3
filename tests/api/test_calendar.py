"""Calendars: subscribed to without a token, read again by the library, dead with a hand-over."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar, Event
from msgspec.structs import replace
from werkzeug.test import TestResponse

from api.calendar.keys import opens, read_key
from api.http.answers import VARY
from napoleon.rules.events import REFEREE
from tests.api.desk import V1, Desk
from tests.api.test_clock import TWO_DAYS, Time, Timed, refused


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def table(make_desk: Callable[..., Desk], time: Time) -> Timed:
    """A game whose seats have two days for an answer; red is to go."""
    time.table = Timed(make_desk(clock=time), clock=TWO_DAYS)
    return time.table


def address(table: Timed, seat: str, query: str = "", **headers: str) -> str:
    """Where the calendar of a seat is, without the host."""
    token = table.token(seat)
    answer = table.desk.get(f"/games/{table.id}/calendar{query}", token, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    found = str(answer.json["address"])
    assert found.startswith(f"http://localhost{V1}/calendar/")
    return found.removeprefix("http://localhost")


def fetched(table: Timed, path: str, **headers: str) -> TestResponse:
    """What a calendar program gets there, which sends no token."""
    return table.desk.app.test_client().get(path, headers=headers)


def entries(table: Timed, seat: str) -> list[Event]:
    """The entries of the calendar of a seat, read by the library."""
    answer = fetched(table, address(table, seat))
    assert answer.status_code == 200, answer.text
    calendar: Any = Calendar.from_ical(answer.data)
    assert calendar.errors == []
    assert (calendar["VERSION"], calendar["METHOD"]) == ("2.0", "PUBLISH")
    assert b"\r\n" in answer.data
    return [*calendar.walk("VEVENT")]


def test_a_deadline_is_an_entry_with_an_alarm(table: Timed) -> None:
    [entry] = entries(table, "red")
    assert entry["DTSTART"].dt == datetime(2026, 6, 3, 12, tzinfo=UTC)
    assert entry["DTSTAMP"].dt == datetime(2026, 6, 1, 12, tzinfo=UTC)
    assert entry["SEQUENCE"] == 0
    assert entry["SUMMARY"] == "A toy game, Red: your answer is due"
    assert entry["URL"] == f"http://localhost/games/{table.id}"
    assert entry["TRANSP"] == "TRANSPARENT"
    [alarm] = entry.walk("VALARM")
    assert alarm["ACTION"] == "DISPLAY"
    assert alarm["DESCRIPTION"] == entry["SUMMARY"]
    assert alarm["TRIGGER"].dt == timedelta(hours=-12)
    assert entries(table, "blue") == []


def test_without_notice_there_is_no_alarm(table: Timed) -> None:
    table.call("PUT", "/clock", REFEREE, TWO_DAYS | {"notice": 0})
    [entry] = entries(table, "red")
    assert entry.walk("VALARM") == []


def test_a_deadline_that_is_put_off_is_the_same_entry(table: Timed, time: Time) -> None:
    [before] = entries(table, "red")
    time.goes_on(hours=1)
    table.call("PUT", "/deadlines/red", "red", {"until": "2026-06-08T00:00:00Z"})
    [after] = entries(table, "red")
    assert after["UID"] == before["UID"]
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 1)
    assert after["DTSTART"].dt == datetime(2026, 6, 8, tzinfo=UTC)
    assert after["DTSTAMP"].dt == datetime(2026, 6, 1, 13, tzinfo=UTC)
    # whatever else happens changes nothing of it
    table.call("POST", "/absences", "blue", {**AWAY, "time_zone": "UTC"})
    assert [it.to_ical() for it in entries(table, "red")] == [after.to_ical()]


def test_a_clock_that_is_held_takes_the_entry_out_and_puts_it_back(
    table: Timed, time: Time
) -> None:
    [before] = entries(table, "red")
    table.call("PUT", "/clock/hold", REFEREE, {})
    assert entries(table, "red") == []
    time.goes_on(days=5)
    table.call("DELETE", "/clock/hold", REFEREE)
    [after] = entries(table, "red")
    assert (after["UID"], after["SEQUENCE"]) == (before["UID"], 1)


def test_another_question_is_another_entry(table: Timed) -> None:
    [first] = entries(table, "red")
    table.play_turn()
    [second] = entries(table, "red")
    assert second["UID"] != first["UID"]


AWAY = {"first": "2026-06-20", "last": "2026-06-22", "time_zone": "Europe/Paris"}


def test_an_absence_takes_whole_days(table: Timed) -> None:
    away = table.call("POST", "/absences", "blue", AWAY).json
    [entry] = entries(table, "blue")
    assert (entry["DTSTART"].dt, entry["DTEND"].dt) == (date(2026, 6, 20), date(2026, 6, 23))
    assert entry["SUMMARY"] == "A toy game, Blue: you are away"
    assert len(entries(table, "red")) == 1
    table.call("DELETE", f"/absences/{away['id']}", "blue")
    assert entries(table, "blue") == []


def test_a_share_has_the_calendar_of_its_seat_at_an_address_of_its_own(table: Timed) -> None:
    table.share()
    table.order("red", {"order": "pass"})
    assert address(table, "prussia") != address(table, "blue")
    assert [it["UID"] for it in entries(table, "prussia")] == [
        it["UID"] for it in entries(table, "blue")
    ]
    path = address(table, "prussia")
    table.delete("/seats/blue/shares/prussia", "blue")
    assert refused(fetched(table, path)) == (404, "UNKNOWN_CALENDAR")


def test_it_is_told_in_the_language_of_whoever_asked_for_it(table: Timed) -> None:
    for path in (
        address(table, "red", "?lang=fr"),
        address(table, "red", **{"Accept-Language": "fr-CH, en;q=0.5"}),
    ):
        assert path.endswith(".ics?lang=fr")
        told = fetched(table, path, **{"Accept-Language": "en"})
        [entry] = Calendar.from_ical(told.data).walk("VEVENT")
        assert "réponse" in entry["SUMMARY"]
    assert refused(fetched(table, address(table, "red") + "?lang=xx")) == (422, "BAD_QUERY")


def test_who_has_it_already_is_not_sent_it_again(table: Timed) -> None:
    path = address(table, "red")
    first = fetched(table, path)
    assert first.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert first.headers["Vary"] == VARY
    assert "noindex" in first.headers["X-Robots-Tag"]
    assert fetched(table, path).data == first.data
    known = {"If-None-Match": first.headers["ETag"]}
    again = fetched(table, path, **known)
    assert (again.status_code, again.data) == (304, b"")
    assert "noindex" in again.headers["X-Robots-Tag"]
    table.call("PUT", "/deadlines/red", "red", {"until": "2026-06-08T00:00:00Z"})
    assert fetched(table, path, **known).status_code == 200


def test_the_case_of_an_address_does_not_matter(table: Timed) -> None:
    path = address(table, "red")
    start, key = path.removesuffix(".ics").rsplit("/", 1)
    assert fetched(table, f"{start}/{key.upper()}.ics").data == fetched(table, path).data


def test_a_dead_address_tells_nothing(table: Timed) -> None:
    path = address(table, "red")
    handed = table.call("POST", "/seats/red/handover", "red").json
    gone = fetched(table, path)
    key = path.removesuffix(".ics").rpartition("/")[2]
    game, seat, signature = key.split(".")
    flipped = signature[:-1] + ("a" if signature[-1] != "a" else "b")
    for other in (
        f"{game}.{seat}.{flipped}",
        f"{game}.blue.{signature}",
        f"{game}.green.{signature}",
        f"0000000000.{seat}.{signature}",
        f"{game}.{seat}.",
        "x",
        "x" * 500,
    ):
        answer = fetched(table, f"{V1}/calendar/{other}.ics")
        assert refused(answer) == (404, "UNKNOWN_CALENDAR")
        assert answer.data == gone.data
        assert "noindex" in answer.headers["X-Robots-Tag"]
        assert "ETag" not in answer.headers
    table.tokens["red"] = handed["token"]
    assert address(table, "red") != path


def test_no_two_addresses_have_a_signature_in_common(table: Timed) -> None:
    other = Timed(table.desk, clock=TWO_DAYS)
    keys = [
        read_key(address(it, seat)[len(V1) + 10 : -4])
        for it in (table, other)
        for seat in ("red", "blue")
    ]
    assert len({it.signature for it in keys if it}) == 4


def test_whoever_does_not_know_the_seed_makes_no_address(table: Timed) -> None:
    path = address(table, "red")
    game = table.desk.games.open(table.id)
    key = read_key(path[len(V1) + 10 : -4])
    assert key is not None
    assert opens(key, game)
    guessed = replace(game, created=replace(game.created, seed="00" * 32))
    assert not opens(key, guessed)


@pytest.mark.parametrize("who", [None, REFEREE])
def test_only_seats_have_a_calendar(table: Timed, who: str | None) -> None:
    assert refused(table.get("/calendar", who)) == (403, "NOT_SEATED")


def test_an_address_is_not_logged(table: Timed, caplog: pytest.LogCaptureFixture) -> None:
    path = address(table, "red")
    caplog.set_level("INFO", "api")
    fetched(table, path).close()
    told = [it.__dict__["path"] for it in caplog.records if "path" in it.__dict__]
    assert told == [f"{V1}/calendar/…"]


def test_once_the_game_is_over_nothing_is_due(table: Timed) -> None:
    path = address(table, "red")
    table.play_out()
    assert Calendar.from_ical(fetched(table, path).data).walk("VEVENT") == []
