"""The page of press: writing to others, and what each finds in the archive."""

from __future__ import annotations

import pytest

from api.rest.press import PAGE
from tests.api.desk import Desk, Table
from tests.web.browser import Browser, links, words
from tests.web.cases import FOREIGN, form


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def seated(table: Table, *holders: str, language: str = "en") -> Browser:
    browser = Browser(table.desk.app, language)
    for holder in holders:
        browser.open_seat(table, holder)
    return browser


def page(table: Table, holder: str = "") -> str:
    return f"/games/{table.id}/press" + (f"?seat={holder}" if holder else "")


def test_a_letter_is_written_and_found_by_whom_it_is_for(table: Table) -> None:
    red, blue = seated(table, "red"), seated(table, "blue")
    sent = form(red, page(table, "red"), "/press")
    answer = red.post(page(table), {**sent, "to": ["blue"], "text": "Hold <Ligny>.\nI come."})
    assert answer.status_code == 303
    shown = words(red.get(answer.headers["Location"]))
    assert "Red to Blue" in shown and "Hold <Ligny>. I come." in shown
    assert "Hold <Ligny>. I come." in words(blue.get(page(table, "blue")))
    public = words(Browser(table.desk.app).get(page(table)))
    assert "Nothing that you may read was written." in public
    assert "Ligny" not in public and "Only those who play write to each other." in public


def test_what_is_written_to_everybody_is_found_by_everybody(table: Table) -> None:
    referee = seated(table, "referee")
    sent = form(referee, page(table, "referee"), "/press")
    answer = referee.post(page(table), {**sent, "to": ["all"], "text": "Play on!"})
    assert answer.status_code == 303
    assert "the referee to everybody" in words(Browser(table.desk.app).get(page(table)))


def test_what_was_refused_stands_in_the_form_again(table: Table) -> None:
    red = seated(table, "red")
    sent = form(red, page(table, "red"), "/press")
    for chosen, code in ((["all", "blue"], "ALL_OR_SOME"), ([], "BAD_PAYLOAD")):
        answer = red.post(page(table), {**sent, "to": chosen, "text": "Hold Ligny."})
        assert answer.status_code == 422
        assert f'data-code="{code}"' in answer.text
    answer = red.post(page(table), {**sent, "to": ["all", "blue"], "text": "Hold Ligny."})
    assert "Hold Ligny." in answer.text
    assert answer.text.count(" checked") == 2
    assert table.get("/press", "referee").json["press"] == []


def test_erasing(table: Table) -> None:
    for by, to in (("red", "blue"), ("blue", "all")):
        table.post("/press", by, {"to": [to], "text": f"By {by}."})
    red = seated(table, "red")
    shown = red.get(page(table, "red"))
    assert shown.text.count("Erase these words") == 1, "those of their own"
    sent = form(red, page(table, "red"), "/erase")
    [letter] = [it for it in table.get("/press", "red").json["press"] if it["by"] == "red"]
    answer = red.post(f"/games/{table.id}/texts/{letter['text_id']}/erase", sent)
    assert answer.status_code == 303
    told = words(red.get(answer.headers["Location"]))
    assert "This was erased." in told and "By red." not in told
    assert "By blue." in words(red.get(page(table, "red")))


def test_the_archive_goes_on(table: Table) -> None:
    for number in range(PAGE + 1):
        table.post(
            "/press", "red" if number % 2 else "blue", {"to": ["all"], "text": f"N{number}."}
        )
    browser = Browser(table.desk.app)
    first = browser.get(page(table))
    [older] = [it for it in links(first) if "before=" in it]
    assert "N0." not in words(first)
    assert "N0." in words(browser.get(older))


def test_manners(table: Table) -> None:
    red = seated(table, "red")
    assert red.get("/games/aaaaaaaaaa/press").status_code == 404
    sent = {"seat": "red", "to": ["all"], "text": "Hello"}
    assert red.post(page(table), sent, **FOREIGN).status_code == 403
    stranger = Browser(table.desk.app)
    assert stranger.post(page(table), sent).status_code in (401, 403)
    assert table.get("/press").json["press"] == []
    assert red.get(f"{page(table)}?before=x").status_code == 422
    beside = links(red.get(f"/games/{table.id}/disputes?seat=red"))
    assert page(table, "red") in beside


def test_french(table: Table) -> None:
    table.post("/press", "red", {"to": ["all"], "text": "Vive la paix !"})
    shown = words(seated(table, "red", language="fr").get(page(table, "red")))
    for told in ("Courrier", "Écrire aux autres", "tout le monde", "Vive la paix !"):
        assert told in shown
