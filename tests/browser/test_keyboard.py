"""A game is played and looked at by nobody but the keyboard."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chair import Chair, keep_token
from tests.browser.chromium import Window
from tests.browser.house import House, Table

PLAYERS = {"french": "Ney", "allied": "Blücher"}

MOST_STEPS = 300
"""Steps by which everything on a page can be come to."""

FOCUS_SHOWS = """
() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  const sign = document.activeElement.querySelector(".mark");
  return outlineStyle !== "none" && parseFloat(outlineWidth) > 0
    || sign !== null && parseFloat(getComputedStyle(sign).strokeWidth) >= 3;
}
"""
"""Whether what has the focus has a frame; a place of the map has it around its sign."""


def tab_to(page: Page, selector: str) -> None:
    """Step on by the Tab key until the focus is on what `selector` says, and can be seen there."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            assert page.evaluate(FOCUS_SHOWS), f"{selector} does not show the focus"
            return
    raise AssertionError(f"{selector} was never come to")


def test_an_order_is_given_by_keys(house: House, open_window: Callable[..., Window]) -> None:
    table = house.table("an order by keys", "napoleon1815", "ligny_quatre_bras")
    page = open_window().page
    page.goto(table.link("french"))
    page.wait_for_url("**/join?seat=french")
    tab_to(page, "#name")
    page.keyboard.type("Ney")
    page.keyboard.press("Enter")
    page.wait_for_url("**/join")
    tab_to(page, "main a.button")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    before = page.locator("body").get_attribute("data-at") or ""
    tab_to(page, "#orders button[name=order]")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.confirm")).to_be_visible()
    expect(page.locator("dialog.confirm .primary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-at", before)
    # The focus stays near, and does not fall to the top of the page.
    assert page.evaluate("!!document.activeElement.closest('#orders, #now')")


def test_the_slider_and_a_why_are_used_by_keys(
    shelf: Callable[[str], Table], window: Window
) -> None:
    chair = Chair(window, shelf("napoleon1815"), "french").sit()
    page, newest = chair.page, chair.version
    page.keyboard.press("j")
    tab_to(page, "#journal details.why > summary")
    page.keyboard.press("Enter")
    expect(page.locator("#journal details.why[open] ol.told").first).to_be_visible()
    tab_to(page, "#journal ol.told details.why > summary")
    page.keyboard.press("Enter")
    expect(page.locator("#journal ol.told details.why[open] dl.clauses").first).to_be_visible()
    tab_to(page, "#slider")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#past")).to_be_visible()
    earlier = chair.version
    page.keyboard.press("Home")
    expect(page.locator("body")).not_to_have_attribute("data-at", str(earlier))
    page.keyboard.press("End")
    chair.shows(newest)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_the_map_is_pointed_at_by_keys(house: House, open_window: Callable[..., Window]) -> None:
    table = house.table(
        "the map by keys",
        "napoleon1815",
        "historical_invasion",
        players={"french": "Ney", "allied": "W."},
    )
    seat = house.play_until(table, "go")
    chair = Chair(open_window(), table, seat).sit()
    page = chair.page
    area = next(it.order["area"] for it in chair.legal_orders() if it.verb == "activate_stack")
    page.keyboard.press("m")
    tab_to(page, f"#map a[data-place='{area}']")
    page.keyboard.press("Enter")
    left = [it for it in chair.legal_orders() if it.button.is_visible()]
    assert left
    assert all(it.order["area"] == area for it in left)


def test_digits_and_letters_give_orders_take_one_back_pass_and_go_on(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table("orders by letters", "napoleon1815", "campaign", players=PLAYERS)
    other = house.table("a game to go on with", "napoleon1815", "campaign", players=PLAYERS)
    seat = house.play_until(table, "go")
    house.play_until(other, "go")
    chair = Chair(open_window(), table, seat).sit()
    page, body = chair.page, chair.page.locator("body")
    question = page.locator("#orders .question h3")
    asked, begun = question.inner_text(), chair.version
    page.keyboard.press("1")
    if page.locator("dialog.confirm").is_visible():
        page.keyboard.press("Enter")
    expect(body).not_to_have_attribute("data-at", str(begun))
    given = chair.version
    page.keyboard.press("u")
    if page.locator("dialog.confirm").is_visible():
        page.keyboard.press("Enter")
    expect(body).not_to_have_attribute("data-at", str(given))
    expect(question).to_have_text(asked)
    undone = chair.version
    # Undo is a form, so this is a new page, which takes keys when its scripts have begun.
    chair.is_live()
    page.keyboard.press("p")
    if page.locator("dialog.confirm").is_visible():
        expect(page.locator("dialog.confirm")).to_contain_text("Pass")
        page.keyboard.press("Enter")
    expect(body).not_to_have_attribute("data-at", str(undone))
    for other_seat in PLAYERS:
        keep_token(page, other, other_seat)
    page.reload()
    chair.is_live()
    page.keyboard.press("n")
    page.wait_for_url(f"**/games/{other.id}*")
