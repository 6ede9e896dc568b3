"""Random legal play of Napoléon 1815, watched event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple, NoReturn, TypeVar

from hypothesis import strategies as st

from napoleon.chance import SECRET
from napoleon.log.folding import folded
from napoleon.play.creation import created, laid_out
from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815 import RULES, Napoleon1815
from napoleon.rulesets.napoleon1815.orders import (
    ActivateStack,
    ChooseAction,
    ChooseAttack,
    DeclareBlue,
    DeclineWindow,
    Pass,
    StepMove,
    SwapCard,
)
from napoleon.rulesets.napoleon1815.packs.pack import Scenario
from napoleon.rulesets.napoleon1815.sides import enemy
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from tests.watching import Careless, Player, RandomGames, Watched, plays_of, replayed

T = TypeVar("T")

GAME = "0000001815"


class Kind(NamedTuple):
    """What is chosen when a game is created."""

    scenario: str
    resolver: str
    farm_stop: bool
    players: int = 2
    rules: str = "conscript"

    def __str__(self) -> str:
        words = [self.scenario, self.resolver, *["farm_stop"] * self.farm_stop]
        return "-".join([*words, *["three"] * (self.players == 3), *["fog"] * self.fog])

    @property
    def fog(self) -> bool:
        """Whether it is played in fog of war."""
        return self.rules == "grognard"

    @property
    def options(self) -> dict[str, Any]:
        """The options by name."""
        return {name: value for name, value in self._asdict().items() if name != "scenario"}


def _kinds() -> list[Kind]:
    """Every kind there is, so mixed that a few in a row are as different as can be."""
    kinds = [
        Kind(scenario.id, *options)
        for scenario in RULES.pack.scenarios.values()
        if isinstance(scenario, Scenario)
        for options in product(
            ("cards", "dice"), (False, True), scenario.players, ("conscript", "grognard")
        )
    ]
    Random(1815).shuffle(kinds)
    return kinds


KINDS = _kinds()


def choices(kind: Kind) -> set[Any]:
    """Every two things that were chosen for a game."""
    return set(combinations(kind._asdict().items(), 2))


def _covering(numbers: Sequence[int]) -> list[int]:
    """As few kinds of these as have every two choices together."""
    left, chosen = set().union(*(choices(KINDS[it]) for it in numbers)), []
    while left:
        chosen.append(max(numbers, key=lambda it: len(choices(KINDS[it]) & left)))
        left -= choices(KINDS[chosen[-1]])
    return chosen


EVERY_TWO = _covering(range(len(KINDS) // 2))
"""Kinds, by their numbers, in which every two choices come together."""

EVERY_TWO_ELSEWHERE = _covering(range(len(KINDS) // 2, len(KINDS)))
"""Others in which they do, for games that are examined for something else."""


class NoChance:
    """Chance for what must not need any."""

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> NoReturn:
        raise AssertionError(f"drawn from {options}: {purpose}")


def begun(
    rules: Napoleon1815,
    scenario: str,
    options: Mapping[str, Any],
    *,
    seed: str,
    tokens: Mapping[str, str],
    at: int = 0,
) -> list[Event]:
    """The events that begin a game of the service, up to its first decision."""
    first = created(
        rules,
        scenario,
        options,
        game_id=GAME,
        seed=seed,
        nonces=dict.fromkeys(rules.seats(rules.checked_options(options)), "0badcafe"),
        tokens=tokens,
        awaits_seats=False,
        at=at,
    )
    return [first, *laid_out(folded(None, [first], rules), rules, at=at)]


def replay(events: Iterable[Event]) -> Iterator[tuple[Event, State]]:
    """Each event with the position after it; one state is moved on all the time."""
    return replayed(RULES, events)


class Play(Watched[State, Kind]):
    """A game of Napoléon 1815, with all that was seen while it was played."""

    def __init__(self, kind: Kind, seed: int, rules: Napoleon1815 = RULES) -> None:
        super().__init__(rules, GAME, kind, seed)


# -- players -------------------------------------------------------------------------------------


class Bold:
    """Looks for the enemy and fights him more often than not, so that all of the rules are used."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, state: State, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        table = Table(state, RULES.pack)
        weights = [self._weight(table, decision.seat, order) for order in legal_orders]
        return self._random.choices(legal_orders, weights)[0]

    def _weight(self, table: Table, seat: str, order: Order) -> float:
        match order:
            case Pass():
                return 0.05
            case ActivateStack(area, blocks):
                return len(blocks) * (4 if area in table.state.contested else 1)
            case ChooseAction(action):
                return {"fight": 6, "move": 3, "nothing": 0.2}[action]
            case DeclareBlue(None) | DeclineWindow():
                return 0.5
            case SwapCard(None):
                return 5
            case ChooseAttack(attack):
                return 5 if attack else 1
            case StepMove(road):
                assert table.operation is not None
                here = table.block(table.standing(table.operation.blocks)[0]).area or ""
                there = RULES.pack.graph.roads[road].other(here)
                return 20 if self._way(table, seat, there) < self._way(table, seat, here) else 1
        return 1

    def _way(self, table: Table, seat: str, area: str) -> int:
        """Roads from an area to the nearest enemy corps."""
        foes = {table.block(c).area for c in table.corps_on_map(enemy(table.side_of_player(seat)))}
        ways = (RULES.pack.graph.distance(area, foe) for foe in foes if foe is not None)
        return min((way for way in ways if way is not None), default=0)


GAMES = RandomGames(RULES, GAME, KINDS, (Careless, Bold), in_a_turn=400)


def play_out(play: Play, player: Player, random: Random) -> None:
    """Play a game to its end; who of those asked answers first is left to `random`."""
    while not play.over:
        decision = random.choice(play.decisions)
        legal_orders = play.legal_orders(decision)
        play.give(decision, player(play.state, decision, legal_orders))


def whole_game(number: int, rules: Napoleon1815 = RULES) -> Play:
    """A finished game; every kind comes up, with careless and with bold players."""
    play = Play(KINDS[number % len(KINDS)], number, rules)
    player = (Careless, Bold)[(number + number // len(KINDS)) % 2](number)
    play_out(play, player, Random(number))
    return play


def plays() -> st.SearchStrategy[Play]:
    """Games in which hypothesis chose the orders, up to 60 of them."""
    return plays_of(Play, KINDS)
