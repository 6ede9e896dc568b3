"""A battle of cards in two windows: decks are made, cards laid, and a player turn is played."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from napoleon.rules.orders import Order, to_data
from napoleon.rulesets.eagles_waterloo import RULES, orders
from napoleon.rulesets.eagles_waterloo.state import Battle
from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import House, Table
from tests.browser.june import give

SCREENS = {"desk": {"width": 1280, "height": 720}, "phone": {"width": 360, "height": 740}}

FRENCH, ALLIED = "french", "allied"

DECK = {FRENCH: "f_ney", ALLIED: "b_wellington"}
"""A card that each side takes into its deck by itself, before it takes one that is suggested."""


def offered(house: House, table: Table, seat: str, verb: type[Order]) -> list[Any]:
    """The orders of a verb that a seat may give."""
    game = house.games.open(table.id)
    [decision] = [it for it in house.games.decisions(game) if it.seat == seat]
    return [it for it in RULES.legal_orders(game.state, decision) if type(it) is verb]


def at_both(open_window: Callable[..., Window], table: Table, screen: str) -> dict[str, Chair]:
    """Both players at their pages."""
    size: dict[str, Any] = {"viewport": SCREENS[screen]}
    return {seat: Chair(open_window(**size), table, seat).sit() for seat in (FRENCH, ALLIED)}


def battle(house: House, table: Table) -> Battle:
    """The battle, as it is."""
    found: Battle = house.games.open(table.id).state.battles["quatre_bras"]
    return found


def in_sight(it: Locator) -> bool:
    """Whether an element can be seen without scrolling."""
    return bool(
        it.evaluate(
            """(it) => {
              const { left, top, right, bottom } = it.getBoundingClientRect();
              const [x, y] = [(left + right) / 2, (top + bottom) / 2];
              return x > 0 && y > 0 && x < innerWidth && y < innerHeight;
            }"""
        )
    )


def answered(chair: Chair, begun: int) -> None:
    """Wait until the page shows what has come of an order."""
    expect(chair.page.locator("body")).not_to_have_attribute("data-at", str(begun))


def button_of(chair: Chair, wanted: Order) -> Locator:
    """The button of an order."""
    data = json.loads(json.dumps(to_data(wanted)))
    [button] = [it.button for it in chair.legal_orders() if it.order == data]
    return button


def by_button(chair: Chair, wanted: Order) -> int:
    """Give an order by its button, under its heading if it has one; gives the number of clicks."""
    begun, clicks, button = chair.version, 1, button_of(chair, wanted)
    group = button.locator("xpath=ancestor::details")
    if group.count() and group.get_attribute("open") is None:
        group.locator("summary").click()
        clicks = 2
    final = button.get_attribute("data-final") is not None
    button.click()
    if final:
        chair.confirm()
    answered(chair, begun)
    return clicks


def place(chair: Chair, name: str) -> Locator:
    """A position on the board."""
    return chair.page.locator(f'#board-of-map [data-place="field_1_{name}"] h3')


def piece(chair: Chair, id_: str) -> Locator:
    """A card on the map."""
    return chair.page.locator(f'#board-of-map [data-piece="{id_}"]')


@pytest.mark.sampled(1)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_deck_is_made_in_two_clicks_a_card(
    house: House, open_window: Callable[..., Window], screen: str
) -> None:
    table = house.table(f"decks, {screen}", "eagles_waterloo", "quatre_bras", decks="custom")
    for seat, chair in at_both(open_window, table, screen).items():
        chair.shows(house.games.head(table.id))
        assert in_sight(chair.page.locator("#orders .question h3"))
        # Each kind of cards has a heading, so that all of them can be overlooked.
        assert chair.page.locator("#orders details.group").count() <= 8
        assert len(chair.legal_orders()) > 50
        assert by_button(chair, orders.AddCard(DECK[seat])) == 2
        # The heading stays open, so that more cards of its kind take a click each.
        [other, *_] = [
            it
            for it in offered(house, table, seat, orders.AddCard)
            if RULES.pack.by_id[it.card].kind == "general"
        ]
        assert by_button(chair, other) == 1
        nation = RULES.pack.by_id[DECK[seat]].nation
        draft = house.games.open(table.id).state.drafts["quatre_bras"][nation]
        assert draft == [DECK[seat], other.card]
        assert by_button(chair, orders.DropCard(other.card)) == 2
        [suggested] = offered(house, table, seat, orders.SubmitDeck)
        assert by_button(chair, suggested) == 1
        by_button(chair, orders.FinishDeck())
    assert battle(house, table).cards, "musters are dealt"


def dealt(house: House, name: str) -> Table:
    """A battle of which both musters are dealt."""
    return house.table(name, "eagles_waterloo", "quatre_bras")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("screen", SCREENS)
def test_cards_are_laid_in_two_clicks_each(
    house: House, open_window: Callable[..., Window], screen: str
) -> None:
    table = dealt(house, f"laid, {screen}")
    chairs = at_both(open_window, table, screen)
    for seat, chair in chairs.items():
        chair.shows(house.games.head(table.id))
        begun = chair.version
        wanted = next(
            it
            for it in offered(house, table, seat, orders.Place)
            if it.formation == "" and RULES.pack.by_id[it.card].kind == "infantry"
        )
        if screen == "phone":
            assert by_button(chair, wanted) <= 2
        else:
            # The map asks where, and the list beside it who.
            place(chair, wanted.place).click(force=True)
            expect(chair.page.locator("#orders .filter")).to_be_visible()
            button_of(chair, wanted).click()
            answered(chair, begun)
        assert battle(house, table).cards[wanted.card].place == wanted.place
        assert by_button(chair, orders.TakeUp(wanted.card)) <= 2
        [layout] = offered(house, table, seat, orders.Deploy)
        assert by_button(chair, layout) == 1
        there = battle(house, table)
        assert all(
            there.cards[it.card].place == it.place
            if it.card in there.cards
            else there.sites[it.card].place == it.place
            for it in layout.cards
        )
        by_button(chair, orders.EndDeployment())
    assert house.games.open(table.id).state.phase == "adjust"


def fought(house: House, name: str) -> Table:
    """The first Combat phase of the French."""
    table = dealt(house, name)
    for _ in range(3):
        game = house.games.open(table.id)
        for decision in house.games.decisions(game):
            if decision.kind == "deploy":
                [layout] = offered(house, table, decision.seat, orders.Deploy)
                give(house, table, decision.seat, [layout, orders.EndDeployment()])
    [decision] = house.games.decisions(house.games.open(table.id))
    if decision.kind == "window":
        give(house, table, decision.seat, [orders.PlayNothing()])
    [decision] = house.games.decisions(house.games.open(table.id))
    assert (decision.seat, decision.kind) == (FRENCH, "combat")
    return table


@pytest.mark.sampled(1)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_player_turn_is_played_and_what_lies_face_down_stays_hidden(
    house: House, open_window: Callable[..., Window], screen: str
) -> None:
    table = fought(house, f"a turn, {screen}")
    chairs = at_both(open_window, table, screen)
    french, allied = chairs[FRENCH], chairs[ALLIED]
    assert french.is_asked and not allied.is_asked
    assert in_sight(french.page.locator("#orders .question h3"))
    move = next(
        it
        for it in offered(house, table, FRENCH, orders.Move)
        if not (it.formation or it.terrain)
        and it.to.startswith("allied")
        and RULES.pack.by_id[it.card].kind == "infantry"
    )
    token = battle(house, table).cards[move.card].token
    expect(piece(french, move.card)).to_have_count(1)
    expect(piece(allied, move.card)).to_have_count(0)
    expect(piece(allied, token)).to_have_count(1)
    begun = french.version
    if screen == "phone":
        assert by_button(french, move) == 2
    else:
        # Letters stand on what is drawn.
        piece(french, move.card).click(force=True)
        picked = french.page.locator("#board-of-map .picked")
        expect(picked).to_have_attribute("data-piece", move.card)
        place(french, move.to).click(force=True)
        answered(french, begun)
    assert battle(house, table).cards[move.card].place == move.to
    allied.shows(house.games.head(table.id))
    expect(piece(allied, move.card)).to_have_count(1)
    by_button(french, orders.EndCombat())
    asked = house.games.decisions(house.games.open(table.id))
    if [(it.seat, it.kind) for it in asked] == [(FRENCH, "reinforcement")]:
        by_button(french, orders.EndTurn())
    asked = house.games.decisions(house.games.open(table.id))
    assert house.games.open(table.id).state.result or battle(house, table).active == ALLIED
    assert asked
