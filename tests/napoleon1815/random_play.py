"""Random legal play of Napoléon 1815, watched event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar

import msgspec
import pytest
from eventsourcing.persistence import JSONTranscoder, StoredEvent
from hypothesis import strategies as st

from napoleon.chance import SECRET, Call, SeededChance
from napoleon.log.folding import folded
from napoleon.log.store.mapper import EventMapper
from napoleon.play.creation import created, laid_out
from napoleon.rules.events import Event
from napoleon.rules.kit import table as kit
from napoleon.rules.orders import Order, Refusal
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

T = TypeVar("T")

MAPPER = EventMapper(JSONTranscoder())
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


def digest(state: State) -> bytes:
    """All of a position, as bytes."""
    return msgspec.json.encode(state, order="sorted")


def stored(event: Event) -> StoredEvent:
    """An event as it is kept in the log."""
    return MAPPER.to_stored_event(event)


def replay(events: Iterable[Event]) -> Iterator[tuple[Event, State]]:
    """Each event with the position after it; one state is moved on all the time."""
    state: State | None = None
    for event in events:
        state = RULES.apply(state, event)
        yield event, state


# -- a game that is being played -------------------------------------------------------------------


class Answer(NamedTuple):
    """An order that was given at a version, in answer to a decision."""

    version: int
    decision: Decision
    order: Order


class Play:
    """A game, with all that was seen while it was played.

    Chance is made anew for every order, as the service does.
    """

    def __init__(self, kind: Kind, seed: int) -> None:
        self.kind = kind
        self.seed = f"{seed:064x}"
        self.events: list[Event] = []
        self.log: list[StoredEvent] = []
        """The events as they were stored when they happened."""
        self.live: list[bytes] = []
        """The positions that the rules had before them after each event."""
        self.positions: dict[int, State] = {}
        """The position at each version at which somebody had to decide, and the last one."""
        self.asked: dict[int, list[Decision]] = {}
        """What was to be decided at these versions."""
        self.answers: list[Answer] = []
        self.calls: list[Call] = []
        """All that was drawn for."""
        chance = SeededChance(self.seed, GAME, drawn=0)
        with watched(self.live):
            caused = RULES.setup(kind.scenario, kind.options, chance)
        self.live.insert(0, digest(RULES.apply(None, caused[0])))
        self._go_on(None, caused, chance)

    @property
    def version(self) -> int:
        """How many events there are."""
        return len(self.events)

    @property
    def state(self) -> State:
        """The position now."""
        return self.positions[self.version]

    @property
    def decisions(self) -> list[Decision]:
        """What is to be decided now."""
        return self.asked[self.version]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None

    def give(self, decision: Decision, order: Order) -> None:
        """Give a legal order."""
        self.answers.append(Answer(self.version, decision, order))
        chance = SeededChance(self.seed, GAME, drawn=self.state.draws)
        with watched(self.live):
            caused = RULES.decide(self.state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal), (order, caused)
        self._go_on(RULES.copied(self.state), caused, chance)

    def _go_on(self, state: State | None, caused: Sequence[Event], chance: SeededChance) -> None:
        for event in caused:
            self.events.append(event)
            self.log.append(stored(event))
            state = RULES.apply(state, event)
        assert state is not None
        assert chance.drawn == state.draws, "the number of draws is part of the position"
        self.calls += chance.calls
        self.positions[self.version] = state
        self.asked[self.version] = RULES.decisions(state)


@contextmanager
def watched(positions: list[bytes]) -> Iterator[None]:
    """Notes the position that the rules see after each event that they record."""
    record = kit.Table.record

    def noted(table: Any, event: Event, *clauses: str, by: str | None = None) -> None:
        try:
            record(table, event, *clauses, by=by)
        finally:
            positions.append(digest(table.state))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kit.Table, "record", noted)
        yield


# -- players -------------------------------------------------------------------------------------


class Player(Protocol):
    """Somebody who picks one of the offers of a decision."""

    def __call__(self, state: State, decision: Decision, offers: Sequence[Order]) -> Order: ...


class Careless:
    """Picks any offer, all equally likely."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, state: State, decision: Decision, offers: Sequence[Order]) -> Order:
        return self._random.choice(offers)


class Bold:
    """Looks for the enemy and fights him more often than not, so that all of the rules are used."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, state: State, decision: Decision, offers: Sequence[Order]) -> Order:
        table = Table(state, RULES.pack)
        weights = [self._weight(table, decision.seat, order) for order in offers]
        return self._random.choices(offers, weights)[0]

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


def play_out(play: Play, player: Player, random: Random) -> None:
    """Play a game to its end; who of those asked answers first is left to `random`."""
    while not play.over:
        decision = random.choice(play.decisions)
        offers = list(RULES.offers(play.state, decision))
        play.give(decision, player(play.state, decision, offers))


def whole_game(number: int) -> Play:
    """A finished game; every kind comes up, with careless and with bold players."""
    play = Play(KINDS[number % len(KINDS)], number)
    player = (Careless, Bold)[(number + number // len(KINDS)) % 2](number)
    play_out(play, player, Random(number))
    return play


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """A game in which hypothesis chose the orders, up to 60 of them."""
    play = Play(draw(st.sampled_from(KINDS)), draw(st.integers(0, 2**64 - 1)))
    for _ in range(draw(st.integers(0, 60))):
        if play.over:
            break
        decision = draw(st.sampled_from(play.decisions))
        play.give(decision, draw(st.sampled_from(list(RULES.offers(play.state, decision)))))
    return play
