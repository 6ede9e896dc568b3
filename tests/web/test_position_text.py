"""The position as a text on the page of a game: what is there, and what can be taken away."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.etree.ElementTree import Element

import pytest

from napoleon.rules.contract import installed
from napoleon.rules.events import REFEREE
from tests.api.desk import Desk, Table
from tests.web.browser import Browser, links, parsed
from tests.web.tables import desk_for, play, readers, rests, seated, table_of


@pytest.fixture(scope="module", params=sorted(installed()))
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of each kind that has been played for a while, to be looked at."""
    table = table_of(desk_for(tmp_path_factory.mktemp(request.param), installed()[request.param]))
    play(table, 20)
    return table


def section(browser: Browser, table: Table, query: str = "") -> Element:
    """The section of the page with the text."""
    page = parsed(browser.get(f"/games/{table.id}{query}"))
    found = page.find(".//section[@id='text']")
    assert found is not None
    return found


def lines(section: Element) -> str | None:
    """The text in it, if there is any."""
    found = section.find(".//pre")
    return None if found is None else "".join(found.itertext())


@pytest.mark.sampled(2)
def test_the_page_shows_the_text_that_the_api_answers(played: Table) -> None:
    for seat in readers(played):
        browser = seated(played, seat)
        for version in list(rests(played))[1::3]:
            answer = played.get(f"/position?at={version}", seat)
            told = lines(section(browser, played, f"?at={version}"))
            assert told == (answer.text if answer.status_code == 200 else None)


def test_the_text_is_a_file_too(played: Table) -> None:
    seat = played.seats[0]
    browser, version = seated(played, seat), list(rests(played))[5]
    for query in ("", f"?at={version}"):
        shown = section(browser, played, query)
        link = next(shown.iter("a"))
        where = urlsplit(link.attrib["href"])
        assert where.path == f"/games/{played.id}/position.txt"
        asked = {name: value for name, [value] in parse_qs(where.query).items()}
        assert asked == {"seat": seat} | ({"at": str(version)} if query else {})
        at = version if query else played.version
        assert link.attrib["download"] == f"{played.id}-{at}-{seat}.txt"
        file = browser.get(link.attrib["href"])
        assert file.content_type == "text/plain; charset=utf-8"
        assert file.headers["Cache-Control"] == "no-store"
        assert file.text == lines(shown)
    everybodys = Browser(played.desk.app).get(f"/games/{played.id}/position.txt")
    assert everybodys.headers["Cache-Control"] == "private, no-cache"


def test_what_is_not_written_whole_says_why(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, installed()["napoleon1815"]))
    play(table, 20)
    codes = {it: table.get(f"/position?at={it}", REFEREE) for it in rests(table)}
    version = next(it for it, answer in codes.items() if answer.status_code == 409)
    browser = seated(table, REFEREE)
    shown = section(browser, table, f"?at={version}")
    assert "Something is being carried out" in "".join(shown.itertext())
    assert shown.find(".//a") is None
    assert browser.get(f"/games/{table.id}/position.txt?at={version}").status_code == 409


def test_a_game_without_notation_has_no_such_section(desk: Desk) -> None:
    table, browser = desk.table(), Browser(desk.app)
    page = browser.get(f"/games/{table.id}")
    assert "#text" not in links(page)
    empty = section(browser, table)
    assert (empty.get("hidden"), "".join(empty.itertext())) == ("", "")
    assert browser.get(f"/games/{table.id}/position.txt").status_code == 404
