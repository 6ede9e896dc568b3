"""Private notes: who wrote them reads them, in every window, and nobody else on any way."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from api.mail.posting.turn_notifier import Attendance
from api.moving.exporting import export_all
from api.moving.importing import import_all
from api.people import seats
from api.people.blocks import hiding
from api.people.notes import LONGEST, of_token
from api.people.store import open_people
from napoleon.log.game import token_hash
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table
from tests.people.walks import Worker, begun
from tests.web.browser import Browser, parsed, words

Make = Callable[..., Browser]

PLAN = "Grouchy marches by Wavre."


def form(answer: TestResponse) -> dict[str, str]:
    """What the form of the notes would send as it stands on a page."""
    [found] = [it for it in parsed(answer).iter("form") if it.get("class") == "own-notes"]
    sent = {it.attrib["name"]: it.get("value", "") for it in found.iter("input")}
    [field] = found.iter("textarea")
    return {**sent, "text": "".join(field.itertext()).removeprefix("\n")}


def board(browser: Browser, table: Table, seat: str = "red") -> TestResponse:
    answer = browser.get(f"/games/{table.id}?seat={seat}")
    assert answer.status_code == 200
    return answer


def write(browser: Browser, table: Table, text: str, seat: str = "red") -> TestResponse:
    """Write over what stands there now, beside the board and without a script."""
    sent = {**form(board(browser, table, seat)), "text": text}
    return browser.post(f"/games/{table.id}/notes", sent)


def claim(browser: Browser, table: Table, seat: str = "red") -> str:
    """Claim a seat, which is one person's alone from then on; its token."""
    answer = table.post(f"/seats/{seat}/claim", seat, {"name": f"Anna {seat}"})
    token = str(answer.json["token"])
    seats_there = [table.created["referee"], *table.created["seats"]]
    [its] = [it for it in seats_there if it.get("seat", "referee") == seat]
    its["token"] = token
    browser.post(f"/games/{table.id}/session", {"token": token})
    return token


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


class Seated(Browser):
    """The browser of who has claimed red."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.desk.app)
        self.token = claim(self, table)


@pytest.fixture
def red(table: Table) -> Seated:
    return Seated(table)


def test_a_note_is_kept_by_a_button_and_stands_in_every_window(
    red: Seated, table: Table, make_browser: Make
) -> None:
    answer = write(red, table, f"{PLAN}\r\n\r\n  2nd line")
    assert answer.status_code == 303 and answer.headers["Location"].endswith("#notes")
    assert form(board(red, table))["text"] == f"{PLAN}\n\n  2nd line"
    other = make_browser()
    other.post(f"/games/{table.id}/session", {"token": red.token})
    assert form(other.get(f"/games/{table.id}/notes?seat=red"))["text"].startswith(PLAN)


def test_two_windows_do_not_overwrite_each_other(red: Seated, table: Table) -> None:
    one, two = form(board(red, table)), form(board(red, table))
    there = f"/games/{table.id}/notes"
    assert red.post(there, {**one, "text": PLAN}).status_code == 303
    refused = red.post(there, {**two, "text": "By Gembloux."})
    assert refused.status_code == 409
    assert PLAN in words(refused) and form(refused)["text"] == "By Gembloux."
    assert form(board(red, table))["text"] == PLAN, "nothing was overwritten"
    both = {**form(refused), "text": f"{PLAN} Or by Gembloux."}
    assert red.post(there, both).status_code == 303
    assert form(board(red, table))["text"] == f"{PLAN} Or by Gembloux."


def test_what_was_sent_twice_is_kept_once(red: Seated, table: Table) -> None:
    sent = {**form(board(red, table)), "text": PLAN}
    answers = [red.post(f"/games/{table.id}/notes/beside", sent) for _ in range(2)]
    assert [it.status_code for it in answers] == [200, 200]
    assert 'name="version" value="1"' in answers[1].text


def test_what_is_too_long_stays_in_its_field(red: Seated, table: Table) -> None:
    answer = write(red, table, "é" * (LONGEST + 1))
    assert answer.status_code == 422
    assert form(answer)["text"] == "é" * (LONGEST + 1)
    assert write(red, table, "é" * LONGEST).status_code == 303
    assert write(red, table, "nul \x00 gone").status_code == 303
    assert form(board(red, table))["text"] == "nul  gone"


def test_while_notes_cannot_be_read_the_game_goes_on_and_none_is_overwritten(
    red: Seated, table: Table, worker: Worker
) -> None:
    write(red, table, PLAN)
    with worker.registry.store.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE people_notes RENAME TO away")
    page = board(red, table)
    assert "cannot be read just now" in words(page)
    assert "own-notes-text" not in page.text, "nothing can be written over what is not shown"
    sent = {"seat": "red", "version": "0", "text": "Something else."}
    answer = red.post(f"/games/{table.id}/notes", sent)
    assert answer.status_code >= 500 and "Something else." in words(answer), "what was typed stays"


def test_a_note_is_its_persons_once_the_seat_lies_on_a_desk(
    red: Seated, table: Table, make_browser: Make, desk: Desk
) -> None:
    write(red, table, PLAN)
    ney = make_browser()
    begun(ney)
    ney.post(f"/games/{table.id}/session", {"token": red.token})
    assert form(board(ney, table))["text"] == PLAN
    assert form(board(red, table))["text"] == "", "they are a person's now, who is signed in"


def test_who_takes_the_seat_after_somebody_does_not_get_their_notes(
    red: Seated, table: Table, make_browser: Make, desk: Desk
) -> None:
    write(red, table, PLAN)
    fresh = desk.call("POST", f"/games/{table.id}/seats/red/handover", red.token).json["token"]
    next_one = make_browser()
    next_one.post(f"/games/{table.id}/session", {"token": fresh})
    assert "Claim your seat to keep private notes" in words(board(next_one, table))
    sent = {"seat": "red", "version": "0", "text": "Mine."}
    assert next_one.post(f"/games/{table.id}/notes", sent).status_code == 403
    path = f"/games/{table.id}/seats/red/claim"
    claimed = desk.call("POST", path, fresh, body={"name": "Soult"}).json["token"]
    next_one.post(f"/games/{table.id}/session", {"token": claimed})
    assert form(board(next_one, table))["text"] == ""
    assert PLAN not in board(red, table).text, "a dead token opens nothing"


def test_a_lost_seat_comes_back_with_its_notes(
    red: Seated, table: Table, make_browser: Make, worker: Worker
) -> None:
    registry, game = worker.registry, worker.registry.games.open(table.id)
    write(red, table, PLAN)
    fresh = seats.renew(registry, worker.office, game, "red", red.token)
    assert isinstance(fresh, str)
    again = make_browser()
    again.post(f"/games/{table.id}/session", {"token": fresh})
    assert form(board(again, table))["text"] == PLAN


def test_notes_are_in_my_data_and_are_erased_with_me(
    make_browser: Make, table: Table, worker: Worker
) -> None:
    ney, store = make_browser(), worker.registry.store
    begun(ney)
    ney.open_seat(table, "red")
    write(ney, table, PLAN)
    [note] = ney.get("/desk/data").json["notes"]
    assert (note["holder"], note["text"]) == ("red", PLAN)
    assert "Private notes 1" in words(ney.post("/desk/erase", {"sure": "on"}))
    with store.look() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM people_notes").scalar() == 0


def test_a_note_is_no_event_so_nothing_is_told_by_stream_hook_or_mail(
    desk: Desk, table: Table, red: Seated
) -> None:
    before = desk.recorded()
    write(red, table, PLAN)
    assert desk.recorded() == before
    assert PLAN not in repr(list(desk.games.history(table.id)))


def test_no_mail_has_a_note_not_even_one_to_its_writer(
    red: Seated, table: Table, worker: Worker
) -> None:
    blue = Browser(table.desk.app)
    claim(blue, table, "blue")
    for seat, browser in (("red", red), ("blue", blue)):
        box = {"seat": seat, "address": f"{seat}@players.example", "mail": "instant"}
        browser.post(f"/games/{table.id}/people/mailbox", box)
        kept = worker.office.store.mailboxes.of(table.id, seat)
        assert kept is not None and worker.office.store.mailboxes.move(kept, confirmed=True)
    write(red, table, PLAN)
    assert table.order("red", {"order": "pass"}).status_code == 201
    Attendance(worker.office, hiding(worker.registry)).look()
    letters = worker.office.store.outbox.all(table.id)
    assert letters, "somebody is told something"
    for it in letters:
        told = message_from_bytes(it.message, policy=policy.default)
        parts = [str(part.get_content()) for part in told.walk() if not part.is_multipart()]
        assert PLAN not in " ".join(" ".join(parts).split())


def test_of_the_files_of_a_store_one_has_it(
    red: Seated, table: Table, desk: Desk, tmp_path: Path
) -> None:
    write(red, table, PLAN)
    files = [it for it in tmp_path.rglob("*") if it.is_file()]
    found = {it.name.partition(".")[0] for it in files if PLAN.encode() in it.read_bytes()}
    assert found == {"mail"}


def test_a_whole_store_takes_notes_along_and_gives_them_to_nobody_else(
    red: Seated, table: Table, desk: Desk, tmp_path: Path, worker: Worker
) -> None:
    write(red, table, PLAN)
    export_all(desk.games.env, tmp_path / "store.zip", lambda *_: None)
    env = desk_at(tmp_path / "there").games.env
    with (tmp_path / "store.zip").open("rb") as file:
        import_all(env, file, lambda *_: None)
    with closing(open_people(env)) as store:
        token = token_hash(red.token)
        kept = store.notes.get(of_token(table.id, "red", token))
        assert kept is not None and kept.text == PLAN
        assert store.notes.get(of_token(table.id, "red", "another")) is None
        assert store.notes.get(of_token(table.id, "blue", token)) is None
