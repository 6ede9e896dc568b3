"""Random legal play of Napoleon, 4th edition, by players of several tempers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import RULES, orders
from napoleon.rulesets.napoleon_columbia.layout import SCENARIOS
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import State
from tests.watching import Careless, Player, Watched, plays_of, replayed

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


class Weighing:
    """Picks an offer at random, some more likely than others."""

    weights: dict[type[Order], float] = {}

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, state: State, decision: Decision, offers: Sequence[Order]) -> Order:
        weights = [self.weight(state, order) for order in offers]
        return self._random.choices(offers, weights)[0]

    def weight(self, state: State, order: Order) -> float:
        """How likely an offer is picked."""
        if isinstance(order, orders.March):
            return self.weights.get(orders.March, 1) * self.march(state, order)
        return self.weights.get(type(order), 1)

    def march(self, state: State, order: orders.March) -> float:
        """How likely a march is picked beside others."""
        return 1


class Bold(Weighing):
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


PLAYERS: tuple[type[Player], ...] = (Bold, Careless, Massed, Schooled, Raiding, Idle)

MOST_ORDERS = 20_000
"""A game of more orders is a game without end."""


def player_of(number: int) -> Player:
    """Who plays a game of that number: every kind comes up with every one of them."""
    return PLAYERS[number // len(KINDS) % len(PLAYERS)](number)  # type: ignore[call-arg]


def whole_game(number: int) -> Play:
    """A game to its end, watched event by event."""
    play, random = Play(KINDS[number % len(KINDS)], number), Random(number)
    player = player_of(number)
    while not play.over:
        decision = random.choice(play.decisions)
        play.give(decision, player(play.state, decision, play.offers(decision)))
        assert len(play.answers) < MOST_ORDERS, "a game without end"
    return play


class Moment(NamedTuple):
    """An order that is about to be given. The position is moved on after it has been looked at."""

    state: State
    decision: Decision
    order: Order
    causes: list[Event]
    """What the order causes."""


def moments(number: int) -> Iterator[Moment]:
    """Every order of a game, from the first to the last."""
    kind, random, player = KINDS[number % len(KINDS)], Random(number), player_of(number)
    seed = f"{number:064x}"
    state: Any = None
    for event in RULES.setup(kind.scenario, kind.options, SeededChance(seed, GAME, drawn=0)):
        state = RULES.apply(state, event)
    given = 0
    while state.result is None:
        decisions = RULES.decisions(state)
        assert decisions, "nobody has anything to decide, and the game is not over"
        decision = random.choice(decisions)
        offers = list(RULES.offers(state, decision))
        assert offers, f"nothing can be answered to {decision}"
        order = player(state, decision, offers)
        chance = SeededChance(seed, GAME, drawn=state.draws)
        causes = RULES.decide(state, decision.seat, order, chance)
        assert not isinstance(causes, Refusal), f"an offer is refused: {order}\n{causes}"
        yield Moment(state, decision, order, causes)
        for event in causes:
            state = RULES.apply(state, event)
        given += 1
        assert given < MOST_ORDERS, "a game without end"


def plays() -> st.SearchStrategy[Play]:
    """Games in which hypothesis chose the orders, up to 60 of them."""
    return plays_of(Play, KINDS)
