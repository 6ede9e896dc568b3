"""A refusal is told in words, beside the order, and nothing has happened."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House

REFUSED = "status of 4(12|22)"
"""What Chromium itself says of an answer that is no success."""


def test_an_order_against_the_rules_is_refused_in_words(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table(
        "a refusal", "napoleon1815", "ligny_quatre_bras", players={"french": "Ney", "allied": "W."}
    )
    window = open_window()
    window.expect(REFUSED)
    chair = Chair(window, table, "french").sit()
    before, page = chair.version, chair.page
    hand = house.games.view(house.games.open(table.id), "french")["hand"]
    [held] = [it["cards"] for it in hand["hands"] if it["player"] == "french"]
    missing = next(it for it in range(41, 80) if it not in {card["number"] for card in held})
    page.get_by_text("Write it as a line", exact=True).click()
    page.get_by_label("Or write it as a line").fill(f"blue {missing}")
    page.get_by_label("Or write it as a line").press("Enter")
    chair.confirm()
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text("The order was not carried out.")
    expect(refusal).to_be_focused()
    expect(refusal).to_have_attribute("data-code", "CARD_NOT_IN_HAND")
    expect(refusal).not_to_contain_text("CARD_NOT_IN_HAND")
    expect(page.get_by_label("Or write it as a line")).to_have_attribute(
        "aria-describedby", "refusal"
    )
    clause = refusal.locator("a.clause").get_attribute("href")
    assert clause
    assert clause.startswith("/rules/napoleon1815#")
    assert chair.version == before == house.games.head(table.id)
    assert page.get_by_label("Or write it as a line").input_value() == f"blue {missing}"
    page.get_by_label("Or write it as a line").fill("blau nichts")
    page.get_by_label("Or write it as a line").press("Enter")
    expect(refusal).to_have_attribute("data-code", "BAD_LINE")


def test_who_comes_too_late_is_told_what_has_happened(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table(
        "too late", "napoleon1815", "ligny_quatre_bras", players={"french": "Ney", "allied": "W."}
    )
    late, early = (Chair(open_window(), table, "french").sit() for _ in range(2))
    late.window.expect(REFUSED)
    late.window.expect("ERR_INTERNET_DISCONNECTED")
    # The one does not hear of what the other does.
    for heard in (f"**/games/{table.id}/live", f"**/api/v1/games/{table.id}"):
        late.page.route(heard, lambda route: route.abort())
    late.page.reload()
    expect(late.page.locator("#live")).to_have_attribute("data-state", "offline")
    late.window.expect("ERR_FAILED")
    first, second = late.legal_orders()[:2]
    given = early.give(early.legal_orders()[0])
    second.button.click()
    late.confirm()
    late.shows(given)
    expect(late.page.locator("#notices")).to_contain_text("You have answered this already")
    assert first.order != second.order


def test_an_order_that_was_given_in_another_tab_is_answered_as_done(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table(
        "two tabs", "napoleon1815", "ligny_quatre_bras", players={"french": "Ney", "allied": "W."}
    )
    late, early = (Chair(open_window(), table, "french").sit() for _ in range(2))
    late.window.expect("ERR_INTERNET_DISCONNECTED")
    for heard in (f"**/games/{table.id}/live", f"**/api/v1/games/{table.id}"):
        late.page.route(heard, lambda route: route.abort())
    late.page.reload()
    expect(late.page.locator("#live")).to_have_attribute("data-state", "offline")
    late.window.expect("ERR_FAILED")
    offer = late.legal_orders()[0]
    given = early.give(early.legal_orders()[0])
    offer.button.click()
    late.confirm()
    late.shows(given)
    assert house.games.head(table.id) == given
    expect(late.page.locator("#refusal, #notices .warning")).to_have_count(0)


def test_another_order_is_not_dropped_in_silence_while_one_is_sent(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table(
        "two at once",
        "napoleon1815",
        "historical_invasion",
        players={"french": "Ney", "allied": "W."},
    )
    seat = house.play_until(table, "go")
    page = Chair(open_window(), table, seat).sit().page
    held: list[Route] = []
    page.route("**/orders*", lambda route: held.append(route))
    offers = page.locator("#orders .offers button[data-verb=activate_stack]")
    offers.nth(0).click()
    offers.nth(0).click()
    expect(page.locator("#orders")).to_have_attribute("aria-busy", "true")
    told = page.get_by_text("An order is being sent; this one was not given.")
    expect(told).to_have_count(0)
    offers.nth(1).click()
    expect(told).to_be_visible()
    [route] = held
    route.continue_()
    expect(page.locator("#orders")).not_to_have_attribute("aria-busy", "true")
