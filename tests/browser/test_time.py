"""The slider through a game: it shows what the address of a position shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House, Table
from tests.browser.shelf import RULESETS
from tests.browser.test_steps import sections
from tests.repetitions import some_of

SECOND_TURN = {"napoleonic_empire": "Round 1, Allied turn"}
"""What the second turn is called where turns are not called by their numbers."""


@pytest.mark.parametrize(
    ("ruleset", "seat"),
    some_of(
        [("napoleon1815", "french"), ("napoleonic_empire", None)],
        product(RULESETS, ("french", None)),
        together=True,
    ),
)
def test_the_slider_at_turn_2_shows_what_its_address_shows(
    shelf: Callable[[str], Table],
    open_window: Callable[..., Window],
    ruleset: str,
    seat: str | None,
) -> None:
    window = open_window()
    chair = Chair(window, shelf(ruleset), seat).sit()
    newest, page = chair.version, chair.page
    slider = page.locator("#slider")
    second = SECOND_TURN.get(ruleset, "Turn 2")
    while second not in (slider.get_attribute("aria-valuetext") or ""):
        before = chair.version
        slider.press("PageDown")
        expect(page.locator("body")).not_to_have_attribute("data-at", str(before))
    at = chair.version
    assert at < newest
    assert parse_qs(urlsplit(page.url).query)["at"] == [str(at)]
    expect(page.locator("#now h2")).to_contain_text(second)
    expect(page.locator("#past")).to_be_visible()
    there = window.context.new_page()
    there.goto(page.url)
    expect(there.locator("#live")).to_have_attribute("data-state", "behind")
    assert sections(there) == sections(page)
    page.locator("#newest").click()
    chair.shows(newest)
    assert "at" not in parse_qs(urlsplit(page.url).query)


def test_positions_are_stepped_through_and_played(
    shelf: Callable[[str], Table], window: Window
) -> None:
    chair = Chair(window, shelf("napoleon1815"), None).sit()
    page, newest = chair.page, chair.version
    page.locator("#previous").click()
    expect(page.locator("#past")).to_be_visible()
    earlier = chair.version
    assert earlier < newest
    page.locator("#next").click()
    chair.shows(newest)
    page.locator("#previous").click()
    chair.shows(earlier)
    page.locator("#play").click()
    chair.shows(newest)
    expect(page.locator("#play")).to_have_accessible_name("Play the game by itself")
    moment = page.get_by_label("Go to a moment")
    turn = moment.locator("optgroup[label=Turns] option").first
    moment.select_option(value=turn.get_attribute("value"))
    chair.shows(int(turn.get_attribute("value") or 0))


def test_a_new_position_is_stepped_back_from_before_its_mark_has_come(
    house: House, window: Window
) -> None:
    table = house.table("stepped back at once", "napoleon1815", "ligny_quatre_bras")
    chair = Chair(window, table, "french").sit()
    before, slider = chair.version, chair.page.locator("#slider")
    told = slider.get_attribute("aria-valuetext") or ""
    assert re.search(r"order 1$", told), told
    # Nobody ever answers.
    chair.page.route("**/marks*", lambda route: None)
    after = chair.give(chair.legal_orders()[0])
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"order 2$"))
    chair.page.locator("#previous").click()
    chair.shows(before)
    chair.page.locator("#next").click()
    chair.shows(after)
    chair.page.unroute_all(behavior="ignoreErrors")
