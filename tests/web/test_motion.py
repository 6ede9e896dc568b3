"""Whether anything on pages moves is a reader's choice, kept like their language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from api.web.static import FOLDER
from napoleon.record import replay
from tests.api.desk import Desk, Table
from tests.web.browser import Browser, links, parsed

STYLES = sorted((FOLDER / "css").glob("*.css"))

TIMED = re.compile(r"(transition|animation)(-duration|-delay)?:[^;]*?\b(?P<time>[\d.]+m?s)\b")


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table()


def still(browser: Browser, address: str) -> bool:
    answer = browser.get(address)
    assert answer.status_code == 200
    return parsed(answer).get("data-motion") == "off"


def pages(table: Table) -> Iterator[str]:
    """Pages of every kind: of the site, the table, and what lies beside it."""
    yield from ("/", "/rules", "/sign-in", "/how-it-works", "/archive", "/rules/toy")
    for path in ("", "/press", "/people", "/record", "/course", "/battles"):
        yield f"/games/{table.id}{path}?seat=red"


def test_a_link_of_every_page_stops_all_motion_and_lets_it_begin_again(
    table: Table, make_browser: Callable[..., Browser]
) -> None:
    for address in pages(table):
        browser = make_browser()
        browser.open_seat(table, "red")
        assert not still(browser, address)
        [stop] = {it for it in links(browser.get(address)) if "motion=off" in it}
        assert "seat=red" in stop or "seat" not in address
        assert still(browser, stop)
        assert browser.cookies()["motion"] == "off"
        assert all(still(browser, it) for it in pages(table)), "on every page from then on"
        [go] = {it for it in links(browser.get(address)) if "motion=on" in it}
        assert not still(browser, go)
        assert not still(browser, address)


def test_what_is_no_choice_is_none(table: Table, make_browser: Callable[..., Browser]) -> None:
    browser = make_browser()
    assert not still(browser, "/?motion=fast")
    assert "motion" not in browser.cookies()


@pytest.mark.parametrize("style", STYLES, ids=lambda it: it.stem)
def test_all_that_moves_takes_its_time_from_the_tokens(style: Path) -> None:
    """Durations stand in the tokens, which both ways to stop set to nothing.

    The game in motion of the first visit is the one animation, and stands still by its own rule.
    """
    timed = [it.group() for it in TIMED.finditer(style.read_text())]
    assert bool(timed) == (style.stem == "first_visit"), timed


def test_nothing_in_a_replay_moves_but_what_is_played() -> None:
    folder = FOLDER.parents[2] / "napoleon" / "record" / "templates"
    assert replay.__file__.startswith(str(folder.parent))
    style = (folder / "replay.css").read_text()
    assert not re.search(r"\b(transition|animation|scroll-behavior)\b", style)
