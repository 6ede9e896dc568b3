"""What is pointed at on the map, or has the focus, is told beside it; figures are large enough."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House, Table
from tests.browser.shelf import campaign, europe

LAPTOP = {"width": 1280, "height": 720}

AT_LEAST = 11
"""CSS pixels of a figure of strength."""

SMALLEST = """
(figures) => Math.min(...figures.map((it) =>
  parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().a))
"""


@pytest.mark.parametrize("game", [campaign, europe])
def test_figures_are_read_where_the_whole_map_is_seen(
    house: House, open_window: Callable[..., Window], game: Callable[[House], Table]
) -> None:
    page = Chair(open_window(viewport=LAPTOP), game(house), "french").sit().page
    figures = page.locator("#map .figure")
    assert figures.count() > 3
    assert figures.evaluate_all(SMALLEST) >= AT_LEAST


def in_view(pieces: Locator) -> Locator:
    """The first of the pieces that the map shows as it opens."""
    middles = pieces.evaluate_all(
        "all => all.map((it) => it.getBoundingClientRect()).map((at) => "
        "document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2))"
        ".map((it, at) => all[at].contains(it))"
    )
    return pieces.nth(middles.index(True))


def test_a_piece_is_told_when_it_is_pointed_at(
    house: House, open_window: Callable[..., Window]
) -> None:
    page = Chair(open_window(), campaign(house), "french").sit().page
    piece = in_view(page.locator("#map .plate[data-piece]"))
    words = piece.locator("> title").text_content() or ""
    box = page.locator(".inspector")
    expect(box).to_have_count(0)
    piece.hover()
    expect(box.locator(".meant")).to_have_text(words)
    page.locator("h1").first.hover()
    expect(box).to_be_hidden()


def test_a_place_is_told_when_it_has_the_focus(
    house: House, open_window: Callable[..., Window]
) -> None:
    page = Chair(open_window(), campaign(house), "french").sit().page
    place = page.locator("#map a[data-place]").first
    name = place.locator(".name").text_content() or ""
    place.focus()
    expect(page.locator(".inspector strong")).to_contain_text(name)
    page.keyboard.press("Escape")
    expect(page.locator(".inspector")).to_be_hidden()
