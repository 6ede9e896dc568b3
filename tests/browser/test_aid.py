"""An aid is printed: on two pages of A4, in both languages, without a script."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from napoleon.rules.contract import installed
from tests.browser.chromium import Window
from tests.browser.house import House

A_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")

PAPER = {"width": 718, "height": 1054}
"""A4 less the margins of the style, in pixels of CSS."""

ROOM = 0.97
"""Of a page that a sheet takes at most, as others have other fonts."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ruleset", sorted(installed()))
def test_it_is_printed_on_two_pages(
    house: House, open_window: Callable[..., Window], ruleset: str, language: str
) -> None:
    page = open_window(java_script_enabled=False).page
    page.goto(f"{house.address}/rules/{ruleset}/aid?lang={language}")
    printed = page.pdf(prefer_css_page_size=True)
    assert len(A_PAGE.findall(printed)) == 2
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    boxes = [it.bounding_box() for it in page.locator(".sheet").all()]
    assert len(boxes) == 2
    for box in boxes:
        assert box is not None
        assert box["height"] <= ROOM * PAPER["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not page.locator("header.site").is_visible()
