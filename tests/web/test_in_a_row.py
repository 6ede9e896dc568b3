"""Scouts of Napoléon 1815 are placed by one question, and not by one each."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

import msgspec
import pytest
from werkzeug.test import TestResponse

from napoleon.rules.orders import OrderGiven
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Table
from tests.web.browser import parsed
from tests.web.tables import desk_for, seated, table_of
from tests.web.test_order_form import hidden, said, section

SCOUTS = {
    "french": [f"French scout {it}" for it in range(1, 6)],
    "allied": [f"{army} scout {it}" for army in ("Anglo-Dutch", "Prussian") for it in (1, 2, 3)],
}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game with fog of war in which everybody places their scouts."""
    return table_of(desk_for(tmp_path, RULES), rules="grognard")


def rows(page: TestResponse) -> tuple[Element, list[Element]]:
    """The form of the question, and its lists."""
    [form] = [it for it in section(page).iter("form") if it.get("class") == "series"]
    return form, list(form.iter("select"))


def ways(row: Element) -> list[str]:
    return [it.get("value", "") for it in row.iter("option") if it.get("value")]


@pytest.mark.parametrize("seat", SCOUTS)
def test_all_scouts_of_a_seat_are_placed_by_one_form(table: Table, seat: str) -> None:
    browser, here = seated(table, seat), f"/games/{table.id}"
    page = browser.get(here)
    form, lists = rows(page)
    assert [said(it) for it in form.iter("label")] == SCOUTS[seat]
    asks = [said(it) for it in section(page).iter("h3")]
    assert [it for it in asks if it.startswith(f"Where do your {len(lists)} scouts stand?")]
    chosen = [ways(it)[number % 2] for number, it in enumerate(lists)]
    sure = {**hidden(form), "step": chosen, "sure": "1"}
    assert browser.post(f"{here}/orders", sure).status_code == 303
    given = [it for it in table.desk.games.history(table.id) if isinstance(it, OrderGiven)]
    assert [it.order for it in given] == [msgspec.json.decode(it) for it in chosen]
    assert not [it for it in parsed(browser.get(here)).iter("form") if it.get("class") == "series"]


def test_one_that_was_forgotten_is_asked_for_and_the_others_stay_chosen(table: Table) -> None:
    browser, here = seated(table, "french"), f"/games/{table.id}"
    form, lists = rows(browser.get(here))
    chosen = [*(ways(it)[-1] for it in lists[:-1]), ""]
    refused = browser.post(f"{here}/orders", {**hidden(form), "step": chosen})
    assert refused.status_code == 422
    assert "Choose one of each first." in refused.text
    _, again = rows(refused)
    kept = [
        [it.get("value") for it in row.iter("option") if "selected" in it.attrib] for row in again
    ]
    assert kept == [*([it] for it in chosen[:-1]), []]
    assert not [it for it in table.desk.games.history(table.id) if isinstance(it, OrderGiven)]


def test_who_is_asked_whether_they_mean_it_reads_all_of_it(table: Table) -> None:
    browser, here = seated(table, "french"), f"/games/{table.id}"
    form, lists = rows(browser.get(here))
    asked = browser.post(f"{here}/orders", {**hidden(form), "step": [ways(it)[0] for it in lists]})
    assert asked.status_code == 200
    [box] = [it for it in section(asked).iter("p") if it.get("id") == "confirm-title"]
    assert said(box).count("Place the scout at Maubeuge") == len(lists)
    form, again = rows(asked)
    assert all(row.find("option[@selected]") is not None for row in again)


def test_the_last_scout_is_asked_about_by_itself(table: Table) -> None:
    browser, here = seated(table, "french"), f"/games/{table.id}"
    _, lists = rows(browser.get(here))
    for row in lists[:-1]:
        order = msgspec.json.decode(ways(row)[0])
        assert table.order("french", order).status_code == 201
    asked = section(browser.get(here))
    assert "Where does your last scout stand?" in said(asked)
    assert "4 of 5 stand already." in said(asked)
    assert not [it for it in asked.iter("form") if it.get("class") == "series"]
