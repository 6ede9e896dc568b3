"""The board of a battle: it opens by itself or by a link, stays until it is closed, and reopens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chair import Chair, keep_token
from tests.browser.chromium import Window
from tests.browser.house import House, Table
from tests.browser.shelf import europe


@pytest.fixture
def fought(house: House) -> tuple[Table, int]:
    """A game of Napoleonic Empire, and the version in which its last battle began."""
    table = europe(house)
    events = house.games.history(table.id)
    begun = [it.version for it in events if it.topic == "napoleonic_empire.battle_started/1"]
    return table, begun[-1]


def at_the_battle(window: Window, table: Table, version: int) -> Page:
    """The page of the position at rest in which the battle has begun."""
    keep_token(window.page, table, "french")
    window.page.goto(f"{table.page}?seat=french&at={version}")
    window.page.locator("#live[data-state]").wait_for()
    return window.page


def test_it_opens_from_the_map_stays_and_is_closed_by_a_key(
    fought: tuple[Table, int], open_window: Callable[..., Window]
) -> None:
    page = at_the_battle(open_window(), *fought)
    panel, link = page.locator(".battle-panel"), page.locator("#map a[data-battle]")
    expect(panel).to_be_hidden()
    link.click()
    expect(panel).to_be_visible()
    expect(panel.locator(".battle-side")).to_have_count(2)
    expect(panel.get_by_role("heading", level=2)).to_be_focused()
    page.locator("#next").click()
    expect(page.locator("body")).not_to_have_attribute("data-at", str(fought[1]))
    expect(panel).to_be_visible()
    panel.get_by_role("button", name="Close").focus()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator("#map a[data-battle]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel).to_be_visible()


def test_it_opens_from_the_journal(
    fought: tuple[Table, int], open_window: Callable[..., Window]
) -> None:
    page = at_the_battle(open_window(), *fought)
    page.locator(f"#journal a[data-battle='{fought[1]}']").evaluate("(it) => it.click()")
    expect(page.locator(".battle-panel .outcome")).to_be_visible()


def test_a_battle_that_begins_opens_without_taking_the_focus(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table(
        "a battle is about to begin",
        "napoleonic_empire",
        "europe",
        players={"french": "Ney", "allied": "Karl"},
    )
    chair = Chair(open_window(), table, "french").sit()
    page, games = chair.page, house.games
    while not any("battle_started" in it.topic for it in games.history(table.id)):
        game = games.open(table.id)
        decision = games.decisions(game)[0]
        legal_orders = list(games.rules(game).legal_orders(game.state, decision))
        attacks = [it for it in legal_orders if type(it).__name__ == "Attack"]
        moves = [it for it in legal_orders if type(it).__name__.startswith("Move")]
        games.submit_orders(game.id, decision.seat, [(attacks or moves or legal_orders)[0]])
    chair.shows(games.head(table.id))
    expect(page.locator(".battle-panel")).to_be_visible()
    expect(page.locator(".battle-panel :focus")).to_have_count(0)


def test_without_a_script_it_is_a_page(
    fought: tuple[Table, int], open_window: Callable[..., Window]
) -> None:
    table, version = fought
    page = open_window(java_script_enabled=False).page
    page.goto(f"{table.page}?at={version}")
    page.locator("#map a[data-battle]").click()
    expect(page).to_have_url(f"{table.page}/battles/{version}")
    expect(page.locator(".battle-side")).to_have_count(2)
