"""What is to follow an order, put together by pointing and sent with it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from napoleon.play.outcomes import Accepted
from napoleon.rulesets.napoleon1815 import RULES
from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House, Table

ACTIVATE = "activate Namur: Blücher, Pirch"


def asked_to_activate(house: House, name: str) -> Table:
    """A campaign in which the Allies are asked which of their leaders to activate."""
    table = house.table(name, "napoleon1815", "campaign", players={"french": "Ney", "allied": "B"})
    for _ in range(20):
        game = house.games.open(table.id)
        decision = house.games.decisions(game)[0]
        if (decision.seat, decision.kind) == ("allied", "go"):
            return table
        order = RULES.pass_order(game.state, decision)
        order = order or next(iter(RULES.legal_orders(game.state, decision)))
        assert isinstance(house.games.submit_orders(table.id, decision.seat, [order]), Accepted)
    raise AssertionError("nobody is asked to activate a leader")


def follows(page: Page) -> Page:
    page.locator("#orders details.by-line > summary").first.click()
    page.locator("#orders details.then summary").first.click()
    return page


def test_what_is_pointed_at_is_added_and_sent_with_the_order(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = asked_to_activate(house, "followed by pointing")
    chair = Chair(open_window(), table, "allied").sit()
    page, before = follows(chair.page), chair.version
    box, list_ = page.get_by_label("Add what I point at"), page.locator("textarea[name=then]")
    box.check()
    list_.fill("move\nmove to")
    for place in ("ligny", "marbais"):
        page.locator(f"#map [data-place='{place}'] .mark").first.dispatch_event("click")
    expect(list_).to_have_value("move\nmove to Ligny\nmove to Marbais")
    assert chair.version == before, "nothing is given while a list is put together"
    page.locator("#orders input[name=line]").first.fill(ACTIVATE)
    page.locator("#orders form.line button").first.click()
    chair.confirm()
    expect(page.locator("body")).not_to_have_attribute("data-at", str(before))
    expect(page.locator("#operation li").last).to_have_text("move to Marbais")
    page.locator("#operation button").click()
    expect(page.locator("#operation")).to_have_count(0)


def test_an_offer_is_added_instead_of_given(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = asked_to_activate(house, "followed by an offer")
    chair = Chair(open_window(), table, "allied").sit()
    page, before = follows(chair.page), chair.version
    page.get_by_label("Add what I point at").check()
    offer = page.locator("#orders .question button[data-line]:visible").first
    line = offer.get_attribute("data-line")
    offer.click()
    expect(page.locator("textarea[name=then]")).to_have_value(line or "?")
    assert chair.version == before
