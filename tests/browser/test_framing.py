"""What of a map is seen as its page opens: the own stacks whole, and little cut by an edge."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

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

SIZES = {
    "desk": {"width": 1280, "height": 720},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 360, "height": 740},
}

MAPS = ("game-1815", "game-empire", "game-columbia", "game-wars")

FIRST_SEEN = [
    (name, size) for size in SIZES for name in MAPS if (name, size) != ("game-wars", "desk")
]
"""Maps, and the windows in which it is said what of them is seen first."""


@pytest.mark.parametrize(("name", "size"), FIRST_SEEN)
def test_a_map_is_seen_whole_or_its_part_that_is_seen_first_has_own_stacks_and_cuts_few(
    house: House, open_window: Callable[..., Window], name: str, size: str
) -> None:
    page = open_window(viewport=SIZES[size]).page
    PAGES[name](house).open(page, house.address)
    expect(page.locator("#map svg.picture .plate").first).to_be_attached()
    found = page.evaluate(CUT)
    assert found["whole"] >= 2
    if size != "phone" and name != "game-wars":
        expect(page.locator("#map")).not_to_have_attribute("data-enlarged", "")
        assert (found["own"], found["others"], found["names"]) == ([], [], [])
    # Those about whom a question is may stand so far apart that one or two are cut.
    assert len(found["own"]) <= 2, found
    assert len(found["others"]) <= 2, found
    assert len(found["names"]) <= 8, found
