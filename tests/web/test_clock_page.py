"""The clock in a browser: by when, absences, more time, stand-ins, and what the referee does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.http.mail import office
from napoleon.log.clocks import FORFEIT, PASS, Clock
from napoleon.log.times import HOUR
from napoleon.play import seats
from napoleon.play.clock import setting, stand_ins
from napoleon.play.clock.running import run
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table, ToyWithArmies, counting
from tests.api.test_hidden import OtherCard
from tests.clocks import MONDAY, Time
from tests.web.browser import parsed, words
from tests.web.cases import form, forms
from tests.web.tables import seated

TWO_DAYS = Clock(48 * 60, notice=12 * 60)

TICKED = {"sure": "on"}


@pytest.fixture
def time() -> Time:
    """Noon of Monday, 1 June 2026."""
    return Time(MONDAY)


@pytest.fixture
def desk(make_desk: Callable[..., Desk], time: Time) -> Desk:
    """A service whose time goes on when the test says so."""
    return make_desk(clock=time)


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game without a clock whose seats are claimed; red is to go."""
    return claimed(desk)


def claimed(desk: Desk, **options: Any) -> Table:
    """A game with a referee whose seats are claimed, by the tokens that it was set up with."""
    table = desk.table(referee=True, **options)
    for seat in ("red", "blue"):
        desk.games.claim(table.id, seat, fresh=str(table.token(seat)))
    return table


def clocked(table: Table, clock: Clock = TWO_DAYS) -> Table:
    """The same with a clock."""
    setting.set_clock(table.desk.games, table.id, "referee", clock)
    return table


def page(table: Table, action: str = "") -> str:
    return f"/games/{table.id}/clock{action}"


def goes_by(table: Table, time: Time, **passed: float) -> None:
    """Let time go by, and the worker look."""
    time.goes_on(**passed)
    run(table.desk.games, table.id)


def read(table: Table, reader: str | None) -> str:
    """What somebody reads on the page."""
    return words(seated(table, reader).get(page(table)))


def sent(table: Table, actor: str | None, action: str, **fields: Any) -> TestResponse:
    """What comes of a form, filled in like that."""
    browser = seated(table, actor)
    return browser.post(page(table, action), {"seat": actor or "", **fields})


def refused(answer: TestResponse) -> tuple[int, str]:
    """Status and code of the refusal that is shown on the page."""
    told = words(answer)
    assert "What the clock is" in told, "it is the page"
    return answer.status_code, answer.text.partition('data-code="')[2].partition('"')[0]


def hours_left(table: Table, seat: str) -> float:
    """Hours until the next deadline of a seat."""
    games = table.desk.games
    due = games.open(table.id).timekeeping.of(seat)[0].set.due
    return (due - games.clock()) / HOUR


# -- what is told ---------------------------------------------------------------------------------


def test_a_game_without_a_clock_says_so(table: Table) -> None:
    for reader in ("red", "referee", None):
        assert "The game is played without a clock" in read(table, reader)


def test_the_clock_is_told_in_words(table: Table) -> None:
    clock = Clock(
        48 * 60,
        kinds={"bet": 90},
        zone="Europe/Paris",
        days=(1, 2, 3, 4, 5),
        opens=8 * 60,
        closes=22 * 60,
        then=PASS,
    )
    told = read(clocked(table, clock), None)
    assert (
        "2 days for an answer, on weekdays, between 08:00 and 22:00 (Europe/Paris); 1 hour and "
        "30 minutes for “Bet”; a reminder 1 day before; up to 7 days more for those who ask, once "
        "for each question; 1 day of grace; then the seat passes, where the rules let it."
    ) in told


def test_deadlines_are_told_to_everybody(table: Table, time: Time) -> None:
    clocked(table)
    for reader in ("red", "blue", "referee", None):
        assert "by Wednesday 3 June, 12:00 (UTC)" in read(table, reader)
    answer = seated(table, "red").get(page(table))
    [shown] = parsed(answer).iter("time")
    assert shown.attrib["datetime"] == "2026-06-03T12:00:00+00:00"
    goes_by(table, time, hours=50)
    late = "late since Wednesday 3 June, 12:00 (UTC) ; grace until Thursday 4 June, 14:00 (UTC)"
    assert late in read(table, None)
    assert "Has missed one deadline. Blue Nothing is due." in read(table, None)
    goes_by(table, time, hours=25)
    assert "beyond the grace: the referee decides" in read(table, None)


def test_what_was_missed_before_the_seat_passed_is_told_apart(table: Table, time: Time) -> None:
    clocked(table)
    goes_by(table, time, hours=50)
    red = str(table.token("red"))
    fresh = seats.hand_over(table.desk.games, table.id, "red", red)
    assert isinstance(fresh, str)
    told = read(table, None)
    assert "One deadline was missed before the seat passed to its present holder." in told
    assert "Has missed one deadline" not in told


def test_lateness_is_not_counted_while_the_clock_is_stopped(table: Table, time: Time) -> None:
    clocked(table)
    goes_by(table, time, hours=49)
    assert sent(table, "referee", "/hold", reason="").status_code == 303
    goes_by(table, time, hours=30)
    assert "Has missed one deadline. Blue" in read(table, None), "it is not over"
    assert sent(table, "referee", "/resume").status_code == 303
    goes_by(table, time, hours=2)
    assert table.order("red", {"order": "pass"}).status_code == 201
    goes_by(table, time, hours=5)
    told = "Has missed one deadline. Late by 3 hours in all, by 3 hours at most."
    assert told in read(table, None)


# -- what a seat does -----------------------------------------------------------------------------


def test_a_seat_is_away_and_calls_it_off(table: Table) -> None:
    clocked(table)
    empty = form(seated(table, "red"), page(table), "/clock/absences")
    assert empty["zone"] == "UTC"
    away = {**empty, "first": "2026-06-02", "last": "2026-06-04", "zone": "Europe/Paris"}
    assert seated(table, "red").post(page(table, "/absences"), away).status_code == 303
    told = "Away from Tuesday 2 June 2026 to Thursday 4 June 2026 (Europe/Paris)."
    for reader in ("red", "blue", "referee", None):
        assert told in read(table, reader)
    assert hours_left(table, "red") == 48 + 72
    assert not [it for it in forms(seated(table, "blue"), page(table)) if it.endswith("/end")]
    absence = form(seated(table, "red"), page(table), "/absences/end")
    assert refused(sent(table, "blue", "/absences/end", absence=absence["absence"])) == (
        404,
        "UNKNOWN_ABSENCE",
    )
    assert sent(table, "red", "/absences/end", absence=absence["absence"]).status_code == 303
    assert "Away" not in read(table, None)
    assert hours_left(table, "red") == 48


def test_the_referee_calls_an_absence_off(table: Table) -> None:
    assert sent(table, "red", "/absences", first="2026-06-02", last="2026-06-02").status_code == 303
    absence = form(seated(table, "referee"), page(table), "/absences/end")
    assert sent(table, "referee", "/absences/end", **absence).status_code == 303
    assert "Away" not in read(table, None)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"first": "2026-05-01", "last": "2026-06-04"}, "BAD_DATE"),
        ({"first": "2026-06-04", "last": "2026-06-02"}, "BAD_DATE"),
        ({"first": "2026-06-04", "last": "2026-12-02"}, "BAD_DATE"),
        ({"first": "2026-06-04", "last": "2026-06-05", "zone": "Elba"}, "BAD_TIME_ZONE"),
        ({"first": "tomorrow", "last": "2026-06-05"}, "BAD_PAYLOAD"),
        ({"first": "9999-12-31", "last": "9999-12-31"}, "BAD_PAYLOAD"),
        ({"first": "", "last": ""}, "BAD_PAYLOAD"),
    ],
)
def test_an_absence_that_makes_no_sense_is_refused(
    table: Table, said: dict[str, str], code: str
) -> None:
    recorded = table.desk.recorded()
    answer = sent(table, "red", "/absences", **said)
    assert refused(answer) == (422, code)
    typed = {it.get("name"): it.get("value") for it in parsed(answer).iter("input")}
    assert typed["first"] == said["first"], "what was typed stays"
    assert table.desk.recorded() == recorded


def test_only_who_has_a_seat_is_away(table: Table) -> None:
    days = {"first": "2026-06-02", "last": "2026-06-02"}
    for actor in (None, "referee"):
        assert refused(sent(table, actor, "/absences", **days)) == (403, "NOT_SEATED")
        assert not [it for it in forms(seated(table, actor), page(table)) if "/absences" in it]


def test_a_seat_asks_for_more_time_once(table: Table) -> None:
    clocked(table)
    empty = form(seated(table, "red"), page(table), "/clock/wait")
    asked = {**empty, "until": "2026-06-05", "zone": "Europe/Paris"}
    assert seated(table, "red").post(page(table, "/wait"), asked).status_code == 303
    assert "by Friday 5 June, 21:59 (UTC)" in read(table, "red")
    again = {"until": "2026-06-06", "zone": "UTC"}
    assert refused(sent(table, "red", "/wait", **again)) == (422, "WAITED_ALREADY")


@pytest.mark.parametrize(
    ("actor", "said", "problem"),
    [
        ("red", {"until": "2026-06-30"}, (422, "TOO_LONG")),
        ("red", {"until": "2026-06-02"}, (422, "BAD_DATE")),
        ("red", {"until": "2026-06-05", "zone": "../UTC"}, (422, "BAD_TIME_ZONE")),
        ("red", {"until": ""}, (422, "BAD_PAYLOAD")),
        ("blue", {"until": "2026-06-05"}, (404, "NO_DEADLINE")),
        (None, {"until": "2026-06-05"}, (403, "NOT_SEATED")),
    ],
)
def test_more_time_is_not_given_to_anybody_for_ever(
    table: Table, actor: str | None, said: dict[str, str], problem: tuple[int, str]
) -> None:
    clocked(table)
    assert refused(sent(table, actor, "/wait", **said)) == problem
    assert hours_left(table, "red") == 48


def test_a_stand_in_is_told_of_but_not_who_it_is_and_is_dismissed(table: Table) -> None:
    stand_ins.name(table.desk.games, table.id, "red")
    for reader in ("red", "blue", "referee", None):
        assert "A stand-in is named." in read(table, reader)
    for reader in ("blue", None):
        offered = forms(seated(table, reader), page(table))
        assert not [it for it in offered if it.endswith("/dismiss")]
        answer = sent(table, reader, "/stand-in/dismiss", holder="red")
        assert refused(answer) == (403, "NOT_YOUR_SEAT")
    dismissing = form(seated(table, "red"), page(table), "/stand-in/dismiss")
    assert sent(table, "red", "/stand-in/dismiss", **dismissing).status_code == 303
    assert "stand-in is named" not in read(table, None)
    again = refused(sent(table, "red", "/stand-in/dismiss", **dismissing))
    assert again == (422, "NO_STAND_IN")


def test_a_stand_in_is_named_by_an_address_that_nobody_reads(table: Table) -> None:
    def kept() -> list[str]:
        with table.desk.app.app_context():
            return [it.address for it in office().store.stand_ins.all([table.id])]

    empty = form(seated(table, "red"), page(table), "/clock/stand-in")
    answer = sent(table, "red", "/stand-in", **{**empty, "address": "nobody"})
    assert refused(answer) == (422, "BAD_ADDRESS")
    named = sent(table, "red", "/stand-in", **{**empty, "address": "grouchy@example.org"})
    assert (named.status_code, kept()) == (303, ["grouchy@example.org"])
    for reader in ("red", "blue", "referee", None):
        answer = seated(table, reader).get(page(table))
        assert "A stand-in is named." in words(answer)
        assert "grouchy" not in answer.text
    for actor in ("referee", None):
        answer = sent(table, actor, "/stand-in", address="murat@example.org")
        assert refused(answer) == (403, "NOT_YOUR_SEAT")
    assert sent(table, "red", "/stand-in/dismiss", holder="red").status_code == 303
    assert kept() == [], "the address is forgotten"


def test_an_opponent_claims_a_game_that_was_left(table: Table, time: Time) -> None:
    clocked(table, Clock(48 * 60, then=FORFEIT))
    goes_by(table, time, hours=49)
    assert not [it for it in forms(seated(table, "blue"), page(table)) if it.endswith("/claim")]
    early = sent(table, "blue", "/claim", holder="red", **TICKED)
    assert refused(early) == (422, "NOT_FORFEIT")
    goes_by(table, time, hours=25)
    for reader in ("red", "referee", None):
        offered = forms(seated(table, reader), page(table))
        assert not [it for it in offered if it.endswith("/claim")]
    claim = form(seated(table, "blue"), page(table), "/claim")
    assert "sure" not in claim, "it is not ticked beforehand"
    unsure = sent(table, "blue", "/claim", **claim)
    assert refused(unsure) == (422, "BAD_PAYLOAD")
    for actor, code in (
        ("red", "NOT_AN_OPPONENT"),
        ("referee", "NOT_SEATED"),
        (None, "NOT_SEATED"),
    ):
        assert refused(sent(table, actor, "/claim", holder="red", **TICKED)) == (403, code)
    assert sent(table, "blue", "/claim", **{**claim, **TICKED}).status_code == 303
    assert table.desk.games.open(table.id).over
    won = words(seated(table, None).get(f"/games/{table.id}"))
    assert "Blue" in won
    assert not [it for it in forms(seated(table, "referee"), page(table)) if "/clock" in it]


# -- what the referee does ------------------------------------------------------------------------


def test_the_referee_sets_changes_and_removes_a_clock(table: Table) -> None:
    referee = seated(table, "referee")
    chosen = {
        **form(referee, page(table), "/clock"),
        "answer": "36",
        "days": ["1", "2", "3"],
        "opens": "480",
        "closes": "1320",
        "zone": "Europe/Paris",
        "notice": "6",
        "grace": "12",
        "wait": "0",
        "then": "pass",
        "kind-bet": "1,5",
    }
    assert referee.post(page(table), chosen).status_code == 303
    clock = table.desk.games.open(table.id).timekeeping.clock
    assert clock == Clock(
        36 * 60,
        kinds={"bet": 90},
        zone="Europe/Paris",
        days=(1, 2, 3),
        opens=480,
        closes=1320,
        notice=360,
        grace=720,
        then="pass",
        wait=0,
    )
    again = form(referee, page(table), "/clock")
    assert (again["answer"], again["kind-bet"], again["then"]) == ("36", "1.5", "pass")
    assert referee.post(page(table), {**chosen, "answer": "24"}).status_code == 303
    assert form(referee, page(table), "/clock")["answer"] == "24"
    assert sent(table, "referee", "/remove").status_code == 303
    assert "without a clock" in read(table, None)
    assert refused(sent(table, "referee", "/remove")) == (404, "NO_CLOCK")


@pytest.mark.parametrize(
    "wrong",
    [
        {"answer": ""},
        {"answer": "-1"},
        {"answer": "9999"},
        {"kind-bet": "a while"},
        {"grace": "0"},
        {"grace": "two"},
        {"zone": "Elba"},
        {"zone": "/etc/passwd"},
        {"days": []},
        {"days": ["8"]},
        {"days": ["one"]},
        {"opens": "1320", "closes": "480"},
        {"then": "duel"},
    ],
)
def test_a_clock_that_makes_no_sense_is_not_set(table: Table, wrong: dict[str, Any]) -> None:
    referee = seated(table, "referee")
    recorded = table.desk.recorded()
    chosen = {**form(referee, page(table), "/clock"), **wrong}
    answer = referee.post(page(table), chosen)
    assert refused(answer) == (422, "BAD_CLOCK")
    typed = {it.get("name"): it.get("value") for it in parsed(answer).iter("input")}
    for name, value in wrong.items():
        assert name not in typed or name == "days" or typed[name] == (value or ""), "it stays"
    assert table.desk.recorded() == recorded


def test_the_clock_is_stopped_with_a_reason_and_runs_again(table: Table, time: Time) -> None:
    clocked(table)
    assert sent(table, "referee", "/hold", reason="Holidays at Elba").status_code == 303
    for reader in ("red", None):
        told = read(table, reader)
        assert "The clock is stopped since Monday 1 June, 12:00 (UTC)" in told
        assert "Holidays at Elba" in told
    assert refused(sent(table, "referee", "/hold", reason="")) == (422, "CLOCK_HELD")
    goes_by(table, time, days=5)
    assert sent(table, "referee", "/resume").status_code == 303
    assert hours_left(table, "red") == 48
    assert "stopped" not in read(table, None)
    assert refused(sent(table, "referee", "/resume")) == (422, "CLOCK_RUNS")
    assert refused(sent(table, "referee", "/hold", reason="\u202e")) == (422, "BAD_TEXT")


def test_the_referee_gives_a_seat_more_time(table: Table) -> None:
    clocked(table)
    empty = form(seated(table, "referee"), page(table), "/extend")
    given = {**empty, "until": "2026-06-10T18:30", "zone": "Europe/Paris", "reason": "Ill"}
    assert seated(table, "referee").post(page(table, "/extend"), given).status_code == 303
    assert "by Wednesday 10 June, 16:30 (UTC)" in read(table, "red")
    for wrong, problem in (
        ({"until": "2026-06-02T00:00"}, (422, "BAD_DATE")),
        ({"until": "2999-06-02T00:00"}, (422, "BAD_DATE")),
        ({"until": "soon"}, (422, "BAD_PAYLOAD")),
        ({"until": "9999-12-31T23:59"}, (422, "BAD_PAYLOAD")),
        ({"zone": "Elba"}, (422, "BAD_TIME_ZONE")),
        ({"holder": "blue", "until": "2026-06-20T00:00"}, (404, "NO_DEADLINE")),
        ({"holder": "green", "until": "2026-06-20T00:00"}, (404, "NO_DEADLINE")),
    ):
        answer = sent(table, "referee", "/extend", **{**given, **wrong})
        assert refused(answer) == problem, wrong


def test_the_referee_goes_on_without_an_answer(table: Table) -> None:
    clocked(table)
    asked = form(seated(table, "referee"), page(table), "/process")
    assert refused(sent(table, "referee", "/process", **asked)) == (422, "BAD_PAYLOAD")
    assert sent(table, "referee", "/process", **{**asked, **TICKED}).status_code == 303
    assert table.get().json["waiting_for"] == ["blue"]
    again = sent(table, "referee", "/process", **{**asked, **TICKED})
    assert refused(again) == (422, "DECISION_CLOSED")


def test_a_stand_in_is_called_when_the_referee_goes_on(table: Table) -> None:
    clocked(table)
    stand_ins.name(table.desk.games, table.id, "red")
    asked = form(seated(table, "referee"), page(table), "/process")
    assert sent(table, "referee", "/process", **{**asked, **TICKED}).status_code == 303
    assert "The stand-in was asked to take over." in read(table, None)


@pytest.mark.parametrize("actor", ["red", None])
def test_nobody_else_changes_the_clock(table: Table, actor: str | None) -> None:
    clocked(table)
    [due] = table.desk.games.open(table.id).timekeeping.of("red")
    chosen = form(seated(table, "referee"), page(table), "/clock")
    recorded = table.desk.recorded()
    for action, fields in (
        ("", chosen),
        ("/remove", {}),
        ("/hold", {"reason": "Because"}),
        ("/resume", {}),
        ("/extend", {"holder": "red", "until": "2026-06-20T00:00"}),
        ("/process", {"decision": due.set.decision, **TICKED}),
    ):
        answer = sent(table, actor, action, **{**fields, "seat": actor or ""})
        assert refused(answer) == (403, "NOT_THE_REFEREE"), action
    assert table.desk.recorded() == recorded
    for action in ("/clock", "/remove", "/hold", "/extend", "/process"):
        offered = forms(seated(table, actor), page(table))
        assert not [it for it in offered if it.endswith(action)]


def test_a_game_that_is_over_has_no_forms_left(table: Table) -> None:
    clocked(table)
    table.play_out()
    for reader in ("red", "referee"):
        assert not [it for it in forms(seated(table, reader), page(table)) if "/clock" in it]
    answer = sent(table, "red", "/absences", first="2026-06-02", last="2026-06-02")
    assert refused(answer) == (422, "GAME_OVER")


# -- zones ----------------------------------------------------------------------------------------


def test_the_time_zone_of_the_mailbox_is_the_default(table: Table) -> None:
    clocked(table)
    red = seated(table, "red")
    field = next(
        it for it in parsed(red.get(page(table))).iter("input") if it.get("id") == "away-zone"
    )

    def zone() -> dict[str, str]:
        fields = parsed(red.get(page(table))).iter("input")
        return next(it.attrib for it in fields if it.get("id") == "away-zone")

    assert zone()["value"] == "UTC"
    assert "data-own-zone" in zone(), "the browser may know better"
    box = {"seat": "red", "address": "ney@example.org", "mail": "instant", "language": "en"}
    left = red.post(f"/games/{table.id}/people/mailbox", {**box, "time_zone": "Asia/Tokyo"})
    assert left.status_code == 303
    field = next(
        it for it in parsed(red.get(page(table))).iter("input") if it.get("id") == "away-zone"
    )
    assert field.attrib["value"] == "Asia/Tokyo"
    assert "data-own-zone" not in field.attrib


# -- the strip of the game's page -----------------------------------------------------------------


def strip(table: Table, reader: str | None) -> str:
    """What the strip of the game's page tells."""
    tree = parsed(seated(table, reader).get(f"/games/{table.id}"))
    found = [it for it in tree.iter("section") if it.get("id") in ("now", "news")]
    return " ".join(" ".join(text for it in found for text in it.itertext()).split())


def test_the_strip_tells_by_when(table: Table, time: Time) -> None:
    assert " by " not in strip(table, None)
    clocked(table)
    for reader in ("red", "blue", None):
        assert "by Wed 3 Jun, 12:00 UTC" in strip(table, reader)
    goes_by(table, time, hours=49)
    assert "late since Wed 3 Jun, 12:00 UTC" in strip(table, None)
    sent(table, "referee", "/hold", reason="")
    assert "The clock is stopped" in strip(table, None)
    sent(table, "referee", "/remove")
    assert "late" not in strip(table, None)
    assert "stopped" not in strip(table, None)


def test_an_earlier_position_tells_nothing_of_deadlines(table: Table) -> None:
    clocked(table)
    before = table.version
    assert table.order("red", {"order": "pass"}).status_code == 201
    earlier = seated(table, "red").get(f"/games/{table.id}?at={before}")
    assert "by Wed" not in words(earlier)


def test_a_page_that_shows_the_position_is_sent_what_the_clock_has_changed(
    table: Table, time: Time
) -> None:
    """It was drawn before the clock was set, and then before anybody was late."""
    browser = seated(table, "blue")

    def news(version: int, tags: str) -> Any:
        asked = f"/games/{table.id}/position?has={tags}&from={version}&since={version}"
        answer = browser.get(asked)
        assert answer.status_code == 200, answer.text
        return answer.json

    def shown() -> tuple[int, str]:
        body = next(parsed(browser.get(f"/games/{table.id}")).iter("body"))
        return int(body.attrib["data-at"]), body.attrib["data-tags"]

    before = shown()
    clocked(table)
    told = news(*before)
    assert 'by <time datetime="2026-06-03T12:00:00+00:00"' in str(told["fragments"]["now"])
    assert "map" not in told["fragments"], "nothing on the table is other than it was"
    assert not told["changed"]
    before = shown()
    goes_by(table, time, hours=49)
    told = news(*before)
    assert "late since" in str(told["fragments"]["now"])
    assert not told["changed"]


def test_a_game_that_was_claimed_says_how_it_ended(table: Table, time: Time) -> None:
    clocked(table, Clock(48 * 60, then=FORFEIT))
    goes_by(table, time, hours=49)
    goes_by(table, time, hours=25)
    assert sent(table, "blue", "/claim", holder="red", **TICKED).status_code == 303
    assert "Blue" in strip(table, None)
    game = table.desk.games.open(table.id)
    assert game.result is not None
    assert f"/rules/toy#{game.result.clause}" in seated(table, None).get(f"/games/{table.id}").text


# -- the referee's desk ---------------------------------------------------------------------------


def desk_of(table: Table, reader: str | None = "referee") -> str:
    return words(seated(table, reader).get(f"/games/{table.id}/desk"))


@pytest.mark.parametrize("reader", ["red", None])
def test_only_judges_have_a_desk(table: Table, reader: str | None) -> None:
    answer = seated(table, reader).get(f"/games/{table.id}/desk")
    assert answer.status_code == 403
    assert "Only the referee and the deputy have a desk." in words(answer)
    assert f"{table.id}/desk" not in seated(table, reader).get(f"/games/{table.id}").text


def test_an_empty_desk_says_so(table: Table) -> None:
    told = desk_of(table)
    assert "Nobody is late." in told
    assert "Nothing falls due." in told
    assert "Nothing is stopped." in told
    assert "No dispatch is under way." in told
    assert told.count("There are none.") == 4


def test_the_desk_tells_who_is_late_and_what_falls_due(table: Table, time: Time) -> None:
    clocked(table)
    assert "Red : " in desk_of(table)
    assert "by Wednesday 3 June, 12:00 (UTC)" in desk_of(table)
    goes_by(table, time, hours=49)
    assert "Who is late Red" in desk_of(table)
    sent(table, "referee", "/hold", reason="The mail is down")
    assert "stopped since Wednesday 3 June, 13:00 (UTC) The mail is down" in desk_of(table)


def test_the_desk_has_what_waits_for_a_ruling(desk: Desk) -> None:
    table = claimed(desk)
    card = table.get("/hand", "red").json["cards"][0]
    before = table.version
    assert table.order("red", {"order": "play", "card": card}).status_code == 201
    claim = {"version": table.version, "clause": "GO", "claim": "Twice.", "relief": "correct"}
    opened = table.post("/disputes", "blue", claim).json["dispute"]
    asked = table.post("/takebacks", "red", {"to": before, "why": "A slip."}).json["takeback"]
    answer = seated(table, "referee").get(f"/games/{table.id}/desk")
    leads = [it.get("href", "") for it in parsed(answer).iter("a")]
    assert f"/games/{table.id}/disputes/{opened}?seat=referee" in leads
    assert f"/games/{table.id}/takebacks?seat=referee#case-{asked}" in leads


def test_the_desk_has_seats_and_invitations(desk: Desk) -> None:
    table = desk.table(referee=True, open_seats=["blue"])
    told = desk_of(table)
    assert "Red: invited, not claimed yet" in told
    assert "Blue: open to anybody" in told
    assert table.post("/deputy", "referee").status_code == 200
    assert "Invitations that were not followed the deputy" in desk_of(table)
    deputy = table.post("/deputy", "referee").json["token"]
    table.desk.games.claim(table.id, "deputy", fresh=deputy)
    assert "Invitations that were not followed There are none." in desk_of(table)


# -- what is hidden -------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", ["red", None])
def test_twins_are_told_the_same_of_their_clocks(tmp_path: Path, reader: str | None) -> None:
    """Blue holds another card, and bets something else; and has answered as soon."""
    told = []
    for rules, bet in ((ToyWithArmies(), 1), (OtherCard(), 3)):
        time = Time(MONDAY)
        desk = desk_at(tmp_path / str(bet), rules, entropy=counting(), clock=time)
        table = clocked(claimed(desk))
        pages = []
        for seat, order in (
            ("red", {"order": "pass"}),
            ("blue", {"order": "draw"}),
            ("blue", {"order": "bet", "value": bet}),
        ):
            pages.append(seated(table, reader).get(page(table)).data)
            pages.append(seated(table, reader).get(f"/games/{table.id}").data)
            goes_by(table, time, hours=50)
            assert table.order(seat, order).status_code == 201
        pages.append(seated(table, reader).get(page(table)).data)
        told.append(pages)
    assert told[0] == told[1]


def test_the_page_speaks_french(table: Table) -> None:
    clocked(table)
    browser = seated(table, "red")
    browser.language = "fr"
    told = words(browser.get(page(table)))
    assert "ici au mercredi 3 juin, 12:00 (UTC)" in told
    assert "2 jours pour répondre" in told
