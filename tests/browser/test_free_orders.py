"""Orders that nobody asks for: a game is ended before its time, and partners exchange cards."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from napoleon.play.outcomes import Accepted
from napoleon.rulesets.napoleon1815.orders import OfferCards
from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House, Table

FRENCH_OFFER = "The French offer to end the game without a winner."
AGREE = "Agree to end the game without a winner"
DRAWN = "Both sides agreed to end it."


def of_empire(house: House, name: str) -> Table:
    players = {"french": "Talleyrand", "allied": "Metternich"}
    return house.table(name, "napoleonic_empire", "europe", players=players)


def sit(open_window: Callable[..., Window], table: Table, *seats: str) -> list[Page]:
    return [Chair(open_window(), table, seat).sit().page for seat in seats]


def click(page: Page, does: str, *, sure: bool = True) -> None:
    """Click on an order that nobody asks for, and answer whether it is meant."""
    others = page.get_by_text("Other orders")
    if not page.locator("#orders").get_by_role("button", name=does).is_visible():
        others.click()
    page.locator("#orders").get_by_role("button", name=does).click()
    dialog = page.locator("dialog.confirm")
    expect(dialog).to_contain_text(does)
    dialog.get_by_role("button", name="Give the order" if sure else "Not yet").click()
    expect(dialog).to_have_count(0)


def version(house: House, table: Table) -> int:
    return house.games.open(table.id).version


def is_told_around(page: Page, house: House, table: Table, ending: str) -> None:
    """How the game ended stands in the list of games, and in the archive."""
    for path in ("/?status=over", "/archive"):
        page.goto(house.address + path)
        there = page.locator(f"a[href='/games/{table.id}']")
        expect(page.locator("li.tile").filter(has=there)).to_contain_text(ending)


def test_an_offer_to_end_is_accepted_and_both_read_how_the_game_ended(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = of_empire(house, "ended by agreement")
    french, allied = sit(open_window, table, "french", "allied")
    click(french, "Offer to end the game without a winner")
    expect(allied.locator("#orders .offered")).to_contain_text(FRENCH_OFFER)
    expect(french.locator("#orders .offered")).to_have_count(0)
    # What came of the order is told, not that it was given.
    told = french.locator("#news .sentence").filter(has_text="offered to end the game")
    expect(told).to_be_visible()
    expect(told).not_to_contain_text("ordered")
    click(allied, AGREE)
    for page in (french, allied):
        expect(page.locator("#result")).to_contain_text(DRAWN)
        expect(page.locator("#orders")).to_contain_text("The game is over.")
        expect(page.locator("#orders .offered")).to_have_count(0)
        expect(page.locator("#journal")).to_contain_text("without a winner")
    is_told_around(open_window().page, house, table, DRAWN)


def test_an_offer_to_end_is_withdrawn_by_undoing_it(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = of_empire(house, "thought better of")
    french, allied = sit(open_window, table, "french", "allied")
    click(french, "Offer to end the game without a winner")
    expect(allied.locator("#orders .offered")).to_contain_text(FRENCH_OFFER)
    assert allied.title().startswith("Your turn")
    french.get_by_role("button", name="Undo").click()
    expect(allied.locator("#orders .offered")).to_have_count(0)
    assert house.games.open(table.id).state.offered == ""  # type: ignore[union-attr]


def test_an_offer_to_end_is_turned_down_by_playing_on(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = of_empire(house, "played on instead")
    seat = house.games.decisions(house.games.open(table.id))[0].seat
    [other] = {"french", "allied"} - {seat}
    offering, asked = sit(open_window, table, other, seat)
    click(offering, "Offer to end the game without a winner")
    expect(asked.locator("#orders .offered")).to_be_visible()
    now = house.games.open(table.id)
    decision = house.games.decisions(now)[0]
    order = next(iter(house.games.rules(now).legal_orders(now.state, decision)))
    assert isinstance(house.games.submit_orders(table.id, seat, [order]), Accepted)
    for page in (offering, asked):
        expect(page.locator("#orders .offered")).to_have_count(0)
        expect(page.locator("#result")).to_have_count(0)
        again = page.get_by_role("button", name="Offer to end", include_hidden=True)
        expect(again).to_have_count(1)


def test_who_resigns_is_asked_first_and_the_other_side_has_won(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = of_empire(house, "resigned")
    french, allied = sit(open_window, table, "french", "allied")
    before = version(house, table)
    click(french, "Resign", sure=False)
    assert version(house, table) == before
    click(french, "Resign")
    for page in (french, allied):
        expect(page.locator("#result")).to_contain_text("The French resigned.")
    is_told_around(open_window().page, house, table, "The French resigned.")


GAMES = 12
"""Among so many games of anybody there is one in which the commanders meet."""


@pytest.fixture(scope="module")
def in_contact(house: House) -> Callable[[str], Table]:
    """Makes a game of three players whose Allied commanders are near each other."""

    def made(name: str) -> Table:
        games = (met(f"{name}, {number}") for number in range(GAMES))
        return next(it for it in games if it is not None)

    def met(name: str) -> Table | None:
        """The game of that name; None if it is over before the commanders have met."""
        chance = random.Random(name)
        games = house.games
        games.entropy = chance.randbytes
        game, tokens = games.create("napoleon1815", "campaign", {"players": 3})
        held = {seat: games.claim(game.id, seat, name=seat) for seat in game.created.seats}
        table = Table(house.address, game.id, {**tokens, **held})
        while not (game := games.open(game.id)).over:
            rules = games.rules(game)
            if OfferCards in rules.free_verbs(game.state, "prussian"):
                return table
            decision = games.decisions(game)[0]
            order = chance.choice(list(rules.legal_orders(game.state, decision)))
            assert isinstance(games.submit_orders(game.id, decision.seat, [order]), Accepted)
        return None

    return made


def hand(house: House, table: Table, seat: str) -> list[int]:
    state = house.games.open(table.id).state
    assert state is not None
    return sorted(state.hands[seat])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("scripts", [True, False])
def test_cards_are_offered_by_their_names_and_change_hands(
    house: House,
    open_window: Callable[..., Window],
    in_contact: Callable[[str], Table],
    scripts: bool,
) -> None:
    table = in_contact(f"cards exchanged, {scripts}")
    given, kept = (hand(house, table, it) for it in ("prussian", "anglo_dutch"))
    window = open_window(java_script_enabled=scripts)
    page = window.page
    if scripts:
        Chair(window, table, "prussian").sit()
    else:
        page.goto(f"{table.page}/session")
        page.get_by_label("Token or link").fill(table.tokens["prussian"])
        page.get_by_role("button", name="Open the seat").click()
    page.get_by_text("Other orders").click()
    mine = page.get_by_role("group", name="Cards that you give").get_by_role("checkbox")
    assert mine.evaluate_all("all => all.map((it) => Number(it.value))") == given
    for card in given[:2]:
        page.locator(f"input[name='field.give'][value='{card}']").check()
    page.locator(f"input[name='field.take'][value='{kept[0]}']").check()
    page.get_by_role("button", name="Offer to exchange cards").click()
    asking = page.locator("dialog.confirm" if scripts else "#confirm")
    for card in (*given[:2], kept[0]):
        expect(asking).to_contain_text(f"({card})")
    asking.get_by_role("button", name="Give the order").click()
    expect(page.get_by_role("button", name="Offer to exchange cards")).to_have_count(0)
    partner = Chair(open_window(), table, "anglo_dutch").sit()
    [accepting] = [it for it in partner.legal_orders() if it.order.get("accept")]
    partner.give(accepting)
    assert hand(house, table, "anglo_dutch") == sorted([*kept[1:], *given[:2]])
    assert hand(house, table, "prussian") == sorted([*given[2:], kept[0]])
