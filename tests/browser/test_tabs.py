"""Many tabs of one browser: none hangs, and all follow their games."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from napoleon.play.outcomes import Accepted
from tests.browser.chair import keep_token
from tests.browser.chromium import MILLISECONDS, Window
from tests.browser.house import House, Table

STREAMS = 3
"""As many as the tabs of one browser hold; see ``static/js/places.js``."""

AT_ONCE = 10_000
"""Milliseconds: fewer than pass between two looks for news; see ``static/js/live.js``."""

HIDE = """hidden => {
  const state = hidden ? "hidden" : "visible";
  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
  Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Lets a page believe that its tab is behind another one, as no page of Playwright ever is."""


def move(house: House, table: Table) -> int:
    """Somebody elsewhere gives an order; the version that this has come to."""
    games = house.games
    game = games.open(table.id)
    decision = games.decisions(game)[0]
    order = next(iter(games.rules(game).legal_orders(game.state, decision)))
    assert isinstance(games.submit_orders(game.id, decision.seat, [order]), Accepted)
    return games.open(table.id).version


class Tabs(NamedTuple):
    """One browser with a tab for each of several games, the last one opened last."""

    window: Window
    pages: list[Page]
    tables: list[Table]


@pytest.fixture
def open_tabs(house: House, open_window: Callable[..., Window]) -> Callable[[int], Tabs]:
    """Opens so many tabs, each of which has a stream at first."""

    def open_(count: int) -> Tabs:
        window = open_window()
        tabs = Tabs(window, [], [])
        for number in range(count):
            table = house.table(f"tab {number}", "napoleon1815", "ligny_quatre_bras")
            page = window.context.new_page() if number else window.page
            keep_token(page, table, "french")
            page.goto(table.page)
            expect(page.locator("#live")).to_have_attribute("data-state", "live")
            tabs.pages.append(page)
            tabs.tables.append(table)
        return tabs

    return open_


def shows(tab: Page, version: int, within: float = MILLISECONDS) -> None:
    expect(tab.locator("body")).to_have_attribute("data-at", str(version), timeout=within)


def has_stream(tab: Page) -> None:
    expect(tab.locator("#live")).to_have_attribute("data-state", "live")


def looks_for_news(tab: Page) -> None:
    expect(tab.locator("#live")).to_have_attribute("data-state", "asking")


def test_eight_tabs_of_one_browser_all_show_the_next_move(
    house: House, open_tabs: Callable[[int], Tabs]
) -> None:
    """More than a browser opens connections to one host for."""
    tabs = open_tabs(8)
    for tab in tabs.pages[:-STREAMS]:
        looks_for_news(tab)
    for tab in tabs.pages[-STREAMS:]:
        has_stream(tab)
    versions = [move(house, table) for table in tabs.tables]
    for tab, version in zip(tabs.pages, versions, strict=True):
        shows(tab, version)
    for tab in tabs.pages:
        tab.reload()
        has_stream(tab)


def test_a_tab_that_is_turned_to_catches_up_and_has_a_stream_again(
    house: House, open_tabs: Callable[[int], Tabs]
) -> None:
    tabs = open_tabs(STREAMS + 1)
    first, oldest, *others = tabs.pages
    first.evaluate(HIDE, True)
    looks_for_news(first)
    version = move(house, tabs.tables[0])
    first.evaluate(HIDE, False)
    shows(first, version, within=AT_ONCE)
    looks_for_news(oldest)
    for tab in (first, *others):
        has_stream(tab)


def test_a_closed_tab_leaves_its_place(open_tabs: Callable[[int], Tabs]) -> None:
    first, second, third, last = open_tabs(STREAMS + 1).pages
    last.close(run_before_unload=False)
    first.evaluate("dispatchEvent(new Event('focus'))")
    for tab in (first, second, third):
        has_stream(tab)


def told(tab: Page, table: Table) -> str:
    """What the service calls a tab that shows the newest position."""
    return str(tab.request.get(f"{table.page}/title").json()["title"])


def test_the_title_of_a_tab_behind_another_says_that_there_is_something_new(
    house: House, open_tabs: Callable[[int], Tabs]
) -> None:
    tabs = open_tabs(1)
    [tab], [table] = tabs.pages, tabs.tables
    shown, before = tab.locator("body").get_attribute("data-at"), tab.title()
    tab.evaluate(HIDE, True)
    version, title = move(house, table), told(tab, table)
    while title == before:
        version, title = move(house, table), told(tab, table)
    expect(tab).to_have_title(f"● {title}")
    assert tab.locator("body").get_attribute("data-at") == shown, "nobody has looked at it yet"
    tab.evaluate(HIDE, False)
    shows(tab, version)
    assert not tab.title().startswith("●")


def icon(tab: Page) -> str:
    """The icon of a tab."""
    return tab.locator("link[rel=icon]").get_attribute("href") or ""


def until_the_french_decide(house: House, table: Table, *, now: bool = True) -> int:
    """Orders are given elsewhere until the French are asked, or are not; the version then."""
    for _ in range(100):
        game = house.games.open(table.id)
        if now == any(it.seat == "french" for it in house.games.decisions(game)):
            return game.version
        move(house, table)
    raise AssertionError("it never came to that")


def test_a_tab_behind_others_says_whose_turn_it_is(
    house: House, open_tabs: Callable[[int], Tabs]
) -> None:
    tabs = open_tabs(1)
    [tab], [table] = tabs.pages, tabs.tables
    shows(tab, until_the_french_decide(house, table))
    expect(tab).to_have_title(re.compile("^Your turn: Napoléon 1815"))
    assert "icon-dotted" in icon(tab)
    shows(tab, until_the_french_decide(house, table, now=False))
    expect(tab).to_have_title(re.compile("^Napoléon 1815"))
    assert "icon-dotted" not in icon(tab)
    tab.evaluate(HIDE, True)
    version = until_the_french_decide(house, table)
    expect(tab).to_have_title(re.compile("^● Your turn: Napoléon 1815"))
    assert "icon-dotted" in icon(tab)
    tab.evaluate(HIDE, False)
    shows(tab, version)
    expect(tab).to_have_title(re.compile("^Your turn: Napoléon 1815"))
    assert "icon-dotted" in icon(tab)


def test_a_hidden_tab_without_a_stream_says_so_with_its_next_look(
    house: House, open_tabs: Callable[[int], Tabs]
) -> None:
    tabs = open_tabs(STREAMS + 1)
    tab, table = tabs.pages[0], tabs.tables[0]
    looks_for_news(tab)
    tab.clock.install()
    tab.evaluate(HIDE, True)
    move(house, table)
    tab.clock.fast_forward("01:30")
    expect(tab).to_have_title(re.compile("^● "))


def test_a_tab_without_a_stream_is_told_that_its_token_has_died(
    house: House, open_tabs: Callable[[int], Tabs]
) -> None:
    """It gives its place to the others, and asks for nothing any more."""
    tabs = open_tabs(STREAMS + 1)
    table = house.table("a seat that is claimed", "napoleon1815", "ligny_quatre_bras")
    tab = tabs.pages[0]
    keep_token(tab, table, "french")
    tab.goto(table.page)
    has_stream(tab)
    for other in tabs.pages[1:]:
        other.evaluate("dispatchEvent(new Event('focus'))")
        has_stream(other)
    looks_for_news(tab)
    tabs.window.expect("401")
    house.games.claim(table.id, "french", name="Ney")
    expect(tab.locator("#notices .error")).to_contain_text("token")
    expect(tab.locator("#live")).to_have_attribute("data-state", "offline")
    tab.evaluate("dispatchEvent(new Event('focus'))")
    for other in tabs.pages[1:]:
        has_stream(other)
