"""Napoleon, 4th edition, played on to a night march and to a battle at Charleroi."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.play.outcomes import Accepted
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon_columbia import RULES, orders
from tests.browser.house import House, Table

FRENCH, ALLIED = "french", "allied"

TO_THUIN = ("f02", "f03", "f04", "f12", "f13")
"""Units of Beaumont that stand before Charleroi in the first evening: three arms of the Guard, and
the infantry of the III Corps."""

NAPOLEON = "f01"


def give(house: House, table: Table, seat: str, given: Iterable[Order]) -> None:
    """Have a seat give some orders."""
    for order in given:
        outcome = house.games.submit_orders(table.id, seat, [order])
        assert isinstance(outcome, Accepted) and outcome.refused is None, (order, outcome)


def settle(house: House, table: Table, kind: str) -> str:
    """Answer each question by what comes first to mind, until one of that kind stands open."""
    while True:
        game = house.games.open(table.id)
        [decision] = house.games.decisions(game)
        if decision.kind == kind:
            return decision.seat
        legal_orders = list(RULES.legal_orders(game.state, decision))
        give(house, table, decision.seat, [min(legal_orders, key=_rank)])


FIRST = (
    orders.PlaceUnit,
    orders.PlaceTerrain,
    orders.Deploy,
    orders.EndDeploy,
    orders.EndMarch,
)
"""What is ordered first."""


def _rank(order: Order) -> int:
    return FIRST.index(type(order)) if type(order) in FIRST else len(FIRST)


def evening(house: House, name: str) -> Table:
    """The night of 15 June: the Guard is at Thuin, and Napoleon still at Beaumont."""
    table = house.table(name, "napoleon_columbia", "historical")
    assert settle(house, table, "march") == FRENCH
    marches = [orders.March(unit, "beaumont-thuin") for unit in TO_THUIN]
    give(house, table, FRENCH, [*marches, orders.EndMarch()])
    give(house, table, ALLIED, [orders.EndMarch()])
    return table


def attacked(house: House, name: str) -> Table:
    """The next day at Charleroi: the French have marched in, and nobody has deployed yet."""
    table = evening(house, name)
    give(house, table, FRENCH, [orders.EndMarch()])
    give(house, table, ALLIED, [orders.EndMarch()])
    attack = "charleroi-thuin"
    marches = [orders.March(unit, attack) for unit in TO_THUIN]
    given = marches[: most(house, table, attack)]
    give(house, table, FRENCH, [*given, orders.EndMarch()])
    return table


def battle(house: House, name: str) -> tuple[Table, str]:
    """The battle of that day: five French units on a battle board against four Prussian ones."""
    table = attacked(house, name)
    return table, settle(house, table, "combat")


def most(house: House, table: Table, road: str) -> int:
    """How many units attack along a road, across its river if it has one [5.5]."""
    it = RULES.pack.roads[road]
    return {True: {"major": 4, "minor": 3}, False: {"major": 8, "minor": 6}}[it.river][it.kind]
