"""How many clicks a march and a combat turn of Napoleon, 4th edition, take."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from napoleon.rulesets.napoleon_columbia import RULES, orders
from napoleon.rulesets.napoleon_columbia.state import State
from tests.browser.chair import Chair, in_sight
from tests.browser.chromium import Window
from tests.browser.clicks import Clicks
from tests.browser.house import House, Table
from tests.browser.june import ALLIED, FRENCH, TO_THUIN, attacked, battle, give, settle
from tests.command_line.server import wait_until

MARCH, COMBAT = 5, 4
"""Clicks by which three blocks march and the march is ended, and of a combat turn."""

THREE = TO_THUIN[:3]


def first_march(house: House, name: str) -> Table:
    """A game in which the French march for the first time."""
    table = house.table(name, "napoleon_columbia", "historical")
    assert settle(house, table, "march") == FRENCH
    return table


def state(house: House, table: Table) -> State:
    found: State = house.games.open(table.id).state
    return found


def stand(house: House, table: Table, units: Sequence[str]) -> set[str]:
    """Where units stand."""
    blocks = state(house, table).blocks
    return {blocks[it].town for it in units}


def mark(place: str) -> str:
    return f"#board-of-map [data-place='{place}'] .mark"


def block(unit: str, board: str = "board-of-map") -> str:
    return f"#{board} [data-piece='{unit}']"


def seated(open_window: Callable[..., Window], table: Table) -> Chair:
    return Chair(open_window(viewport={"width": 1280, "height": 720}), table, FRENCH).sit()


def marched(house: House, table: Table, units: Sequence[str], town: str) -> None:
    wait_until(lambda: stand(house, table, units) == {town}, f"{units} in {town}")


def test_three_blocks_march_and_the_march_is_ended(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = first_march(house, "three blocks in few clicks")
    chair = seated(open_window, table)
    page = chair.page
    clicks = Clicks(page)
    for unit in THREE:
        clicks.on_piece(unit)
    expect(page.locator("#map [data-piece].picked")).to_have_count(len(THREE))
    expect(page.locator(f"{mark('thuin')} ~ .limit")).to_have_text("8")
    expect(page.locator(".stand > .goals > li:not([hidden])")).to_have_count(5)
    clicks.on_drawing(mark("thuin"))
    marched(house, table, THREE, "thuin")
    chair.shows(house.games.head(table.id))
    clicks.on("#orders button[data-verb='end_march']")
    wait_until(lambda: asked(house, table)[0] == ALLIED, "the turn of the Allies")
    assert clicks.count <= MARCH


def test_a_stack_marches_as_a_whole(house: House, open_window: Callable[..., Window]) -> None:
    table = first_march(house, "a stack in few clicks")
    page = seated(open_window, table).page
    before = state(house, table)
    those = [it for it, block in before.blocks.items() if block.town == "philippeville"]
    clicks = Clicks(page)
    clicks.on_drawing(mark("philippeville"))
    expect(page.locator("#map [data-piece].picked")).to_have_count(len(those))
    clicks.on_drawing(mark("laneffe"))
    marched(house, table, those, "laneffe")
    assert clicks.count == 2


def test_who_has_no_room_on_a_road_stays_and_is_told(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = first_march(house, "too many for a road")
    page = seated(open_window, table).page
    before = house.games.head(table.id)
    page.locator(mark("beaumont")).click(force=True)
    expect(page.locator(".party .chosen:visible")).to_contain_text("No road has room")
    expect(page.locator(f"{mark('thuin')} ~ .limit.narrow")).to_have_text("8")
    page.locator(mark("thuin")).click(force=True)
    expect(page.get_by_text("Thuin has room for 8 of them")).to_be_visible()
    assert house.games.head(table.id) == before
    page.locator(".party .pick:visible", has_text="Foot").click()
    page.locator("button[name=goal]:visible", has_text="Thuin").click()
    feet = [it for it, one in RULES.pack.blocks.items() if one.type == "inf"]
    those = [it for it in feet if state(house, table).blocks[it].town in ("beaumont", "thuin")]
    marched(house, table, those, "thuin")


def drag(page: Page, piece: Locator, goal: Locator) -> None:
    """Take hold of a piece with the mouse, and let it go over a place."""
    start, end = piece.bounding_box(), goal.bounding_box()
    assert start is not None and end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
    page.mouse.up()


@pytest.mark.parametrize("by", ["piece", "stack"])
def test_what_is_dragged_marches(house: House, open_window: Callable[..., Window], by: str) -> None:
    table = first_march(house, f"dragged by {by}")
    page = seated(open_window, table).page
    seen = page.locator("#board-of-map > svg").get_attribute("viewBox")
    held = in_sight(page, "f15") if by == "piece" else page.locator(mark("philippeville"))
    drag(page, held, page.locator(mark("laneffe")))
    marched(house, table, ["f15"], "laneffe")
    assert page.locator("#board-of-map > svg").get_attribute("viewBox") == seen, "it was not moved"
    kept = {it for it, one in state(house, table).blocks.items() if one.town == "philippeville"}
    assert bool(kept) == (by == "piece")


def test_who_deploys_sees_the_board_of_the_battle(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = attacked(house, "deployed on its board")
    assert settle(house, table, "deploy") == ALLIED
    page = Chair(open_window(), table, ALLIED).sit().page
    expect(page.locator("#board-charleroi")).to_be_visible()
    expect(page.locator("#board-of-map")).to_be_hidden()


def test_a_combat_turn(house: House, open_window: Callable[..., Window]) -> None:
    table, seat = battle(house, "a combat turn in few clicks")
    assert seat == FRENCH
    chair = seated(open_window, table)
    page = chair.page
    board = "board-charleroi"
    legal = legal_orders(house, table)
    move = next(
        it for it in legal if isinstance(it, orders.CombatMove) and it.place == "defender_a"
    )
    clicks = Clicks(page)
    clicks.on_drawing(block(move.unit, board))
    clicks.on_drawing(f"#{board} [data-place='{move.place}'] .mark")
    wait_until(lambda: place_of(house, table, move.unit) == move.place, "the unit engages")
    chair.shows(house.games.head(table.id))
    clicks.on("#orders button[data-verb='fire']:visible")
    wait_until(lambda: not any_fire(house, table), "the guns fire")
    hit(house, table)
    chair.shows(house.games.head(table.id))
    clicks.on("#orders button[data-verb='end_combat']")
    wait_until(lambda: asked(house, table) != (FRENCH, "combat"), "the turn is over")
    assert clicks.count <= COMBAT
    # In the next turn two units can fire: one button has all of them do so.
    next_turn(house, table)
    chair.shows(house.games.head(table.id))
    clicks = Clicks(page)
    clicks.on("#orders button[name='orders']")
    wait_until(lambda: not any_fire(house, table), "all fire")
    hit(house, table)
    chair.shows(house.games.head(table.id))
    clicks.on("#orders button[data-verb='end_combat']")
    assert clicks.count == 2


def legal_orders(house: House, table: Table) -> list[object]:
    """What answers the question that stands open."""
    game = house.games.open(table.id)
    return [it for one in house.games.decisions(game) for it in RULES.legal_orders(game.state, one)]


def any_fire(house: House, table: Table) -> bool:
    return any(isinstance(it, orders.Fire) for it in legal_orders(house, table))


def place_of(house: House, table: Table, unit: str) -> str:
    return str(state(house, table).battles[0].fighters[unit].place)


def hit(house: House, table: Table) -> None:
    """The Prussians choose who takes hits, if they are asked."""
    while (found := asked(house, table))[1] == "hit":
        give(house, table, found[0], legal_orders(house, table)[:1])  # type: ignore[arg-type]


def asked(house: House, table: Table) -> tuple[str, str]:
    """Which seat is asked what."""
    [decision] = house.games.decisions(house.games.open(table.id))
    return decision.seat, decision.kind


def next_turn(house: House, table: Table) -> None:
    """The Prussians do nothing, until the French have another combat turn in which two can fire."""
    while True:
        seat, kind = asked(house, table)
        if (seat, kind) == (FRENCH, "combat"):
            return
        legal = legal_orders(house, table)
        ends = [
            it for it in legal
            if isinstance(it, orders.EndCombat | orders.EndReinforcement | orders.KeepHidden)
        ]  # fmt: skip
        give(house, table, seat, [*ends, *legal][:1])  # type: ignore[list-item]
