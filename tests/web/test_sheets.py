"""Orders that list things, by boxes to tick: nobody has to write JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import msgspec
import pytest
from werkzeug.test import TestResponse

from napoleon.rules.contract import installed
from tests.api.desk import Table
from tests.web.browser import Browser, parsed
from tests.web.tables import desk_for, seated, table_of
from tests.web.test_order_form import hidden, orders_of, said

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


def deck_of(answer: TestResponse) -> tuple[dict[str, str], list[Element]]:
    """What the form that hands a deck in sends beside its cards, and the boxes of the pool."""
    page = parsed(answer)
    [form] = [it for it in page.iter("form") if it.get("class") == "deck-form"]
    pool = [it for it in page.iter("input") if it.get("form") == form.get("id")]
    return hidden(form), pool


def taken(pool: list[Element]) -> list[str]:
    return sorted(it.get("value", "") for it in pool if it.get("checked") is not None)


def handed_in(table: Table, cards: list[str]) -> TestResponse:
    browser = french(table)
    sent, _ = deck_of(browser.get(f"/games/{table.id}"))
    return browser.post(f"/games/{table.id}/orders", {**sent, sent["several"]: cards})


def test_a_deck_is_made_by_ticking_its_cards(table: Table) -> None:
    want = suggested(table, "submit_deck")["cards"]
    _, pool = deck_of(french(table).get(f"/games/{table.id}"))
    assert set(want) < {it.get("value") for it in pool}
    assert taken(pool) == []
    assert handed_in(table, want).status_code == 303
    _, again = deck_of(french(table).get(f"/games/{table.id}"))
    assert taken(again) == sorted(want)


def test_what_was_ticked_stays_when_it_is_refused(table: Table) -> None:
    _, pool = deck_of(french(table).get(f"/games/{table.id}"))
    few = sorted({it.get("value", "") for it in pool})[:3]
    refused = handed_in(table, few)
    assert refused.status_code == 422
    _, again = deck_of(refused)
    assert taken(again) == few


def test_a_list_that_is_none_of_the_pages_is_refused(table: Table) -> None:
    for cards in (["{"], ["3"], ['{"a":1}'], ["[" * 9_000]):
        assert handed_in(table, cards).status_code == 422
    sheet = sheet_of(orders_of(french(laid := table_of(table.desk)), laid), "deploy")
    for items in (["{"], ["3"], ['{"a":1}'], ["[" * 9_000]):
        sent = {**hidden(sheet), "item": items}
        assert french(laid).post(f"/games/{laid.id}/orders", sent).status_code == 422


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
