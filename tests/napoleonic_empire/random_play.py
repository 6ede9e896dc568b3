"""Random legal play of Napoleonic Empire, watched event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec
import pytest
from eventsourcing.persistence import JSONTranscoder, StoredEvent
from hypothesis import strategies as st

from napoleon.chance import Call, SeededChance
from napoleon.log.store.mapper import EventMapper
from napoleon.rules.events import Event
from napoleon.rules.kit.table import Table
from napoleon.rules.orders import Order, Refusal
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

MAPPER = EventMapper(JSONTranscoder())
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
    def options(self) -> dict[str, Any]:
        """The options by name."""
        return self._asdict()


KINDS = [
    Kind(*chosen)
    for chosen in product((False, True), ("off", "by_year", "each_round"), (False, True))
]
"""Every kind there is."""


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
        self.calls: list[Call] = []
        """All that was drawn for."""
        chance = SeededChance(self.seed, GAME, drawn=0)
        with watched(self.live):
            caused = RULES.setup("europe", kind.options, chance)
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
    record = Table.record

    def noted(table: Any, event: Event, *clauses: str, by: str | None = None) -> None:
        try:
            record(table, event, *clauses, by=by)
        finally:
            positions.append(digest(table.state))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "record", noted)
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
    """Marches on the enemy with many armies, so that all of the rules are used."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, state: State, decision: Decision, offers: Sequence[Order]) -> Order:
        weights = [self._weight(state, decision.seat, order) for order in offers]
        return self._random.choices(offers, weights)[0]

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


def whole_game(number: int) -> Play:
    """A game to its end, or as far as it is played; every kind comes up with both players."""
    play = Play(KINDS[number % len(KINDS)], number)
    player = (Careless, Bold)[number // len(KINDS) % 2](number)
    for _ in range(LONGEST):
        if play.over:
            break
        (decision,) = play.decisions
        play.give(decision, player(play.state, decision, list(RULES.offers(play.state, decision))))
    return play


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """A game in which hypothesis chose the orders, up to 60 of them."""
    play = Play(draw(st.sampled_from(KINDS)), draw(st.integers(0, 2**64 - 1)))
    for _ in range(draw(st.integers(0, 60))):
        if play.over:
            break
        (decision,) = play.decisions
        play.give(decision, draw(st.sampled_from(list(RULES.offers(play.state, decision)))))
    return play
