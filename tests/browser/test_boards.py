"""The boards beside the map: nothing lies on them, and they are read on a phone as well."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chair import Chair
from tests.browser.chromium import PHONE, Window
from tests.browser.house import House
from tests.browser.shelf import wars

NAMES = """
() => [...document.querySelectorAll("#map .map:not([hidden]) .name")].map((it) =>
  parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().d)
"""
"""How high the letters of names are on the board that is seen, in pixels."""

COVERED = """
() => {
  const tabs = [...document.querySelectorAll("ul.boards a")].map((it) =>
    it.getBoundingClientRect());
  const low = Math.max(...tabs.map((it) => it.bottom));
  return [...document.querySelectorAll("#map .map:not([hidden]) .mark")].filter((it) =>
    it.getBoundingClientRect().top < low).length;
}
"""
"""How many boxes of the board begin above the lower edge of the tabs."""

READ = 10
"""Letters this high are read with ease, in pixels."""

OVERVIEW = 5
"""The same where the whole of a board is seen, to find one's way."""

BOARDS = ("diplomacy", "keys")

LAPTOP = {"width": 1280, "height": 720}


def turned_to(page: Page, board: str) -> None:
    page.locator(f"ul.boards a[href='#board-{board}']").click()
    expect(page.locator(f"#board-{board}")).to_be_visible()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_board_can_be_read_as_it_opens_and_lies_below_the_tabs(
    house: House, open_window: Callable[..., Window], size: dict[str, int]
) -> None:
    page = Chair(open_window(viewport=size), wars(house), "fr").sit().page
    for board in BOARDS:
        turned_to(page, board)
        assert min(page.evaluate(NAMES)) >= READ
        assert page.evaluate(COVERED) == 0
    if size == PHONE:
        # Where the whole of it is seen, names are still seen.
        for board in BOARDS:
            turned_to(page, board)
            if page.locator("#map[data-enlarged]").count():
                page.locator(".sizes .fit").click()
            expect(page.locator("#map")).not_to_have_attribute("data-enlarged", "")
            expect(page.locator("#map .map:not([hidden]) .name").first).to_be_visible()
            assert min(page.evaluate(NAMES)) >= OVERVIEW


def test_on_a_phone_the_strip_shows_what_is_new(
    house: House, open_window: Callable[..., Window]
) -> None:
    page = Chair(open_window(viewport=PHONE), wars(house), "fr").sit().page
    newest = page.locator("body").get_attribute("data-head")
    assert newest is not None
    page.goto(f"{page.url.partition('?')[0]}?seat=fr&since={int(newest) - 5}")
    changes = page.locator("#news .fresh")
    expect(changes).to_be_visible()
    strip, pill = page.locator("#news").bounding_box(), changes.bounding_box()
    assert strip is not None and pill is not None
    assert pill["y"] + pill["height"] <= strip["y"] + strip["height"]
