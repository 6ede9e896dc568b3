"""A game is played on a phone, 360 pixels wide."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.chair import Chair
from tests.browser.chromium import PHONE, Window
from tests.browser.house import House


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
    offer = chair.offers()[0]
    begun = chair.version
    offer.button.tap()
    chair.page.locator("dialog.confirm").get_by_role("button", name="Give the order").tap()
    expect(chair.page.locator("body")).not_to_have_attribute("data-at", str(begun))
    chair.page.locator("#previous").tap()
    expect(chair.page.locator("#past")).to_be_visible()
