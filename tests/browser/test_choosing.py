"""One of many orders is chosen from lists, or by pointing at the map, and then given."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House


@pytest.fixture
def chair(
    request: pytest.FixtureRequest, house: House, open_window: Callable[..., Window]
) -> Chair:
    """The chair of who has more than a hundred moves to choose from."""
    table = house.table(
        request.node.name,
        "napoleonic_empire",
        "europe",
        players={"french": "Soult", "allied": "Moore"},
    )
    return Chair(open_window(), table, house.play_until(table, "move")).sit()


def test_an_order_is_chosen_from_lists(chair: Chair) -> None:
    asked, numbers = chair.page.locator(".chooser select"), chair.page.locator(".numbers button")
    answered = 0
    while not numbers.first.is_visible():
        expect(asked).to_have_count(answered + 1)
        asked.nth(answered).select_option(index=1)
        answered += 1
    assert answered > 1
    before = chair.version
    one = numbers.first
    assert one.get_attribute("data-final") is None
    assert one.get_attribute("data-line") == "move 1 France-Italy"
    expect(one).to_have_accessible_name("Move 1 army from France to Italy")
    one.click()
    # A move can be withdrawn, so it is not asked about.
    expect(chair.page.locator("body")).not_to_have_attribute("data-at", str(before))
    assert "Armies went to Italy (1 from France)." in chair.text("journal")


def test_an_order_is_chosen_by_pointing_at_the_map(chair: Chair) -> None:
    page, before = chair.page, chair.version
    for place in ("france", "italy"):
        page.locator(f"#map a[data-place='{place}']").press("Enter")
    expect(page.locator("#map .pointed[data-place]")).to_have_count(2)
    number = page.locator(".numbers button").first
    expect(number).to_be_visible()
    expect(number).to_have_accessible_name("Move 1 army from France to Italy")
    number.click()
    expect(page.locator("body")).not_to_have_attribute("data-at", str(before))


def test_a_line_that_can_be_withdrawn_is_carried_out_at_once(chair: Chair) -> None:
    page, before = chair.page, chair.version
    page.get_by_text("Write it as a line", exact=True).click()
    page.get_by_label("Or write it as a line").fill("MOVE 1 France-Italy")
    page.get_by_label("Or write it as a line").press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-at", str(before))
    assert "Armies went to Italy (1 from France)." in chair.text("journal")
