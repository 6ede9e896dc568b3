"""Around the game: a bot answers, one is notified who asked for it, rules are searched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.chromium import Window
from tests.browser.house import House

NOTIFICATIONS = """
window.told = [];
window.Notification = class extends EventTarget {
  static permission = "default";
  static async requestPermission() {
    window.asked = (window.asked ?? 0) + 1;
    return (Notification.permission = "granted");
  }
  constructor(text, options) { super(); window.told.push([text, options.tag]); }
  close() {}
};
"""
"""A browser that shows notifications nowhere, but keeps what they say."""

HIDE = """
(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  Object.defineProperty(
    document, "visibilityState", { value: hidden ? "hidden" : "visible", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


def test_a_game_against_the_bot_is_set_up_and_the_bot_answers(
    open_window: Callable[..., Window], house: House
) -> None:
    page = open_window().page
    page.goto(f"{house.address}/new?ruleset=napoleonic_empire&scenario=europe")
    page.get_by_role("radiogroup", name="French").get_by_label("Bot").check()
    page.get_by_role("radiogroup", name="Allies").get_by_label("A friend").check()
    page.get_by_role("button", name="Set up the game").click()
    page.wait_for_url("**/new")
    expect(page.get_by_text("French: the bot plays.")).to_be_visible()
    link = page.locator("input[id^=link-]").input_value()
    game_id = link.partition("/games/")[2].partition("#")[0]
    page.goto(link)
    page.get_by_label("Your name, as the others see it").fill("Kutuzov")
    page.get_by_role("button", name="Take the seat").click()
    page.get_by_role("link", name="To the game").click()
    # The bot goes on until a person has to decide.
    games = house.games

    def waits() -> list[str]:
        game = games.open(game_id)
        return [it.seat for it in games.decisions(game)]

    for _ in range(200):
        if "french" not in waits():
            break
        page.wait_for_timeout(250)
    assert waits() == ["allied"]
    orders = [it for it in games.history(game_id) if it.type == "order_given"]
    assert orders, "the French have moved"


def test_a_notification_is_shown_behind_another_tab_if_it_was_asked_for(
    open_window: Callable[..., Window], house: House
) -> None:
    window = open_window()
    window.page.add_init_script(NOTIFICATIONS)
    page = window.page
    table = house.table(
        "notified",
        "napoleonic_empire",
        "europe",
        players={"french": "Ney", "allied": "Kutuzov"},
    )
    game = house.games.open(table.id)
    moving = house.games.decisions(game)[0].seat
    [waiting] = [it for it in game.created.seats if it != moving]
    page.goto(table.link(waiting))
    page.locator(".menu > summary").click()
    switch = page.get_by_role("button", name="Notify me when it is my turn")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.asked") is None, "nobody is asked without a click"
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.evaluate(HIDE, True)

    def told() -> Any:
        return page.evaluate("window.told")

    while waiting not in [it.seat for it in house.games.decisions(house.games.open(table.id))]:
        now = house.games.open(table.id)
        decision = house.games.decisions(now)[0]
        order = next(iter(house.games.rules(now).legal_orders(now.state, decision)))
        house.games.submit_orders(table.id, decision.seat, [order])
    for _ in range(200):
        if told():
            break
        page.wait_for_timeout(100)
    [[text, tag]] = told()
    assert text.startswith("It is your turn in Napoleonic Empire")
    assert tag == table.id


def test_clauses_are_searched_while_typing_and_links_lead_to_them(
    open_window: Callable[..., Window], house: House
) -> None:
    page = open_window().page
    page.goto(f"{house.address}/rules/napoleon1815")
    field = page.get_by_label("Search the clauses")
    field.fill("broken bridge")
    shown = page.locator("dl.clauses dt:visible")
    expect(page.get_by_role("status")).to_contain_text("Clauses found: 10")
    assert shown.count() == 10
    page.locator("dl.clauses dd:visible a").first.click()
    goal = page.evaluate("decodeURIComponent(location.hash.slice(1))")
    expect(page.locator(f"[id='{goal}']")).to_be_in_viewport()


def test_times_are_those_of_the_reader(open_window: Callable[..., Window], house: House) -> None:
    house.table("timed", "napoleonic_empire", "europe")
    page = open_window(timezone_id="Asia/Tokyo").page
    page.goto(house.address)
    time = page.locator("time[data-ago]").first
    title = time.get_attribute("title")
    assert title is not None
    assert "UTC" not in title
