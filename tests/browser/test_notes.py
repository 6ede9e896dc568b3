"""Private notes in a browser: kept while one writes, and never over those of another window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House, Table

PLAN = "Grouchy marches by Wavre."


def claimed(house: House, name: str) -> Table:
    """A game whose French seat was claimed."""
    table = house.table(name, "napoleon1815", "ligny_quatre_bras")
    token = house.games.claim(table.id, "french", name=name)
    return table._replace(tokens={**table.tokens, "french": token})


@pytest.fixture
def chair(house: House, window: Window, request: pytest.FixtureRequest) -> Chair:
    return at_notes(Chair(window, claimed(house, request.node.name[:40]), "french"))


def at_notes(chair: Chair) -> Chair:
    chair.sit()
    chair.page.get_by_role("tab", name="Notes").click()
    return chair


def field(page: Page) -> str:
    return page.get_by_label("Private notes").input_value()


def state(page: Page, told: str) -> None:
    expect(page.locator("#own-notes .kept-state")).to_contain_text(told)


def test_what_is_written_is_kept_by_itself(chair: Chair) -> None:
    page = chair.page
    page.get_by_label("Private notes").press_sequentially(PLAN)
    state(page, "Not kept yet")
    state(page, "Kept")
    page.reload()
    assert field(page) == PLAN


def test_nothing_is_lost_while_nobody_answers(chair: Chair) -> None:
    page = chair.page
    chair.window.expect("Failed to load resource")
    page.route("**/notes/beside", lambda route: route.abort())
    page.get_by_label("Private notes").fill(PLAN)
    state(page, "is tried again")
    assert field(page) == PLAN
    page.unroute("**/notes/beside")
    page.get_by_role("button", name="Keep it").first.click()
    state(page, "Kept")
    page.reload()
    assert field(page) == PLAN


def test_what_is_written_in_the_diary_leaves_the_notes_as_they_are(chair: Chair) -> None:
    page = chair.page
    page.get_by_label("Private notes").fill(PLAN)
    page.locator("#notes summary").click()
    page.get_by_label("Write in your diary").fill("A wet night.")
    page.locator("#diary").get_by_role("button", name="Keep it").click()
    expect(page.locator("#diary .letter")).to_contain_text("A wet night.")
    assert field(page) == PLAN


def test_two_windows_are_shown_both_texts(chair: Chair, open_window: Callable[..., Window]) -> None:
    one = chair.page
    other = open_window()
    other.expect("409")
    two = at_notes(Chair(other, chair.table, "french")).page
    one.get_by_label("Private notes").fill(PLAN)
    state(one, "Kept")
    two.get_by_label("Private notes").fill("By Gembloux.")
    expect(two.locator("#own-notes [role=alert]")).to_contain_text("another window")
    expect(two.locator("#own-notes .kept-elsewhere")).to_contain_text(PLAN)
    assert field(two) == "By Gembloux."
    two.get_by_label("Private notes").fill(f"{PLAN} Or by Gembloux.")
    two.get_by_role("button", name="Keep what is written here").click()
    state(two, "Kept")
    one.reload()
    assert field(one) == f"{PLAN} Or by Gembloux."


def test_who_leaves_at_once_has_kept_it(chair: Chair) -> None:
    page = chair.page
    page.get_by_label("Private notes").fill(PLAN)
    page.goto(f"{chair.table.address}/how-it-works")
    page.goto(f"{chair.table.page}?seat=french")
    page.wait_for_function("document.querySelector('#own-notes textarea')?.value")
    assert field(page) == PLAN
