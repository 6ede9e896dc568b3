"""Random legal play of EAGLES: Waterloo, by players of several tempers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from napoleon.chance import SeededChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision, SetupRefused
from napoleon.rulesets.eagles_waterloo import RULES, orders, places
from napoleon.rulesets.eagles_waterloo.sides import enemy
from napoleon.rulesets.eagles_waterloo.state import State
from tests.watching import Careless, Player, Watched, plays_of, replayed

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
        if isinstance(order, orders.Move):
            return self.weights.get(orders.Move, 1) * self.move(state, order)
        return self.weights.get(type(order), 1)

    def move(self, state: State, order: orders.Move) -> float:
        """How likely a move is picked beside others."""
        return 1


class Brisk(Weighing):
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

    def __call__(self, state: State, decision: Decision, offers: Sequence[Order]) -> Order:
        if decision.kind in ("deck", "split") and state.given.get(decision.seat, 0) > self.CHANGES:
            verb = self._random.choice(
                sorted({type(it) for it in offers}, key=lambda it: it.__name__)
            )
            offers = [it for it in offers if type(it) is verb]
        return super().__call__(state, decision, offers)


PLAYERS: tuple[type[Player], ...] = (Brisk, Fickle, Schooled, Dogged)

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


def moments(number: int, player: Player | None = None) -> Iterator[Moment]:
    """Every order of a game, from the first to the last; `player` plays all seats."""
    kind, random, player = KINDS[number % len(KINDS)], Random(number), player or player_of(number)
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
