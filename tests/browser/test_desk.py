"""A desk in browsers: five games on two devices, a lost phone, and signing in without a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from napoleon.play.outcomes import Accepted
from napoleon.rules.bots import RandomBot
from tests.browser.chair import keep_token
from tests.browser.chromium import PHONE, Window
from tests.browser.house import House, Table

Open = Callable[..., Window]

GAMES = (
    ("napoleon1815", "campaign", "french"),
    ("napoleon1815", "ligny_quatre_bras", "french"),
    ("napoleonic_empire", "europe", "french"),
    ("napoleon_columbia", "historical", "french"),
    ("eagles_waterloo", "quatre_bras", "french"),
)
"""Five games, and whose seats lie on one desk."""


@pytest.fixture(scope="module")
def tables(house: House) -> list[tuple[Table, str]]:
    """Five games that have begun."""
    return [
        (
            house.table(
                f"on a desk: {ruleset} {scenario}",
                ruleset,
                scenario,
                players={"french": "Ney", "allied": "Hill"},
            ),
            seat,
        )
        for ruleset, scenario, seat in GAMES
    ]


def begun(page: Page, address: str, name: str = "Ney") -> str:
    """Begin a desk in a browser; its personal link."""
    page.goto(f"{address}/sign-in")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Begin my desk").click()
    expect(page.get_by_role("heading", name=f"Your desk, {name}")).to_be_visible()
    return page.locator("#desk-link").input_value()


def answer_all(house: House, game_id: str, seat: str) -> None:
    """Give orders, any that are legal, until a seat is asked no more.

    The first ones there are would place a card and take it up again for ever.
    """
    games, bot = house.games, RandomBot(1815)
    while asked := [it for it in games.decisions(games.open(game_id)) if it.seat == seat]:
        game = games.open(game_id)
        order = bot.choose(list(games.rules(game).legal_orders(game.state, asked[0])))
        assert isinstance(games.submit_orders(game_id, seat, [order]), Accepted)


def test_five_games_are_played_on_two_devices(
    house: House, open_window: Open, tables: list[tuple[Table, str]]
) -> None:
    """What is ordered on the phone is seen on the desk at home while it happens."""
    home, phone = open_window().page, open_window(viewport=PHONE).page
    for table, seat in tables:
        keep_token(home, table, seat)
    link = begun(home, house.address)
    home.get_by_role("link", name="To my desk").click()
    phone.goto(link)
    phone.wait_for_url("**/desk")
    assert "desk=" not in phone.url
    ids = {table.id for table, _ in tables}
    for page in (home, phone):
        listed = page.locator(".desk-games > li")
        expect(listed).to_have_count(len(GAMES))
        assert {it.get_attribute("data-game") for it in listed.all()} == ids
        expect(page.locator("#desk-head").get_by_role("link", name="Next game")).to_be_visible()
    waits = home.locator("#waiting-games .pill")
    before = int(waits.inner_text().split()[0])
    phone.locator("#desk-head").get_by_role("link", name="Next game").click()
    phone.wait_for_url("**/games/**")
    game_id = phone.url.partition("/games/")[2].partition("?")[0]
    assert game_id in ids
    row = home.locator(f".desk-games > li[data-game='{game_id}']")
    expect(row).to_have_class("mine")
    answer_all(house, game_id, "french")
    expect(row).not_to_have_class("mine")
    # All of it is drawn: the maps with what they lie on, and where "next game" leads.
    expect(home.locator("#own-games > .grounds")).to_have_count(1)
    expect(home.locator(f"#desk-head .primary[href*='{game_id}']")).to_have_count(0)
    expect(waits).to_contain_text(str(before - 1)) if before > 1 else expect(waits).to_have_count(0)


def test_a_key_leads_from_game_to_game(
    house: House, open_window: Open, tables: list[tuple[Table, str]]
) -> None:
    page = open_window().page
    for table, seat in tables:
        keep_token(page, table, seat)
    page.goto(house.address)
    page.keyboard.press("n")
    page.wait_for_url("**/games/**")
    first = page.url
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    page.keyboard.press("g")
    page.wait_for_url(lambda it: it != first)
    assert "/games/" in page.url


def test_a_lost_phone_is_signed_out_from_another_device(
    house: House, open_window: Open, tables: list[tuple[Table, str]]
) -> None:
    phone, home = open_window(viewport=PHONE), open_window().page
    table, seat = tables[0]
    keep_token(phone.page, table, seat)
    link = begun(phone.page, house.address)
    phone.page.get_by_role("link", name="To my desk").click()
    expect(phone.page.locator(".desk-games > li")).to_have_count(1)
    home.goto(link)
    home.wait_for_url("**/desk")
    home.get_by_role("link", name="Settings").click()
    devices = home.locator("form[action$='/desk/devices/out']")
    expect(devices).to_have_count(1)
    phone.expect("401")
    devices.get_by_role("button").click()
    expect(devices).to_have_count(0)
    # The stream of the phone's desk ends, and it is led to where one signs in.
    phone.page.wait_for_url("**/sign-in")
    home.get_by_role("link", name="To my desk").click()
    home.locator(".go").click()
    expect(home.locator(f"body[data-seat={seat}]")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_desk_is_begun_and_opened_without_a_script(
    house: House, open_window: Open, tables: list[tuple[Table, str]], language: str
) -> None:
    words = {
        "en": ("Your name", "Begin my desk", "The link, or what", "Open my desk"),
        "fr": (
            "Votre nom",
            "Créer mon bureau",
            "Le lien, ou ce",
            "Ouvrir mon bureau",
        ),
    }[language]
    first, second = (open_window(java_script_enabled=False).page for _ in range(2))
    table, seat = tables[0]
    keep_token(first, table, seat)
    first.goto(f"{house.address}/sign-in?lang={language}")
    first.get_by_label(words[0]).fill("Ney")
    first.get_by_role("button", name=words[1]).click()
    link = first.locator("#desk-link").input_value()
    second.goto(f"{house.address}/sign-in?lang={language}")
    second.get_by_label(words[2]).fill(link)
    second.get_by_role("button", name=words[3]).click()
    second.wait_for_url("**/desk")
    expect(second.locator(".desk-games > li")).to_have_count(1)
    expect(second.locator("html")).to_have_attribute("lang", language)


def test_a_dead_link_leads_to_where_a_desk_is_found_again(house: House, open_window: Open) -> None:
    window = open_window()
    window.expect("401")
    window.page.goto(f"{house.address}/sign-in#desk=dead")
    window.page.get_by_role("alert").get_by_role("link", name="Open your desk by mail").click()
    window.page.wait_for_url("**/sign-in")
    assert "dead" not in window.page.url


def test_an_invitation_is_accepted_and_lies_on_the_desk(house: House, open_window: Open) -> None:
    window = open_window(viewport=PHONE)
    page = window.page
    begun(page, house.address, "Soult")
    table = house.table("an invitation on a desk", "napoleonic_empire", "europe")
    page.goto(table.link("allied"))
    page.get_by_label("Your name").fill("Soult")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_role("heading")).not_to_have_text("Take the seat")
    page.goto(f"{house.address}/desk")
    expect(page.locator(f".desk-games > li[data-game='{table.id}']")).to_be_visible()
    held = [it["name"] for it in window.context.cookies()]
    assert held == ["napoleon_desk"], "no seat is kept beside the desk"
