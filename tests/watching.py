"""Games that are played at random, watched event by event, whatever game it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
import pytest
from eventsourcing.persistence import JSONTranscoder, StoredEvent
from hypothesis import strategies as st

from napoleon.chance import Call, Chance, SeededChance
from napoleon.log.store.mapper import EventMapper
from napoleon.rules.events import Event
from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.table import Table
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision

S = TypeVar("S")

MAPPER = EventMapper(JSONTranscoder())


class Kind(Protocol):
    """What is chosen when a game is created."""

    @property
    def scenario(self) -> str:
        """The id of the scenario."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options by name."""


K = TypeVar("K", bound=Kind)


def digest(state: Any) -> bytes:
    """All of a position, as bytes."""
    return msgspec.json.encode(state, order="sorted")


def stored(event: Event) -> StoredEvent:
    """An event as it is kept in the log."""
    return MAPPER.to_stored_event(event)


class Answer(NamedTuple):
    """An order that was given at a version, in answer to a decision."""

    version: int
    decision: Decision
    order: Order


class Watched(Generic[S, K]):
    """A game, with all that was seen while it was played.

    Chance is made anew for every order, as the service does.
    """

    def __init__(
        self, rules: DeclaredRules[Any, Any, Any, Any], game: str, kind: K, seed: int
    ) -> None:
        self.kind = kind
        self.seed = f"{seed:064x}"
        self.events: list[Event] = []
        self.log: list[StoredEvent] = []
        """The events as they were stored when they happened."""
        self.live: list[bytes] = []
        """The positions that the rules had before them after each event."""
        self.positions: dict[int, S] = {}
        """The position at each version at which somebody had to decide, and the last one."""
        self.asked: dict[int, list[Decision]] = {}
        """What was to be decided at these versions."""
        self.answers: list[Answer] = []
        self.calls: list[Call] = []
        """All that was drawn for."""
        self._rules, self._game = rules, game
        chance = SeededChance(self.seed, game, drawn=0)
        with watched(self.live, chance):
            caused = rules.setup(kind.scenario, kind.options, chance)
        self.live.insert(0, digest(rules.apply(None, caused[0])))
        self._go_on(None, caused, chance)

    @property
    def version(self) -> int:
        """How many events there are."""
        return len(self.events)

    @property
    def state(self) -> S:
        """The position now."""
        return self.positions[self.version]

    @property
    def decisions(self) -> list[Decision]:
        """What is to be decided now."""
        return self.asked[self.version]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        state: Any = self.state
        return state.result is not None

    def offers(self, decision: Decision) -> list[Order]:
        """Every legal order for a decision."""
        return list(self._rules.offers(self.state, decision))

    def give(self, decision: Decision, order: Order) -> None:
        """Give a legal order."""
        state: Any = self.state
        self.answers.append(Answer(self.version, decision, order))
        chance = SeededChance(self.seed, self._game, drawn=state.draws)
        with watched(self.live, chance):
            caused = self._rules.decide(state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal), (order, caused)
        self._go_on(self._rules.copied(state), caused, chance)

    def _go_on(self, state: Any, caused: Sequence[Event], chance: SeededChance) -> None:
        for event in caused:
            self.events.append(event)
            self.log.append(stored(event))
            state = self._rules.apply(state, event)
        assert chance.drawn == state.draws, "the number of draws is part of the position"
        self.calls += chance.calls
        self.positions[self.version] = state
        self.asked[self.version] = self._rules.decisions(state)


@contextmanager
def watched(positions: list[bytes], chance: Chance) -> Iterator[None]:
    """Notes the position that the rules see after each event that they record.

    What they only try, on a copy and with other chance, is not recorded.
    """
    record = Table.record

    def noted(table: Any, event: Event, *clauses: str, by: str | None = None) -> None:
        try:
            record(table, event, *clauses, by=by)
        finally:
            if table._chance is chance:
                positions.append(digest(table.state))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "record", noted)
        yield


def replayed(
    rules: DeclaredRules[Any, Any, Any, Any], events: Iterable[Event]
) -> Iterator[tuple[Event, Any]]:
    """Each event with the position after it; one state is moved on all the time."""
    state = None
    for event in events:
        state = rules.apply(state, event)
        yield event, state


class Player(Protocol):
    """Somebody who picks one of the offers of a decision."""

    def __call__(self, state: Any, decision: Decision, offers: Sequence[Order]) -> Order: ...


class Careless:
    """Picks any offer, all equally likely."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, state: Any, decision: Decision, offers: Sequence[Order]) -> Order:
        return self._random.choice(offers)


W = TypeVar("W", bound=Watched[Any, Any])


def plays_of(begin: Callable[[Any, int], W], kinds: Sequence[Any]) -> st.SearchStrategy[W]:
    """Games in which hypothesis chose the orders, up to 60 of them."""

    @st.composite
    def plays(draw: st.DrawFn) -> W:
        play = begin(draw(st.sampled_from(kinds)), draw(st.integers(0, 2**64 - 1)))
        for _ in range(draw(st.integers(0, 60))):
            if play.over:
                break
            decision = draw(st.sampled_from(play.decisions))
            play.give(decision, draw(st.sampled_from(play.offers(decision))))
        return play

    return plays()
