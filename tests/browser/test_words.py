"""Words on pages can be read: none lies over others, and a bar says all that it has to say."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from napoleon.log.battles import declared
from tests.browser import shelf
from tests.browser.chair import keep_token
from tests.browser.chromium import Window
from tests.browser.house import House, Table
from tests.browser.words import over_others

SIZES = {
    "desk": {"width": 1280, "height": 720},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 360, "height": 740},
}

GAMES: dict[str, tuple[Callable[[House], Table], str]] = {
    "napoleon1815": (shelf.campaign, "french"),
    "napoleonic_empire": (shelf.europe, "french"),
    "napoleon_columbia": (shelf.columbia, "french"),
    "eagles_waterloo": (shelf.cards_laid, "french"),
    "napoleonic_wars": (shelf.wars, "fr"),
}

CUT = """
() => ["#now h1", "#now .turn", "#now .players .who", "#slider-text"]
  .flatMap((of) => [...document.querySelectorAll(of)])
  .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1)
  .map((it) => it.textContent)
"""
"""What of the bar and of the line of time is cut off: the name of the game, when it is, and who."""

LETTERS = """
() => [...document.querySelectorAll("#now svg.side text")].filter((it) => it.checkVisibility())
  .map((it) => {
    const [sign, letters] = [it.ownerSVGElement, it].map((it) => it.getBoundingClientRect());
    const size = parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().d;
    return [it.textContent, size, letters.left >= sign.left && letters.right <= sign.right];
  })
"""
"""The letters of the signs of sides, how large they are, and whether they are within the sign."""

READ = 9
"""Pixels of letters that are read with ease at arm's length."""


def opened(house: House, window: Window, game: str, *, earlier: bool = False) -> Page:
    made, seat = GAMES[game]
    table = made(house)
    keep_token(window.page, table, seat)
    at = f"&at={house.games.open(table.id).version * 2 // 3}" if earlier else ""
    window.page.goto(f"{table.page}?seat={seat}{at}")
    expect(window.page.locator("#live[data-state]")).to_be_attached()
    return window.page


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_no_words_over_others_and_its_bar_is_whole(
    house: House, open_window: Callable[..., Window], game: str, size: str
) -> None:
    window = open_window(viewport=SIZES[size])
    for earlier in (True, False):
        page = opened(house, window, game, earlier=earlier)
        assert over_others(page) == [], earlier
        # A phone tells of a long moment what it has room for.
        cut = [it for it in page.evaluate(CUT) if size != "phone" or "Turn" not in it]
        assert cut == [], earlier
    if size == "desk":
        assert_letters_are_read(page)


def assert_letters_are_read(page: Page) -> None:
    """The signs of sides have letters that are read, by day and by night."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate(LETTERS)
        assert found
        assert [it for it in found if it[1] < READ or not it[2]] == [], scheme


def test_a_race_of_several_tells_whose_each_number_is(house: House, window: Window) -> None:
    page = opened(house, window, "napoleonic_wars")
    race = page.locator(".race li svg text").all_text_contents()
    assert sorted(race) == sorted(page.locator(".players svg text").all_text_contents())
    assert len({*race}) == 5


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["napoleon1815", "napoleonic_empire", "napoleonic_wars"])
def test_a_battle_has_no_words_over_others(
    house: House, open_window: Callable[..., Window], game: str, size: str
) -> None:
    made, seat = GAMES[game]
    table = fought(house) if game == "napoleon1815" else made(house)
    battles = declared(house.games.rules(house.games.open(table.id)))
    assert battles is not None
    history = house.games.history(table.id)
    begun = [it.version for it in history if it.topic in battles.begins]
    page = open_window(viewport=SIZES[size]).page
    keep_token(page, table, seat)
    assert begun
    for version in begun[-3:]:
        page.goto(f"{table.page}/battles/{version}?seat={seat}")
        expect(page.locator(".battle-side")).to_have_count(2)
        assert over_others(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]


def fought(house: House) -> Table:
    """A campaign of 1815 in which there were battles."""
    return house.table(
        "battles on the shelf",
        "napoleon1815",
        "campaign",
        players={"french": "Ney", "allied": "Picton"},
        to_turn=6,
        bots=("french", "allied"),
    )


def test_who_is_waited_for_is_said_with_since_when(house: House, window: Window) -> None:
    page = opened(house, window, "napoleonic_empire")
    waits = page.locator("#orders p", has_text="Waiting for")
    expect(waits).to_contain_text("Waiting for: Allies.")
    expect(waits.locator("time")).to_contain_text("ago")
    for size in SIZES.values():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(waits.locator("time")).to_be_visible()
