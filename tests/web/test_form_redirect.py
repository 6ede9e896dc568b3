"""Where a browser without scripts goes from a form of orders: to the page, with what is new."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from api.web.game.journal import LEVELS
from tests.api.desk import Desk, Table
from tests.web.browser import Browser, parsed
from tests.web.tables import seated
from tests.web.test_order_form import chosen, confirmed, hidden, send


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game of the toy ruleset; red is to go."""
    return desk.table(referee=True)


def action(browser: Browser, table: Table, level: str) -> str:
    """Where the first form of orders on the page sends what was chosen."""
    page = parsed(browser.get(f"/games/{table.id}?seat=red&level={level}"))
    forms = [it for it in page.iter("form") if "offers" in it.get("class", "").split()]
    return forms[0].get("action", "")


def test_an_order_leads_to_the_page_with_what_has_come_of_it(table: Table) -> None:
    browser = seated(table, "red")
    before = table.version
    asked = send(browser, table, chosen(browser, table, {"order": "draw"}))
    done = send(browser, table, confirmed(asked))
    assert done.status_code == 303
    goal = urlsplit(done.headers["Location"])
    assert goal.path == f"/games/{table.id}"
    assert parse_qs(goal.query) == {"seat": ["red"], "since": [str(before)]}
    assert goal.fragment == "now"
    # The next page is of the moment, and of one reader: nothing between keeps the way to it.
    assert done.headers["Cache-Control"] == "no-store"
    page = parsed(browser.get(done.headers["Location"]))
    new = [it for it in page.iter("div") if it.get("class", "").split()[:2] == ["paragraph", "new"]]
    assert new and all(int(it.get("data-last", "")) > before for it in new)


@pytest.mark.parametrize("level", LEVELS)
def test_how_much_the_journal_tells_stays_with_an_order(table: Table, level: str) -> None:
    browser = seated(table, "red")
    form = chosen(browser, table, {"order": "draw"})
    address = action(browser, table, level)
    assert parse_qs(urlsplit(address).query) == {"level": [level]}
    given = {name: it for name, it in form.items() if name not in ("label", "written")}
    asked = browser.post(address, given)
    assert asked.status_code == 200
    # "Not yet" leads back to the page as it was, and nothing has happened.
    [not_yet] = [it for it in parsed(asked).iter("a") if it.text == "Not yet"]
    goal = urlsplit(not_yet.get("href", ""))
    assert parse_qs(goal.query) == {"seat": ["red"], "level": [level]}
    assert goal.fragment == "orders"
    assert table.desk.games.head(table.id) == table.version
    page = browser.get(not_yet.get("href", ""))
    assert page.status_code == 200
    levels = parsed(page).find(".//nav[@class='levels']")
    assert levels is not None
    [here] = [it for it in levels.iter("a") if it.get("aria-current") == "true"]
    assert f"level={level}" in here.get("href", "")
    # The question whether it is meant keeps the level as well, and so does its answer.
    box = parsed(asked).find(".//*[@id='confirm']")
    assert box is not None
    [sure] = box.iter("form")
    done = browser.post(sure.get("action", ""), hidden(sure))
    assert parse_qs(urlsplit(done.headers["Location"]).query)["level"] == [level]
