"""The first visit: the game moves, stands still where that is wanted, and leads to the lesson."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import PHONE, Window
from tests.browser.house import House

VISIBLE = """
() => [...document.querySelectorAll(".heromap .frame")]
  .map((it, place) => [place, getComputedStyle(it).visibility])
  .filter(([, how]) => how === "visible").map(([place]) => place)
"""

SKIP = """
(ahead) => document.getAnimations().forEach((it) => { it.currentTime = ahead; })
"""


def seen(page: Page) -> list[int]:
    """The places of the positions that are seen, of which there should be one."""
    found: list[int] = page.evaluate(VISIBLE)
    return found


def test_one_position_after_the_other_is_seen(
    house: House, open_window: Callable[..., Window]
) -> None:
    page = open_window(reduced_motion="no-preference", java_script_enabled=True).page
    page.goto(house.address)
    passed = []
    for step in range(12):
        page.evaluate(SKIP, 100 + 1800 * step + 21_600)
        passed.append(seen(page))
    assert passed == [[step] for step in range(12)]
    expect(page.locator(".when .frame:visible")).to_have_text("18 June 1815, afternoon")
    page.get_by_label("Stand still").check()
    states = page.evaluate("document.getAnimations().map((it) => it.playState)")
    assert {*states} == {"paused"}


def test_without_motion_the_last_position_is_seen(
    house: House, open_window: Callable[..., Window]
) -> None:
    page = open_window(reduced_motion="reduce").page
    page.goto(house.address)
    assert page.evaluate("document.getAnimations().length") == 0
    assert seen(page) == [11]
    expect(page.get_by_label("Stand still")).to_be_hidden()


def test_whoever_wants_no_motion_says_so_on_any_page(
    house: House, open_window: Callable[..., Window]
) -> None:
    page = open_window(reduced_motion="no-preference").page
    page.goto(f"{house.address}/how-it-works")
    page.get_by_role("link", name="Turn motion off").click()
    page.goto(house.address)
    assert page.evaluate("document.getAnimations().length") == 0
    assert seen(page) == [11]
    expect(page.get_by_label("Stand still")).to_be_hidden()
    page.get_by_role("link", name="Turn motion on").click()
    assert page.evaluate("document.getAnimations().length") > 0


def test_from_the_first_visit_to_a_seat_without_a_script_on_a_phone(
    house: House, open_window: Callable[..., Window]
) -> None:
    page = open_window(viewport=PHONE, java_script_enabled=False, locale="fr").page
    page.goto(house.address)
    assert len(seen_without_script(page)) == 1
    page.get_by_role("link", name="Comment ça marche").click()
    expect(page.get_by_role("heading", name="Les dés")).to_be_visible()
    page.get_by_role("link", name="Vers les parties").click()
    page.get_by_role("button", name="Jouer votre première partie", exact=True).click()
    expect(page.locator("aside.lesson")).to_contain_text("Vous menez les Français")


def seen_without_script(page: Page) -> list[str]:
    """The dates that are seen."""
    dates = page.locator(".when .frame").all()
    return [it.inner_text() for it in dates if it.is_visible()]
