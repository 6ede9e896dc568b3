"""News never takes away what the reader presses: a click reaches what it was meant for."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.chair import Chair, keep_token
from tests.browser.chromium import Window
from tests.browser.house import House
from tests.browser.test_desk import answer_all, begun
from tests.browser.test_following import ACTIVATE, asked_to_activate, follows

Open = Callable[..., Window]

PLAYERS = {"french": "Ney", "allied": "Hill"}

LETTER = {"to": ["all"], "text": "Marching."}


def click_slowly(button: Locator, address: str, news: Callable[[], object]) -> None:
    """Press a button, and let it go when the page has been told what is new at an address."""
    page = button.page
    button.hover()
    button.evaluate("it => { it.pressed = true; }")
    page.mouse.down()
    with page.expect_response(re.compile(address)) as told:
        news()
    told.value.finished()
    # Time enough to draw it.
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert button.evaluate("it => it.pressed"), "another button stands there"
    page.mouse.up()


def test_an_operation_is_withdrawn_while_a_letter_arrives(house: House, open_window: Open) -> None:
    table = asked_to_activate(house, "withdrawn while a letter arrives")
    chair = Chair(open_window(), table, "allied").sit()
    page = follows(chair.page)
    page.locator("textarea[name=then]").fill("move\nmove to Ligny")
    page.locator("#orders input[name=line]").first.fill(ACTIVATE)
    page.locator("#orders form.line button").first.click()
    chair.confirm()
    withdraw = page.locator("#operation button")
    expect(withdraw).to_be_visible()
    before = chair.version
    click_slowly(withdraw, "/position", lambda: table.post("/press", "french", LETTER))
    expect(page.locator("#operation")).to_have_count(0)
    chair.shows(before + 1)


def test_a_letter_is_sent_while_another_one_arrives(house: House, open_window: Open) -> None:
    table = house.table(
        "sent while a letter arrives", "napoleon1815", "ligny_quatre_bras", players=PLAYERS
    )
    chair = Chair(open_window(), table, "allied").sit()
    page = chair.page
    page.get_by_role("tab", name="Press").click()
    press = page.locator("#press")
    press.locator("textarea").first.fill("Holding.")
    press.locator("input[name=to][value=all]").check()
    send = press.get_by_role("button", name="Send").first
    click_slowly(send, "press", lambda: table.post("/press", "french", LETTER))
    expect(press).to_contain_text("Holding.")


def test_a_game_of_the_desk_is_opened_while_it_goes_on(house: House, open_window: Open) -> None:
    table = house.table("opened while it goes on", "napoleon1815", "campaign", players=PLAYERS)
    page = open_window().page
    keep_token(page, table, "french")
    begun(page, house.address)
    page.get_by_role("link", name="To my desk").click()
    link = page.locator(f".desk-games > li[data-game='{table.id}'] a").first
    click_slowly(link, "/desk$", lambda: answer_all(house, table.id, "french"))
    page.wait_for_url(f"**/games/{table.id}**")
