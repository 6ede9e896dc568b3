"""Clocks over REST: read by anybody, set by the referee, waited for by whoever is asked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from napoleon.play.clock import running, stand_ins
from napoleon.play.counting import micros
from napoleon.rules.events import DEPUTY, REFEREE
from tests.api.desk import Desk, Table
from tests.api.test_people import claimed

MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)

TWO_DAYS = {"answer": 2880, "notice": 720, "grace": 1440}

FULL = {
    "answer": 2880,
    "kinds": {"bet": 360},
    "time_zone": "Europe/Paris",
    "days": [1, 2, 3, 4, 5],
    "opens": "08:00",
    "closes": "22:30",
    "notice": 720,
    "grace": 1440,
    "then": "forfeit",
    "wait": 4320,
}

PASS = {"order": "pass"}


class Time:
    """The time, as the tests set it; the worker looks whenever it goes on."""

    def __init__(self) -> None:
        self.now = MONDAY
        self.table: Timed

    def __call__(self) -> int:
        return micros(self.now)

    def goes_on(self, **passed: float) -> None:
        self.now += timedelta(**passed)
        running.run(self.table.desk.games, self.table.id)


class Timed(Table):
    """A game with a clock whose seats are claimed, with calls that name their caller."""

    def __init__(self, desk: Desk, **options: Any) -> None:
        table = desk.table(referee=True, **options)
        super().__init__(desk, table.created)
        self.tokens = {
            seat: claimed(self, seat, super(Timed, self).token(seat), seat)
            for seat in ("red", "blue")
        }

    def token(self, holder: str | None) -> str | None:
        """The token that opens a seat now."""
        known = getattr(self, "tokens", {})
        return known[holder] if holder in known else super().token(holder)

    def call(self, method: str, path: str, who: str | None, body: Any = None) -> TestResponse:
        return self.desk.call(method, f"/games/{self.id}{path}", self.token(who), body=body)

    @property
    def clock(self) -> dict[str, Any]:
        """The clock as a spectator reads it."""
        told: dict[str, Any] = self.get("/clock").json
        return told

    @property
    def due(self) -> dict[str, str]:
        """The deadlines by seat."""
        return {it["seat"]: it["due"] for it in self.clock["deadlines"]}

    def share(self) -> None:
        """Give Prussia a share of blue, with a token of its own."""
        invited = self.call("POST", "/seats/blue/shares", "blue", {"share": "prussia"})
        self.tokens["prussia"] = claimed(self, "prussia", invited.json["token"], "Ziethen")


@pytest.fixture
def time() -> Time:
    """Noon of a Monday."""
    return Time()


@pytest.fixture
def table(make_desk: Callable[..., Desk], time: Time) -> Timed:
    """A game whose seats have two days for an answer; red is to go."""
    time.table = Timed(make_desk(clock=time), clock=TWO_DAYS)
    return time.table


@pytest.fixture
def unclocked(make_desk: Callable[..., Desk], time: Time) -> Timed:
    """A game without a clock."""
    return Timed(make_desk(clock=time))


def refused(answer: TestResponse) -> tuple[int, str]:
    assert answer.content_type == "application/problem+json"
    return answer.status_code, answer.json["code"]


def done(answer: TestResponse, status: int = 200) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    told: dict[str, Any] = answer.json
    return told


# -- reading ---------------------------------------------------------------------------------------


def test_a_game_without_a_clock_says_so(unclocked: Timed) -> None:
    assert unclocked.clock == {
        "version": unclocked.version,
        "clock": None,
        "held_since": None,
        "deadlines": [],
        "absences": [],
        "stand_ins": [],
    }


@pytest.mark.parametrize("who", [None, "red", "blue", REFEREE])
def test_anybody_reads_the_clock(table: Timed, who: str | None) -> None:
    told = table.get("/clock", who)
    assert (told.status_code, told.json) == (200, table.clock)
    assert told.headers["ETag"] == f'"{told.json["version"]}"'
    again = table.get("/clock", who, headers={"If-None-Match": told.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_deadline_tells_all_that_has_come_of_it(table: Timed, time: Time) -> None:
    [due] = table.clock["deadlines"]
    decision = table.get("/decisions", "red").json["decisions"][0]
    assert due == {
        "decision": decision["id"],
        "seat": "red",
        "kind": decision["kind"],
        "asked": "2026-06-01T12:00:00Z",
        "due": "2026-06-03T12:00:00Z",
        "reminded": False,
        "late_since": None,
        "grace_ends": None,
        "then": None,
        "waited": False,
    }
    time.goes_on(hours=36)
    assert table.clock["deadlines"] == [due | {"reminded": True}]
    time.goes_on(hours=13)
    late = {"late_since": "2026-06-03T13:00:00Z", "grace_ends": "2026-06-04T13:00:00Z"}
    assert table.clock["deadlines"] == [due | late | {"reminded": True}]
    time.goes_on(days=1)
    assert table.clock["deadlines"][0]["then"] == "referee"
    table.order("red", PASS)
    assert table.due == {"blue": "2026-06-06T13:00:00Z"}


def test_stand_ins_are_told_and_nobody_is_named(table: Timed, time: Time) -> None:
    stand_ins.name(table.desk.games, table.id, "red")
    assert table.clock["stand_ins"] == [{"seat": "red", "called": False}]
    time.goes_on(hours=48)
    time.goes_on(hours=24)
    assert table.clock["stand_ins"] == [{"seat": "red", "called": True}]


# -- setting ---------------------------------------------------------------------------------------


def test_the_referee_sets_a_clock_and_is_told_it(unclocked: Timed) -> None:
    told = done(unclocked.call("PUT", "/clock", REFEREE, FULL))
    assert told == unclocked.clock
    assert told["clock"] == FULL
    version = unclocked.version
    done(unclocked.call("PUT", "/clock", REFEREE, FULL))
    assert unclocked.version == version, "what is set already is left to run"


def test_what_is_left_out_is_as_in_most_games(unclocked: Timed) -> None:
    told = done(unclocked.call("PUT", "/clock", REFEREE, {"answer": 60, "closes": "24:00"}))
    assert told["clock"] == {
        "answer": 60,
        "kinds": {},
        "time_zone": "UTC",
        "days": [1, 2, 3, 4, 5, 6, 7],
        "opens": "00:00",
        "closes": "24:00",
        "notice": 1440,
        "grace": 1440,
        "then": "referee",
        "wait": 10080,
    }


def test_a_game_is_set_up_with_a_clock(desk: Desk) -> None:
    table = desk.table(clock=FULL)
    assert table.get("/clock").json["clock"] == FULL
    assert table.get("/clock").json["deadlines"] == [], "nobody has taken a seat"


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"answer": 1}, "answer"),
        ({"answer": 10**6}, "answer"),
        ({"kinds": {"bet": 0}}, "kinds.bet"),
        ({"kinds": {"parade": 60}}, "kinds"),
        ({"time_zone": "Mars/Phobos"}, "time_zone"),
        ({"time_zone": "/etc/passwd"}, "time_zone"),
        ({"opens": "22:30"}, "hours"),
        ({"grace": 10}, "grace"),
        ({"wait": 10**6}, "wait"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(
    unclocked: Timed, changed: dict[str, Any], where: str
) -> None:
    recorded = unclocked.desk.recorded()
    answer = unclocked.call("PUT", "/clock", REFEREE, FULL | changed)
    assert refused(answer) == (422, "BAD_CLOCK")
    assert answer.json["facts"]["where"] == where
    new = {"ruleset": "toy", "scenario": "short", "clock": FULL | changed}
    assert refused(unclocked.desk.call("POST", "/games", body=new)) == (422, "BAD_CLOCK")
    assert unclocked.desk.recorded() == recorded


@pytest.mark.parametrize(
    "changed",
    [
        {"answer": "60"},
        {"answer": True},
        {"answer": 60.0},
        {"answer": -1},
        {"kinds": {"bet": None}},
        {"kinds": [60]},
        {"days": []},
        {"days": [0]},
        {"days": [8]},
        {"days": [1] * 8},
        {"opens": "8:00"},
        {"opens": "25:00"},
        {"closes": "22:30\n"},
        {"then": "shot"},
        {"time_zone": ""},
        {"time_zone": None},
    ],
)
def test_what_is_no_clock_is_not_read(unclocked: Timed, changed: dict[str, Any]) -> None:
    answer = unclocked.call("PUT", "/clock", REFEREE, FULL | changed)
    assert refused(answer) == (422, "BAD_PAYLOAD")


def test_a_clock_has_no_other_fields_and_an_answer(unclocked: Timed) -> None:
    assert refused(unclocked.call("PUT", "/clock", REFEREE, FULL | {"speed": 2})) == (
        422,
        "UNKNOWN_FIELD",
    )
    assert refused(unclocked.call("PUT", "/clock", REFEREE, {})) == (422, "BAD_PAYLOAD")


def test_the_referee_removes_it(table: Timed) -> None:
    answer = table.call("DELETE", "/clock", REFEREE)
    assert (answer.status_code, answer.data) == (204, b"")
    assert table.clock["clock"] is None
    assert table.clock["deadlines"] == []
    assert refused(table.call("DELETE", "/clock", REFEREE)) == (404, "NO_CLOCK")


def test_the_referee_holds_it_and_lets_it_run(table: Timed, time: Time) -> None:
    time.goes_on(hours=40)
    told = done(table.call("PUT", "/clock/hold", REFEREE, {"reason": "Holidays."}))
    assert told["held_since"] == "2026-06-03T04:00:00Z"
    assert [it.text for it in table.desk.games.recorder.texts(table.id)] == ["Holidays."]
    assert refused(table.call("PUT", "/clock/hold", REFEREE, {})) == (422, "CLOCK_HELD")
    time.goes_on(days=20)
    assert table.call("DELETE", "/clock/hold", REFEREE).status_code == 204
    assert table.clock["held_since"] is None
    assert table.due == {"red": "2026-06-23T12:00:00Z"}
    assert refused(table.call("DELETE", "/clock/hold", REFEREE)) == (422, "CLOCK_RUNS")
    for reason, code in ((" ", "TEXT_MISSING"), ("So.\x00", "BAD_TEXT")):
        assert refused(table.call("PUT", "/clock/hold", REFEREE, {"reason": reason})) == (422, code)


CHANGES: list[tuple[str, str, Any]] = [
    ("PUT", "/clock", FULL),
    ("DELETE", "/clock", None),
    ("PUT", "/clock/hold", {}),
    ("DELETE", "/clock/hold", None),
    ("POST", "/deadlines/process", {"decision": "?"}),
]


@pytest.mark.parametrize("who", [None, "red", "prussia"])
@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
def test_nobody_else_changes_the_clock(
    table: Timed, method: str, path: str, body: Any, who: str | None
) -> None:
    table.share()
    recorded = table.desk.recorded()
    assert refused(table.call(method, path, who, body)) == (403, "NOT_THE_REFEREE")
    assert table.desk.recorded() == recorded


def test_the_deputy_does_what_the_referee_does(table: Timed) -> None:
    invited = table.call("POST", "/deputy", REFEREE).json["token"]
    table.tokens[DEPUTY] = invited
    done(table.call("PUT", "/clock", DEPUTY, FULL))
    done(table.call("PUT", "/clock/hold", DEPUTY, {}))
    until = {"until": "2026-06-20T12:00:00Z"}
    assert table.call("DELETE", "/clock/hold", DEPUTY).status_code == 204
    done(table.call("PUT", "/deadlines/red", DEPUTY, until))
    [due] = table.clock["deadlines"]
    done(table.call("POST", "/deadlines/process", DEPUTY, {"decision": due["decision"]}))
    assert table.get().json["waiting_for"] == ["blue"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/clock/hold", {}),
        ("DELETE", "/clock/hold", None),
        ("PUT", "/deadlines/red", {"until": "2026-06-20T12:00:00Z"}),
    ],
)
def test_without_a_clock_there_is_nothing_to_change(
    unclocked: Timed, method: str, path: str, body: Any
) -> None:
    assert refused(unclocked.call(method, path, REFEREE, body)) == (404, "NO_CLOCK")


def test_once_the_game_is_over_there_is_no_clock_to_change(table: Timed) -> None:
    table.play_out()
    for method, path, body in CHANGES[:4]:
        assert refused(table.call(method, path, REFEREE, body)) == (422, "GAME_OVER")
    away = {"first": "2026-06-02", "last": "2026-06-02", "time_zone": "UTC"}
    assert refused(table.call("POST", "/absences", "red", away)) == (422, "GAME_OVER")


# -- deadlines -------------------------------------------------------------------------------------


def test_the_referee_gives_more_time_and_says_why(table: Timed, time: Time) -> None:
    time.goes_on(hours=50)
    body = {"until": "2026-06-10T14:00:00+02:00", "reason": "Their cat is ill."}
    [due] = done(table.call("PUT", "/deadlines/red", REFEREE, body))["deadlines"]
    assert (due["due"], due["late_since"], due["waited"]) == ("2026-06-10T12:00:00Z", None, False)
    assert [it.text for it in table.desk.games.recorder.texts(table.id)] == ["Their cat is ill."]


@pytest.mark.parametrize(
    ("seat", "body", "status", "code"),
    [
        ("blue", {"until": "2026-06-20T12:00:00Z"}, 404, "NO_DEADLINE"),
        ("green", {"until": "2026-06-20T12:00:00Z"}, 404, "UNKNOWN_SEAT"),
        ("red", {"until": "2026-06-03T12:00:00Z"}, 422, "BAD_DATE"),
        ("red", {"until": "2028-06-03T12:00:00Z"}, 422, "BAD_DATE"),
        ("red", {"until": "2026-06-31T12:00:00Z"}, 422, "BAD_PAYLOAD"),
        ("red", {"until": "0001-01-01T00:00:00+23:59"}, 422, "BAD_DATE"),
        ("red", {"until": "9999-12-31T23:59:59-23:59"}, 422, "BAD_DATE"),
        ("red", {"until": "2026-06-20T12:00:00"}, 422, "BAD_PAYLOAD"),
        ("red", {"until": "2026-06-20"}, 422, "BAD_PAYLOAD"),
        ("red", {"until": 1_800_000_000}, 422, "BAD_PAYLOAD"),
        ("red", {}, 422, "BAD_PAYLOAD"),
        ("red", {"until": "2026-06-20T12:00:00Z", "reason": " "}, 422, "TEXT_MISSING"),
        ("red", {"until": "2026-06-20T12:00:00Z", "why": "?"}, 422, "UNKNOWN_FIELD"),
    ],
)
def test_more_time_that_cannot_be_given_is_refused(
    table: Timed, seat: str, body: dict[str, Any], status: int, code: str
) -> None:
    recorded = table.desk.recorded()
    assert refused(table.call("PUT", f"/deadlines/{seat}", REFEREE, body)) == (status, code)
    assert table.desk.recorded() == recorded


def test_a_seat_waits_once_for_a_question_and_not_for_ever(table: Timed) -> None:
    path = "/deadlines/red"
    assert refused(table.call("PUT", path, "red", {"until": "2026-06-11T00:00:00Z"})) == (
        422,
        "TOO_LONG",
    )
    [due] = done(table.call("PUT", path, "red", {"until": "2026-06-08T00:00:00Z"}))["deadlines"]
    assert (due["due"], due["waited"]) == ("2026-06-08T00:00:00Z", True)
    again = table.call("PUT", path, "red", {"until": "2026-06-09T00:00:00Z"})
    assert refused(again) == (422, "WAITED_ALREADY")


def test_a_share_waits_for_its_seat(table: Timed) -> None:
    table.share()
    table.order("red", PASS)
    until = {"until": "2026-06-05T12:00:00Z"}
    done(table.call("PUT", "/deadlines/blue", "prussia", until))
    assert table.due == {"blue": "2026-06-05T12:00:00Z"}


def test_after_the_grace_only_the_referee_gives_more_time(table: Timed, time: Time) -> None:
    time.goes_on(hours=48)
    time.goes_on(hours=24)
    until = {"until": "2026-06-08T00:00:00Z"}
    assert refused(table.call("PUT", "/deadlines/red", "red", until)) == (422, "TOO_LATE")
    done(table.call("PUT", "/deadlines/red", REFEREE, until))


@pytest.mark.parametrize("who", [None, "blue", "prussia"])
def test_nobody_else_puts_off_a_deadline(table: Timed, who: str | None) -> None:
    table.share()
    until = {"until": "2026-06-08T00:00:00Z"}
    assert refused(table.call("PUT", "/deadlines/red", who, until)) == (403, "NOT_YOUR_SEAT")


def test_a_seat_that_waits_gives_no_reason(table: Timed) -> None:
    body = {"until": "2026-06-08T00:00:00Z", "reason": "My cat is ill."}
    assert refused(table.call("PUT", "/deadlines/red", "red", body)) == (422, "BAD_PAYLOAD")
    assert table.desk.games.recorder.texts(table.id) == []


def test_the_referee_goes_on_with_what_is_still_waited_for(table: Timed) -> None:
    [due] = table.clock["deadlines"]
    body = {"decision": due["decision"]}
    told = done(table.call("POST", "/deadlines/process", REFEREE, body))
    assert [it["seat"] for it in told["deadlines"]] == ["blue"]
    assert refused(table.call("POST", "/deadlines/process", REFEREE, body)) == (
        422,
        "DECISION_CLOSED",
    )
    table.order("blue", PASS)
    bet = table.clock["deadlines"][0]["decision"]
    answer = table.call("POST", "/deadlines/process", REFEREE, {"decision": bet})
    assert refused(answer) == (422, "CANNOT_PASS")


def test_an_opponent_claims_a_game_that_was_left(
    make_desk: Callable[..., Desk], time: Time
) -> None:
    clock = {"answer": 60, "grace": 60, "notice": 0, "then": "forfeit"}
    time.table = table = Timed(make_desk(clock=time), clock=clock)
    path = "/seats/red/forfeit"
    assert refused(table.call("POST", path, "blue")) == (422, "NOT_FORFEIT")
    time.goes_on(hours=1)
    assert refused(table.call("POST", path, "blue")) == (422, "NOT_FORFEIT")
    time.goes_on(hours=1)
    table.share()
    for who, code in (
        (None, "NOT_SEATED"),
        (REFEREE, "NOT_SEATED"),
        ("prussia", "NOT_SEATED"),
        ("red", "NOT_AN_OPPONENT"),
    ):
        assert refused(table.call("POST", path, who)) == (403, code)
    assert refused(table.call("POST", "/seats/green/forfeit", "blue")) == (404, "UNKNOWN_SEAT")
    told = done(table.call("POST", path, "blue"))
    assert told == {"version": table.version, "result": table.get().json["result"]}
    assert told["result"]["winner"] == "blue"
    assert refused(table.call("POST", path, "blue")) == (422, "GAME_OVER")


# -- absences --------------------------------------------------------------------------------------

DAYS = {"first": "2026-06-02", "last": "2026-06-04", "time_zone": "Europe/Paris"}


def test_a_seat_is_away_and_comes_back(table: Timed) -> None:
    told = done(table.call("POST", "/absences", "red", DAYS), 201)
    assert told == {"id": told["id"], "seat": "red", **DAYS}
    assert table.clock["absences"] == [told]
    assert table.due == {"red": "2026-06-06T12:00:00Z"}
    assert done(table.call("POST", "/absences", "red", DAYS), 201) == told
    for who in (None, "blue"):
        gone = table.call("DELETE", f"/absences/{told['id']}", who)
        assert refused(gone) == (404, "UNKNOWN_ABSENCE")
    assert table.call("DELETE", f"/absences/{told['id']}", "red").status_code == 204
    assert table.clock["absences"] == []
    assert table.due == {"red": "2026-06-03T12:00:00Z"}


def test_a_share_says_that_its_seat_is_away_and_the_referee_that_it_is_not(table: Timed) -> None:
    table.share()
    away = done(table.call("POST", "/absences", "prussia", DAYS), 201)
    assert away["seat"] == "blue"
    assert table.call("DELETE", f"/absences/{away['id']}", REFEREE).status_code == 204


@pytest.mark.parametrize("who", [None, REFEREE])
def test_only_seats_are_away(table: Timed, who: str | None) -> None:
    assert refused(table.call("POST", "/absences", who, DAYS)) == (403, "NOT_SEATED")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"first": "2026-05-31"}, "BAD_DATE"),
        ({"last": "2026-06-01"}, "BAD_DATE"),
        ({"last": "9999-12-31"}, "BAD_DATE"),
        ({"first": "2028-06-01", "last": "2028-06-02"}, "BAD_DATE"),
        ({"time_zone": "Mars/Phobos"}, "BAD_TIME_ZONE"),
        ({"first": "2026-02-30"}, "BAD_PAYLOAD"),
        ({"first": "20260602"}, "BAD_PAYLOAD"),
        ({"first": "2026-06-02T12:00:00Z"}, "BAD_PAYLOAD"),
        ({"first": None}, "BAD_PAYLOAD"),
        ({"where": "Elba"}, "UNKNOWN_FIELD"),
    ],
)
def test_days_that_make_no_sense_are_refused(
    table: Timed, changed: dict[str, Any], code: str
) -> None:
    assert refused(table.call("POST", "/absences", "red", DAYS | changed)) == (422, code)
    assert table.clock["absences"] == []


def test_so_many_absences_and_no_more(table: Timed) -> None:
    for day in range(10, 20):
        away = {"first": f"2026-06-{day}", "last": f"2026-06-{day}", "time_zone": "UTC"}
        done(table.call("POST", "/absences", "red", away), 201)
    refusal = table.call("POST", "/absences", "red", DAYS)
    assert refused(refusal) == (422, "TOO_MANY_ABSENCES")
    assert refusal.json["facts"] == {"most": 10}


# -- times -----------------------------------------------------------------------------------------


def test_times_tell_who_was_late(table: Timed, time: Time) -> None:
    time.goes_on(hours=50)
    table.order("red", PASS)
    done(table.call("PUT", "/deadlines/blue", "blue", {"until": "2026-06-06T00:00:00Z"}))
    done(
        table.call(
            "POST", "/absences", "blue", {**DAYS, "first": "2026-06-20", "last": "2026-06-21"}
        ),
        201,
    )
    time.goes_on(hours=49)
    table.order("blue", PASS)
    told = table.get("/times")
    assert told.headers["ETag"] == f'"{table.version}"'
    red, blue = told.json["seats"]
    assert red == {
        "seat": "red",
        "orders": 1,
        "seconds": 180_000,
        "mean": 180_000,
        "longest": 180_000,
        "deadlines": 2,
        "met": 0,
        "missed": 1,
        "late": 7200,
        "latest": 7200,
        "waited": 0,
        "days_away": 0,
        "earlier": [],
    }
    kept = ("deadlines", "met", "missed", "late", "latest", "waited", "days_away")
    assert [blue[it] for it in kept] == [2, 1, 0, 0, 0, 1, 2]
    thoughts = table.get("/think-time").json["seats"]
    assert [{name: it[name] for name in thoughts[0]} for it in (red, blue)] == thoughts
    again = table.get("/times", headers={"If-None-Match": told.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert table.desk.get(f"/games/{table.id}/times", "dead").status_code == 401
