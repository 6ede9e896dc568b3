"""Random legal play of Napoleon, 4th edition, by players of several tempers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon_columbia import RULES, orders
from napoleon.rulesets.napoleon_columbia.layout import SCENARIOS
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import State
from tests.watching import (
    Careless,
    Player,
    RandomGames,
    Watched,
    Weighing,
    plays_of,
    replayed,
)

GAME = "0000001817"


class Kind(NamedTuple):
    """What is chosen when a game is created."""

    scenario: str
    players: int
    bidding: bool
    hidden: bool

    def __str__(self) -> str:
        words = [self.scenario, f"{self.players}p"]
        return "-".join([*words, *["bidding"] * self.bidding, *["hidden"] * self.hidden])

    @property
    def options(self) -> dict[str, Any]:
        """The options by name."""
        return {"players": self.players, "bidding": self.bidding, "hidden": self.hidden}


KINDS = [
    Kind(scenario.id, players, bidding, hidden)
    for scenario, players, bidding, hidden in product(
        SCENARIOS, (2, 3), (False, True), (False, True)
    )
    if not (bidding and players == 3)
]
"""Every kind there is: sides are bid for by two players only [N-63]."""


def replay(events: Iterable[Event]) -> Iterator[tuple[Event, State]]:
    """Each event with the position after it; one state is moved on all the time."""
    return replayed(RULES, events)


class Play(Watched[State, Kind]):
    """A game of Napoleon, 4th edition, with all that was seen while it was played."""

    def __init__(self, kind: Kind, seed: int) -> None:
        super().__init__(RULES, GAME, kind, seed)


# -- players -------------------------------------------------------------------------------------


class Marching(Weighing):
    """Weighs marches by where they lead."""

    def weight(self, state: State, order: Order) -> float:
        """How likely an offer is picked."""
        weight = super().weight(state, order)
        return weight * self.march(state, order) if isinstance(order, orders.March) else weight

    def march(self, state: State, order: orders.March) -> float:
        """How likely a march is picked beside others."""
        return 1


class Bold(Marching):
    """Attacks wherever enemies are near, and fights battles to their end."""

    weights = {
        orders.EndMarch: 2,
        orders.EndCombat: 0.15,
        orders.Retreat: 0.15,
        orders.TakeUp: 0.15,
        orders.EndDeploy: 3,
        orders.EndSetup: 30,
        orders.MakeBid: 0.1,
        orders.EndReinforcement: 0.5,
    }

    def march(self, state: State, order: orders.March) -> float:
        """Marches that attack come first."""
        block = state.blocks[order.unit]
        town = RULES.pack.roads[order.road].other(block.town)
        return 40 if state.count(town, enemy(side_of(block.army))) else 1


class Massed(Bold):
    """Marches with many units along the same roads, so that battles are fought, and large ones."""

    weights = {**Bold.weights, orders.EndMarch: 0.5, orders.Fire: 2, orders.Reinforce: 6}

    def march(self, state: State, order: orders.March) -> float:
        """Roads that others have taken come first."""
        return super().march(state, order) * (1 + 5 * state.road_use.get(order.road, 0))


class Schooled(Massed):
    """Does all that a battle board allows: squares, shelter, Farms and Hills, blocks stood up."""

    weights = {
        **Massed.weights,
        orders.FormSquare: 2,
        orders.Shelter: 15,
        orders.LeaveShelter: 15,
        orders.SwapHolder: 20,
        orders.TakeTerrain: 20,
        orders.NameHolder: 6,
        orders.StandUp: 2,
        orders.EndCombat: 0.6,
        orders.Fire: 1,
    }


class Idle(Massed):
    """Brings battles about, and then does nothing in them."""

    weights = {
        **Massed.weights,
        orders.EndCombat: 400,
        orders.Reinforce: 0.05,
        orders.EndReinforcement: 10,
    }


class Raiding(Massed):
    """Makes for the cities that feed the Allies."""

    def march(self, state: State, order: orders.March) -> float:
        """Marches towards the next of these cities come first, and whoever is there stays."""
        block = state.blocks[order.unit]
        here = _to_a_city(block.town)
        there = _to_a_city(RULES.pack.roads[order.road].other(block.town))
        return 0.01 if not here else 30 if there < here else 0.3


def _to_a_city(town: str) -> int:
    """Roads to the nearest supply city."""
    ways = [RULES.pack.distance(town, city.id) for city in RULES.pack.supply_cities]
    return min(way for way in ways if way is not None)


PLAYERS: tuple[Callable[[int], Player], ...] = (Bold, Careless, Massed, Schooled, Raiding, Idle)

GAMES = RandomGames(RULES, GAME, KINDS, PLAYERS, in_a_turn=400)

moments, player_of = GAMES.moments, GAMES.player_of


def whole_game(number: int) -> Play:
    """A game to its end, watched event by event."""
    return GAMES.played(Play(GAMES.kind_of(number), number), number)


def plays() -> st.SearchStrategy[Play]:
    """Games in which hypothesis chose the orders, up to 60 of them."""
    return plays_of(Play, KINDS)
