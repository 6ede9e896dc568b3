"""Words on pages can be read: none lies over others, and a bar says all that it has to say."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from napoleon.log.battles import declared
from napoleon.rules.battles import begun_in
from napoleon.rules.contract import installed
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
        assert page.evaluate(CUT) == [], earlier
    if size == "desk":
        assert_letters_are_read(page)


CUT_IN_A_BOX = """
(them) => them.flatMap((of) => [...document.querySelectorAll(of)])
  .filter((it) => it.checkVisibility() && getComputedStyle(it).display !== "inline")
  .filter((it) => (
    it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1))
  .map((it) => it.textContent.trim())
"""
"""What has no room in its box, across or down."""

IN_BAR = ("header.site", "#now", "#now h1", "#now .moment", "#now .when", "#now .turn", ".tabs ul")
NEWS = (".strip", "#news", "#news .sentence", "#news .beside-news")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_phone_cuts_no_word_of_its_bar_and_opens_long_news(
    house: House, open_window: Callable[..., Window], game: str, language: str
) -> None:
    window = open_window(viewport=SIZES["phone"], has_touch=True, is_mobile=True, locale=language)
    made, seat = GAMES[game]
    table, page = made(house), window.page
    newest = house.games.open(table.id).version
    keep_token(page, table, seat)
    for step in range(1, 9):
        page.goto(f"{table.page}?seat={seat}&at={newest * step // 8}")
        expect(page.locator("#live[data-state]")).to_be_attached()
        assert page.evaluate(CUT_IN_A_BOX, [*IN_BAR]) == [], step
        page.locator("#news .sentence").tap()
        assert page.evaluate(CUT_IN_A_BOX, [*NEWS]) == [], step


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


def campaign(house: House) -> Table:
    """A campaign of 1815 in which there were battles."""
    return house.table(
        "battles on the shelf",
        "napoleon1815",
        "campaign",
        players={"french": "Ney", "allied": "Picton"},
        to_turn=6,
        bots=("french", "allied"),
    )


FOUGHT: dict[str, Callable[[House], Table]] = {
    "napoleon1815": campaign,
    "napoleon_columbia": shelf.blocks_fought,
    "eagles_waterloo": shelf.over,
}
"""Games with battles, where those that are looked at elsewhere have none yet."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", sorted(installed()))
def test_a_battle_has_no_words_over_others(
    house: House, open_window: Callable[..., Window], game: str, size: str
) -> None:
    made, seat = GAMES[game]
    table = FOUGHT.get(game, made)(house)
    battles = declared(house.games.rules(house.games.open(table.id)))
    assert battles is not None
    history = house.games.history(table.id)
    able = [it for it in reversed(history) if it.topic in battles.begins]
    begun = sorted(it.version for it in begun_in(battles, able))
    page = open_window(viewport=SIZES[size]).page
    keep_token(page, table, seat)
    assert begun
    for version in begun[-3:]:
        page.goto(f"{table.page}/battles/{version}?seat={seat}")
        expect(page.locator(".battle-side")).to_have_count(2)
        assert over_others(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]


def test_who_is_waited_for_is_said_with_since_when(house: House, window: Window) -> None:
    page = opened(house, window, "napoleonic_empire")
    waits = page.locator("#orders p", has_text="Waiting for")
    expect(waits).to_contain_text("Waiting for: Allies.")
    expect(waits.locator("time")).to_contain_text("ago")
    for size in SIZES.values():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(waits.locator("time")).to_be_visible()
