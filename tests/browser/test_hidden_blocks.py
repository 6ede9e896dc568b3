"""Napoleon, 4th edition, at two windows: a night march, and a turn of a battle on its board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from napoleon.rules.orders import Order, to_data
from napoleon.rulesets.napoleon_columbia import RULES, orders
from tests.browser.chair import Chair, point_at_piece
from tests.browser.chromium import Window
from tests.browser.house import House, Table
from tests.browser.june import ALLIED, FRENCH, NAPOLEON, battle, evening, give

SCREENS = {"desk": {"width": 1280, "height": 720}, "phone": {"width": 360, "height": 740}}


def at_both(open_window: Callable[..., Window], table: Table, screen: str) -> dict[str, Chair]:
    """Both players at their pages."""
    size: dict[str, Any] = {"viewport": SCREENS[screen]}
    return {seat: Chair(open_window(**size), table, seat).sit() for seat in (FRENCH, ALLIED)}


def in_sight(it: Locator) -> bool:
    """Whether an element can be seen without scrolling, and nothing lies over its middle."""
    return bool(
        it.evaluate(
            """(it) => {
              const { left, top, right, bottom } = it.getBoundingClientRect();
              const [x, y] = [(left + right) / 2, (top + bottom) / 2];
              const inside = x > 0 && y > 0 && x < innerWidth && y < innerHeight;
              return inside && it.contains(document.elementFromPoint(x, y));
            }"""
        )
    )


def piece(chair: Chair, unit: str, board: str = "board-of-map") -> Locator:
    """A unit on the map, or on another board."""
    return chair.page.locator(f'#{board} [data-piece="{unit}"]')


def place(chair: Chair, id_: str, board: str = "board-of-map") -> Locator:
    """The sign of a place."""
    return chair.page.locator(f'#{board} [data-place="{id_}"] .mark')


def order(chair: Chair, screen: str, wanted: Order, target: str, board: str) -> None:
    """Give an order by pointing at its unit and where it goes; on a phone by its button.

    There counters are small, and the sheet of orders is at hand.
    """
    begun = chair.version
    if screen == "phone":
        data = to_data(wanted)
        offers = [it for it in chair.legal_orders() if it.order == data]
        if offers:
            offers[0].button.click()
        else:
            chair.march([str(data["unit"])], target)
    else:
        unit = str(getattr(wanted, "unit", ""))
        # Letters stand on what is drawn.
        if board == "board-of-map":
            point_at_piece(chair.page, unit)
        else:
            piece(chair, unit, board).click(force=True)
        picked = chair.page.locator(f"#{board} .picked")
        expect(picked).to_have_attribute("data-piece", unit)
        place(chair, target, board).click(force=True)
    expect(chair.page.locator("body")).not_to_have_attribute("data-at", str(begun))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_night_march_is_pointed_at_and_its_unit_stays_hidden(
    house: House, open_window: Callable[..., Window], screen: str
) -> None:
    table = evening(house, f"a night march, {screen}")
    chairs = at_both(open_window, table, screen)
    french, allied = chairs[FRENCH], chairs[ALLIED]
    assert "night" in french.text("now")
    assert french.is_asked and not allied.is_asked
    assert in_sight(french.page.locator("#orders .question h3"))
    order(french, screen, orders.March(NAPOLEON, "beaumont-thuin"), "thuin", "board-of-map")
    marched = house.games.open(table.id)
    assert marched.state.blocks[NAPOLEON].town == "thuin"
    allied.shows(marched.version)
    expect(piece(french, NAPOLEON)).to_have_count(1)
    expect(piece(allied, NAPOLEON)).to_have_count(0)
    token = marched.state.blocks[NAPOLEON].token
    expect(piece(allied, token)).to_have_count(1)
    read = allied.page.content()
    assert "Beaumont to Thuin" in read
    assert "Napoleon marched" not in read


@pytest.mark.sampled(1)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_turn_of_a_battle_is_played_on_its_board(
    house: House, open_window: Callable[..., Window], screen: str
) -> None:
    table, seat = battle(house, f"a battle, {screen}")
    assert seat == FRENCH
    chairs = at_both(open_window, table, screen)
    seen = []
    for acting in (FRENCH, ALLIED):
        chair = chairs[acting]
        chair.shows(house.games.head(table.id))
        board = "board-charleroi"
        # The page turns to the board by itself, and has the map behind a tab.
        expect(chair.page.locator(f"#{board}")).to_be_visible()
        expect(chair.page.locator("#board-of-map")).to_be_hidden()
        assert in_sight(chair.page.locator("#orders .question h3"))
        game = house.games.open(table.id)
        [decision] = house.games.decisions(game)
        legal_orders = list(RULES.legal_orders(game.state, decision))
        moves = [it for it in legal_orders if isinstance(it, orders.CombatMove)]
        # The French advance, and the Prussians stay: an advance of theirs would win the battle.
        move = next(it for it in moves if it.place.startswith("defender"))
        order(chair, screen, move, move.place, board)
        after = house.games.open(table.id)
        assert after.state.battles[0].fighters[move.unit].place == move.place
        seen.append(move.unit)
        end = chair.page.locator("#orders button", has_text="End the Combat phase")
        before = chair.version
        end.click()
        chair.confirm()
        expect(chair.page.locator("body")).not_to_have_attribute("data-at", str(before))
        asked = house.games.decisions(house.games.open(table.id))
        if any(it.kind == "reinforcement" for it in asked):
            give(house, table, acting, [orders.EndReinforcement()])
    assert len(seen) == 2
    for chair in chairs.values():
        chair.shows(house.games.head(table.id))
        chair.page.locator("ul.boards a", has_text="Map").click()
        expect(chair.page.locator("#board-of-map")).to_be_visible()
