"""How many clicks orders take: with the hand on the map, and one button at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815.orders import ActivateStack, ChooseAttack, DeclineWindow
from tests.browser.chair import Chair, point_at_piece
from tests.browser.chromium import Window
from tests.browser.clicks import Clicks
from tests.browser.house import House, Table
from tests.command_line.server import wait_until

PLAYERS = {"french": "Ney", "allied": "Blücher"}

MOST_GAMES = 200
"""Games looked through for a march of two areas into a battle with losses to be shared out."""

MARCH, MOVE = 6, 3
"""Clicks of such a march with its battle, and of a move in Napoleonic Empire."""


GOES_ON, LOOKING = 10_000, 100
"""Milliseconds in which a page gives what is left of several orders, and between looks for it."""


class March(NamedTuple):
    """A stack that goes two areas far and meets the enemy there, in the game called `name`."""

    name: str
    order: ActivateStack
    target: str


def laid(house: House, name: str) -> Table:
    """A game of Napoléon 1815 in which the first stack is to be set in motion."""
    table = house.table(name, "napoleon1815", "historical_invasion", players=PLAYERS)
    house.play_until(table, "go")
    return table


def decline_windows(games: Games, table: Table) -> None:
    """Whoever is asked for cards plays none, until somebody is asked for something else."""
    while (asked := games.decisions(games.open(table.id))) and asked[0].kind == "window":
        # A page may be giving an order at the same time; then it is looked at again.
        games.submit_orders(table.id, asked[0].seat, [DeclineWindow()])


def marches(games: Games, table: Table) -> Iterator[tuple[ActivateStack, str, list[Any]]]:
    """What the first stack could do: of each, the largest stack of a place, where and how."""
    now = games.open(table.id)
    rules, decision = games.rules(now), games.decisions(now)[0]
    assert rules.wording is not None
    stacks = {
        it.area: it for it in rules.legal_orders(now.state, decision) if type(it) is ActivateStack
    }
    for order in stacks.values():
        for target, way in rules.wording.ways(now.state, decision, order).items():
            # To move, and two roads.
            if len(way) == 3:
                yield order, target, list(way)


def fought(games: Games, table: Table, orders: list[Any]) -> bool:
    """Whether these orders lead to a battle after which the same seat shares losses out."""
    seat = games.decisions(games.open(table.id))[0].seat
    for order in (*orders, ChooseAttack(True)):
        if not isinstance(games.submit_orders(table.id, seat, [order]), Accepted):
            return False
        decline_windows(games, table)
    now = games.open(table.id)
    shares = [it for it in games.decisions(now) if (it.seat, it.kind) == (seat, "allocate_losses")]
    return bool(shares) and len(list(games.rules(now).legal_orders(now.state, shares[0]))) > 1


@pytest.fixture(scope="module")
def march(house: House, tmp_path_factory: pytest.TempPathFactory) -> March:
    """Such a march; it is looked for in a store of its own, where games come out the same."""
    home = str(tmp_path_factory.mktemp("marches"))
    with Games({"NAPOLEON_HOME": home, "CREATE_TABLE": "yes"}) as games:
        for number in range(MOST_GAMES):
            name = f"a march in few clicks, {number}"
            elsewhere = House(house.server, games)
            table = laid(elsewhere, name)
            possible = list(marches(games, table))
            order, target, way = possible[number % len(possible)]
            if fought(games, table, [order, *way]):
                return March(name, order, target)
    pytest.fail("no game has such a march")


def test_a_march_of_two_areas_with_its_battle(
    house: House, open_window: Callable[..., Window], march: March
) -> None:
    games, table = house.games, laid(house, march.name)
    seat = games.decisions(games.open(table.id))[0].seat
    chair = Chair(open_window(viewport={"width": 1440, "height": 900}), table, seat).sit()
    page, clicks = chair.page, Clicks(chair.page)

    def question(*kinds: str) -> Decision:
        """Others play no cards until the page puts one of these questions; which of them."""
        found: list[Decision] = []

        def asked() -> bool:
            decline_windows(games, table)
            decision = games.decisions(games.open(table.id))[0]
            # The page may be about to answer it by itself: then there will be another one.
            shown = page.locator(f".question[data-decision='{decision.id}']").is_visible()
            found[:] = [decision]
            return shown and decision.seat == seat and decision.kind in kinds

        wait_until(asked, f"one of the questions {kinds}")
        return found[0]

    def goes_on(put: Decision) -> bool:
        """Whether there is another question than the one `put`, by what the page gives."""
        for _ in range(GOES_ON // LOOKING):
            decline_windows(games, table)
            # It may have been answered before this is looked at for the first time.
            if put.id not in {it.id for it in games.decisions(games.open(table.id))}:
                return True
            page.wait_for_timeout(LOOKING)
        return False

    # Where they stand stands for all of them.
    clicks.on(f"#map [data-place='{march.order.area}'] .mark")
    expect(page.locator("#map [data-piece].picked")).to_have_count(len(march.order.blocks))
    target = f"#map [data-place='{march.target}'] .mark"
    clicks.on(target)
    # It goes on by itself but where cards have changed hands meanwhile: then it is pointed at anew.
    while (put := question("choose_action", "march", "choose_attack")).kind != "choose_attack":
        if not goes_on(put):
            clicks.on(target)
            goes_on(put)
    clicks.on(target)
    question("allocate_losses")
    before = page.locator(".shares output").all_inner_texts()
    clicks.on(".shares button[aria-label^='One more'][aria-disabled='false']")
    assert page.locator(".shares output").all_inner_texts() != before
    clicks.on(".chooser .ready")
    expect(page.locator("dialog.confirm")).to_have_count(0)
    expect(page.locator(".question .shares")).to_have_count(0)
    assert clicks.count <= MARCH


def test_pieces_make_a_stack(
    house: House, open_window: Callable[..., Window], march: March
) -> None:
    table = laid(house, f"{march.name}, piece by piece")
    now = house.games.open(table.id)
    decision = house.games.decisions(now)[0]
    legal_orders = house.games.rules(now).legal_orders(now.state, decision)
    stack = next(it for it in legal_orders if type(it) is ActivateStack and len(it.blocks) == 2)
    page = Chair(open_window(), table, decision.seat).sit().page
    for block in stack.blocks:
        point_at_piece(page, block)
    ready = page.locator(".question .ready")
    expect(ready).to_have_count(1)
    expect(ready).to_have_attribute(
        "data-line", house.games.rules(now).notation.write(stack, now.state, decision.seat)
    )
    point_at_piece(page, stack.blocks[0])
    expect(page.locator("#map [data-piece].picked")).to_have_count(1)


def test_a_move_in_napoleonic_empire(house: House, open_window: Callable[..., Window]) -> None:
    table = house.table("a move in few clicks", "napoleonic_empire", "europe", players=PLAYERS)
    seat = house.play_until(table, "move")
    chair = Chair(open_window(), table, seat).sit()
    page, clicks = chair.page, Clicks(chair.page)
    before = chair.version
    for place in ("france", "italy"):
        clicks.on(f"#map a[data-place='{place}'] .mark")
    clicks.on(".numbers button:has-text('3')")
    expect(page.locator("body")).not_to_have_attribute("data-at", str(before))
    assert clicks.count == MOVE
    assert house.games.open(table.id).state.moved == {"italy": 3}
