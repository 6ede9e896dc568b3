"""Windows of cards on the pages: how a new game asks, and the form of a seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Desk, Table
from tests.web.browser import Browser, fields, parsed, words
from tests.web.cases import form
from tests.web.tables import seated

SCENARIO = "historical_invasion"
NEW = f"/new?ruleset=napoleon1815&scenario={SCENARIO}"


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    return make_desk(RULES)


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(ruleset="napoleon1815", scenario=SCENARIO, windows="form")


def founded(desk: Desk, browser: Browser, **more: Any) -> str:
    """How a game that was set up on the page asks in windows."""
    answer = browser.post("/new", {"ruleset": "napoleon1815", "scenario": SCENARIO, **more})
    assert answer.status_code == 201
    [game_id] = {*re.findall(r"/games/([a-z0-9]{10})", answer.get_data(as_text=True))}
    return desk.games.open(game_id).created.windows


@pytest.mark.parametrize(
    ("sent", "way"),
    [
        ({}, "form"),
        ({"seat-french": "friend", "seat-allied": "bot"}, "open"),
        ({"windows": "open"}, "open"),
        ({"windows": "form", "seat-french": "friend", "seat-allied": "bot"}, "form"),
    ],
)
def test_who_says_nothing_asks_by_form_and_against_a_bot_openly(
    desk: Desk, browser: Browser, sent: dict[str, str], way: str
) -> None:
    assert founded(desk, browser, **sent) == way


def test_the_page_says_what_each_way_shows(browser: Browser) -> None:
    page = browser.get(NEW)
    assert fields(page)["windows"] == ""
    assert "a pause tells others only what that player chose to let it tell" in words(page)
    assert "a seat is asked only if it holds a card that fits, and a pause shows that" in words(
        page
    )


def test_the_form_says_which_cards_fit_and_is_kept(table: Table) -> None:
    french = seated(table, "french")
    address = f"/games/{table.id}/instructions?seat=french"
    page = words(french.get(address))
    assert "Windows of cards" in page
    assert "you are asked everything but what your form for windows answers" in page
    sent = form(french, address, "/windows")
    says = {name for name in sent if name.startswith("say/")}
    assert {"say/W.INIT/0", "say/W.OPSTART/0", "say/W.COMBAT/0"} <= says
    assert {sent[it] for it in says} == {"pass"}
    asked = {**sent, "say/W.OPSTART/0": "ask"}
    assert french.post(f"/games/{table.id}/windows", asked).status_code == 303
    assert table.get("/windows", "french").json["asks"] == ["W.OPSTART"]
    assert form(french, address, "/windows")["say/W.OPSTART/0"] == "ask"
    page = words(french.get(address))
    assert "Nothing else is left" in page, "what the form says is not listed a second time"


def test_a_card_is_chosen_with_its_condition(table: Table) -> None:
    french = seated(table, "french")
    address = f"/games/{table.id}/instructions?seat=french"
    lines = table.get("/windows", "french").json["windows"]
    line = next(it for it in lines if it["fits"] and it["window"] != "W.INIT")
    window, card = line["window"], line["fits"][0]["card"]
    sent = form(french, address, "/windows")
    chosen = {**sent, f"say/{window}/0": f"card:{card}", f"of/{window}/0/areas": "ligny"}
    assert french.post(f"/games/{table.id}/windows", chosen).status_code == 303
    [word] = table.get("/windows", "french").json["plays"]
    assert (word["card"], word["window"], word["areas"]) == (int(card), window, ["ligny"])
    again = form(french, address, "/windows")
    assert again[f"say/{window}/0"] == f"card:{card}"


def test_what_is_refused_is_told(table: Table) -> None:
    french = seated(table, "french")
    sent = {"seat": "french", "say/W.NONE/0": "ask"}
    answer = french.post(f"/games/{table.id}/windows", sent)
    assert (answer.status_code, 'data-code="WRONG_WINDOW"' in answer.text) == (422, True)


def test_the_page_of_the_game_says_which_cards_fit(table: Table) -> None:
    french = seated(table, "french")
    page = parsed(french.get(f"/games/{table.id}?seat=french"))
    [panel] = [it for it in page.iter("details") if it.get("class") == "windows"]
    assert "Your form for windows" in "".join(panel.itertext())
    spectator = seated(table, None)
    page = parsed(spectator.get(f"/games/{table.id}"))
    assert [it for it in page.iter("details") if it.get("class") == "windows"] == []


def test_a_form_that_is_refused_keeps_what_was_typed(table: Table) -> None:
    french = seated(table, "french")
    hand = table.desk.games.open(table.id).state.hands["french"]
    fitting = table.get("/windows", "french").json["windows"]
    window, card = next((it["window"], it["fits"][0]["card"]) for it in fitting if it["fits"])
    assert int(card) in hand
    sent = form(french, f"/games/{table.id}/instructions?seat=french", "/windows")
    name = f"{window}/0"
    typed = {**sent, f"say/{name}": f"card:{card}", f"of/{name}/at_most": "a few"}
    answer = french.post(f"/games/{table.id}/windows", typed)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert 'value="a few"' in page
    assert f'<option value="card:{card}" selected>' in page
