"""Steps of the slider by what has changed: the page comes to be what a fresh one is."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House, Table
from tests.browser.shelf import RULESETS
from tests.repetitions import some_of
from tests.web.tables import SECTIONS

SHORT = 15_000
"""Bytes that are sent for a step, at most."""


@pytest.fixture
def foggy(house: House) -> Table:
    """Napoléon 1815 in fog of war, in its second turn."""
    return house.table(
        "steps in fog",
        "napoleon1815",
        "campaign",
        players={"french": "Ney", "allied": "Arthur"},
        to_turn=2,
        rules="grognard",
    )


def sections(page: Page) -> dict[str, str]:
    """The inside of every section of the page, and of the map as the whole of it is drawn."""
    page.get_by_role("button", name="Whole map").click()
    return {name: page.locator(f"#{name}").inner_html() for name in SECTIONS}


def rests(page: Page, table: Table) -> list[int]:
    """The positions that the slider goes through."""
    answer = page.request.get(f"{table.page}/marks", headers={"Accept": "application/json"})
    found: list[int] = answer.json()["rests"]
    return found


def is_step(answer: Response) -> bool:
    return urlsplit(answer.url).path.endswith("/position")


class Walk:
    """Somebody at the slider, and beside it pages that are asked for anew."""

    def __init__(self, window: Window, table: Table, seat: str | None) -> None:
        self.chair = Chair(window, table, seat).sit()
        self.page = self.chair.page
        self.there = window.context.new_page()
        self.rests = rests(self.page, table)
        expect(self.page.locator("#slider")).to_have_attribute("max", str(len(self.rests) - 1))

    def go(self, number: int) -> dict[str, Any]:
        """Show a position at rest by its number; what the service answered."""
        with self.page.expect_response(is_step) as answered:
            self.page.locator("#slider").evaluate(
                "(it, to) => { it.value = to; it.dispatchEvent(new Event('input')); }", number
            )
        self.chair.shows(self.rests[number])
        found: dict[str, Any] = answered.value.json()
        return found

    def is_fresh(self) -> None:
        """Raises AssertionError if a page that is asked for anew differs from this one."""
        self.there.goto(self.page.url)
        expect(self.there.locator("#live")).to_have_attribute("data-state", "behind")
        assert sections(self.page) == sections(self.there)


def path(end: int) -> Iterator[int]:
    """Forwards, backwards and across."""
    middle = end // 2
    jumps = random.Random(1815).sample(range(end), 4)
    return itertools.chain(range(middle, middle + 4), range(middle + 4, middle, -2), jumps)


def walked(walk: Walk) -> list[dict[str, Any]]:
    """Go all ways, look at every fourth position, and give what the service answered."""
    found = []
    for number, to in enumerate(path(len(walk.rests) - 1)):
        found.append(walk.go(to))
        if number % 4 == 1:
            walk.is_fresh()
    return found


def in_patches(answer: dict[str, Any]) -> list[str]:
    return [name for name, news in answer["fragments"].items() if isinstance(news, list)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("ruleset", "seat"),
    some_of(
        [("napoleon1815", None), ("napoleonic_empire", "french")],
        product(RULESETS, ("french", None)),
        together=True,
    ),
)
def test_a_page_that_is_stepped_through_a_game_is_as_a_fresh_one(
    shelf: Callable[[str], Table],
    open_window: Callable[..., Window],
    ruleset: str,
    seat: str | None,
) -> None:
    answers = walked(Walk(open_window(), shelf(ruleset), seat))
    assert all("map" in in_patches(answer) for answer in answers[1:])


@pytest.mark.parametrize("seat", some_of(["french"], ["french", "allied"]))
def test_a_seat_in_fog_of_war_is_shown_what_a_fresh_page_shows(
    foggy: Table, open_window: Callable[..., Window], seat: str
) -> None:
    answers = walked(Walk(open_window(), foggy, seat))
    assert all("map" in in_patches(answer) for answer in answers[1:])


def test_the_first_step_and_the_way_back_send_little_over_the_line(
    shelf: Callable[[str], Table], window: Window
) -> None:
    walk = Walk(window, shelf("napoleonic_empire"), "french")
    end = len(walk.rests) - 1
    # Another test may have been sent the same.
    window.context.new_cdp_session(walk.page).send("Network.clearBrowserCache")
    for to in (end - 1, end - 2, end - 1, end):
        with walk.page.expect_response(is_step) as answered:
            walk.go(to)
        sizes = answered.value.request.sizes()
        assert 0 < sizes["responseBodySize"] < SHORT
        assert answered.value.headers["content-encoding"] == "gzip"
    asked = parse_qs(urlsplit(answered.value.url).query)
    assert asked["from"] == [str(walk.rests[end - 1])]


def test_a_step_that_was_made_before_is_not_asked_for_again(
    shelf: Callable[[str], Table], window: Window
) -> None:
    walk = Walk(window, shelf("napoleon1815"), "french")
    end = len(walk.rests) - 1
    walk.go(end - 2)
    walk.go(end - 1)
    walk.go(end - 2)
    walk.page.context.set_offline(True)
    walk.page.locator("#next").click()
    walk.chair.shows(walk.rests[end - 1])


def test_what_is_not_as_it_was_sent_is_sent_whole(
    shelf: Callable[[str], Table], window: Window
) -> None:
    """As where an extension of the browser has put something into the map, or taken it out."""
    walk = Walk(window, shelf("napoleon1815"), None)
    middle = len(walk.rests) // 2
    walk.go(middle)
    walk.page.locator("#map [data-key=places]").evaluate("it => it.remove()")
    walk.go(middle + 1)
    expect(walk.page.locator("#map [data-place]").first).to_be_visible()
    walk.is_fresh()


def test_the_map_and_what_is_open_in_the_journal_stay_through_a_step(
    shelf: Callable[[str], Table], window: Window
) -> None:
    walk = Walk(window, shelf("napoleonic_empire"), None)
    middle = len(walk.rests) // 2
    walk.go(middle)
    page = walk.page
    paragraph = page.locator("#journal .paragraph").nth(4)
    key = paragraph.get_attribute("id")
    paragraph.get_by_text("why", exact=True).first.click()
    expect(paragraph.locator("li").first).to_be_visible()
    page.locator("#map [data-key=back]").evaluate("it => { it.mine = true; }")
    walk.go(middle + 1)
    assert page.locator("#map [data-key=back]").evaluate("it => it.mine")
    expect(page.locator(f"#{key} li").first).to_be_visible()
