"""The Napoleonic Wars in three windows: an impulse of France, an interception, and a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playwright.sync_api import expect

from napoleon.rules.orders import to_data
from napoleon.rulesets.napoleonic_wars import RULES
from tests.browser.chair import Chair, Offer
from tests.browser.chromium import Window
from tests.browser.house import House, Table

PEOPLE = {"fr": "Anne", "gb": "Bernard", "ru": "Carl", "au": "Dmitri"}
WINDOWS = ("fr", "ru", "au")

WANTED: tuple[Mapping[str, object], ...] = (
    {"order": "play_for_cp", "card": "the_emperor_commands"},
    {"order": "go", "to": "mantua"},
    {"order": "intercept", "leader": "charles", "sp": 6},
    {"order": "let_pass"},
    {"order": "stand"},
    {"order": "decline"},
    {"order": "play_no_battle_card"},
    {"order": "halt"},
    {"order": "end_impulse"},
)
"""What somebody orders if it is offered, the first of them first."""

MARCH = {"order": "gather", "leader": "massena"}


def is_like(order: Mapping[str, object], wanted: Mapping[str, object]) -> bool:
    return all(order.get(name) == value for name, value in wanted.items())


def answer(chair: Chair, *, marches: bool) -> Offer:
    """Click on what is wanted most of all that is offered, or on the first order."""
    wanted = (MARCH, *WANTED) if marches else WANTED
    offers = chair.legal_orders()
    found = [it for want in wanted for it in offers if is_like(it.order, want)]
    offer = next(iter(found), offers[0])
    chair.give(offer)
    return offer


def hands(house: House, table: Table) -> dict[str, set[str]]:
    """By seat the cards that nobody else may see; those that are called like a leader left out."""
    state = house.games.open(table.id).state
    return {seat: {*state.nations[seat].hand} - {*RULES.pack.leaders} for seat in PEOPLE}


def sees_only_its_own_hand(chair: Chair, held: Mapping[str, set[str]]) -> None:
    html = chair.page.content()
    assert all(f'id="card-{card}"' in html for card in held[str(chair.seat)])
    for seat, cards in held.items():
        assert seat == chair.seat or [card for card in cards if f'"card-{card}"' in html] == []
        assert seat == chair.seat or [card for card in cards if f"&#34;{card}&#34;" in html] == []


def test_three_windows_play_an_impulse_and_nobody_reloads(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table("an impulse of France", "napoleonic_wars", "1805", players=PEOPLE, number=4)
    assert house.play_until(table, "act") == "fr"
    chairs = {seat: Chair(open_window(), table, seat).sit() for seat in WINDOWS}
    for chair in chairs.values():
        chair.page.evaluate("() => { window.kept = true; }")
        sees_only_its_own_hand(chair, hands(house, table))
    expect(chairs["au"].page.locator("#now")).to_contain_text("Anne")
    given: list[tuple[str, object]] = []
    while not any(verb == "end_impulse" for _, verb in given):
        game = house.games.open(table.id)
        decision = house.games.decisions(game)[0]
        if decision.seat not in chairs:
            # The fourth player sits somewhere else.
            [*_, order] = RULES.legal_orders(game.state, decision)
            house.games.submit_orders(table.id, decision.seat, [order])
            given.append((decision.seat, to_data(order)["order"]))
            continue
        chair = chairs[decision.seat]
        chair.shows(game.version)
        expect(chair.page.locator("#orders .question")).to_be_visible()
        fought = any(verb == "intercept" for _, verb in given)
        given.append((decision.seat, answer(chair, marches=not fought).verb))
    newest = house.games.open(table.id)
    assert ("au", "intercept") in given
    types = [it.type for it in house.games.history(table.id)]
    assert "interception_tried" in types
    assert "battle_began" in types and "battle_ended" in types
    history = house.games.history(table.id)
    battle = next(it.version for it in history if it.type == "battle_began")
    for chair in chairs.values():
        chair.shows(newest.version)
        assert chair.page.evaluate("() => window.kept"), "the page was not loaded again"
        sees_only_its_own_hand(chair, hands(house, table))
        link = f"#journal a[href*='/battles/{battle}?']"
        expect(chair.page.locator(link)).to_have_text("The battle")
