"""Random legal play of Napoleonic Empire, watched event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.orders import (
    ChooseBattle,
    EndMove,
    KutuzovRoll,
    MoveArmies,
    MoveWithCommander,
    Pass,
    PlaceRebels,
)
from napoleon.rulesets.napoleonic_empire.sides import enemy
from napoleon.rulesets.napoleonic_empire.state import State
from tests.watching import Careless, RandomGames, Watched, plays_of, replayed

GAME = "0000001804"


class Kind(NamedTuple):
    """What is chosen when a game is created."""

    commanders: bool
    historical_deck: str
    divided_russia: bool

    def __str__(self) -> str:
        words = ["commanders"] * self.commanders + [self.historical_deck]
        return "-".join([*words, *["divided"] * self.divided_russia])

    @property
    def scenario(self) -> str:
        """The only one."""
        return "europe"

    @property
    def options(self) -> dict[str, Any]:
        """The options by name."""
        return self._asdict()


KINDS = [
    Kind(*chosen)
    for chosen in product((False, True), ("off", "by_year", "each_round"), (False, True))
]
"""Every kind there is."""


def replay(events: Iterable[Event]) -> Iterator[tuple[Event, State]]:
    """Each event with the position after it; one state is moved on all the time."""
    return replayed(RULES, events)


class Play(Watched[State, Kind]):
    """A game of Napoleonic Empire, with all that was seen while it was played."""

    def __init__(self, kind: Kind, seed: int) -> None:
        super().__init__(RULES, GAME, kind, seed)


# -- players -------------------------------------------------------------------------------------


class Bold:
    """Marches on the enemy with many armies, so that all of the rules are used."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, state: State, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        weights = [self._weight(state, decision.seat, order) for order in legal_orders]
        return self._random.choices(legal_orders, weights)[0]

    def _weight(self, state: State, side: str, order: Order) -> float:
        match order:
            case Pass():
                return 0.3
            case EndMove():
                return 20
            case MoveArmies(_, to, armies):
                return armies**2 / (1 if state.armies_in(enemy(side), to) else 8)
            case MoveWithCommander(_, path, armies):
                return armies**2 / (1 if state.armies_in(enemy(side), path[-1]) else 8)
            case ChooseBattle() | KutuzovRoll() | PlaceRebels():
                return 3
        return 1


LONGEST = 400
"""Orders after which a game that has not ended is left: there is no turn limit [VIC.3]."""


GAMES = RandomGames(RULES, GAME, KINDS, (Careless, Bold), in_a_turn=100, longest=LONGEST)


def whole_game(number: int) -> Play:
    """A game to its end, or as far as it is played; every kind comes up with both players."""
    return GAMES.played(Play(GAMES.kind_of(number), number), number)


def plays() -> st.SearchStrategy[Play]:
    """Games in which hypothesis chose the orders, up to 60 of them."""
    return plays_of(Play, KINDS)
