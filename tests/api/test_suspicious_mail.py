"""What is said when a game is set up and may be changed later: odd mails, dispatches, the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.desk import Desk
from tests.referee.test_dispatches import Carried
from tests.web.browser import Browser, fields, words
from tests.web.cases import form

CHARTER = {"lost": 5, "captured": 7, "pace": 3}


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    return make_desk(Carried())


def test_odd_mails_are_treated_as_the_game_says(desk: Desk) -> None:
    table = desk.table(referee=True, odd_mails="refuse")
    assert table.get("/odd-mails").json == {"treatment": "refuse"}
    path = f"/games/{table.id}/odd-mails"
    body = {"treatment": "hold"}
    refused = desk.call("PUT", path, table.token("red"), body=body)
    assert refused.json["code"] == "NOT_THE_REFEREE"
    answer = desk.call("PUT", path, table.token("referee"), body=body)
    assert answer.json == {"treatment": "hold"}
    assert table.get("/odd-mails", "red").json == {"treatment": "hold"}
    assert desk.table().get("/odd-mails").json == {"treatment": None}
    assert "Odd mails with orders are treated so: hold." in table.get("/log?level=full").text


def test_the_page_of_people_says_and_changes_it(desk: Desk) -> None:
    table = desk.table(referee=True)
    players, judge = Browser(desk.app), Browser(desk.app)
    players.open_seat(table, "red")
    judge.open_seat(table, "referee")
    address = f"/games/{table.id}/people"
    assert "Odd mails" not in words(players.get(address))
    sent = form(judge, address, "odd-mails") | {"treatment": "refuse"}
    assert judge.post(f"{address}/odd-mails", sent).status_code == 303
    assert desk.games.open(table.id).odd_mails == "refuse"
    assert "they are refused" in words(players.get(address))
    assert players.post(f"{address}/odd-mails", sent | {"seat": "red"}).status_code == 403


def test_dispatches_may_be_chartered_at_the_beginning(desk: Desk) -> None:
    table = desk.table(dispatches=CHARTER)
    assert table.get("/dispatches").json["charter"] == CHARTER
    new = {"ruleset": "toy", "scenario": "short"}
    for wrong in ({"lost": 60, "captured": 60}, {"pace": 0}):
        recorded = desk.recorded()
        body = new | {"dispatches": CHARTER | wrong}
        answer = desk.call("POST", "/games", body=body)
        assert (answer.status_code, answer.json["code"]) == (422, "BAD_PAYLOAD")
        assert desk.recorded() == recorded


def test_a_game_without_couriers_has_no_charter(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk()
    body = {"ruleset": "toy", "scenario": "short", "dispatches": CHARTER}
    assert desk.call("POST", "/games", body=body).json["code"] == "NO_DISPATCHES"


def test_the_form_of_a_new_game_says_all_of_it(desk: Desk) -> None:
    browser = Browser(desk.app)
    page = "/new?ruleset=toy&scenario=short"
    chosen = fields(browser.get(page)) | {"dispatches": "on", "odd_mails": "refuse", "lost": "20"}
    chosen |= {"name": "Ney", "seat-red": "friend"}
    assert browser.post("/new", chosen).status_code == 201
    [made] = desk.get("/games").json["games"]
    game = desk.games.open(made["id"])
    assert game.charter is not None
    assert (game.charter.lost, game.charter.captured, game.charter.pace) == (20, 10, 4)
    assert game.odd_mails == "refuse"
    refused = browser.post("/new", chosen | {"lost": "95"})
    assert refused.status_code == 422
    assert "Of 100 at most all are lost or captured" in words(refused)
    assert fields(refused)["lost"] == "95"


@pytest.mark.parametrize(
    ("said", "referee", "then"),
    [({}, True, "referee"), ({}, False, "pass"), ({"then": "forfeit"}, False, "forfeit")],
)
def test_without_a_referee_a_clock_does_not_wait_for_one(
    desk: Desk, said: dict[str, Any], referee: bool, then: str
) -> None:
    table = desk.table(referee=referee, clock={"answer": 2880, **said})
    assert table.get("/clock").json["clock"]["then"] == then


def test_nobody_waits_for_a_referee_whom_there_is_not(desk: Desk) -> None:
    body = {"ruleset": "toy", "scenario": "short", "clock": {"answer": 2880, "then": "referee"}}
    answer = desk.call("POST", "/games", body=body)
    assert (answer.status_code, answer.json["code"]) == (422, "BAD_CLOCK")
    assert "has no referee to decide" in answer.json["detail"]
    assert answer.json["facts"] == {"where": "then"}
