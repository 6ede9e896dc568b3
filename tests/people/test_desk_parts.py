"""The parts of the desk behind its games: being told, away, muting, reporting, one's own data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from werkzeug.test import TestResponse

from api.command_line.main import main
from api.mail.posting.turn_notifier import Attendance
from api.mail.store.tables import METADATA as MAIL_METADATA
from api.moving.stores import TABLES
from api.people import absences as saying
from api.people.blocks import hiding
from api.people.own_data import LEFT_OUT, MAIL, NOT_THEIRS, OF_EVERY_ROW, named, own_data
from api.people.rows import PersonRow
from api.people.store.moving import STAYS
from api.people.store.tables import METADATA, people
from napoleon.log.times import DAY
from napoleon.play import counting
from tests.api.desk import Desk, Table
from tests.clocks import Clock
from tests.people.telling import Teller, running
from tests.people.test_me import begun as begun_in_api
from tests.people.test_me import code
from tests.people.test_telling import seated
from tests.people.walks import Worker, begun, confirmed, text
from tests.repetitions import IN_THE_HOUSE
from tests.web.browser import Browser, path, told, words

pytestmark = IN_THE_HOUSE

Make = Callable[..., Browser]

CLOCK = {"answer": 2880}
PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture
def desk(log_env: dict[str, str], tmp_path: Path, clock: Clock) -> Iterator[Desk]:
    """A service on either database."""
    with running(tmp_path, clock, log_env) as desk:
        yield desk


@pytest.fixture
def teller(desk: Desk, clock: Clock, worker: Worker) -> Teller:
    return Teller(desk, clock, worker)


def days(clock: Clock, first: int, last: int) -> dict[str, str]:
    """Days from today on, as a form has them that is filled in at Paris."""
    today = counting.moment(clock()).astimezone(PARIS)
    return {
        "first": (today + timedelta(days=first)).date().isoformat(),
        "last": (today + timedelta(days=last)).date().isoformat(),
    }


def absences(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.get("/clock").json["absences"]
    return found


def test_being_away_is_said_once_for_all_games(desk: Desk, teller: Teller, clock: Clock) -> None:
    key, _ = begun_in_api(desk)
    tables = [seated(desk, key, seat, clock=CLOCK) for seat in ("red", "blue")]
    body = {**days(clock, 3, 9), "time_zone": "Europe/Paris"}
    said = desk.call("POST", "/me/absences", key, body=body)
    assert said.status_code == 200, said.text
    assert {it["game"] for it in said.json["games"]} == {it.id for it in tables}
    for table, seat in zip(tables, ("red", "blue"), strict=True):
        [away] = absences(table)
        assert (away["seat"], away["first"], away["last"]) == (seat, body["first"], body["last"])
    # A seat that comes to the desk while they are away is told of it too, from today on.
    clock.move_on(5 * DAY)
    late = seated(desk, key, "red", clock=CLOCK)
    assert absences(late) == []
    assert teller.absentees.look() == 1
    [away] = absences(late)
    assert (away["first"], away["last"]) == (days(clock, 0, 0)["first"], body["last"])
    clock.move_on(DAY)
    assert teller.absentees.look() == 0, "it is said once"
    number = said.json["id"]
    assert desk.call("DELETE", f"/me/absences/{number}", key).status_code == 204
    assert [absences(it) for it in (*tables, late)] == [[], [], []]
    again = desk.call("DELETE", f"/me/absences/{number}", key)
    assert code(again) == (404, "UNKNOWN_ABSENCE")
    assert desk.get("/me/absences", key).json == {"absences": []}


def test_nothing_in_a_game_says_who_is_away(desk: Desk, clock: Clock) -> None:
    key, _ = begun_in_api(desk, "Michel Ney")
    table = seated(desk, key, "red", clock=CLOCK)
    body = {**days(clock, 1, 2), "time_zone": "UTC"}
    desk.call("POST", "/me/absences", key, body=body)
    shown = table.get("/log", "blue").text
    assert "absence_declared" in shown and "Michel" not in shown


def test_what_a_game_does_not_allow_is_told(desk: Desk, teller: Teller, clock: Clock) -> None:
    key, _ = begun_in_api(desk)
    full, free = (seated(desk, key, "red", clock=CLOCK) for _ in range(2))
    for first in (10, 80):
        body = {**days(clock, first, first + 44), "time_zone": "UTC"}
        assert full.post("/absences", "red", body).status_code == 201
    said = desk.call("POST", "/me/absences", key, body={**days(clock, 1, 5), "time_zone": "UTC"})
    told_of = {it["game"]: it["code"] for it in said.json["games"]}
    assert told_of == {full.id: "TOO_MANY_ABSENCES", free.id: None}
    assert teller.absentees.look() == 0, "it is not tried again and again"
    refused = desk.call("POST", "/me/absences", key, body={**days(clock, 5, 1), "time_zone": "UTC"})
    assert code(refused) == (422, "BAD_DATE")


def test_killed_between_game_and_desk_nothing_is_said_twice(
    desk: Desk, teller: Teller, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, _ = begun_in_api(desk)
    table = seated(desk, key, "red", clock=CLOCK)
    store = teller.registry.store.absences

    class Killed(BaseException):
        pass

    def kill(_: Any) -> bool:
        raise Killed

    body = {**days(clock, 3, 9), "time_zone": "UTC"}
    [person] = [it for it in (teller.registry.store.people.get(1),) if it is not None]
    with monkeypatch.context() as patched:
        patched.setattr(store, "put_in", kill)
        with pytest.raises(Killed):
            first, last = (date.fromisoformat(body[it]) for it in ("first", "last"))
            saying.say(teller.registry, person.id, first, last, "UTC")
    before = len(absences(table))
    assert before == 1, "it was declared, and not noted"
    teller.absentees.look()
    assert len(absences(table)) == 1
    [mine] = desk.get("/me/absences", key).json["absences"]
    assert [it["game"] for it in mine["games"]] == [table.id]


def test_the_forms_of_the_desk(
    desk: Desk, make_browser: Make, worker: Worker, teller: Teller, clock: Clock
) -> None:
    browser = make_browser()
    begun(browser)
    confirmed(worker, browser)
    table = desk.table(clock=CLOCK)
    browser.open_seat(table, "blue")
    browser.post(f"/games/{table.id}/join", {"seat": "blue", "name": "Ney"})
    clock.move_on(1_000_000)
    assert "You are not told yet" in words(browser.get("/desk/settings"))
    kept = browser.post("/desk/notifications/mail", {"address": "ney@players.example"})
    assert (kept.status_code, path(kept.location)) == (303, "/desk/settings")
    webhook = {"url": "https://discord.com/api/webhooks/1/hush", "form": "", "when": "digest"}
    assert browser.post("/desk/notifications/webhook", webhook).status_code == 303
    page = browser.get("/desk/settings")
    assert "discord.com" in words(page) and "hush" not in page.text
    refused = browser.post("/desk/notifications/webhook", {"url": "https://10.0.0.1/typed"})
    assert refused.status_code == 422
    assert "https://10.0.0.1/typed" in refused.text, "what was typed is not lost"
    times = {"zone": "Europe/Paris", "hour": "19"}
    assert browser.post("/desk/notifications/times", times).status_code == 303
    assert 'value="Europe/Paris"' in browser.get("/desk/settings").text
    for wrong in ({"zone": "Mars/Olympus", "hour": "7"}, {"zone": "UTC", "hour": "24"}):
        assert browser.post("/desk/notifications/times", wrong).status_code == 422
    [number, _] = re.findall(r'name="channel" value="(\d+)"', page.text)[::3]
    assert browser.post("/desk/notifications/trial", {"channel": number}).status_code == 200
    teller.send()
    [message] = worker.run()
    assert "told here when a game waits" in text(message)
    wish = {"channel": number, "when": "digest"}
    assert browser.post("/desk/notifications/change", wish).status_code == 303
    assert browser.post("/desk/notifications/end", {"channel": number}).status_code == 303
    assert told(browser.post("/desk/notifications/end", {"channel": "x"})) == (
        404,
        "UNKNOWN_CHANNEL",
    )
    away = {**days(clock, 1, 3), "zone": "Europe/Paris"}
    assert browser.post("/desk/absences", away).status_code == 303
    assert "Declared in one game." in words(browser.get("/desk/settings"))
    bad = browser.post("/desk/absences", {**away, "last": "1815-06-18"})
    assert bad.status_code == 422 and f'value="{away["first"]}"' in bad.text
    [number] = re.findall(r'name="absence" value="(\d+)"', browser.get("/desk/settings").text)
    assert browser.post("/desk/absences/off", {"absence": number}).status_code == 303
    assert absences(table) == []
    stranger = make_browser()
    for address in ("notifications/times", "absences", "notifications/mail", "absences/off"):
        assert told(stranger.post(f"/desk/{address}", {})) == (401, "TOKEN_REQUIRED")


def players(desk: Desk, make_browser: Make, **more: Any) -> tuple[Table, Browser, Browser]:
    """A game of two who have desks: red and blue."""
    table = desk.table(**more)
    found = []
    for seat in ("red", "blue"):
        browser = make_browser()
        begun(browser, seat.title())
        browser.open_seat(table, seat)
        form = {"seat": seat, "name": seat.title()}
        assert browser.post(f"/games/{table.id}/join", form).status_code == 200
        found.append(browser)
    return table, found[0], found[1]


def write(browser: Browser, table: Table, seat: str, words_of_it: str) -> None:
    form = {"seat": seat, "to": "all", "text": words_of_it}
    assert browser.post(f"/games/{table.id}/press", form).status_code == 303


def press(browser: Browser, table: Table, seat: str) -> TestResponse:
    return browser.get(f"/games/{table.id}/press?seat={seat}")


def test_letters_of_the_muted_are_folded_for_the_reader_alone(
    desk: Desk, make_browser: Make
) -> None:
    table, red, blue = players(desk, make_browser)
    write(blue, table, "blue", "You fool.")
    assert "A muted letter" not in words(press(red, table, "red"))
    before = press(blue, table, "blue").text
    link = f"/desk/people/{table.id}/blue"
    assert link in press(red, table, "red").text
    assert "Mute them" in words(red.get(f"{link}?letter=3"))
    assert red.post(link, {"kind": "mute"}).status_code == 303
    shown = press(red, table, "red")
    assert re.search(r"<details[^>]*>\s*<summary>A muted letter", shown.text)
    assert press(blue, table, "blue").text == before, "they are not told"
    assert "Blue" in words(red.get("/desk/settings"))
    # In their other games too, under whatever name.
    other = desk.table()
    for browser, seat in ((red, "blue"), (blue, "red")):
        browser.open_seat(other, seat)
        browser.post(f"/games/{other.id}/join", {"seat": seat, "name": f"{seat} once more"})
    write(blue, other, "red", "And again.")
    assert "A muted letter" in words(press(red, other, "blue"))
    assert red.post(link, {"kind": ""}).status_code == 303
    assert "A muted letter" not in words(press(red, table, "red"))


def test_letters_without_a_signature_are_muted_all_together(desk: Desk, make_browser: Make) -> None:
    table, red, blue = players(desk, make_browser, grey_press=True)
    form = {"seat": "blue", "to": "all", "text": "You fool.", "unsigned": "yes"}
    assert blue.post(f"/games/{table.id}/press", form).status_code == 303
    # Who has muted their writer reads it: else its absence would tell whose it is.
    assert red.post(f"/desk/people/{table.id}/blue", {"kind": "mute"}).status_code == 303
    shown = words(press(red, table, "red"))
    assert "A muted letter" not in shown and "You fool." in shown
    link = f"/desk/people/{table.id}/unsigned"
    assert link in press(red, table, "red").text
    told_of = words(red.get(f"{link}?letter=3"))
    assert "somebody unsigned" in told_of and "Block them" not in told_of
    assert red.post(link, {"kind": "block"}).status_code == 422
    assert red.post(link, {"kind": "mute"}).status_code == 303
    assert "A muted letter" in words(press(red, table, "red"))
    assert "somebody unsigned" in words(red.get("/desk/settings"))
    number = desk.get(f"/games/{table.id}/press", None).json["press"][0]["version"]
    report = {"text": "This is not decent.", "letter": str(number)}
    assert "gets your report" in words(red.post(f"{link}/report", report))
    assert red.post(link, {"kind": ""}).status_code == 303
    assert "A muted letter" not in words(press(red, table, "red"))
    plain, other, _ = players(desk, make_browser)
    assert other.get(f"/desk/people/{plain.id}/unsigned").status_code == 404


def test_only_other_players_are_muted(desk: Desk, make_browser: Make) -> None:
    table, red, _ = players(desk, make_browser)
    stranger = make_browser()
    begun(stranger, "Nobody")
    for browser, seat, wrong in (
        (red, "red", "NOT_A_PLAYER"),
        (stranger, "blue", "NOT_SEATED"),
    ):
        answer = browser.post(f"/desk/people/{table.id}/{seat}", {"kind": "mute"})
        assert answer.status_code in (403, 422), wrong
    assert told(red.get(f"/desk/people/{table.id}/green"))[0] in (404, 422)


def test_a_seat_without_a_desk_is_muted_until_it_passes_on(desk: Desk, make_browser: Make) -> None:
    key, _ = begun_in_api(desk)
    table = seated(desk, key, "red")
    muted = desk.call("PUT", f"/me/people/{table.id}/blue", key, body={"kind": "mute"})
    known = desk.call("PUT", f"/me/people/{table.id}/blue", key, body={"kind": "block"})
    assert (muted.status_code, muted.text) == (known.status_code, known.text) == (204, "")
    [said] = desk.get("/me/people", key).json["people"]
    assert (said["game"], said["seat"], said["kind"]) == (table.id, "blue", "block")
    assert desk.call("DELETE", f"/me/people/{table.id}/blue", key).status_code == 204
    assert code(desk.call("DELETE", f"/me/people/{table.id}/blue", key)) == (404, "UNKNOWN_BLOCK")


def test_the_blocked_join_no_game_of_who_blocked_them(desk: Desk, make_browser: Make) -> None:
    table, red, blue = players(desk, make_browser)
    red.post(f"/desk/people/{table.id}/blue", {"kind": "block"})
    made = red.post("/new", {"ruleset": "toy", "scenario": "short"})
    assert made.status_code == 201, words(made)
    token = re.findall(r"#token=([^\"]*\.blue\.[^\"]*)", made.text)[0]
    founded = token.partition(".")[0]
    address = f"/games/{founded}/session"
    refused = blue.post(address, {"token": token})
    wrong = blue.post(address, {"token": f"{founded}.blue.guess"})
    assert (refused.status_code, words(refused)) == (wrong.status_code, words(wrong))
    assert make_browser().post(address, {"token": token}).status_code == 303, "anybody else"


def test_the_operator_gets_a_report_with_the_letter(
    desk: Desk, make_browser: Make, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, red, blue = players(desk, make_browser)
    write(blue, table, "blue", "You fool.")
    [version] = desk.games.open(table.id).press
    address = f"/desk/people/{table.id}/blue/report"
    sent = red.post(address, {"text": "They insult me.", "letter": str(version)})
    assert "The operator gets your report" in words(sent)
    hidden = red.post(address, {"text": "And this?", "letter": "1"})
    assert hidden.status_code == 422 and "And this?" in hidden.text, "what was typed is kept"
    assert red.post(address, {"text": " "}).status_code == 422
    for number in range(4):
        assert red.post(address, {"text": f"Again {number}."}).status_code == 200
    many = red.post(address, {"text": "Once more."})
    assert many.status_code == 422
    for name in ("NAPOLEON_HOME", "DATABASE_URL", "NAPOLEON_SECRET"):
        if name in desk.games.env:
            monkeypatch.setenv(name, desk.games.env[name])
    run = CliRunner().invoke
    listed = run(main, ["people", "reports", "--json"])
    assert listed.exit_code == 0, listed.output
    reports = json.loads(listed.output)["reports"]
    assert len(reports) == 5
    first = reports[0]
    assert first["words"] == "They insult me." and first["quoted"] == "You fool."
    assert (first["game"], first["seat"], first["done"]) == (table.id, "blue", None)
    assert "You fool." in run(main, ["people", "reports"]).output
    assert run(main, ["people", "done", str(first["id"])]).exit_code == 0
    again = run(main, ["people", "done", str(first["id"])])
    assert again.exit_code == 1
    assert len(json.loads(run(main, ["people", "reports", "--json"]).output)["reports"]) == 4
    everything = json.loads(run(main, ["people", "reports", "--all", "--json"]).output)
    assert len(everything["reports"]) == 5


def test_my_data_comes_as_one_file(desk: Desk, make_browser: Make, worker: Worker) -> None:
    browser = make_browser()
    begun(browser, "Michel")
    confirmed(worker, browser)
    table = desk.table()
    browser.open_seat(table, "red")
    browser.post(f"/games/{table.id}/join", {"seat": "red", "name": "The Bravest"})
    answer = browser.get("/desk/data")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"
    found = json.loads(answer.text)
    assert found["people"][0]["name"] == "Michel"
    assert [it["address"] for it in found["addresses"]] == ["ney@players.example"]
    assert [it["name"] for it in found["beside_seats"]] == ["The Bravest"]
    [counted] = found["counted"]
    assert (counted["game"], counted["seat"], counted["in_time"]) == (table.id, "red", 0)
    assert found["stints"][0]["since"] == counted["since"], "a version, and no time"
    assert desk.games.open(table.id).tokens["red"] not in answer.text
    assert browser.cookies()["napoleon_desk"] not in answer.text
    assert told(make_browser().get("/desk/data")) == (401, "TOKEN_REQUIRED")


def _value(column: sa.Column[Any], mark: str, number: int) -> Any:
    kind = column.type.python_type
    if column.name == "moments":
        return json.dumps([mark])
    return {str: mark, int: number, bool: True}[kind]


def test_every_table_of_people_is_exported_erased_and_moved_or_has_its_reason(
    desk: Desk, worker: Worker
) -> None:
    """The contract: a table of people is in all three, or it is said why not."""
    theirs = [it for it in METADATA.sorted_tables if it.name not in NOT_THEIRS]
    moved = {it.name for it in TABLES} | STAYS.keys()
    assert {it.name for it in METADATA.tables.values()} <= moved
    assert {it.name for it in MAIL_METADATA.tables.values()} == MAIL.keys()
    registry = worker.registry
    filled = registry.store
    ney = filled.people.put(PersonRow("Ney", "fr", "hash", 1))
    soult = filled.people.put(PersonRow("Soult", "fr", "hash", 1))
    marks = {}
    with filled.begin() as connection:
        for person, whose in ((ney.id, "ney"), (soult.id, "soult")):
            for place, table in enumerate(theirs):
                if table is people:
                    continue
                assert "person" in table.c, f"{table.name}: whose is it?"
                values = {}
                for column in table.columns:
                    mark = f"<{whose} {table.name}.{column.name}>"
                    number = 700_000_000 + person * 1_000 + place
                    values[column.name] = _value(column, mark, number)
                    if whose == "ney":
                        marks[table.name, column.name] = values[column.name]
                values["person"] = person
                if "id" in values and table.autoincrement_column is not None:
                    values["id"] = person * 100 + place
                connection.execute(sa.insert(table).values(values))
    made = json.dumps(own_data(registry, worker.office, ney.id))
    for (table_name, column_name), value in marks.items():
        if column_name in OF_EVERY_ROW or not isinstance(value, str):
            continue
        is_left_out = column_name in LEFT_OUT.get(table_name, {})
        in_file = json.dumps(value)[1:-1] in made
        assert in_file != is_left_out, f"{table_name}.{column_name}"
    for table_name, columns in LEFT_OUT.items():
        assert columns.keys() <= set(METADATA.tables[table_name].c.keys())
        assert all(columns.values())
    assert "soult" not in made, "of nobody else"
    for table in theirs:
        assert named(table.name) in json.loads(made)
    gone = filled.people.erase(ney.id)
    assert gone == {it.name: 1 for it in theirs}
    with filled.look() as connection:
        for table in theirs:
            left = [str(it._mapping) for it in connection.execute(sa.select(table))]
            assert len(left) == 1 and "<ney" not in left[0], table.name


def test_a_letter_of_the_muted_is_in_no_mail(
    desk: Desk, make_browser: Make, teller: Teller
) -> None:
    table, red, blue = players(desk, make_browser)
    box = {"address": "red@players.example", "mail": "instant"}
    red.post(f"/games/{table.id}/people/mailbox", {"seat": "red", **box})
    kept = teller.office.store.mailboxes.of(table.id, "red")
    assert kept is not None and teller.office.store.mailboxes.move(kept, confirmed=True)
    red.post(f"/desk/people/{table.id}/blue", {"kind": "mute"})
    write(blue, table, "blue", "You fool.")
    Attendance(teller.office, hiding(teller.registry)).look()
    letters = teller.office.store.outbox.all(table.id)
    assert not [it for it in letters if it.about.startswith("press-")]
    red.post(f"/desk/people/{table.id}/blue", {"kind": ""})
    write(blue, table, "blue", "I am sorry.")
    Attendance(teller.office, hiding(teller.registry)).look()
    letters = teller.office.store.outbox.all(table.id)
    assert [it for it in letters if it.about.startswith("press-")]
