"""Joining: an invited player takes his seat, and the invitation is dead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.desk import Desk, Table
from tests.web.browser import Browser, fields, parsed, path, told, words


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table()


def join(browser: Browser, table: Table, **form: str):
    return browser.post(f"/games/{table.id}/join", {"seat": "red", "name": "Ney", **form})


def test_a_seat_is_taken(table: Table, browser: Browser) -> None:
    opened = browser.open_seat(table, "red")
    form = browser.get(opened.headers["Location"])
    fresh = fields(form)["fresh"]
    assert fields(form) == {"seat": "red", "fresh": fresh, "name": "", "nonce": ""}
    joined = browser.post(f"/games/{table.id}/join", fields(form) | {"name": "Ney", "nonce": "a1"})
    assert joined.status_code == 200
    assert joined.headers["Cache-Control"] == "no-store"
    [link] = [it.attrib["value"] for it in parsed(joined).iter("input") if it.get("id") == "link"]
    token = link.partition("#token=")[2]
    assert token == fresh != table.token("red")
    assert table.get("/hand", "red").status_code == 401, "the invitation is dead"
    assert table.desk.get(f"/games/{table.id}/hand", token).status_code == 200
    assert browser.cookies()[f"napoleon-{table.id}-red"] == token
    seat = table.get().json["seats"][0]
    assert (seat["claimed"], seat["name"], seat["nonce"]) == (True, "Ney", "given")
    again = browser.get(f"/games/{table.id}/join?seat=red")
    assert path(again.headers["Location"]) == f"/games/{table.id}?seat=red"


def test_a_form_that_was_sent_twice_loses_no_seat(
    desk: Desk, table: Table, browser: Browser, make_browser: Callable[..., Browser]
) -> None:
    """As by an impatient click: the answer to the first is never seen, nor its cookie kept."""
    form = fields(browser.get(browser.open_seat(table, "red").headers["Location"]))
    hasty = make_browser()
    hasty.open_seat(table, "red")
    assert hasty.post(f"/games/{table.id}/join", form | {"name": "Ney"}).status_code == 200
    recorded = desk.recorded()
    joined = browser.post(f"/games/{table.id}/join", form | {"name": "Ney"})
    assert joined.status_code == 200
    assert desk.recorded() == recorded
    assert browser.cookies()[f"napoleon-{table.id}-red"] == form["fresh"]
    assert browser.get(f"/games/{table.id}?seat=red").status_code == 200
    assert desk.get(f"/games/{table.id}/hand", form["fresh"]).status_code == 200


def test_two_forms_sent_at_once_take_the_seat_once(
    desk: Desk, table: Table, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = fields(browser.get(browser.open_seat(table, "red").headers["Location"]))
    claim = desk.games.claim

    def late(*args: Any, **options: Any) -> str:
        claim(*args, **options)
        return claim(*args, **options)

    monkeypatch.setattr(desk.games, "claim", late)
    joined = browser.post(f"/games/{table.id}/join", form | {"name": "Ney"})
    assert joined.status_code == 200
    assert desk.get(f"/games/{table.id}/hand", form["fresh"]).status_code == 200


@pytest.mark.parametrize("fresh", ["", "x", "{id}.red.short", "{id}.blue.{secret}", "{secret}"])
def test_a_seat_is_opened_by_no_token_that_is_none(
    desk: Desk, table: Table, browser: Browser, fresh: str
) -> None:
    browser.open_seat(table, "red")
    recorded = desk.recorded()
    said = fresh.format(id=table.id, secret="s" * 32)
    assert told(join(browser, table, fresh=said)) == (422, "BAD_PAYLOAD")
    assert desk.recorded() == recorded


def test_an_empty_nonce_is_none(table: Table, browser: Browser) -> None:
    browser.open_seat(table, "red")
    assert join(browser, table, nonce="").status_code == 200
    assert table.get().json["seats"][0]["nonce"] == "service"


def test_a_claimed_seat_is_opened_without_more(
    table: Table, browser: Browser, make_browser: Callable[..., Browser]
) -> None:
    browser.open_seat(table, "red")
    joined = join(browser, table)
    [link] = [it.attrib["value"] for it in parsed(joined).iter("input") if it.get("id") == "link"]
    device = make_browser()
    opened = device.post(f"/games/{table.id}/session", {"token": link})
    assert path(opened.headers["Location"]) == f"/games/{table.id}?seat=red"


def test_a_share_and_a_referee_give_no_nonce(desk: Desk, browser: Browser) -> None:
    table = desk.table(referee=True)
    browser.open_seat(table, "referee")
    form = browser.get(f"/games/{table.id}/join?seat=referee")
    assert fields(form).keys() == {"seat", "fresh", "name"}
    assert join(browser, table, seat="referee").status_code == 200
    given = table.post("/seats/blue/shares", "blue", {"share": "prussia"}).json
    browser.post(f"/games/{table.id}/session", {"token": given["token"]})
    assert told(join(browser, table, seat="prussia", nonce="x")) == (422, "BAD_PAYLOAD")
    assert join(browser, table, seat="prussia", name="Blücher").status_code == 200


def test_only_who_was_invited_joins(desk: Desk, table: Table, browser: Browser) -> None:
    recorded = desk.recorded()
    sent = browser.get(f"/games/{table.id}/join?seat=red")
    assert path(sent.headers["Location"]) == f"/games/{table.id}/session"
    assert told(join(browser, table)) == (403, "NOT_YOUR_SEAT")
    browser.open_seat(table, "blue")
    assert told(join(browser, table)) == (403, "NOT_YOUR_SEAT")
    assert desk.recorded() == recorded


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": ""}, "BAD_PAYLOAD"),
        ({"name": "N" * 81}, "BAD_PAYLOAD"),
        ({"name": "a\nb"}, "BAD_PAYLOAD"),
        ({"nonce": "two words"}, "BAD_PAYLOAD"),
        ({"nonce": "x" * 129}, "BAD_PAYLOAD"),
        ({"more": "x"}, "UNKNOWN_FIELD"),
    ],
)
def test_what_the_api_refuses_is_refused(
    desk: Desk, table: Table, browser: Browser, wrong: dict[str, str], code: str
) -> None:
    browser.open_seat(table, "red")
    recorded = desk.recorded()
    refused = join(browser, table, **wrong)
    assert told(refused) == (422, code)
    assert desk.recorded() == recorded


def test_a_name_is_shown_as_it_was_written(table: Table, browser: Browser) -> None:
    browser.open_seat(table, "red")
    assert join(browser, table, name="<script>alert(1)</script>").status_code == 200
    page = browser.get(f"/games/{table.id}/session")
    assert "<script>alert" not in page.text


def test_the_last_to_join_lays_the_table(desk: Desk, browser: Browser) -> None:
    table = desk.table(awaits_seats=True)
    for seat in ("red", "blue"):
        browser.open_seat(table, seat)
        assert join(browser, table, seat=seat, name=f"Ney {seat}").status_code == 200
    assert table.get().json["status"] == "running"
    assert "Waiting for you" in words(browser.get("/"))
