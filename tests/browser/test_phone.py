"""A game is played on a phone, 360 pixels wide."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.chair import Chair
from tests.browser.chromium import PHONE, Window
from tests.browser.house import House

LETTERS = """
() => [...document.querySelectorAll("#map .name, #map .plate text")].map((it) => (
  parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().d))
"""
"""Pixels of the letters of names and on stacks."""

READ = 9
"""Pixels of letters that are read with ease at arm's length."""


def test_a_phone_gives_orders_and_moves_through_time(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table("a game on a phone", "napoleon1815", "ligny_quatre_bras")
    window = open_window(viewport=PHONE, has_touch=True, is_mobile=True)
    chair = Chair(window, table, "french")
    chair.page.goto(table.link("french"))
    chair.page.wait_for_url("**/join?seat=french")
    chair.page.get_by_role("link", name="Look at the game first").tap()
    chair.is_live()
    offer = chair.legal_orders()[0]
    begun = chair.version
    offer.button.tap()
    chair.page.locator("dialog.confirm").get_by_role("button", name="Give the order").tap()
    expect(chair.page.locator("body")).not_to_have_attribute("data-at", str(begun))
    # The page is scrolled to what is asked next, and what is tapped in that moment is not hit.
    expect(chair.page.locator("#news .sentence")).to_contain_text("is in force")
    chair.page.locator(".menu > summary").tap()
    chair.page.locator("#previous").tap()
    expect(chair.page.locator("#past")).to_be_visible()


@pytest.mark.parametrize(
    ("ruleset", "scenario"), [("napoleon1815", "campaign"), ("napoleonic_empire", "europe")]
)
def test_nothing_on_a_map_shrinks_with_the_window(
    house: House, open_window: Callable[..., Window], ruleset: str, scenario: str
) -> None:
    table = house.table(f"{ruleset} on a small screen", ruleset, scenario)
    window = open_window(viewport=PHONE, has_touch=True, is_mobile=True)
    page = Chair(window, table, "french").sit().page
    letters = page.evaluate(LETTERS)
    assert len(letters) > 15
    assert min(letters) >= READ
    expect(page.locator("#map")).to_have_attribute("data-enlarged", "")
    page.locator(".sizes .fit").tap()
    expect(page.locator("#map")).not_to_have_attribute("data-enlarged", "")
