"""How many clicks an army of The Napoleonic Wars takes to march into a battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.orders.impulses import PlayForCP
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather
from napoleon.rulesets.napoleonic_wars.spaces import hostile_in
from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.clicks import Clicks
from tests.browser.house import House, Table
from tests.command_line.server import wait_until

PEOPLE = {"fr": "Anne", "gb": "Bernard", "ru": "Carl", "au": "Dmitri"}
FRANCE = "fr"

FIGHT = 6
"""Clicks by which a card gives CP, and an army marches two spaces into a battle."""

MOST_GAMES = 60
"""Games looked through for such a battle."""


class March(NamedTuple):
    """An army that marches two spaces and fights there, in the game called `name`."""

    name: str
    card: PlayForCP
    leader: str
    goal: str


def laid(house: House, name: str) -> Table:
    """A game in which France has its first impulse."""
    table = house.table(name, "napoleonic_wars", "1805", players=PEOPLE, number=4)
    assert house.play_until(table, "act") == FRANCE
    return table


def others_pass(games: Games, table: Table) -> None:
    """Each seat that is asked does as little as it can, until France has to act or march."""
    while True:
        game = games.open(table.id)
        [*decisions] = games.decisions(game)
        decision = decisions[0]
        if decision.seat == FRANCE and decision.kind in ("act", "march"):
            return
        order = RULES.pass_order(game.state, decision)
        if order is None:
            order = next(iter(RULES.legal_orders(game.state, decision)))
        # A page may be giving an order at the same time; then it is looked at again.
        games.submit_orders(table.id, decision.seat, [order])


def give(games: Games, table: Table, order: Order) -> bool:
    accepted = isinstance(games.submit_orders(table.id, FRANCE, [order]), Accepted)
    others_pass(games, table)
    return accepted


def is_played(games: Games, table: Table) -> bool:
    return any(it.type == "card_played_for_cp" for it in games.history(table.id))


def battles(games: Games, table: Table) -> int:
    return sum(it.type == "battle_began" for it in games.history(table.id))


def ways_to_enemies(games: Games, table: Table) -> Iterator[tuple[Gather, str, Sequence[Order]]]:
    """The armies that could come upon enemies in two spaces: by what order, where, and how."""
    wording, now = RULES.wording, games.open(table.id)
    assert wording is not None
    [decision] = games.decisions(now)
    for order in RULES.legal_orders(now.state, decision):
        if isinstance(order, Gather):
            for goal, way in wording.ways(now.state, decision, order).items():
                if len(way) == 2 and hostile_in(now.state, goal, FRANCE):
                    yield order, goal, way


@pytest.fixture(scope="module")
def march(house: House, tmp_path_factory: pytest.TempPathFactory) -> March:
    """Such a march; it is looked for in a store of its own, where games come out the same."""
    home = str(tmp_path_factory.mktemp("wars"))
    with Games({"NAPOLEON_HOME": home, "CREATE_TABLE": "yes"}) as games:
        for number in range(MOST_GAMES):
            name = f"an army in few clicks, {number}"
            table = laid(House(house.server, games), name)
            state, [decision] = games.open(table.id).state, games.decisions(games.open(table.id))
            legal = list(RULES.legal_orders(state, decision))
            cards = [it for it in legal if isinstance(it, PlayForCP)]
            card = max(cards, key=lambda it: RULES.pack.cards[it.card].cp)
            give(games, table, card)
            for order, goal, way in ways_to_enemies(games, table):
                leads_on = all(give(games, table, it) for it in (order, *way))
                if leads_on and battles(games, table):
                    return March(name, card, order.leader, goal)
                # What was tried has changed the game.
                break
    pytest.fail("no game has such a march")


def test_an_army_marches_into_a_battle(
    house: House, open_window: Callable[..., Window], march: March
) -> None:
    games, table = house.games, laid(house, march.name)
    window = open_window(viewport={"width": 1280, "height": 720})
    page = Chair(window, table, FRANCE).sit().page
    clicks = Clicks(page)
    clicks.on(f"""#orders button[value*='"play_for_cp"'][value*='"{march.card.card}"']""")
    # Whoever plays a card for its CP is asked whether that is meant.
    clicks.on("dialog.confirm button.primary")
    wait_until(lambda: is_played(games, table), "the card is played")
    others_pass(games, table)
    expect(page.locator("#orders button[data-verb='gather']").first).to_be_attached()
    clicks.on_piece(march.leader)
    expect(page.locator("#board-of-map [data-piece].picked")).to_have_count(1)
    goal = f"#board-of-map [data-place='{march.goal}'] .mark"
    clicks.on_drawing(goal)

    def fought() -> bool:
        others_pass(games, table)
        return battles(games, table) > 0

    wait_until(fought, "a battle")
    assert clicks.count <= FIGHT
