"""A page follows its game, says so when it cannot, and catches up without a reload."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House, Table

PLAYERS = {"french": "Ney", "allied": "Arthur"}

LOST = "ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED"

LONGER_THAN_NEWS_WAIT = 1000
"""Milliseconds in which a page surely begins to draw what it has heard of."""


def new_table(house: House, name: str) -> Table:
    """A game that waits for the first order of the French."""
    return house.table(name, "napoleon1815", "ligny_quatre_bras", players=PLAYERS)


def has_not_been_loaded_again(chair: Chair) -> bool:
    """Whether the page is the one that `remember` was called on."""
    return bool(chair.page.evaluate("window.remembered === true"))


def remember(chair: Chair) -> None:
    """Leave something on the page that a reload would take away."""
    chair.page.evaluate("window.remembered = true")


def test_an_order_arrives_in_the_other_window_without_a_reload(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = new_table(house, "an order arrives")
    french, allied, spectator = (
        Chair(open_window(), table, seat).sit() for seat in ("french", "allied", None)
    )
    for chair in (allied, spectator):
        remember(chair)
    given = french.give(french.legal_orders()[0])
    for chair in (allied, spectator):
        chair.shows(given)
        assert has_not_been_loaded_again(chair)
    given = allied.give(allied.legal_orders()[0])
    for chair in (french, spectator):
        chair.shows(given)
        # Who can answer with a card has their hand open.
        chair.page.get_by_role("tab", name="Journal").click()
        expect(chair.page.locator(".paragraph[data-kind='initiative']")).to_be_visible()


def test_who_looks_back_stays_there_and_is_told_of_what_is_new(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = new_table(house, "who looks back")
    french, allied = (Chair(open_window(), table, seat).sit() for seat in PLAYERS)
    allied.page.locator("#first").click()
    expect(allied.page.locator("#past")).to_be_visible()
    looked_at = allied.version
    given = french.give(french.legal_orders()[0])
    live = allied.page.locator("#live")
    expect(live).to_have_attribute("data-state", "behind")
    expect(live).to_contain_text(f"Newer events: {given - looked_at}")
    assert allied.version == looked_at
    allied.page.locator("#newest").click()
    allied.shows(given)
    allied.is_live()


def test_news_does_not_overtake_what_was_asked_for(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = new_table(house, "on the way back")
    french, looking, ordering = (
        Chair(open_window(), table, seat).sit() for seat in ("french", "allied", "allied")
    )
    given = french.give(french.legal_orders()[0])
    looking.shows(given)
    looking.is_live()
    ordering.shows(given)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    looking.page.route("**/position?*at=*", hold)
    looking.page.locator("#first").click()
    newest = ordering.give(ordering.legal_orders()[0])
    expect(looking.page.locator("body")).to_have_attribute("data-head", str(newest))
    looking.page.wait_for_timeout(LONGER_THAN_NEWS_WAIT)
    for route in held:
        route.continue_()
    expect(looking.page.locator("#past")).to_be_visible()
    assert looking.version < given


def test_a_page_says_that_it_is_offline_and_catches_up(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = new_table(house, "offline")
    french = Chair(open_window(), table, "french").sit()
    allied = Chair(open_window(), table, "allied").sit()
    allied.window.expect(LOST)
    remember(allied)
    allied.window.context.set_offline(True)
    live = allied.page.locator("#live")
    expect(live).to_have_attribute("data-state", "offline")
    expect(live).to_contain_text("Offline")
    given = french.give(french.legal_orders()[0])
    assert allied.version < given
    allied.window.context.set_offline(False)
    allied.shows(given)
    allied.is_live()
    assert has_not_been_loaded_again(allied)


def test_a_page_without_a_stream_looks_for_news(
    house: House, open_window: Callable[..., Window]
) -> None:
    """As behind a proxy that holds streams back: what else is asked for comes through."""
    table = new_table(house, "no stream")
    french = Chair(open_window(), table, "french").sit()
    allied = Chair(open_window(), table, "allied").sit()
    allied.window.expect("ERR_FAILED")
    allied.page.route("**/live", lambda route: route.abort())
    allied.page.reload()
    remember(allied)
    live = allied.page.locator("#live")
    expect(live).to_have_attribute("data-state", "asking")
    expect(live).to_contain_text("Looks for news")
    allied.shows(french.give(french.legal_orders()[0]))
    expect(live).to_have_attribute("data-state", "asking")
    allied.page.unroute("**/live")
    allied.is_live()
    assert has_not_been_loaded_again(allied)


def test_the_map_comes_with_the_last_player_and_its_buttons_not_before(
    house: House, open_window: Callable[..., Window]
) -> None:
    game, tokens = house.games.create("napoleon1815", "campaign", {}, awaits_seats=True)
    held = house.games.claim(game.id, "french", name="Ney")
    table = Table(house.address, game.id, {**tokens, "french": held})
    chair = Chair(open_window(), table, "french").sit()
    larger = chair.page.get_by_role("button", name="Larger map")
    expect(larger).to_be_hidden()
    remember(chair)
    house.games.claim(game.id, "allied", name="Arthur")
    expect(larger).to_be_visible()
    picture = chair.page.locator("#map svg").first
    before = picture.get_attribute("viewBox")
    larger.click()
    assert picture.get_attribute("viewBox") != before
    assert has_not_been_loaded_again(chair)
