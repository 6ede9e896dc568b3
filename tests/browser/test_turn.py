"""A turn of Napoléon 1815, played by two people at two windows."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.chair import Chair, Offer
from tests.browser.chromium import Window
from tests.browser.house import House, Table

NAMES = {"french": "Ney", "allied": "Arthur"}

FIRST_TURN = 3
"""The turn that the scenario begins with."""


def taken(window: Window, table: Table, seat: str) -> Chair:
    """The chair of somebody who has followed his invitation and has taken the seat."""
    page = window.page
    page.goto(table.link(seat))
    page.get_by_label("Your name").fill(NAMES[seat])
    assert page.get_by_label("contribution to chance").input_value() != ""
    page.get_by_role("button", name="Take the seat").click()
    assert f"{table.id}.{seat}." in page.get_by_label("Your link").input_value()
    page.get_by_role("link", name="To the game").click()
    chair = Chair(window, table, seat)
    chair.is_live()
    assert "#" not in page.url
    return chair


class Plan:
    """What somebody orders: one march of one step, and nothing else."""

    def __init__(self) -> None:
        self.marched: dict[str, int] = {}

    def choose(self, seat: str, legal_orders: list[Offer]) -> Offer:
        """One of the orders that are offered to a seat."""
        steps = self.marched.setdefault(seat, 0)
        wanted = {
            "activate_stack": steps == 0,
            "choose_action": True,
            "step_move": steps < 1,
            "end_move": True,
            "pass": True,
            "decline_window": True,
            "choose_attack": False,
        }
        chosen = min(
            (it for it in legal_orders if wanted.get(it.verb, True)),
            key=lambda it: [*wanted, it.verb].index(it.verb),
        )
        self.marched[seat] += chosen.verb == "step_move"
        return chosen


def hand_of(house: House, table: Table, seat: str) -> list[str]:
    """Names of the cards that a seat holds."""
    view = house.games.view(house.games.open(table.id), seat)["hand"]
    [hand] = [it for it in view["hands"] if it["player"] == seat]
    return [card["name"] for card in hand["cards"]]


def test_a_whole_turn_is_played_at_two_windows_with_hidden_hands(
    house: House, open_window: Callable[..., Window]
) -> None:
    table = house.table("a turn at two windows", "napoleon1815", "historical_invasion")
    chairs = {seat: taken(open_window(), table, seat) for seat in NAMES}
    plan, orders, turn = Plan(), 0, FIRST_TURN
    while turn == FIRST_TURN:
        newest = house.games.head(table.id)
        for chair in chairs.values():
            # Nobody reloads: what the other one has done comes by itself.
            chair.shows(newest)
        [asked] = [seat for seat, chair in chairs.items() if chair.is_asked]
        chairs[asked].give(plan.choose(asked, chairs[asked].legal_orders()))
        orders += 1
        turn = house.games.open(table.id).state.turn
    assert plan.marched == {"french": 1, "allied": 1}
    assert orders > 10
    game = house.games.open(table.id)
    for seat, other in (("french", "allied"), ("allied", "french")):
        chair = chairs[seat]
        chair.shows(game.version)
        expect(chair.page.locator("#now h2")).to_contain_text("Turn 4")
        mine, theirs = hand_of(house, table, seat), hand_of(house, table, other)
        assert mine
        assert theirs
        assert chair.page.locator("#hand h4").all_inner_texts() == mine
        size = chair.page.locator("#hand tr", has_text=house.games.rules(game).names[other]).last
        expect(size).to_contain_text(str(len(theirs)))
        assert NAMES[other] in chair.text("now")
