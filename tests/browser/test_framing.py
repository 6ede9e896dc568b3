"""What of a map is seen as its page opens: the own stacks whole, and little cut by an edge."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Window
from tests.browser.house import House
from tests.browser.pages import PAGES

CUT = """
() => {
  const seen = document.querySelector("#map svg.picture").getBoundingClientRect();
  const isCut = ({ left, top, right, bottom }) => (
    right > seen.left + 1 && left < seen.right - 1 && bottom > seen.top + 1 && top < seen.bottom - 1
    && !(left >= seen.left - 2 && right <= seen.right + 2
      && top >= seen.top - 2 && bottom <= seen.bottom + 2));
  const own = (document.getElementById("board").dataset.own ?? "").split(" ");
  const found = { own: [], others: [], names: [], whole: 0 };
  for (const it of document.querySelectorAll("#map .places :is(.plate, .name)")) {
    const kind = it.matches(".name") ? "names"
      : own.some((look) => it.classList.contains(look)) ? "own" : "others";
    const box = it.getBoundingClientRect();
    if (isCut(box)) found[kind].push(it.closest("[data-place]").dataset.place);
    else if (kind === "own" && box.right > seen.left && box.left < seen.right
      && box.bottom > seen.top && box.top < seen.bottom) found.whole += 1;
  }
  return found;
}
"""
"""The places of stacks and names that an edge of the map cuts, and how many own ones are whole."""

TABLET, PHONE = {"width": 820, "height": 1180}, {"width": 360, "height": 740}

MAPS = ("game-1815", "game-empire", "game-columbia", "game-wars")


def opened(house: House, window: Window, name: str) -> Page:
    PAGES[name](house).open(window.page, house.address)
    expect(window.page.locator("#map svg.picture .plate").first).to_be_attached()
    return window.page


@pytest.mark.parametrize("name", [it for it in MAPS if it != "game-wars"])
@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, TABLET], ids=("desk", "tablet"))
def test_a_desk_and_a_tablet_show_all_of_a_map(
    house: House, open_window: Callable[..., Window], name: str, size: dict[str, int]
) -> None:
    page = opened(house, open_window(viewport=size), name)
    expect(page.locator("#map")).not_to_have_attribute("data-enlarged", "")
    found = page.evaluate(CUT)
    assert (found["own"], found["others"], found["names"]) == ([], [], [])


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=("tablet", "phone"))
def test_the_part_of_a_map_that_is_seen_first_has_own_stacks_and_cuts_few(
    house: House, open_window: Callable[..., Window], name: str, size: dict[str, int]
) -> None:
    found = opened(house, open_window(viewport=size), name).evaluate(CUT)
    assert found["whole"] >= 2
    # Those about whom a question is may stand so far apart that one or two are cut.
    assert len(found["own"]) <= 2, found
    assert len(found["others"]) <= 2, found
    assert len(found["names"]) <= 8, found
