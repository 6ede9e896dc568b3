"""Dispatches over HTTP: their charter, the referee's queue, the command, and the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.desk import Desk, Table
from tests.referee.test_dispatches import Carried
from tests.web.browser import Browser, words
from tests.web.cases import form

SENT = {"to": "green", "origin": "ligny", "destination": "wavre", "text": "March on Wavre."}


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    return make_desk(Carried())


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game in which every dispatch arrives in the next turn."""
    table = desk.table(referee=True)
    assert chartered(table).status_code == 200
    return table


def chartered(table: Table, by: str = "referee", **odds: int) -> Any:
    body = {"lost": 0, "captured": 0, "pace": 5, **odds}
    path = f"/games/{table.id}/dispatches/charter"
    return table.desk.call("PUT", path, table.token(by), body=body)


def next_turn(table: Table) -> None:
    for seat in ("red", "blue"):
        assert table.order(seat, {"order": "pass"}).status_code == 201
    for seat in ("red", "blue"):
        assert table.order(seat, {"order": "bet", "value": 1}).status_code == 201


def test_one_is_sent_and_comes(table: Table) -> None:
    answer = table.post("/dispatches", "blue", SENT)
    assert answer.status_code == 201
    way = {"from": "ligny", "to": "wavre", "sent": 1, "due": 2, "captured": False}
    assert (answer.json["dispatch"], answer.json["text"]) == (way, SENT["text"])
    assert table.get("/press", "blue").json["press"] == [answer.json]
    assert table.get("/press", "green").json["press"] == []
    next_turn(table)
    [come] = table.get("/press", "green").json["press"]
    assert (come["by"], come["to"], come["dispatch"]) == ("blue", ["green"], way)
    assert table.get("/press", "red").json["press"] == []


def test_the_queue_is_the_referees(table: Table) -> None:
    sent = table.post("/dispatches", "blue", SENT).json
    for reader in ("red", "blue", "green", None):
        told = table.get("/dispatches", reader).json
        assert told["dispatches"] == []
        assert told["charter"] == {"lost": 0, "captured": 0, "pace": 5}
        assert told["places"] == ["ligny", "wavre", "elba"]
    [it] = table.get("/dispatches", "referee").json["dispatches"]
    assert (it["dispatch"], it["due"], it["held"], it["fate"]) == (
        sent["version"], 2, False, "delivered",
    )  # fmt: skip
    path = f"/dispatches/{sent['version']}"
    held = table.post(path, "referee", {"held": True, "due": 3, "reason": "Fog."})
    assert (held.status_code, held.json["held"], held.json["due"]) == (200, True, 3)
    next_turn(table)
    assert table.get("/press", "green").json["press"] == []
    assert len(table.get("/dispatches", "referee").json["dispatches"]) == 1
    refused = table.post(path, "blue", {"reason": "Let it go."})
    assert (refused.status_code, refused.json["code"]) == (403, "NOT_THE_REFEREE")
    unknown = table.post("/dispatches/1", "referee", {"reason": "Let it go."})
    assert (unknown.status_code, unknown.json["code"]) == (404, "UNKNOWN_DISPATCH")


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"origin": "paris"}, "UNKNOWN_PLACE"),
        ({"destination": "elba"}, "NO_WAY"),
        ({"to": "all"}, "UNKNOWN_SEAT"),
        ({"to": "blue"}, "TO_YOURSELF"),
        ({"text": " "}, "TEXT_MISSING"),
        ({"text": "x" * 4001}, "BAD_PAYLOAD"),
        ({"by": "fast"}, "UNKNOWN_FIELD"),
    ],
)
def test_refused(table: Table, more: dict[str, str], code: str) -> None:
    answer = table.post("/dispatches", "blue", {**SENT, **more})
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert table.get("/dispatches", "referee").json["dispatches"] == []


def test_charters(table: Table) -> None:
    assert chartered(table, "red").json["code"] == "NOT_THE_REFEREE"
    assert chartered(table, lost=60, captured=60).json["code"] == "BAD_PAYLOAD"
    assert chartered(table, pace=0).json["code"] == "BAD_PAYLOAD"
    before = table.version
    assert chartered(table).status_code == 200
    assert table.version == before, "it was so"


def test_without_a_charter(desk: Desk) -> None:
    table = desk.table(referee=True)
    assert table.get("/dispatches").json == {"charter": None, "places": [], "dispatches": []}
    assert table.post("/dispatches", "blue", SENT).json["code"] == "NO_DISPATCHES"


def test_the_command(table: Table) -> None:
    line = "dispatch from Ligny to wav, to the green: March.\nQuickly."
    answer = table.post("/commands", "blue", {"line": line})
    assert answer.status_code == 200, answer.text
    assert "due in turn 2" in answer.json["paragraphs"][0]
    assert answer.json["written"] == ["March.", "Quickly."]
    [sent] = table.get("/press", "blue").json["press"]
    assert sent["text"] == "March.\nQuickly."
    for line, code in (
        ("dispatch from Paris to wavre, to green: March.", "UNKNOWN_PLACE"),
        ("dispatch from ligny to wavre, to grey: March.", "UNKNOWN_SEAT"),
    ):
        refused = table.post("/commands", "blue", {"line": line})
        assert refused.json["code"] == code


def page(table: Table, holder: str) -> str:
    return f"/games/{table.id}/press?seat={holder}"


def seated(table: Table, *holders: str) -> Browser:
    browser = Browser(table.desk.app)
    for holder in holders:
        browser.open_seat(table, holder)
    return browser


def test_on_the_page_one_is_sent_and_tells_how_old_it_is(table: Table) -> None:
    blue = seated(table, "blue")
    sent = form(blue, page(table, "blue"), "/dispatches")
    assert sent["origin"] == "ligny"
    answer = blue.post(f"/games/{table.id}/dispatches", {**sent, **SENT})
    assert answer.status_code == 303
    assert "March on Wavre." in words(blue.get(answer.headers["Location"]))
    next_turn(table)
    told = words(seated(table, "green").get(page(table, "green")))
    assert "A dispatch from ligny to wavre, written in turn 1. Its news is one turn old." in told
    wrong = blue.post(f"/games/{table.id}/dispatches", {**sent, **SENT, "destination": "elba"})
    assert wrong.status_code == 422
    assert "NO_WAY" in wrong.text and "March on Wavre." in wrong.text


def test_on_the_page_the_referee_looks_after_them(table: Table) -> None:
    version = table.post("/dispatches", "blue", SENT).json["version"]
    referee = seated(table, "referee")
    assert "March on Wavre." in words(referee.get(page(table, "referee")))
    told = form(referee, page(table, "referee"), f"/dispatches/{version}")
    assert told["due"] == "2"
    where = f"/games/{table.id}/dispatches/{version}"
    assert referee.post(where, {**told, "held": "yes", "reason": "Fog."}).status_code == 303
    assert table.get("/dispatches", "referee").json["dispatches"][0]["held"] is True
    assert referee.post(where, {**told, "due": "0", "reason": "Fog."}).status_code == 422
    odds = form(referee, page(table, "referee"), "/dispatches/charter")
    where = f"/games/{table.id}/dispatches/charter"
    assert referee.post(where, {**odds, "lost": "7"}).status_code == 303
    assert table.get("/dispatches").json["charter"]["lost"] == 7
    red = seated(table, "red")
    seen = words(red.get(page(table, "red")))
    assert "Under way" not in seen and "7 are lost" in seen
    assert red.post(where, {**odds, "seat": "red"}).status_code == 403


@pytest.mark.parametrize(
    ("language", "of", "told"),
    [
        ("en", 1, "ride 1 road or border a turn. Of a hundred dispatches 1 is lost."),
        ("en", 2, "ride 2 roads or borders a turn. Of a hundred dispatches 2 are lost."),
        ("fr", 1, "1 route ou frontière par tour. Sur cent dépêches, 1 se perd."),
        ("fr", 2, "2 routes ou frontières par tour. Sur cent dépêches, 2 se perdent."),
    ],
)
def test_one_is_told_of_as_one(table: Table, language: str, of: int, told: str) -> None:
    assert chartered(table, lost=of, captured=of, pace=of).status_code == 200
    captured = {
        ("en", 1): "Of a hundred 1 is captured.",
        ("en", 2): "Of a hundred 2 are captured.",
        ("fr", 1): "Sur cent, 1 est interceptée.",
        ("fr", 2): "Sur cent, 2 sont interceptées.",
    }[language, of]
    seen = words(seated(table, "red").get(f"{page(table, 'red')}&lang={language}"))
    assert f"{told} {captured}" in seen
