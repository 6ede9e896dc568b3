"""Orders that list things, by boxes to tick: nobody has to write JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import msgspec
import pytest

from napoleon.rules.contract import installed
from tests.api.desk import Table
from tests.web.browser import Browser, parsed
from tests.web.tables import desk_for, seated, table_of
from tests.web.test_order_form import hidden, orders_of, said, section

RULES = installed()["eagles_waterloo"]


def sheet_of(page: Element, verb: str) -> Element:
    [found] = [
        form
        for form in page.iter("form")
        if hidden(form).get("verb") == verb and "list" in hidden(form)
    ]
    return found


def ticked(form: Element) -> list[str]:
    """What the form sends as it is drawn."""
    boxes = [it.get("value", "") for it in form.iter("input") if it.get("checked") is not None]
    picked = [
        next(
            (it.get("value", "") for it in of.iter("option") if it.get("selected") is not None), ""
        )
        for of in form.iter("select")
    ]
    return [*boxes, *filter(None, picked)]


def boxes(form: Element) -> list[str]:
    return [it.get("value", "") for it in form.iter("input") if it.get("type") == "checkbox"]


def suggested(table: Table, verb: str) -> dict[str, Any]:
    [decision, *_] = table.get("/decisions", "referee").json["decisions"]
    return next(it for it in decision["offers"] if it["order"] == verb)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game in which decks are made by their owners."""
    return table_of(desk_for(tmp_path, RULES), decks="chosen")


def french(table: Table) -> Browser:
    return seated(table, "french")


def test_a_deck_is_made_by_ticking_its_cards(table: Table) -> None:
    browser = french(table)
    form = sheet_of(orders_of(browser, table), "submit_deck")
    want = [msgspec.json.encode(it).decode() for it in suggested(table, "submit_deck")["cards"]]
    assert set(want) < set(boxes(form))
    assert ticked(form) == []
    sent = {**hidden(form), "item": want}
    assert browser.post(f"/games/{table.id}/orders", sent).status_code == 303
    again = sheet_of(orders_of(browser, table), "submit_deck")
    assert sorted(ticked(again)) == sorted(want)


def test_what_was_ticked_stays_when_it_is_refused(table: Table) -> None:
    browser = french(table)
    form = sheet_of(orders_of(browser, table), "submit_deck")
    few = boxes(form)[:3]
    refused = browser.post(f"/games/{table.id}/orders", {**hidden(form), "item": few})
    assert refused.status_code == 422
    again = sheet_of(section(refused), "submit_deck")
    assert sorted(ticked(again)) == sorted(few)


def test_a_list_that_is_none_of_the_pages_is_refused(table: Table) -> None:
    browser = french(table)
    form = sheet_of(orders_of(browser, table), "submit_deck")
    for items in (["{"], ["3"], ['{"a":1}'], ["[" * 9_000]):
        answer = browser.post(f"/games/{table.id}/orders", {**hidden(form), "item": items})
        assert answer.status_code == 422


def test_a_muster_is_laid_by_saying_where_each_card_lies(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, RULES))
    browser = french(table)
    form = sheet_of(orders_of(browser, table), "deploy")
    options = [it.get("value", "") for it in form.iter("option") if it.get("value")]
    want = suggested(table, "deploy")["cards"]
    items = [it for it in options if msgspec.json.decode(it) in want]
    assert len(items) == len(want)
    assert (
        browser.post(f"/games/{table.id}/orders", {**hidden(form), "item": items}).status_code
        == 303
    )
    again = sheet_of(orders_of(browser, table), "deploy")
    assert sorted(ticked(again)) == sorted(items)


def test_no_page_asks_for_json(table: Table) -> None:
    page = said(parsed(french(table).get(f"/games/{table.id}")))
    assert "JSON" not in page
