"""The table fits on one screen: what a player needs is seen without scrolling, on every size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chair import Chair
from tests.browser.chromium import PHONE, Window
from tests.browser.house import House, Table
from tests.browser.shelf import campaign, cards_laid, columbia, europe, wars

PLAYERS = {"french": "Ney", "allied": "Blücher"}

SIZES = (
    {"viewport": {"width": 1440, "height": 900}},
    {"viewport": {"width": 1280, "height": 720}},
    {"viewport": PHONE, "has_touch": True, "is_mobile": True},
)


def on_every_size(every: Iterable[Any], less: Mapping[Any, Sequence[int]]) -> list[Any]:
    """Each of these on each size of the screen; ``make test`` looks at some on `less` of them."""
    return [
        pytest.param(
            size,
            it,
            id=f"{width}-{it if isinstance(it, str) else '-'.join(map(str, it))}",
            marks=[] if width in less.get(it, (width,)) else [pytest.mark.soak],
        )
        for size in SIZES
        for width in [size["viewport"]["width"]]
        for it in every
    ]


ASKED = {"napoleon1815": ("historical_invasion", "go"), "napoleonic_empire": ("europe", "move")}

ON_TOP = """
it => {
  const { left, right, top, bottom } = it.getBoundingClientRect();
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    && found !== null && (it.closest("[data-place]") ?? it).contains(found);
}
"""
"""Whether something is wholly on the screen, and nothing lies over the middle of it."""

CONCERNED = """
() => [...document.querySelectorAll("#map .place.chosen")]
  .filter((it) => it.querySelector(".plate")).map((it) => it.dataset.place)
"""
"""The places of pieces that the orders on offer are about."""


def is_seen(it: Locator) -> bool:
    return bool(it.first.evaluate(ON_TOP))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "ruleset"), on_every_size(ASKED, {"napoleonic_empire": (1280,)}))
def test_question_orders_pieces_and_score_are_seen_without_scrolling(
    house: House,
    open_window: Callable[..., Window],
    ruleset: str,
    size: dict[str, object],
) -> None:
    scenario, kind = ASKED[ruleset]
    table = house.table(f"one screen of {ruleset}", ruleset, scenario, players=PLAYERS)
    seat = house.play_until(table, kind)
    page = Chair(open_window(**size), table, seat).sit().page
    assert is_seen(page.locator(".question h3"))
    assert is_seen(page.locator(".question :is(button[name=order], select)"))
    narrow = page.viewport_size is not None and page.viewport_size["width"] < 960
    assert narrow or is_seen(page.locator("#now .score"))
    assert not narrow or ruleset != "napoleon1815" or is_seen(page.locator("#now .brief"))
    assert is_seen(page.locator("#now h2"))
    assert narrow or is_seen(page.locator("#now .asked.you"))
    places = page.evaluate(CONCERNED)
    assert places
    hidden = [it for it in places if not is_seen(page.locator(f"#map [data-place='{it}'] .mark"))]
    assert not hidden
    assert page.evaluate("scrollY") == 0


LETTERS = """
() => {
  const frame = document.querySelector("#map svg.picture").getBoundingClientRect();
  const isSeen = ({ x, y, width, height }) => (
    x + width > frame.left && x < frame.right && y + height > frame.top && y < frame.bottom);
  return [...document.querySelectorAll("#map .place.chosen .plate text")]
    .filter((it) => isSeen(it.getBoundingClientRect()))
    .map((it) => [
      it.closest(".place").dataset.place,
      parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().d,
    ]);
}
"""
"""Pixels of the letters on counters that orders are about, each with its place."""

LEGIBLE = {1440: 11, 1280: 11, 360: 10}
"""Pixels that letters on counters have at least, by the width of the screen."""

FRESH = [
    ("napoleon1815", "historical_invasion", "conscript"),
    ("napoleon1815", "campaign", "conscript"),
    ("napoleon1815", "campaign", "grognard"),
    ("napoleonic_empire", "europe", None),
]
"""Games that have just begun: the ruleset, the scenario, and by what rules if there are any."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("size", "fresh"),
    on_every_size(FRESH, {FRESH[0]: (1280,), FRESH[1]: (1440,), FRESH[2]: (360,)}),
)
def test_counters_that_orders_are_about_can_be_read_as_the_page_opens(
    house: House,
    open_window: Callable[..., Window],
    fresh: tuple[str, str, str | None],
    size: dict[str, dict[str, int]],
) -> None:
    ruleset, scenario, rules = fresh
    options = {"rules": rules} if rules else {}
    table = house.table(
        f"letters of {ruleset}, {scenario}, {rules}", ruleset, scenario, players=PLAYERS, **options
    )
    seat = house.play_until(table, "go" if ruleset == "napoleon1815" else "move")
    page = Chair(open_window(**size), table, seat).sit().page
    letters = page.evaluate(LETTERS)
    seen, concerned = {place for place, _ in letters}, set(page.evaluate(CONCERNED))
    # Pieces that stand all over the map cannot both be read and be seen at once on a phone.
    assert len(seen) > len(concerned) / 2 if size["viewport"] == PHONE else seen == concerned
    assert min(pixels for _, pixels in letters) >= LEGIBLE[size["viewport"]["width"]]


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=name, exact=True)


def test_books_are_behind_tabs_that_keys_step_through(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table("books behind tabs", "napoleon1815", "historical_invasion", players=PLAYERS)
    page = Chair(open_window(), table, "french").sit().page
    tab(page, "Journal").click()
    expect(tab(page, "Journal")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#journal")).to_be_visible()
    expect(page.locator("#battle")).to_be_hidden()
    tab(page, "Journal").focus()
    page.keyboard.press("ArrowRight")
    expect(tab(page, "Press")).to_be_focused()
    expect(page.locator("#press")).to_be_visible()
    page.keyboard.press("End")
    expect(tab(page, "More")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tabpanel", name="Journal")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    tab(page, "More").click()
    expect(page.locator("#people")).to_contain_text("Ney")
    page.reload()
    expect(tab(page, "More")).to_have_attribute("aria-selected", "true")


def test_without_a_script_books_are_sections_one_below_the_other(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table("books behind tabs", "napoleon1815", "historical_invasion", players=PLAYERS)
    page = open_window(java_script_enabled=False).page
    page.goto(table.page)
    for name in ("journal", "battle", "areas", "people"):
        expect(page.locator(f"#{name}")).to_be_visible()


def test_the_buttons_of_the_map_keep_the_focus(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table("focus on the map", "napoleon1815", "historical_invasion", players=PLAYERS)
    chair = Chair(open_window(), table, "french").sit()
    page, before = chair.page, chair.version
    larger = page.get_by_role("button", name="Larger map")
    larger.focus()
    page.keyboard.press(",")
    expect(page.locator("body")).not_to_have_attribute("data-at", str(before))
    expect(larger).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#map")).to_have_attribute("data-enlarged", "")


def test_orders_and_books_take_turns_on_a_phone(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table("a sheet", "napoleon1815", "historical_invasion", players=PLAYERS)
    seat = house.play_until(table, "go")
    page = Chair(open_window(**SIZES[-1]), table, seat).sit().page
    order = page.locator("button[name=order]").nth(2)
    expect(order).to_be_in_viewport()
    page.get_by_role("tab", name="Press").tap()
    expect(order).not_to_be_in_viewport()
    expect(page.locator("#press-text")).to_be_in_viewport()
    page.get_by_role("link", name="Orders", exact=True).tap()
    expect(order).to_be_in_viewport()


TABLES: Mapping[str, Callable[[House], Table]] = {
    it.__name__: it for it in (campaign, europe, columbia, wars, cards_laid)
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("size", "make"), on_every_size(TABLES, {}))
def test_a_link_to_a_book_opens_it_and_the_page_stays_where_it_is(
    house: House, open_window: Callable[..., Window], make: str, size: dict[str, object]
) -> None:
    table = TABLES[make](house)
    chair = Chair(open_window(**size), table, "fr" if make == "wars" else "french").sit()
    for book in ("press", "journal", "notes"):
        chair.page.goto(f"{table.page}?seat={chair.seat}#{book}")
        chair.page.reload()
        chair.is_live()
        expect(chair.page.locator(f"#{book}")).to_be_visible()
        seen = chair.page.evaluate("[scrollY, document.documentElement.scrollHeight - innerHeight]")
        assert seen == [0, 0], book
