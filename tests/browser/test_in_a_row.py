"""Scouts are placed by one form: from its lists, or by pointing at places of the map."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from napoleon.rules.orders import OrderGiven
from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House
from tests.browser.shelf import scouts


def test_scouts_are_chosen_on_the_map_and_from_lists_and_placed_at_once(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = scouts(house)
    page = Chair(open_window(), table, "french").sit().page
    lists = page.locator("form.series select")
    expect(lists).to_have_count(5)
    page.locator("#map [data-place=beaumont] .mark").click()
    expect(lists.nth(0).locator("option:checked")).to_have_text("Beaumont")
    expect(lists.nth(1)).to_be_focused()
    for number in range(1, 5):
        lists.nth(number).select_option(label="Avesnes")
    # What another seat does meanwhile draws the question again, with what was chosen.
    table.post("/orders", "allied", {"order": "place_scout", "area": "mons"})
    expect(lists.nth(0).locator("option:checked")).to_have_text("Beaumont")
    page.get_by_role("button", name="Place all 5 scouts").click()
    expect(page.locator("form.series")).to_have_count(0)
    placed = [
        it.order["area"]
        for it in house.games.history(table.id)
        if isinstance(it, OrderGiven) and it.player == "french"
    ]
    assert placed == ["beaumont", *["avesnes"] * 4]
