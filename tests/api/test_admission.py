"""Who may set games up and take open seats is the operator's choice, at every door."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.api.conftest import desk_at
from tests.api.desk import Desk
from tests.clocks import Clock
from tests.people.walks import begun
from tests.web.browser import Browser, fields, words

GAME = {"ruleset": "toy", "scenario": "short"}


def door(tmp_path: Path, **env: str) -> Desk:
    return desk_at(tmp_path, env=env, clock=Clock())


def open_game(desk: Desk) -> str:
    """A game that the operator has set up, with an open seat; somebody has the other one."""
    created = desk.games.create("toy", "short", {}, open_seats=["blue"], awaits_seats=True)
    return created.game.id


@pytest.mark.parametrize(("said", "code"), [("closed", "CLOSED"), ("invited", "NOT_INVITED")])
def test_nobody_else_sets_a_game_up(tmp_path: Path, said: str, code: str) -> None:
    desk = door(tmp_path, NAPOLEON_FOUNDING=said)
    refused = desk.call("POST", "/games", body=GAME)
    assert (refused.status_code, refused.json["code"]) == (403, code)
    browser = Browser(desk.app)
    form = fields(browser.get("/new?ruleset=toy&scenario=short")) | {"name": "Ney"}
    shown = browser.post("/new", form)
    assert shown.status_code == 403 and re.search("sets? games up", words(shown))
    assert desk.recorded() == 0


@pytest.mark.parametrize(("said", "code"), [("closed", "CLOSED"), ("invited", "NOT_INVITED")])
def test_nobody_else_takes_an_open_seat(tmp_path: Path, said: str, code: str) -> None:
    desk = door(tmp_path, NAPOLEON_JOINING=said)
    game = open_game(desk)
    refused = desk.call("POST", f"/games/{game}/seats/blue/take", body={"name": "Ney"})
    assert (refused.status_code, refused.json["code"]) == (403, code)
    browser = Browser(desk.app)
    assert browser.post(f"/games/{game}/take", {"seat": "blue", "name": "Ney"}).status_code == 403
    assert desk.games.open(game).claimed == []


def test_who_has_a_seat_is_let_in(tmp_path: Path) -> None:
    desk = door(tmp_path, NAPOLEON_FOUNDING="invited", NAPOLEON_JOINING="invited")
    created = desk.games.create("toy", "short", {})
    token = desk.games.claim(created.game.id, "red", token=created.tokens["red"])
    made = desk.call("POST", "/games", token, body=GAME)
    assert made.status_code == 201
    assert desk.call("POST", "/games", created.tokens["blue"], body=GAME).status_code == 403
    browser = Browser(desk.app)
    begun(browser)
    browser.post(f"/games/{created.game.id}/session", {"token": token})
    taken = browser.post(f"/games/{open_game(desk)}/take", {"seat": "blue", "name": "Ney"})
    assert taken.status_code == 200


def test_a_private_seat_is_for_who_knows_of_it(tmp_path: Path) -> None:
    desk = door(tmp_path, NAPOLEON_JOINING="closed")
    created = desk.games.create("toy", "short", {}, open_seats=["blue"], unlisted=True)
    taken = desk.call("POST", f"/games/{created.game.id}/seats/blue/take", body={"name": "Ney"})
    assert taken.status_code == 200
