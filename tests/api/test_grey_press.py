"""Letters without a signature, answers and diaries: how a game allows them, and each door."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.desk import Desk, Table
from tests.api.test_press import archive
from tests.api.test_umpires import Door, on_the_page, over_rest
from tests.referee.law import ToyForThree
from tests.web.browser import Browser, words
from tests.web.cases import form
from tests.web.tables import seated
from tests.web.test_new_game import founded

SECRET = "The left wing is tired."


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    return make_desk(ToyForThree())


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game in which letters may be without a signature."""
    return desk.table(referee=True, grey_press=True)


def written(table: Table, by: str, **said: Any) -> dict[str, Any]:
    answer = table.post("/press", by, {"text": SECRET, **said})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json
    return found


def test_everybody_is_told_that_a_game_allows_it(desk: Desk, table: Table) -> None:
    assert table.get().json["grey_press"] is True
    assert desk.table().get().json["grey_press"] is False
    said = "Letters may be written without a signature"
    assert said in words(seated(table, "red").get(f"/games/{table.id}/people"))
    assert said in table.get("/log?limit=100").text


def test_a_letter_without_a_signature(table: Table) -> None:
    mine = written(table, "red", to=["blue"], unsigned=True)
    assert (mine["by"], mine["to"], mine["unsigned"]) == ("red", ["blue"], True)
    assert archive(table, "blue") == [{**mine, "by": "unsigned"}]
    assert archive(table, "referee") == [mine]
    assert archive(table, "green") == archive(table, None) == []
    answer = written(table, "blue", answers=mine["version"])
    assert (answer["by"], answer["to"], answer["unsigned"]) == ("blue", ["unsigned"], False)
    assert archive(table, "red")[0] == {**answer, "to": ["red"]}


def test_a_note_in_a_diary(table: Table) -> None:
    mine = written(table, "red", to=["diary"])
    assert (mine["by"], mine["to"]) == ("red", ["red"])
    assert archive(table, "blue") == []


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "A."}, 422, "BAD_PAYLOAD"),
        ({"text": "A.", "to": ["blue"], "answers": 3}, 422, "BAD_PAYLOAD"),
        ({"text": "A.", "to": ["diary", "blue"]}, 422, "BAD_PAYLOAD"),
        ({"text": "A.", "to": ["diary"], "unsigned": True}, 422, "BAD_PAYLOAD"),
        ({"text": "A.", "answers": 3, "unsigned": True}, 422, "BAD_PAYLOAD"),
        ({"text": "A.", "to": ["blue"], "unsigned": "yes"}, 422, "BAD_PAYLOAD"),
        ({"text": "A.", "answers": 3}, 422, "UNKNOWN_LETTER"),
    ],
)
def test_refused(table: Table, body: dict[str, Any], status: int, code: str) -> None:
    before = table.version
    answer = table.post("/press", "red", body)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert table.version == before


def test_it_is_refused_where_it_is_not_allowed(desk: Desk) -> None:
    answer = desk.table().post("/press", "red", {"to": ["blue"], "text": "A.", "unsigned": True})
    assert (answer.status_code, answer.json["code"]) == (422, "NO_GREY_PRESS")


def sent(browser: Browser, table: Table, **said: str) -> str:
    path = f"/games/{table.id}/press"
    acts = {it: value for it, value in form(browser, path, "/press").items() if it != "answers"}
    answer = browser.post(path, {**acts, **said})
    assert answer.status_code == 303, words(answer)
    return words(browser.get(path))


def test_the_page(table: Table) -> None:
    red, blue = seated(table, "red"), seated(table, "blue")
    told = sent(red, table, to="blue", text=SECRET, unsigned="yes")
    assert "Red to Blue unsigned" in told
    told = words(blue.get(f"/games/{table.id}/press"))
    assert "Somebody unsigned to Blue" in told.replace("somebody", "Somebody")
    assert SECRET in told and "Red to" not in told
    version = str(archive(table, "blue")[0]["version"])
    path = f"/games/{table.id}/press"
    plain = {**form(blue, path, "/press"), "answers": version, "text": "Who are you?"}
    plain.pop("to", None)
    assert blue.post(path, plain).status_code == 303
    assert "Who are you?" in words(red.get(path))
    assert "Blue to somebody unsigned" in words(blue.get(path))
    told = sent(red, table, to="diary", text="I trust nobody.")
    assert "Red, in their diary" in told
    assert "I trust nobody." not in words(blue.get(path))


def test_a_game_is_founded_so_on_the_page(desk: Desk) -> None:
    browser = Browser(desk.app)
    for ticked in (True, False):
        more = {"grey_press": "on"} if ticked else {}
        answer = founded(browser, "/new?ruleset=toy&scenario=short", **more)
        found = re.search("/games/([a-z0-9]+)#", answer.text)
        assert found is not None
        assert desk.games.open(found[1]).grey_press is ticked


@pytest.mark.parametrize("send", [over_rest, on_the_page])
def test_the_commands(table: Table, send: Door) -> None:
    told = send(table, "red", f"press unsigned to blue: {SECRET}")
    assert "To Blue, without a signature" in told.text
    version = archive(table, "blue")[0]["version"]
    assert "To somebody unsigned" in send(table, "blue", f"answer {version}: Who are you?").text
    assert archive(table, "red")[0]["text"] == "Who are you?"
    assert "To everybody" in send(table, "green", "broadcast: Hear me.").text
    assert "Your diary" in send(table, "green", f"diary: {SECRET}").text
    assert SECRET in send(table, "green", "diary").text
    assert "their diary" not in send(table, "blue", "press").text
    assert send(table, "green", f"answer {version}: And I?").refused
    assert send(table, "green", "press: To whom?").refused
