"""The page of a battle: news and journal lead to it, and both camps stand side by side."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

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


@pytest.mark.parametrize("script", [True, False])
def test_it_is_a_page_of_its_own_that_news_and_journal_lead_to(
    fought: tuple[Table, int], open_window: Callable[..., Window], script: bool
) -> None:
    table, version = fought
    page = open_window(java_script_enabled=script).page
    page.goto(f"{table.page}?at={version}")
    for place in ("#news", "#journal"):
        expect(page.locator(f"{place} a[href*='/battles/{version}']").first).to_be_visible()
    page.locator(f"#news a[href*='/battles/{version}']").click()
    expect(page).to_have_url(f"{table.page}/battles/{version}")
    expect(page.locator(".battle-side")).to_have_count(2)
    page.get_by_role("link", name="All battles").click()
    expect(page.locator(f"tbody a[href*='/battles/{version}']")).to_be_visible()


def test_both_camps_have_the_same_rows_and_nothing_overlaps(
    fought: tuple[Table, int], open_window: Callable[..., Window]
) -> None:
    table, version = fought
    page = open_window().page
    page.goto(f"{table.page}/battles/{version}")
    left, right = (
        [it.bounding_box() for it in page.locator(f".battle-side:nth-child({n}) > table").all()]
        for n in (1, 2)
    )
    assert len(left) == len(right) > 0
    for one, other in zip(left, right, strict=True):
        assert one is not None and other is not None
        assert one["y"] == other["y"]
        assert one["x"] + one["width"] <= other["x"]
