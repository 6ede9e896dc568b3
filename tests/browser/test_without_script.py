"""Whoever switches scripts off takes a seat, gives an order and looks back all the same."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.chromium import Window
from tests.browser.house import House


def test_a_seat_is_taken_and_an_order_given_by_forms(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table("without a script", "napoleon1815", "ligny_quatre_bras")
    window = open_window(java_script_enabled=False)
    page = window.page
    page.goto(table.page)
    page.get_by_role("link", name="Open your seat with its token").click()
    page.get_by_label("Token or link").fill(table.link("french"))
    page.get_by_role("button", name="Open the seat").click()
    page.get_by_label("Your name").fill("Ney")
    page.get_by_role("button", name="Take the seat").click()
    page.get_by_role("link", name="To the game").click()
    before = page.locator("body").get_attribute("data-at") or ""
    page.locator("#orders button[name=order]").first.click()
    expect(page.locator("#confirm")).to_contain_text("Give this order?")
    page.locator("#confirm").get_by_role("button", name="Give the order").click()
    assert house.games.head(table.id) > int(before)
    expect(page.locator("body")).to_have_attribute("data-at", str(house.games.head(table.id)))
    page.locator("#previous").click()
    expect(page.locator("body")).to_have_attribute("data-at", before)
    expect(page.locator("#past")).to_be_visible()
    expect(page.locator("#map svg")).to_be_visible()


def test_an_order_of_many_is_chosen_from_one_list(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table(
        "many orders without a script",
        "napoleonic_empire",
        "europe",
        players={"french": "Soult", "allied": "Moore"},
    )
    seat = house.play_until(table, "move")
    page = open_window(java_script_enabled=False).page
    page.goto(f"{table.page}/session")
    page.get_by_label("Token or link").fill(table.tokens[seat])
    page.get_by_role("button", name="Open the seat").click()
    before = page.locator("body").get_attribute("data-at") or ""
    choice = page.get_by_label("Order", exact=True)
    choice.select_option(index=1)
    choice.locator("xpath=ancestor::form").get_by_role("button").click()
    # It can be withdrawn, so nobody asks whether it is meant.
    expect(page.locator("#confirm")).to_have_count(0)
    expect(page.locator("body")).not_to_have_attribute("data-at", before)
