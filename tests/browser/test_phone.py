"""A game is played on a phone, 360 pixels wide."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.chair import Chair
from tests.browser.chromium import PHONE, Window
from tests.browser.house import House

CAPITALS = """
() => [...document.querySelectorAll("#map .stack text")].map((it) => {
  const brush = document.createElement("canvas").getContext("2d");
  brush.font = getComputedStyle(it).font;
  const { actualBoundingBoxAscent, actualBoundingBoxDescent } = brush.measureText("1");
  return (actualBoundingBoxAscent + actualBoundingBoxDescent) * it.getScreenCTM().d;
})
"""
"""Pixels that the figures on a map are high which is seen from afar."""

BOXES = """
(what) => [...document.querySelectorAll(`#map ${what}`)].map((it) => {
  const { left, top, right, bottom } = it.getBoundingClientRect();
  return [left, top, right, bottom];
})
"""

READ = 7
"""Pixels that capitals and figures are high in a text that is read with ease at arm's length."""


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
    expect(chair.page.locator("#news .sentence")).to_contain_text("blue card")
    chair.page.locator(".menu > summary").tap()
    chair.page.locator("#previous").tap()
    expect(chair.page.locator("#past")).to_be_visible()


@pytest.mark.parametrize(
    ("ruleset", "scenario"), [("napoleon1815", "campaign"), ("napoleonic_empire", "europe")]
)
def test_a_phone_that_shows_the_whole_map_shows_figures_that_can_be_read(
    house: House, open_window: Callable[..., Window], ruleset: str, scenario: str
) -> None:
    table = house.table(f"{ruleset} from afar", ruleset, scenario)
    window = open_window(viewport=PHONE, has_touch=True, is_mobile=True)
    page = Chair(window, table, "french").sit().page
    page.locator(".sizes .fit").tap()
    expect(page.locator("#map")).to_have_attribute("data-afar", "")
    figures = page.evaluate(CAPITALS)
    assert len(figures) >= 5
    assert min(figures) >= READ
    boxes = page.evaluate(BOXES, ".stack rect")
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[number + 1 :]:
            across = min(right, other[2]) - max(left, other[0])
            down = min(bottom, other[3]) - max(top, other[1])
            # The edge of one may touch that of another.
            assert min(across, down) < 1
    for text, (left, _, right, _) in zip(
        page.evaluate(BOXES, ".stack text"),
        page.evaluate(BOXES, ".stack:has(text) rect"),
        strict=True,
    ):
        assert left <= text[0] and text[2] <= right
    expect(page.locator("#map .piece").first).to_be_hidden()
    for _ in range(4):
        page.locator(".sizes button").nth(1).tap()
    expect(page.locator("#map")).not_to_have_attribute("data-afar", "")
    expect(page.locator("#map .stack").first).to_be_hidden()
    expect(page.locator("#map .piece").first).to_be_visible()
