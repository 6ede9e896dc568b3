"""The clock of a game, in a browser: on a phone a seat, on a desktop the referee."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from napoleon.log.clocks import Clock
from napoleon.play.clock import setting
from napoleon.rules.events import REFEREE
from tests.browser.chair import Chair, keep_token
from tests.browser.chromium import PHONE, Window
from tests.browser.house import House, Table

LAPTOP = {"width": 1280, "height": 720}

ZONE = "America/New_York"


def clocked(house: House, name: str) -> Table:
    """A game whose seats are taken, with a clock by which everybody has two days."""
    table = house.table(
        name,
        "napoleon1815",
        "ligny_quatre_bras",
        players={"french": "Ney", "allied": "Wellington"},
    )
    setting.set_clock(house.games, table.id, REFEREE, Clock(48 * 60))
    return table


def opened(window: Window, table: Table, holder: str, path: str = "/clock") -> Page:
    """A page of the game, for whoever holds the token."""
    keep_token(window.page, table, holder)
    window.page.goto(f"{table.page}{path}?seat={holder}")
    return window.page


def unfolded(page: Page, summary: str) -> None:
    """Open a fold-out."""
    page.locator("summary", has_text=summary).first.click()


def fits(page: Page) -> bool:
    """Whether nothing lies beside the screen."""
    found: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found


def test_a_seat_is_away_on_a_phone(house: House, open_window: Callable[..., Window]) -> None:
    table = clocked(house, "away on a phone")
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "timezone_id": ZONE}
    page = opened(open_window(**options), table, "french")
    before = house.games.open(table.id).timekeeping.of("french")[0].set.due
    unfolded(page, "I am away")
    expect(page.get_by_label("Time zone, as in Europe/Paris").first).to_have_value(ZONE)
    today = page.get_by_label("First day").get_attribute("min") or ""
    page.get_by_label("First day").fill(today.replace(today[:4], str(int(today[:4]) + 1)))
    page.get_by_label("Last day").fill(today.replace(today[:4], str(int(today[:4]) + 1)))
    assert fits(page)
    page.get_by_role("button", name="I am away on these days").tap()
    expect(page.locator("#seat-french")).to_contain_text(f"({ZONE})")
    page.get_by_role("button", name="Call it off").tap()
    expect(page.locator("#seat-french")).not_to_contain_text(ZONE)
    assert house.games.open(table.id).timekeeping.of("french")[0].set.due == before


def test_more_time_is_asked_for_on_a_phone_and_the_strip_follows(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = clocked(house, "more time on a phone")
    watching = Chair(open_window(), table, "allied").sit()
    strip = watching.page.locator("#now .players .asked .when time")
    expect(strip).to_have_count(1)
    begun = strip.inner_text()
    page = opened(open_window(viewport=PHONE, has_touch=True, is_mobile=True), table, "french")
    unfolded(page, "Ask for more time")
    stands = page.locator("#seat-french time").first.get_attribute("datetime") or ""
    page.get_by_label("To the end of").fill(stands[:10])
    page.get_by_role("button", name="Wait for me").tap()
    # Nothing but the clock has changed, and the page of the others shows it by itself.
    watching.shows(house.games.open(table.id).version)
    expect(strip).not_to_have_text(begun)
    assert fits(watching.page)


def test_the_referee_keeps_the_clock_on_a_laptop(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table(
        "a referee and a clock",
        "napoleon1815",
        "ligny_quatre_bras",
        players={"french": "Ney", "allied": "Wellington"},
    )
    page = opened(open_window(viewport=LAPTOP, timezone_id=ZONE), table, REFEREE)
    unfolded(page, "Set a clock")
    expect(page.get_by_label("Time zone, as in Europe/Paris")).to_have_value(ZONE)
    page.get_by_label("Hours for an answer").fill("36")
    page.get_by_label("Sunday").uncheck()
    unfolded(page, "Other times for some decisions")
    page.get_by_label("Where to retreat").fill("12")
    page.get_by_role("button", name="Set a clock").click()
    expect(page.locator("main")).to_contain_text("36 hours for an answer")
    expect(page.locator("main")).to_contain_text("12 hours for “Where to retreat”")
    unfolded(page, "Stop the clock")
    page.get_by_label("Why").last.fill("Rain")
    page.get_by_role("button", name="Stop the clock").click()
    expect(page.locator("main")).to_contain_text("Rain")
    page.get_by_role("link", name="Desk", exact=True).click()
    expect(page.get_by_role("heading", name="The referee's desk")).to_be_visible()
    expect(page.locator("main")).to_contain_text("stopped since")
    page.get_by_role("link", name="The clock, and what you may do about it").click()
    page.get_by_role("button", name="Let the clock run").click()
    expect(page.locator("main")).not_to_contain_text("Rain")
    assert fits(page)


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP])
def test_the_strip_of_a_stopped_clock_fits(
    house: House, open_window: Callable[..., Window], viewport: dict[str, int]
) -> None:
    table = clocked(house, "a stopped clock")
    if not house.games.open(table.id).timekeeping.held:
        setting.hold(house.games, table.id, REFEREE)
    chair = Chair(open_window(viewport=viewport), table, "french").sit()
    expect(chair.page.locator("#now .stopped")).to_be_visible()
    assert fits(chair.page)
