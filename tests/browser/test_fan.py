"""Stacks fold, and open as a list beside their town: by pointing, or without a script by a link."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chair import Chair, keep_token
from tests.browser.chromium import PHONE, Window
from tests.browser.house import House
from tests.browser.shelf import campaign

OPEN = "#map .fan.opened"

FOLDED = """
() => [...document.querySelectorAll("#map .fan")].filter((it) => {
  const place = document.querySelector(`#map [data-place="${it.dataset.fan}"]`);
  const { x, y, width, height } = place.querySelector(".plate").getBoundingClientRect();
  const found = document.elementFromPoint(x + width / 2, y + height / 2);
  return place.contains(found);
}).map((it) => it.dataset.fan)
"""
"""The places in sight whose stacks are folded."""

TOUCHED = """
() => {
  const boxOf = (it) => it.getBoundingClientRect();
  const plates = [...document.querySelectorAll("#map .plate")];
  const names = [...document.querySelectorAll("#map .place > .name")];
  const marks = [...document.querySelectorAll("#map .place > .mark")];
  const meet = (one, other, slack) => (
    one.left + slack < other.right && other.left + slack < one.right
    && one.top + slack < other.bottom && other.top + slack < one.bottom);
  return plates.flatMap((it) => [
    ...names.filter((name) => meet(boxOf(it), boxOf(name), 2)).map((name) => name.textContent),
    ...marks.filter((mark) => meet(boxOf(it), boxOf(mark), 4))
      .map((mark) => mark.closest("[data-place]").dataset.place),
    ...plates.filter((other) => other !== it && meet(boxOf(it), boxOf(other), 1))
      .map((other) => other.textContent),
  ]);
}
"""
"""What stacks cover on the screen, by the boxes that the browser has for them."""


def table(window: Window, house: House) -> Page:
    return Chair(window, campaign(house), "french").sit().page


def test_a_stack_opens_by_pointing_focus_and_enter_and_escape_folds_it(
    house: House, open_window: Callable[..., Window]
) -> None:
    page = table(open_window(), house)
    first, other = page.evaluate(FOLDED)[:2]
    expect(page.locator(OPEN)).to_have_count(0)
    page.locator(f"#map [data-place='{first}'] .plate").first.hover()
    expect(page.locator(OPEN)).to_have_attribute("data-fan", first)
    rows = page.locator(f"{OPEN} [data-piece]")
    assert rows.count() >= 2
    expect(rows.first.locator("title")).not_to_be_empty()
    page.locator(f"#map [data-place='{other}'] .plate").first.hover()
    expect(page.locator(OPEN)).to_have_attribute("data-fan", other)
    page.locator("h1").first.hover()
    expect(page.locator(OPEN)).to_have_count(0)
    page.locator(f"#map [data-place='{first}']").focus()
    expect(page.locator(OPEN)).to_have_attribute("data-fan", first)
    page.keyboard.press("Enter")
    page.locator("#map").press("Escape")
    expect(page.locator(OPEN)).to_have_count(0)


def test_a_tap_opens_a_stack_on_a_phone(house: House, open_window: Callable[..., Window]) -> None:
    page = table(open_window(viewport=PHONE, has_touch=True, is_mobile=True), house)
    [first, *_] = page.evaluate(FOLDED)
    page.locator(f"#map [data-place='{first}'] .plate").first.tap()
    expect(page.locator(OPEN)).to_have_attribute("data-fan", first)


def test_without_a_script_a_link_opens_a_stack_and_folds_it(
    house: House, open_window: Callable[..., Window]
) -> None:
    page = open_window(java_script_enabled=False).page
    there = campaign(house)
    keep_token(page, there, "french")
    page.goto(f"{house.address}/games/{there.id}?seat=french")
    expect(page.locator(OPEN)).to_have_count(0)
    link = page.locator("#map a[href*='stack=']").first
    place = link.get_attribute("data-place")
    page.goto(house.address + str(link.get_attribute("href")))
    expect(page.locator(OPEN)).to_have_count(1)
    expect(page.locator(OPEN)).to_have_attribute("data-fan", str(place))
    folds = str(page.locator(f"#map a[data-place='{place}']").get_attribute("href"))
    assert "stack=" not in folds and "seat=french" in folds


def test_on_the_screen_no_stack_covers_a_name_a_mark_or_another_stack(
    house: House, open_window: Callable[..., Window]
) -> None:
    for viewport in ({"width": 1280, "height": 720}, {"width": 360, "height": 740}):
        page = table(open_window(viewport=viewport), house)
        assert page.locator("#map .plate").count() > 5
        assert page.evaluate(TOUCHED) == []
