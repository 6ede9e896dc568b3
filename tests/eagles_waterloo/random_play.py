"""Random legal play of EAGLES: Waterloo, by players of several tempers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision, SetupRefused
from napoleon.rulesets.eagles_waterloo import RULES, orders, places
from napoleon.rulesets.eagles_waterloo.sides import enemy
from napoleon.rulesets.eagles_waterloo.state import State
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
    decks: str
    historical: bool
    scale: str
    decoys: bool

    def __str__(self) -> str:
        words = [self.scenario, self.decks, self.scale]
        return "-".join([*words, *["historical"] * self.historical, *["decoys"] * self.decoys])

    @property
    def options(self) -> dict[str, Any]:
        """The options by name."""
        return {
            "decks": self.decks,
            "historical": self.historical,
            "scale": self.scale,
            "decoys": self.decoys,
        }


def can_be_played(kind: Kind) -> bool:
    """Whether there are cards enough for it [G-41, G-42, G-69]."""
    try:
        RULES.setup(kind.scenario, kind.options, SeededChance("00" * 32, GAME, drawn=0))
    except SetupRefused:
        return False
    return True


KINDS = [
    kind
    for kind in (
        Kind(scenario.id, *chosen)
        for scenario, chosen in product(
            RULES.scenarios, product(*(option.values for option in RULES.options))
        )
    )
    if can_be_played(kind)
]
"""Every kind there is."""


def replay(events: Iterable[Event]) -> Iterator[tuple[Event, State]]:
    """Each event with the position after it; one state is moved on all the time."""
    return replayed(RULES, events)


class Play(Watched[State, Kind]):
    """A game of EAGLES: Waterloo, with all that was seen while it was played."""

    def __init__(self, kind: Kind, seed: int) -> None:
        super().__init__(RULES, GAME, kind, seed)


# -- players -------------------------------------------------------------------------------------


class Moving(Weighing):
    """Weighs moves by where they lead."""

    def weight(self, state: State, order: Order) -> float:
        """How likely an offer is picked."""
        weight = super().weight(state, order)
        return weight * self.move(state, order) if isinstance(order, orders.Move) else weight

    def move(self, state: State, order: orders.Move) -> float:
        """How likely a move is picked beside others."""
        return 1


class Brisk(Moving):
    """Takes decks and layouts as they are suggested, and attacks wherever it can."""

    weights = {
        orders.SubmitDeck: 40,
        orders.FinishDeck: 60,
        orders.Deploy: 40,
        orders.EndDeployment: 40,
        orders.TakeUp: 0.1,
        orders.DropCard: 0.1,
        orders.EndCombat: 0.3,
        orders.WithdrawFromBattle: 0.02,
        orders.Fire: 3,
        orders.Shock: 6,
    }

    def move(self, state: State, order: orders.Move) -> float:
        """Moves that engage come first."""
        side = state.battle.active
        return 6 if state.battle.at(order.to, enemy(side)) else 1


class Dogged(Brisk):
    """Keeps its positions full and fires from them, so that games are long."""

    weights = {**Brisk.weights, orders.Fire: 12, orders.EndCombat: 2, orders.CheckTheRest: 0.2}

    def move(self, state: State, order: orders.Move) -> float:
        """Hardly anybody goes forward."""
        side = state.battle.active
        if places.owner(order.to) != side:
            return 0.1
        return 0.2 if places.is_reserve(order.to) else 4


class Schooled(Brisk):
    """Uses all that the cards allow: specials, terrain, decoys, formations, generals."""

    weights = {
        **Brisk.weights,
        orders.PlaySpecial: 20,
        orders.PlayTerrain: 20,
        orders.OccupyTerrain: 8,
        orders.ShowGeneral: 20,
        orders.ChangeFormation: 4,
        orders.PlaceDecoy: 6,
        orders.ShowDecoy: 3,
        orders.WithdrawDecoy: 2,
        orders.SendReinforcement: 4,
        orders.AssignCard: 0.2,
        orders.Place: 3,
        orders.Deploy: 3,
    }


class Fickle(Careless):
    """Picks any offer; after many changes of a deck any verb, or it would change it for ever."""

    CHANGES = 200

    def __call__(self, state: State, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        if decision.kind in ("deck", "split") and state.given.get(decision.seat, 0) > self.CHANGES:
            verb = self._random.choice(
                sorted({type(it) for it in legal_orders}, key=lambda it: it.__name__)
            )
            legal_orders = [it for it in legal_orders if type(it) is verb]
        return super().__call__(state, decision, legal_orders)


PLAYERS: tuple[Callable[[int], Player], ...] = (Brisk, Fickle, Schooled, Dogged)

GAMES = RandomGames(
    RULES, GAME, KINDS, PLAYERS, in_a_turn=1_500, long=lambda kind: kind.scale != "half"
)

moments, player_of = GAMES.moments, GAMES.player_of


def whole_game(number: int) -> Play:
    """A game to its end, watched event by event."""
    return GAMES.played(Play(GAMES.kind_of(number), number), number)


def plays() -> st.SearchStrategy[Play]:
    """Games in which hypothesis chose the orders, up to 60 of them."""
    return plays_of(Play, KINDS)
