"""Stacks fold, and open as a list beside their town: by pointing, or without a script by a link."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chair import Chair, keep_token
from tests.browser.chromium import PHONE, Window
from tests.browser.clicks import Clicks
from tests.browser.house import House, Table
from tests.browser.june import FRENCH, TO_THUIN, settle
from tests.browser.shelf import campaign, columbia, wars

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


AWRY = """
(all) => {
  const boxOf = (it) => it.getBoundingClientRect();
  const meet = (one, other) => (
    one.left + 1 < other.right && other.left + 1 < one.right
    && one.top + 1 < other.bottom && other.top + 1 < one.bottom);
  const map = boxOf(document.querySelector("#board-of-map > svg"));
  const seen = ({ left, top, right, bottom }) => (
    left >= map.left - 1 && top >= map.top - 1 && right <= map.right + 1 && bottom <= map.bottom + 1
    && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight);
  const inSight = (it) => {
    const { x, y, width, height } = boxOf(it);
    return seen({ left: x + width / 2, right: x + width / 2, top: y + height / 2, bottom: y });
  };
  const awry = [];
  let opened = 0;
  for (const it of document.querySelectorAll("#map .fan:has(.row)")) {
    const place = document.querySelector(`#map [data-place="${it.dataset.fan}"]`);
    const plate = place.querySelector(".plate");
    if (all && !inSight(plate)) continue;
    if (all) {
      plate.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    }
    if (!it.classList.contains("opened")) continue;
    opened += 1;
    const box = boxOf(it.querySelector(".sheet"));
    if (!seen(box)) awry.push(`${it.dataset.fan} leaves the window`);
    const targets = [...document.querySelectorAll("#map :is(.chosen, .goal) .mark")];
    const kept = [...place.querySelectorAll(".plate, .mark"), ...targets];
    for (const other of kept.filter((each) => meet(box, boxOf(each)))) {
      const name = other.closest("[data-place]").dataset.place;
      awry.push(`${it.dataset.fan} covers ${name}`);
    }
  }
  return { awry, opened };
}
"""
"""What lists of stacks do that they may not: of all that are opened one after the other, or of the
one that is open."""

SIZES = {"desk": (1280, 720), "tablet": (820, 1180), "phone": (360, 740)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("make", "seat"), [(campaign, "french"), (columbia, "french"), (wars, "fr")]
)
def test_stacks_cover_nothing_and_an_open_list_is_seen_whole_beside_its_own_stack(
    house: House,
    open_window: Callable[..., Window],
    make: Callable[[House], Table],
    seat: str,
    size: str,
) -> None:
    width, height = SIZES[size]
    window = open_window(viewport={"width": width, "height": height})
    page = Chair(window, make(house), seat).sit().page
    expect(page.locator("#map .fan").first).to_be_attached()
    if make is campaign:
        assert page.locator("#map .plate").count() > 5
        assert page.evaluate(TOUCHED) == []
    found = page.evaluate(AWRY, True)
    assert found["awry"] == []
    # A phone begins where something is asked, and there may be no folded stack there.
    assert found["opened"] or size == "phone"
    # Nearer, it still is.
    page.get_by_role("button", name="Larger map").click()
    assert page.evaluate(AWRY, True)["awry"] == []


@pytest.mark.parametrize("size", SIZES)
def test_the_list_of_a_stack_stays_off_the_targets_that_are_chosen_in_it(
    house: House, open_window: Callable[..., Window], size: str
) -> None:
    there = house.table(f"a march from a list on a {size}", "napoleon_columbia", "historical")
    assert settle(house, there, "march") == FRENCH
    width, height = SIZES[size]
    window = open_window(viewport={"width": width, "height": height})
    page = Chair(window, there, FRENCH).sit().page
    Clicks(page).on_piece(TO_THUIN[0])
    expect(page.locator(OPEN)).to_have_count(1)
    expect(page.locator("#map .row.picked")).to_have_count(1)
    assert page.locator("#map .place:is(.goal, .chosen)").count() > 2
    found = page.evaluate(AWRY, False)
    assert found["opened"] == 1
    if size != "phone":
        assert found["awry"] == []
        return
    # Twelve rows and five targets have no room together there: the list keeps off its stack, and
    # folds while the piece stays picked.
    assert not [it for it in found["awry"] if "leaves" in it or it.endswith(" beaumont")]
    page.locator("#map").press("Escape")
    expect(page.locator(OPEN)).to_have_count(0)
    expect(page.locator("#map .row.picked")).to_have_count(1)


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
