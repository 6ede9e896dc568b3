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
    asked, ready = chair.page.locator(".chooser select"), chair.page.locator("button.ready")
    answered = 0
    while not ready.is_visible():
        expect(asked).to_have_count(answered + 1)
        asked.nth(answered).select_option(index=1)
        answered += 1
    assert answered > 1
    line = ready.inner_text()
    before = chair.version
    ready.click()
    expect(chair.page.locator("dialog.confirm .line")).to_have_text(line)
    chair.confirm()
    expect(chair.page.locator("body")).not_to_have_attribute("data-at", str(before))


def test_an_order_is_chosen_by_pointing_at_the_map(chair: Chair) -> None:
    page, before = chair.page, chair.version
    for place in ("france", "italy"):
        page.locator(f"#map a[data-place='{place}']").press("Enter")
    expect(page.locator("#map .pointed[data-place]")).to_have_count(2)
    asked, ready = page.locator(".chooser select"), page.locator("button.ready")
    while not ready.is_visible():
        asked.last.select_option(index=1)
    assert "France" in ready.inner_text()
    assert "Italy" in ready.inner_text()
    ready.click()
    chair.confirm()
    expect(page.locator("body")).not_to_have_attribute("data-at", str(before))
