"""Recording goldens of any game: what is played, and which of the games are kept.

Recorded games draw straight from their seeds, as all games did before there were chains of chance:
a golden holds what the rules do, and nothing of how chance is audited.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, Union

import msgspec

from napoleon.log.events.seats import SeatClaimed
from napoleon.log.folding import fold, folded
from napoleon.log.game import Game, token_hash
from napoleon.log.ids import new_game_id, new_order_id
from napoleon.play import execution
from napoleon.play.creation import created, laid_out
from napoleon.play.execution import stamped
from napoleon.play.requests import Request
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import TOPICS, Event
from napoleon.rules.orders import Order, OrderGiven, Refusal, to_data
from napoleon.rules.terms import Decision
from tests.goldens.golden import Golden, digest, logged

FIRST = 1_815_000_000_000_000
"""When every recorded game began, in microseconds since 1970 UTC."""
SECOND = 1_000_000


class Kind(Protocol):
    """What is chosen when a game is created."""

    @property
    def scenario(self) -> str:
        """Id of the scenario."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options by name."""


class Player(Protocol):
    """Somebody who answers the decisions of a game, each by one of its offers."""

    def __call__(self, state: Any, decision: Decision, legal_orders: Sequence[Order]) -> Order: ...


class Prepared(NamedTuple):
    """A game of the search in which people do something else from some order on."""

    number: int
    """Which game it is up to there."""
    after: int
    """How many orders are as they were."""
    then: tuple[tuple[str, Order], ...]
    """Seats and orders that follow; an order that answers no question is given unasked."""


class Repertoire(NamedTuple):
    """What a game declares: how it is played for the record, and what its goldens have to show.

    What a game can be an example of has a name: a verb, a type of event, and whatever else
    `ends`, `answers` and `events` find, such as ``french_victory-by_year``.
    """

    rules: Ruleset
    games: int
    """How many games are searched."""
    longest: int
    """Events in the longest game to keep."""
    kind: Callable[[int], Kind]
    """Scenario and options of game number so and so."""
    player: Callable[[int], Player]
    """Who plays all seats of that game."""
    unasked: Callable[[int, Random, Game], tuple[str, Order] | None]
    """What a seat of that game orders without being asked, between two answers; mostly nothing."""
    free: tuple[type[Order], ...]
    """The verbs that answer no decision."""
    ends: Callable[[Game], Iterable[str]]
    """What the end of a game is an example of."""
    answers: Callable[[Any, Decision, Order], Iterable[str]]
    """What an answer is an example of, beside its verb: by position, question and order."""
    events: Callable[[Event], Iterable[str]]
    """What an event is an example of, beside its type."""
    wanted: frozenset[str]
    """Everything that the goldens have to show."""
    excused: frozenset[str]
    """Types of event that are too rare for a golden."""
    rare: tuple[int, ...] = ()
    """Numbers of further games, which were found to show what is rare."""
    prepared: Mapping[int, Prepared] = {}
    """Games that are led to what is rare, by numbers that no other game has."""

    @property
    def folder(self) -> str:
        """Name of the folder with the goldens of the rules as they are now."""
        return f"{self.rules.name}-{self.rules.version}"

    @property
    def verbs(self) -> Any:
        """What orders of the game are read as."""
        return Union[self.rules.verbs]  # noqa: UP007 - the members are known at run time only


def verbs_of(rules: Ruleset) -> set[str]:
    """The verbs of a game."""
    return {str(verb.__struct_config__.tag) for verb in rules.verbs}


def events_of(rules: Ruleset) -> set[str]:
    """The types of event that orders of a game cause: all but those of a referee's corrections."""
    ours = (cls for topic, cls in TOPICS.items() if topic.startswith(f"{rules.name}."))
    return {kind_of(cls.topic) for cls in ours if cls not in rules.storybook.corrections}


def kind_of(topic: str) -> str:
    """The type of the events of a topic: ``card_drawn`` for ``napoleon1815.card_drawn/1``."""
    return topic.rpartition("/")[0].rpartition(".")[2]


# -- a game ------------------------------------------------------------------------------------


def begun(
    rules: Ruleset, scenario: str, options: Mapping[str, Any], *, game_id: str, seed: str
) -> list[Event]:
    """The events that begin a recorded game."""
    tokens = {seat: f"{game_id}.{seat}.invitation" for seat in rules.seats(options)}
    first = created(
        rules,
        scenario,
        options,
        game_id=game_id,
        seed=seed,
        nonces={},
        tokens=tokens,
        awaits_seats=False,
        at=FIRST,
    )
    first = msgspec.structs.replace(first, chains={})
    return [first, *laid_out(folded(None, [first], rules), rules, at=FIRST)]


def played(repertoire: Repertoire, number: int) -> Golden:
    """Game number so and so, played to its end. The same rules play the same game."""
    prepared = repertoire.prepared.get(number, Prepared(number, 0, ()))
    number, then = prepared.number, [*prepared.then]
    rules, random = repertoire.rules, Random(number)
    kind, player = repertoire.kind(number), repertoire.player(number)
    game_id, seed = new_game_id(random.randbytes), random.randbytes(32).hex()
    events = begun(rules, kind.scenario, kind.options, game_id=game_id, seed=seed)
    for seat in rules.seats(kind.options):
        token = token_hash(random.randbytes(24).hex())
        now = events[-1]
        claim = SeatClaimed(
            seat=seat, nonce="", token=token, turn=now.turn, phase=now.phase, by=seat
        )
        events += stamped([claim], game_id, after=now.version, at=FIRST)
    game = folded(None, events, rules)
    orders: list[tuple[str, Order]] = []

    def give(seat: str, order: Order, decision: str | None) -> bool:
        nonlocal game, events
        request = Request(seat, (order,), decision, new_order_id(random.randbytes), b"")
        outcome = execution.give(game, request, rules, at=FIRST + SECOND * (len(orders) + 1))
        if isinstance(outcome, Refusal):
            return False
        game, accepted = outcome
        events += accepted.events
        orders.append((seat, order))
        return True

    while not game.over:
        if then and len(orders) >= prepared.after:
            seat, order = then.pop(0)
            asked = next((it.id for it in rules.decisions(game.state) if it.seat == seat), None)
            free = isinstance(order, repertoire.free)
            assert give(seat, order, None if free else asked), order
            continue
        decision = random.choice(rules.decisions(game.state))
        order = player(game.state, decision, list(rules.legal_orders(game.state, decision)))
        assert give(decision.seat, order, decision.id), order
        unasked = None if game.over else repertoire.unasked(number, random, game)
        if unasked is not None:
            give(*unasked, None)
    facts = game.created
    return Golden(
        facts.ruleset,
        facts.rules_version,
        facts.pack,
        facts.scenario,
        facts.options,
        facts.seed,
        game.id,
        digest(game.state),
        [(seat, to_data(order)) for seat, order in orders],
        logged(events),
    )


def shown(repertoire: Repertoire, golden: Golden) -> Iterator[str]:
    """Everything that a recorded game is an example of; the same name more than once."""
    game: Game | None = None
    for event in golden.replayed():
        if isinstance(event, OrderGiven):
            assert game is not None, "nobody orders anything before the game is created"
            yield str(event.order["order"])
            yield from _answered(repertoire, game, event)
        yield kind_of(event.topic)
        yield from repertoire.events(event)
        game = fold(game, event, repertoire.rules)
    assert game is not None, "a game begins with an event"
    yield from repertoire.ends(game)


def _answered(repertoire: Repertoire, game: Game, given: OrderGiven) -> Iterator[str]:
    order = msgspec.convert(given.order, repertoire.verbs)
    if not isinstance(order, repertoire.free):
        asked = repertoire.rules.decisions(game.state)
        [decision] = [it for it in asked if it.seat == given.player]
        yield from repertoire.answers(game.state, decision, order)


# -- the games to keep -------------------------------------------------------------------------


class Found(NamedTuple):
    """What a game is good for, as a search cannot keep every game."""

    number: int
    events: int
    shows: frozenset[str]


def found(repertoire: Repertoire, number: int) -> Found:
    """What game number so and so is an example of."""
    golden = played(repertoire, number)
    return Found(number, len(golden.events), frozenset(shown(repertoire, golden)))


def chosen(games: Iterable[Found], wanted: frozenset[str]) -> Iterator[tuple[str, int]]:
    """The games to keep, under the names of the rarest things that they alone are kept for.

    The next one is always that which shows most for its length of what is still missing. Raises
    LookupError if no game shows something that is wanted.
    """
    by_length = sorted(games, key=lambda game: game.events)
    examples = Counter(thing for game in by_length for thing in game.shows)
    missing = set(wanted)
    if missing - examples.keys():
        raise LookupError(f"in no game: {sorted(missing - examples.keys())}")
    while missing:
        best = max(by_length, key=lambda game: len(game.shows & missing) / game.events)
        yield min(best.shows & missing, key=lambda thing: (examples[thing], thing)), best.number
        missing -= best.shows
