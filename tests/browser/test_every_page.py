"""Every main page: axe-core finds nothing grave in it, and it can be used on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser import axe
from tests.browser.chromium import DESKTOP, PHONE, Profiles, Window
from tests.browser.house import House
from tests.browser.pages import PAGES

OUTSIDE = """
() => {
  const scrolls = (box) => ["auto", "scroll"].includes(getComputedStyle(box).overflowX);
  const moves = (box) => box.matches("#map .map") && box.scrollWidth <= box.clientWidth;
  const inside = (it) => it && (scrolls(it) || moves(it) || inside(it.parentElement));
  return [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter((it) => it.checkVisibility() && !it.matches(".skip") && !inside(it.parentElement))
    .filter((it) => it.getBoundingClientRect().left < 0
      || it.getBoundingClientRect().right > innerWidth)
    .map((it) => it.outerHTML.slice(0, 120));
}
"""
"""Controls that a reader would have to scroll the whole page aside for.

What lies beyond the edge of the map is reached by moving the map within its box.
"""


@pytest.fixture(scope="module")
def script() -> str:
    """axe-core."""
    try:
        return axe.source()
    except axe.NotInstalled as why:
        pytest.skip(f"Without axe-core nothing can be found. {why}")


@pytest.fixture(scope="module")
def window(profiles: Profiles, house: House) -> Iterator[Window]:
    """A window in which one page is opened after the other."""
    window = Window(profiles, house.address)
    yield window
    window.close()


@pytest.fixture(scope="module", params=PAGES)
def page(request: pytest.FixtureRequest, window: Window, house: House) -> Iterator[Page]:
    """One of the pages."""
    PAGES[request.param](house).open(window.page, house.address)
    yield window.page
    window.check()


@pytest.mark.sampled(5)
def test_nothing_grave_is_found(page: Page, script: str) -> None:
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light")
    assert axe.findings(page, script) == []
    page.emulate_media(color_scheme="dark")
    assert axe.findings(page, script, "color-contrast") == []


@pytest.mark.sampled(5)
def test_nothing_has_to_be_scrolled_aside_on_a_phone(page: Page) -> None:
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(OUTSIDE) == []
