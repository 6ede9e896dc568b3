"""A game of cards looks like cards: the whole board fits, cards are raised, laid, and told of."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from napoleon.rulesets.eagles_waterloo import orders
from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House, Table
from tests.browser.shelf import campaign, cards_dealt, cards_laid, europe, wars
from tests.browser.test_card_battle import battle, offered

SIZES = {"desk": (1280, 720), "tablet": (820, 1180), "phone": (360, 740)}

CUT = """
() => {
  const board = document.querySelector(".fields").getBoundingClientRect();
  const cut = [...document.querySelectorAll(".fields :is(.card-strip, .pos, .slips)")]
    .filter((it) => {
      const at = it.getBoundingClientRect();
      const inside = at.left >= board.left - 1 && at.right <= board.right + 1
        && at.top >= board.top - 1 && at.bottom <= board.bottom + 1;
      const [x, y] = [at.left + at.width / 2, at.top + at.height / 2];
      return !inside || at.height < 17 || !document.elementFromPoint(x, y)?.closest(".fields");
    });
  const scrolled = ["#map", ".pos", ".camp"].flatMap((it) => [...document.querySelectorAll(it)])
    .filter((it) => it.scrollHeight > it.clientHeight + 1);
  return [...cut, ...scrolled].map((it) => it.outerHTML.slice(0, 120));
}
"""
"""What of the board is not seen whole: it is cut off, covered, or has to be scrolled to."""

OVERLAPPED = """
(card) => {
  const words = [...card.querySelectorAll("b")].map((it) => it.getBoundingClientRect());
  return words.filter((at) => [at.left + 2, at.right - 2].some((x) => (
    !card.contains(document.elementFromPoint(x, at.top + at.height / 2))))).length;
}
"""
"""How much of the name of a card lies under others."""


def sized(open_window: Callable[..., Window], size: str) -> Window:
    width, height = SIZES[size]
    return open_window(viewport={"width": width, "height": height})


def resized(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(100)


@pytest.mark.parametrize("make", [cards_laid, cards_dealt])
@pytest.mark.parametrize("seat", ["french", "allied"])
def test_the_whole_board_is_seen(
    house: House, window: Window, make: Callable[[House], Table], seat: str
) -> None:
    page = Chair(window, make(house), seat).sit().page
    expect(page.locator(".fields .pos")).to_have_count(8)
    for size in SIZES:
        resized(page, size)
        assert page.evaluate(CUT) == [], size


NAMES_CUT = """
() => [...document.querySelectorAll(
  ".fields :is(.card-strip b, .slip > span, .pos > h3), .upright .band span")]
  .filter((it) => it.checkVisibility() && getComputedStyle(it).display !== "none")
  .filter((it) => (
    it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 2))
  .map((it) => it.textContent)
"""
"""The names of cards and positions, and the bands of cards, that are cut off."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("make", [cards_laid, cards_dealt])
def test_a_phone_cuts_no_name_on_the_board(
    house: House,
    open_window: Callable[..., Window],
    make: Callable[[House], Table],
    language: str,
) -> None:
    width, height = SIZES["phone"]
    window = open_window(viewport={"width": width, "height": height}, locale=language)
    page = Chair(window, make(house), "french").sit().page
    assert page.locator(".fields :is(.card-strip b, .slip)").count() >= 4
    assert page.evaluate(NAMES_CUT) == []
    # The longest names that there are, beside each other.
    strips = page.locator(".fields .card-strip b")
    for number, name in enumerate(LONGEST * strips.count()):
        if number < strips.count():
            strips.nth(number).evaluate("(it, name) => { it.textContent = name; }", name)
    assert page.evaluate(NAMES_CUT) == []


LONGEST = (
    "Kielmansegge",
    "2nd Pomer Lw",
    "5th Kurmark Lw",
    "Young Gd Chartrand",
    "Hougoumont Wood",
)
"""Labels of cards that are the longest on a board."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("make", [campaign, europe, wars, cards_dealt])
def test_the_band_of_a_card_says_all_that_it_has_to_say(
    house: House,
    open_window: Callable[..., Window],
    make: Callable[[House], Table],
    language: str,
) -> None:
    seat = "fr" if make is wars else "french"
    page = Chair(open_window(locale=language), make(house), seat).sit().page
    fan(page)
    assert page.evaluate(NAMES_CUT) == []


CROWD = """
(most) => document.querySelectorAll(".fields .camp").forEach((camp) => {
  const card = document.querySelector(".fields .card-strip");
  while (camp.children.length < most) camp.append(card.cloneNode(true));
})
"""
"""Lets so many cards of each camp stand in every position."""


@pytest.mark.parametrize(("seat", "look"), [("french", "look-blue"), ("allied", "look-vermillion")])
def test_own_cards_lie_on_the_left_and_a_crowded_board_is_seen(
    house: House, window: Window, seat: str, look: str
) -> None:
    page = Chair(window, cards_laid(house), seat).sit().page
    own = page.locator(f".camp.own .card-strip.{look}")
    assert own.count() and not page.locator(f".camp:not(.own) .card-strip.{look}").count()
    for size, most in (("phone", 4), ("tablet", 6), ("desk", 6)):
        resized(page, size)
        page.evaluate(CROWD, most)
        assert page.evaluate(CUT) == [], size


BROKEN = """
() => [...document.querySelectorAll(".card-strip b")].filter((it) => {
  const [text, line] = [it.firstChild, new Range()];
  const rows = [...text.data.matchAll(/[\\p{L}']+/gu)].map((word) => {
    line.setStart(text, word.index);
    line.setEnd(text, word.index + word[0].length);
    return line.getClientRects().length;
  });
  return rows.some((it) => it > 1);
}).map((it) => it.textContent)
"""
"""Names of cards with a word that is broken in two."""

NARROW = """
() => [...document.querySelectorAll(".pos.alone")].filter((it) => {
  const right = (it) => it.getBoundingClientRect().right;
  const cards = [...it.querySelectorAll(".card-strip")].map(right);
  return cards.length > 1 && Math.max(...cards) < right(it) - 12;
}).map((it) => it.dataset.place)
"""
"""Positions in which many cards of one side leave room beside them."""


@pytest.mark.parametrize("size", ["desk", "tablet", "phone"])
def test_cards_of_a_long_battle_have_the_room_of_their_position(
    house: House, open_window: Callable[..., Window], size: str
) -> None:
    table = house.table(
        "a long battle of cards",
        "eagles_waterloo",
        "ligny",
        players={"french": "Vandamme", "allied": "Zieten"},
        to_turn=6,
        bots=("french", "allied"),
    )
    page = Chair(sized(open_window, size), table, "french").sit().page
    assert page.locator(".pos.alone").count()
    assert page.evaluate(NARROW) == []
    if size == "desk":
        assert page.evaluate(BROKEN) == []


def fan(page: Page) -> Locator:
    """The cards of the hand, with its book open."""
    page.evaluate("location.hash = 'hand'")
    cards = page.locator("#hand .fan a")
    expect(cards.first).to_be_visible()
    return cards


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_each_card_of_a_hand_of_ten_is_read_when_it_has_the_focus(
    house: House, open_window: Callable[..., Window], size: str
) -> None:
    page = Chair(sized(open_window, size), cards_dealt(house), "french").sit().page
    cards = fan(page)
    assert cards.count() == 10
    overlapped = 0
    page.emulate_media(reduced_motion="reduce")
    for card in cards.all():
        card.scroll_into_view_if_needed()
        page.keyboard.press("Tab")
        card.evaluate("(it) => it.scrollIntoView({ block: 'center' })")
        overlapped += card.evaluate(OVERLAPPED)
        card.focus()
        if size == "phone":
            page.evaluate("document.getElementById('sheet').hidden = true")
        assert card.evaluate(OVERLAPPED) == 0, card.text_content()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


TEN = """
() => {
  const fan = document.querySelector("#hand .fan");
  while (fan.children.length < 10) fan.append(fan.lastElementChild.cloneNode(true));
  fan.classList.add("long");
}
"""
"""Lets a hand have ten cards."""

BEYOND = """
() => {
  const book = document.getElementById("hand").getBoundingClientRect();
  return [...document.querySelector("#hand .fan").querySelectorAll(".upright")].filter((it) => {
    const at = it.getBoundingClientRect();
    return at.left < book.left || at.right > book.right
      || at.top < book.top - 1 || at.bottom > Math.min(book.bottom, innerHeight) + 3;
  }).map((it) => it.querySelector("b").textContent);
}
"""
"""The cards of a hand that are not seen whole where its book is open."""


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("make", [wars, cards_dealt])
def test_a_hand_of_ten_is_seen_whole(
    house: House, open_window: Callable[..., Window], make: Callable[[House], Table], size: str
) -> None:
    seat = "fr" if make is wars else "french"
    page = Chair(sized(open_window, size), make(house), seat).sit().page
    fan(page)
    page.evaluate(TEN)
    expect(page.locator("#hand .fan").first.locator(".upright")).to_have_count(10)
    assert page.evaluate(BEYOND) == []


@pytest.mark.parametrize(("make", "book"), [(cards_dealt, "#hand"), (campaign, "#journal")])
def test_whoever_may_play_a_card_sees_their_hand_first(
    house: House, open_window: Callable[..., Window], make: Callable[[House], Table], book: str
) -> None:
    page = Chair(open_window(), make(house), "french").sit().page
    expect(page.locator(book)).to_be_visible()
    expect(page.locator(f".tabs [href='{book}']")).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("make", [campaign, europe, wars, cards_laid])
def test_a_hand_is_shown_once_and_a_card_opens_with_all_that_it_says(
    house: House, window: Window, make: Callable[[House], Table]
) -> None:
    seat = "fr" if make is wars else "french"
    page = Chair(window, make(house), seat).sit().page
    for card in fan(page).all():
        name = card.get_attribute("data-piece")
        links = page.locator(f"#orders [href='#card-{name}'], #hand [href='#card-{name}']")
        expect(links).to_have_count(1)
    card = fan(page).first
    texts = page.locator("#hand .full-texts > li")
    assert not [it for it in texts.all() if it.is_visible()]
    name = card.locator("b").inner_text()
    card.focus()
    page.keyboard.press("Enter")
    [opened] = [it for it in texts.all() if it.is_visible()]
    assert name in opened.inner_text() and opened.locator(".clause").count()
    expect(opened.locator(".can-do")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(opened).to_be_hidden()
    expect(card).to_be_focused()


def muster(house: House, name: str) -> Table:
    return house.table(name, "eagles_waterloo", "quatre_bras")


def joined(house: House, table: Table) -> list[orders.Place]:
    """Orders that lay four units in the same position."""
    found = [
        it
        for it in offered(house, table, "french", orders.Place)
        if (it.place, it.formation, it.decoy) == ("french_centre", "", False)
    ]
    return found[:4]


def test_four_cards_are_laid_by_five_clicks(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = muster(house, "laid together")
    chair = Chair(open_window(), table, "french").sit()
    wanted = joined(house, table)
    begun = chair.version
    for it in wanted:
        chair.page.locator(f'[data-held] [data-piece="{it.card}"]').click()
    expect(chair.page.locator(".slip.picked")).to_have_count(4)
    expect(chair.page.locator(".pos.goal")).to_have_count(3)
    chair.page.locator('.pos[data-place="field_1_french_centre"]').click()
    expect(chair.page.locator("body")).not_to_have_attribute("data-at", str(begun))
    centre = chair.page.locator('.pos[data-place="field_1_french_centre"] .card-strip')
    expect(centre).to_have_count(4)
    assert {battle(house, table).cards[it.card].place for it in wanted} == {"french_centre"}


def test_a_card_is_dragged_to_a_position(house: House, open_window: Callable[..., Window]) -> None:
    table = muster(house, "dragged")
    chair = Chair(open_window(), table, "french").sit()
    [wanted, *_] = joined(house, table)
    slip = chair.page.locator(f'[data-held] [data-piece="{wanted.card}"]')
    slip.drag_to(chair.page.locator('.pos[data-place="field_1_french_centre"]'))
    centre = chair.page.locator('.pos[data-place="field_1_french_centre"] .card-strip')
    expect(centre).to_have_attribute("data-piece", wanted.card)
    assert battle(house, table).cards[wanted.card].place == "french_centre"


def test_what_a_card_can_do_is_done_on_the_card(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = muster(house, "done on the card")
    chair = Chair(open_window(), table, "french").sit()
    [wanted, *_] = joined(house, table)
    fan(chair.page)
    chair.page.locator(f'#hand .fan [data-piece="{wanted.card}"]').click()
    orders_of_it = chair.page.locator("#hand .opened .can-do button")
    assert orders_of_it.count() >= 3
    orders_of_it.filter(has_text="in your centre").first.click()
    centre = chair.page.locator('.pos[data-place="field_1_french_centre"] .card-strip')
    expect(centre).to_have_count(1)
    assert battle(house, table).cards[wanted.card].place == "french_centre"


# -- decks ----------------------------------------------------------------------------------------


def deck(house: House, table: Table) -> list[str]:
    """The deck of the French, as far as it is made."""
    made: list[str] = house.games.open(table.id).state.drafts["quatre_bras"]["french"]
    return made


def test_a_deck_is_made_from_the_pool(house: House, open_window: Callable[..., Window]) -> None:
    table = house.table("a pool", "eagles_waterloo", "quatre_bras", decks="custom")
    chair = Chair(open_window(), table, "french").sit()
    page = chair.page
    verdict, points = page.locator(".verdict"), page.locator("[data-limit=points] b")
    expect(verdict).to_contain_text("Still to come: cards 8, ")
    page.get_by_label("Search cards").fill("ney")
    expect(page.locator(".pooled:visible")).to_have_count(1)
    page.locator(".pooled:visible label").first.click()
    assert int(points.inner_text()) > 0
    page.get_by_label("Search cards").fill("infantry")
    for box in page.locator(".pooled:visible label:not(.copy)").all()[:7]:
        box.click()
    expect(verdict).to_have_text("This deck is legal.")
    expect(page.locator(".taken li")).to_have_count(8)
    page.locator(".taken button").first.click()
    expect(verdict).to_contain_text("Still to come: cards 1")
    page.locator(".pooled:visible label:not(.copy)").nth(8).click()
    begun = chair.version
    page.get_by_role("button", name="Hand in this deck").click()
    chair.confirm()
    expect(page.locator("body")).not_to_have_attribute("data-at", str(begun))
    assert len(deck(house, table)) == 8
    expect(page.locator(".taken li")).to_have_count(8)


def test_a_deck_is_made_without_a_script(house: House, open_window: Callable[..., Window]) -> None:
    table = house.table("a pool of boxes", "eagles_waterloo", "quatre_bras", decks="custom")
    window = open_window(java_script_enabled=False)
    window.expect("422")
    page = window.page
    page.goto(f"{table.page}/session")
    page.get_by_label("Token or link").fill(table.tokens["french"])
    page.get_by_role("button", name="Open the seat").click()
    page.goto(f"{table.page}?seat=french")
    for box in page.locator(".pooled.look-blue label:not(.copy) input").all()[:4]:
        box.check()
    page.get_by_role("button", name="Hand in this deck").click()
    expect(page.locator("#refusal")).to_contain_text("at least 8 cards")
    boxes = page.locator("fieldset").filter(has_text="infantry").locator("label:not(.copy) input")
    # Those that were ticked still are.
    expect(page.locator(".pooled input:checked")).to_have_count(4)
    for box in boxes.all()[:5]:
        box.check()
    page.get_by_role("button", name="Hand in this deck").click()
    assert len(deck(house, table)) >= 8
    expect(page.locator(".pooled input:checked")).to_have_count(len(deck(house, table)))
