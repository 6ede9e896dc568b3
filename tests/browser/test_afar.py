"""All of a map on a phone: a few names, large enough to be read, and nothing over another."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chair import keep_token
from tests.browser.chromium import Window
from tests.browser.house import House
from tests.browser.test_words import GAMES, SIZES

MAPS = sorted({*GAMES} - {"eagles_waterloo"})
"""The games that have a map; the cards of the other one are all on its board."""

READ = 9
"""Pixels of letters that are read with ease at arm's length."""

ALL_LETTERS = """
() => [...document.querySelectorAll("#board-of-map :is(.name, .plate text)")].map((it) => (
  parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().d))
"""
"""Pixels of the letters of all names and stacks, seen or not."""

FEW = 9
"""Names with which one finds one's way."""

LETTERS = """
() => [...document.querySelectorAll("#board-of-map svg text")]
  .filter((it) => it.checkVisibility({ visibilityProperty: true }))
  .filter((it) => it.getBoundingClientRect().width && !it.matches(".figure, .value, .strength"))
  .map((it) => {
    const { left, top, right, bottom } = it.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().d;
    return [it.textContent, size, left, top, right, bottom];
  })
"""
"""The words that are seen on a map, how large they are, and where."""

BLOCKS = """
() => [...document.querySelectorAll("#board-of-map .plate .block")].map((it) => {
  const { left, top, right, bottom } = it.getBoundingClientRect();
  return ["", 0, left, top, right, bottom];
})
"""
"""Where pieces stand."""


class Seen(NamedTuple):
    """Words on a map, or a piece without any."""

    words: str
    size: float
    left: float
    top: float
    right: float
    bottom: float

    def is_over(self, other: Seen) -> bool:
        """Whether it covers some of another one, of whose box the letters fill the middle."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 1 and down > 2


def seen(page: Page, script: str) -> list[Seen]:
    """What a script finds on the map of a page."""
    return [Seen(*it) for it in page.evaluate(script)]


def whole(page: Page, address: str) -> None:
    """See all of the map at an address."""
    page.goto(address)
    expect(page.locator("#live[data-state]")).to_be_attached()
    page.get_by_role("button", name="Whole map").click()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", MAPS)
def test_a_phone_that_shows_all_of_a_map_has_names_that_are_read(
    house: House, open_window: Callable[..., Window], game: str
) -> None:
    made, seat = GAMES[game]
    table = made(house)
    page = open_window(viewport=SIZES["phone"], has_touch=True, is_mobile=True).page
    keep_token(page, table, seat)
    newest = house.games.open(table.id).version
    for share in (0.3, 0.5, 0.7, 0.85, 1):
        whole(page, f"{table.page}?seat={seat}&at={int(newest * share)}")
        expect(page.locator("#map")).to_have_attribute("data-far", "")
        names, blocks = seen(page, LETTERS), seen(page, BLOCKS)
        assert len(names) >= FEW
        assert [it for it in names if it.size < READ] == []
        assert [(a.words, b.words) for a, b in combinations(names, 2) if a.is_over(b)] == []
        assert blocks or share < 1
        assert [a.words for a in names for b in blocks if b.is_over(a)] == []
        assert all(it.left >= 0 and it.right <= SIZES["phone"]["width"] for it in names)


@pytest.mark.parametrize("game", MAPS)
def test_who_comes_nearer_sees_the_names_of_all_places_and_no_others(
    house: House, open_window: Callable[..., Window], game: str
) -> None:
    made, seat = GAMES[game]
    table = made(house)
    page = open_window(viewport=SIZES["phone"], has_touch=True, is_mobile=True).page
    keep_token(page, table, seat)
    page.goto(f"{table.page}?seat={seat}")
    expect(page.locator("#live[data-state]")).to_be_attached()
    afar, name = page.locator("#map .afar"), page.locator("#map .place .name").first
    expect(afar).to_be_hidden()
    expect(name).to_have_css("visibility", "visible")
    # Those of stacks that share a berth, too.
    assert min(page.evaluate(ALL_LETTERS)) >= READ
    page.get_by_role("button", name="Whole map").click()
    expect(name).to_have_css("visibility", "hidden")
    expect(afar.locator("text").first).to_be_visible()


@pytest.mark.parametrize("size", ["tablet", "desk"])
@pytest.mark.parametrize("game", MAPS)
def test_where_there_is_room_all_of_a_map_has_its_own_names(
    house: House, open_window: Callable[..., Window], game: str, size: str
) -> None:
    made, seat = GAMES[game]
    table = made(house)
    page = open_window(viewport=SIZES[size]).page
    keep_token(page, table, seat)
    whole(page, f"{table.page}?seat={seat}")
    expect(page.locator("#map .afar")).to_be_hidden()
    expect(page.locator("#map .place .name").first).to_have_css("visibility", "visible")
