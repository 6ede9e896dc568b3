"""Arrows for all that moved since the reader was here: shown by a click, and gone by another."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House
from tests.browser.shelf import campaign


def test_moves_are_drawn_and_taken_away_where_the_page_is(house: House, window: Window) -> None:
    chair = Chair(window, campaign(house), "french")
    page, arrows = chair.page, chair.page.locator("#map .trail")
    page.goto(f"{chair.table.address}/how-it-works")
    page.evaluate("key => localStorage.setItem(key, 1)", f"napoleon.seen.{chair.table.id}.french")
    chair.sit()
    show = page.get_by_role("link", name="show moves")
    expect(show).to_have_attribute("data-moves", "1")
    before = arrows.count()
    show.click()
    hide = page.get_by_role("link", name="hide moves")
    expect(hide).to_be_focused()
    assert arrows.count() > before + 3
    hide.click()
    expect(show).to_be_focused()
    expect(arrows).to_have_count(before)
    assert "moves" not in page.url, "the page was not loaded again"
