"""A new game is set up on one screen: with scripts and without, in a window and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.chromium import PHONE, Window
from tests.browser.house import House

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])

DESKTOP = {"width": 1280, "height": 720}


def row(page: Page, name: str, exact: bool = True) -> Page:
    """A choice among several things."""
    return page.get_by_role("radiogroup", name=name, exact=exact)  # type: ignore[return-value]


@SCRIPTS
def test_the_usual_choice_fits_one_screen(
    house: House, open_window: Callable[..., Window], scripts: bool
) -> None:
    page = open_window(viewport=DESKTOP, java_script_enabled=scripts).page
    for ruleset in sorted(house.games.rulesets):
        page.goto(f"{house.address}/new?ruleset={ruleset}")
        for seen in (
            page.locator("#more > summary"),
            page.get_by_role("button", name="Set up the game"),
        ):
            box = seen.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= DESKTOP["height"], ruleset
        assert page.evaluate("document.documentElement.scrollWidth") <= DESKTOP["width"]


@SCRIPTS
def test_a_game_for_three_against_bots_is_set_up_and_its_seat_taken(
    house: House, open_window: Callable[..., Window], scripts: bool
) -> None:
    page = open_window(java_script_enabled=scripts).page
    page.goto(f"{house.address}/new")
    page.get_by_role("link", name="Napoléon 1815").click()
    page.get_by_label("Your name").fill("Ney")
    row(page, "Rules").get_by_label("With fog of war").check()
    row(page, "Players").get_by_label("3").check()
    if not scripts:
        page.get_by_role("button", name="Show what I have chosen").click()
    expect(row(page, "Prussians")).to_be_visible()
    expect(row(page, "Allies")).to_have_count(0)
    expect(row(page, "Rules").get_by_label("With fog of war")).to_be_checked()
    expect(page.get_by_label("Your name")).to_have_value("Ney")
    for seat in ("Prussians", "Anglo-Dutch"):
        row(page, seat).get_by_label("Bot").check()
    row(page, "French").get_by_label("Me").check()
    row(page, "Questions").get_by_label("Usual").check()
    page.get_by_role("button", name="Set up the game").click()
    page.wait_for_url(re.compile(r"/games/[a-z0-9]{10}\?seat=french"))
    found = re.search(r"/games/([a-z0-9]{10})", page.url)
    assert found
    game = house.games.open(found[1])
    assert game.played_by_bots == ("anglo_dutch", "prussian")
    assert game.created.options["rules"] == "grognard"
    assert house.games.names(game.id)["french"] == "Ney"


@SCRIPTS
def test_what_is_wrong_is_said_beside_it_and_what_was_typed_stays(
    house: House, open_window: Callable[..., Window], scripts: bool
) -> None:
    window = open_window(java_script_enabled=scripts)
    window.expect("422")
    page = window.page
    page.goto(f"{house.address}/new?ruleset=napoleon1815")
    page.get_by_label("Your name").fill("Ney")
    mail = page.get_by_label("Mail of your friend: Allies")
    mail.fill("wellesley(at)example.org")
    page.get_by_role("button", name="Set up the game").click()
    expect(page.get_by_text("There is no @ in this address.")).to_be_visible()
    expect(mail).to_have_value("wellesley(at)example.org")
    expect(page.get_by_label("Your name")).to_have_value("Ney")
    mail.fill("wellesley@example.org")
    page.get_by_role("button", name="Set up the game").click()
    # Nobody here is signed in, and only people invite.
    expect(
        page.get_by_text("To invite people by mail you need a confirmed address")
    ).to_be_visible()
    expect(mail).to_have_value("wellesley@example.org")
    mail.fill("")
    page.get_by_role("button", name="Set up the game").click()
    page.wait_for_url("**/new")
    expect(page.locator("input[id^=link-]")).to_have_count(1)


def test_fields_are_there_for_what_was_chosen(house: House, window: Window) -> None:
    page = window.page
    page.goto(f"{house.address}/new?ruleset=napoleon1815")
    mail, name = page.get_by_label("Mail of your friend: Allies"), page.get_by_label("Your name")
    own = page.get_by_role("group", name="A clock of your own")
    expect(mail).to_be_visible()
    expect(own).to_be_hidden()
    row(page, "Allies").get_by_label("Bot").check()
    expect(mail).to_be_hidden()
    row(page, "French").get_by_label("Anybody").check()
    expect(name).to_be_hidden()
    row(page, "Pace").get_by_label("Own …").check()
    expect(own).to_be_visible()
    expect(page.locator("aside dl")).to_contain_text("By a clock of your own.")


def test_what_is_typed_while_the_screen_is_drawn_stays(house: House, window: Window) -> None:
    page = window.page
    page.goto(f"{house.address}/new?ruleset=napoleonic_wars")
    waiting = []
    page.route("**/new/choices", lambda route: waiting.append(route))
    row(page, "Players").get_by_label("5").check()
    page.get_by_label("Your name").fill("Kutuzov")
    page.wait_for_function("() => true")
    while not waiting:
        page.wait_for_timeout(20)
    waiting[0].continue_()
    expect(row(page, "Prussia")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Kutuzov")
    assert page.evaluate("document.activeElement.id") == "option-players-3"


def test_it_is_all_done_by_keys(house: House, window: Window) -> None:
    page = window.page
    page.goto(f"{house.address}/new?ruleset=napoleon1815")
    page.locator("#scenario-campaign").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#scenario-historical_invasion")).to_be_checked()
    expect(page.locator("aside dl")).to_contain_text("From 15 June")
    expect(page.locator("#scenario-historical_invasion")).to_be_focused()


@SCRIPTS
def test_a_game_is_set_up_on_a_phone_in_french(
    house: House, open_window: Callable[..., Window], scripts: bool
) -> None:
    page = open_window(
        viewport=PHONE, has_touch=True, is_mobile=True, locale="fr", java_script_enabled=scripts
    ).page
    page.goto(f"{house.address}/new?ruleset=eagles_waterloo")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    row(page, "Scénario").get_by_label("Campagne").check()
    if not scripts:
        page.get_by_role("button", name=re.compile("Montrer ce que")).click()
    expect(row(page, "Paquets")).to_have_count(0)
    row(page, "Alliés").get_by_label("Robot").check()
    page.get_by_label("Votre nom").fill("Ney")
    page.get_by_role("button", name="Préparer la partie").click()
    page.wait_for_url(re.compile(r"/games/[a-z0-9]{10}\?seat=french"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_axe_finds_nothing_grave(
    house: House, open_window: Callable[..., Window], language: str
) -> None:
    """As it is first seen, and with all unfolded and something wrong; wide and on a phone."""
    try:
        script = axe.source()
    except axe.NotInstalled as why:
        pytest.skip(f"Without axe-core nothing can be found. {why}")
    window = open_window(locale=language)
    window.expect("422")
    page = window.page
    page.goto(f"{house.address}/new?ruleset=napoleon1815")
    for _ in range(2):
        page.set_viewport_size(DESKTOP)
        for scheme, rules in (("light", ()), ("dark", ("color-contrast",))):
            page.emulate_media(color_scheme=scheme)
            assert axe.findings(page, script, *rules) == []
        page.set_viewport_size(PHONE)
        assert axe.findings(page, script) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.locator("[name=pace][value=own]").check()
        page.locator("[name=answer]").fill("soon")
        page.locator("#more > summary").click()
        page.locator("#dispatches").check()
        page.locator("aside button.primary").click()
        expect(page.locator("p.why").first).to_be_visible()
