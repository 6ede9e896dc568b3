"""The frame of a game's page: nothing lies on the map, nothing overlaps, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House
from tests.browser.pages import PAGES
from tests.browser.shelf import campaign

SIZES = ((1280, 720), (820, 1180), (360, 740))

GAMES = ("game-1815", "game-empire", "game-columbia", "game-eagles", "game-wars")

COVERED = """
() => {
  const map = document.querySelector("#map .map:not([hidden])").getBoundingClientRect();
  const found = new Set();
  for (let x = 1; x < 24; x += 1) {
    for (let y = 1; y < 24; y += 1) {
      const at = document.elementFromPoint(
        map.left + (map.width * x) / 24, map.top + (map.height * y) / 24);
      if (at && !at.closest("#map")) found.add(at.outerHTML.slice(0, 80));
    }
  }
  return [...found];
}
"""
"""What lies on the map, at 529 points of it."""

OVERLAPS = """
(parts) => {
  const boxes = parts.flatMap((it) => [...document.querySelectorAll(it)])
    .filter((it) => it.checkVisibility())
    .map((it) => [it.id || it.className, it.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height);
  return boxes.flatMap(([name, one], at) => boxes.slice(at + 1)
    .filter(([, other]) => one.left + 1 < other.right && other.left + 1 < one.right
      && one.top + 1 < other.bottom && other.top + 1 < one.bottom)
    .map(([other]) => [name, other]));
}
"""

BAR = (
    "header.site > .home", ".game-title", "#past", "#now > .score", ".players > li",
    "#live", "#waiting-games > *", ".menu > summary",
)  # fmt: skip

ROOMS = ("header.site", "#map", ".strip", ".sizes", "#time", "#sheet", ".tabs", ".panels")


def height(page: Page, of: str) -> float:
    box = page.locator(of).bounding_box()
    assert box is not None
    return box["height"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_lies_on_the_map_and_nothing_overlaps(
    house: House, open_window: Callable[..., Window], name: str
) -> None:
    page = open_window().page
    PAGES[name](house).open(page, house.address)
    for width, high in SIZES:
        page.set_viewport_size({"width": width, "height": high})
        page.wait_for_timeout(100)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate(COVERED) == [], width
        assert page.evaluate(OVERLAPS, [*BAR]) == [], width
        assert page.evaluate(OVERLAPS, [*ROOMS]) == [], width
        wide = width >= 960
        assert height(page, "header.site") == (52 if wide else 48)
        assert height(page, ".strip") == (36 if wide else 34)
        if wide:
            # 42, and the line above it.
            assert height(page, "#time") == 43
            box = page.locator(".beside-map").bounding_box()
            assert box is not None and box["width"] == 372


def test_an_order_is_told_in_the_strip_and_never_over_anything(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table("told in the strip", "napoleon1815", "ligny_quatre_bras")
    chair = Chair(open_window(), table, "french").sit()
    page = chair.page
    chair.give(chair.legal_orders()[0])
    expect(page.locator("#notices > *")).to_have_count(0)
    expect(page.locator("#news .sentence")).not_to_be_empty()
    assert page.evaluate(COVERED) == []


def test_a_letter_without_a_reader_stays_and_is_asked_about_in_words(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = campaign(house)
    window = open_window()
    window.expect("status of 422")
    page = Chair(window, table, "french").sit().page
    page.get_by_role("tab", name="Press").click()
    page.get_by_label("everybody", exact=True).uncheck()
    page.get_by_label("Your words").fill("Where is Grouchy?")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#press-wrong")).to_have_text("Choose to whom it goes.")
    expect(page.get_by_label("Your words")).to_have_value("Where is Grouchy?")
    page.get_by_label("everybody", exact=True).check()
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".letter.mine .words").last).to_have_text("Where is Grouchy?")
    expect(page.get_by_label("Your words")).to_have_value("")
    other = Chair(open_window(), table, "allied").sit().page
    expect(other.locator("#unread")).to_have_text("1")
    assert other.title().startswith("(1) ")
    other.get_by_role("tab", name="Press").click()
    expect(other.locator("#unread")).to_be_empty()
