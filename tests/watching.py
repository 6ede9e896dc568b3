"""Games that are played at random, watched event by event, whatever game it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

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
from tests.rulesets.entrants import Form

S = TypeVar("S")
W = TypeVar("W", bound="Watched[Any]")

MAPPER = EventMapper(JSONTranscoder())


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


class Watched(Generic[S]):
    """A game, with all that was seen while it was played.

    Chance is made anew for every order, as the service does.
    """

    def __init__(
        self, rules: DeclaredRules[Any, Any, Any, Any], game: str, kind: Form, seed: int
    ) -> None:
        self.rules = rules
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
        self._game = game
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

    def replayed(self) -> Iterator[tuple[Event, S]]:
        """Each event with the position after it; one state is moved on all the time."""
        return replayed(self.rules, self.events)

    def legal_orders(self, decision: Decision) -> list[Order]:
        """Every legal order for a decision."""
        return list(self.rules.legal_orders(self.state, decision))

    def give(self, decision: Decision, order: Order) -> None:
        """Give a legal order."""
        state: Any = self.state
        self.answers.append(Answer(self.version, decision, order))
        chance = SeededChance(self.seed, self._game, drawn=state.draws)
        with watched(self.live, chance):
            caused = self.rules.decide(state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal), (order, caused)
        self._go_on(self.rules.copied(state), caused, chance)

    def _go_on(self, state: Any, caused: Sequence[Event], chance: SeededChance) -> None:
        for event in caused:
            self.events.append(event)
            self.log.append(stored(event))
            state = self.rules.apply(state, event)
        assert chance.drawn == state.draws, "the number of draws is part of the position"
        self.calls += chance.calls
        self.positions[self.version] = state
        self.asked[self.version] = self.rules.decisions(state)


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
    """Somebody who picks one of the legal orders of a decision."""

    def __call__(self, state: Any, decision: Decision, legal_orders: Sequence[Order]) -> Order: ...


class Careless:
    """Picks any offer, all equally likely."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, state: Any, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        return self._random.choice(legal_orders)


Weight = float | Callable[[Any, str, Any], float]
"""How likely an offer is picked: a number, or what the position, the seat and the order make it."""


class Weighing:
    """Picks an offer at random, some verbs more likely than others; of most the weight is 1."""

    weights: ClassVar[Mapping[type[Order], Weight]] = {}

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, state: Any, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        weights = [self._weight(state, decision.seat, order) for order in legal_orders]
        return self._random.choices(legal_orders, weights)[0]

    def _weight(self, state: Any, seat: str, order: Order) -> float:
        weight = self.weights.get(type(order), 1)
        return weight(state, seat, order) if callable(weight) else weight


class FieldByField:
    """Picks a verb, and then what each of its fields says: a large domain drowns no small one.

    So a game of which no weights are told is played in all that it has.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, state: Any, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        left = self._alike(legal_orders, type)
        for name in left[0].__struct_fields__:
            left = self._alike(left, attrgetter(name))
        return left[0]

    def _alike(self, legal_orders: Sequence[Order], value: Callable[[Any], Any]) -> list[Order]:
        """Those of which one value, picked among all there are, is the same."""
        by_value: dict[str, list[Order]] = {}
        for it in legal_orders:
            by_value.setdefault(repr(value(it)), []).append(it)
        return self._random.choice(list(by_value.values()))


class Moment(NamedTuple):
    """An order that is about to be given. The position is moved on after it has been looked at."""

    state: Any
    decision: Decision
    order: Order
    causes: list[Event]
    """What the order causes."""


class RandomGames(NamedTuple):
    """Games of a ruleset that are played at random, each by one player at all seats."""

    rules: DeclaredRules[Any, Any, Any, Any]
    game: str
    """The id that all have."""
    kinds: Sequence[Form]
    players: Sequence[Callable[[int], Player]]
    """Players of several tempers, made by the number of the game."""
    in_a_turn: int
    """More decisions in a turn would try anybody's patience."""
    longest: int | None = None
    """Orders after which a game without a turn limit is left."""
    long: Callable[[Form], bool] = lambda kind: False
    """Whether games of a kind take so long that ``make soak`` alone plays them: by default none."""
    many: int = 500
    """How many of them ``make soak`` decides again."""

    def kind_of(self, number: int) -> Form:
        """The kind of a game of that number."""
        return self.kinds[number % len(self.kinds)]

    def temper_of(self, number: int) -> int:
        """Which of the players plays it: every kind comes up with every one of them."""
        return number // len(self.kinds) % len(self.players)

    def player_of(self, number: int) -> Player:
        """Who plays it."""
        return self.players[self.temper_of(number)](number)

    def begun(self, number: int, kind: Form | None = None) -> Any:
        """The position in which a game begins; of another kind if it is said."""
        kind, state = kind or self.kind_of(number), None
        for event in self.rules.setup(kind.scenario, kind.options, self.chance(number, 0)):
            state = self.rules.apply(state, event)
        return state

    def chance(self, number: int, drawn: int) -> SeededChance:
        """The chance of a game in which so much was drawn."""
        return SeededChance(f"{number:064x}", self.game, drawn=drawn)

    def moments(
        self, number: int, player: Player | None = None, kind: Form | None = None
    ) -> Iterator[Moment]:
        """Every order of a game, from the first to the last; `player` plays all seats."""
        random, state = Random(number), self.begun(number, kind)
        player = player or self.player_of(number)
        for _ in range(self.longest or MOST_ORDERS):
            if state.result is not None:
                return
            decisions = self.rules.decisions(state)
            assert decisions, "nobody has anything to decide, and the game is not over"
            decision = random.choice(decisions)
            legal_orders = list(self.rules.legal_orders(state, decision))
            assert legal_orders, f"nothing can be answered to {decision}"
            order = player(state, decision, legal_orders)
            causes = self.rules.decide(
                state, decision.seat, order, self.chance(number, state.draws)
            )
            assert not isinstance(causes, Refusal), f"an offer is refused: {order}\n{causes}"
            yield Moment(state, decision, order, causes)
            for event in causes:
                state = self.rules.apply(state, event)
        assert self.longest or state.result is not None, "a game without end"

    def watch(self, kind: Form, seed: int) -> Watched[Any]:
        """A game that begins, and is watched event by event."""
        return Watched(self.rules, self.game, kind, seed)

    def whole_game(self, number: int) -> Watched[Any]:
        """A game to its end, or as far as it is played, watched event by event."""
        play = self.watch(self.kind_of(number), number)
        return self.played(play, self.player_of(number), Random(number))

    def played(self, play: W, player: Player, random: Random) -> W:
        """A game that has begun, played out; who of those asked answers first is left to chance."""
        for _ in range(self.longest or MOST_ORDERS):
            if play.over:
                break
            decision = random.choice(play.decisions)
            play.give(decision, player(play.state, decision, play.legal_orders(decision)))
        assert self.longest or play.over, "a game without end"
        return play

    def plays(self) -> st.SearchStrategy[Watched[Any]]:
        """Games in which hypothesis chose the orders, up to 60 of them."""

        @st.composite
        def chosen(draw: st.DrawFn) -> Watched[Any]:
            play = self.watch(draw(st.sampled_from(self.kinds)), draw(st.integers(0, 2**64 - 1)))
            for _ in range(draw(st.integers(0, 60))):
                if play.over:
                    break
                decision = draw(st.sampled_from(play.decisions))
                play.give(decision, draw(st.sampled_from(play.legal_orders(decision))))
            return play

        return chosen()


MOST_ORDERS = 20_000
"""A game of more orders is a game without end."""
