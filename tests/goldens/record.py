"""Records the goldens of Napoléon 1815: ``python -m tests.goldens.record``.

Many games are played by bots. Of each way in which a game can end, with two and with three players,
with and without fog of war, with cards and with dice, the shortest one found is kept; then the
shortest ones that show what those do not, every card event among it. The same rules give the same
goldens.

The goldens of rules that were released are never recorded again: changed rules have a new version.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple

import msgspec

from napoleon.events import Event
from napoleon.game import Game, SeatClaimed, token_hash
from napoleon.ids import new_game_id, new_order_id
from napoleon.orders import Order, Refusal, to_data
from napoleon.playing import carried_out, created, folded, laid_out, stamped
from napoleon.request import Request
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.orders import SendMessage
from tests.goldens.decision_points import Answer, reached
from tests.goldens.golden import FOLDER, Golden, digest, logged, write
from tests.napoleon1815.random_play import KINDS, Bold, Careless, Kind

GAMES = 1600
LONGEST = 2500
"""Events in the longest game to keep."""

TALK = 0.05
"""How often somebody tries to talk to his partner after an order."""
MESSAGE = SendMessage("Where are you?")

FIRST = 1_815_000_000_000_000
"""When every recorded game began, in microseconds since 1970 UTC."""
SECOND = 1_000_000

ENDS = {
    ("french", "VICTORY.6"): "french_track_0",
    ("allied", "VICTORY.6"): "allied_track_20",
    ("allied", "VICTORY.7"): "napoleon_lost",
    ("french", "VICTORY.8"): "scenario_end_french",
    ("allied", "VICTORY.8"): "scenario_end_allied",
}
"""The ways in which a game can end, by winner and clause."""


CARRIED_OUT = {"event_applied", "lasting_event_started"}
"""Types of events in which a card takes effect; all but Counter-order, which cancels one."""


class Recording(NamedTuple):
    """A finished game, as it was recorded."""

    kind: Kind
    game: Game
    orders: list[tuple[str, Order]]
    events: list[Event]
    reached: set[str]
    """Parts of the rows of chapter 21."""

    @property
    def ends(self) -> set[str]:
        """How it ended, with each of the options that it was played by."""
        result, kind = self.game.state.result, self.kind
        end = ENDS[result.winner, result.clause]
        farms = "farm_stop" if kind.farm_stop else "no_farm_stop"
        return {f"{end}-{option}" for option in (form(kind), kind.resolver, farms)}

    @property
    def shows(self) -> set[str]:
        """Everything it is an example of: ends, scenario, decision points, verbs and events."""
        verbs = {str(to_data(order)["order"]) for _, order in self.orders}
        facts = {fact for event in self.events for fact in _facts(event)}
        return self.ends | {self.kind.scenario} | self.reached | verbs | facts

    @property
    def golden(self) -> Golden:
        """The game as it is kept."""
        created = self.game.created
        return Golden(
            created.ruleset,
            created.rules_version,
            created.pack,
            created.scenario,
            created.options,
            created.seed,
            self.game.id,
            digest(self.game.state),
            [(seat, to_data(order)) for seat, order in self.orders],
            logged(self.events),
        )


def _facts(event: Event) -> Iterator[str]:
    """The type of an event, and its kind, as in ``deck_shuffled_exhausted``, if a word names it."""
    yield event.type
    if event.type in CARRIED_OUT:
        yield f"card_{event.event}"  # type: ignore[attr-defined]
    elif getattr(event, "reason", "").isidentifier():
        yield f"{event.type}_{event.reason}"  # type: ignore[attr-defined]


def form(kind: Kind) -> str:
    """How many players there are, and whether with fog of war: ``2-conscript``."""
    return f"{kind.players}-{kind.rules}"


def tokens(game_id: str, options: Mapping[str, Any]) -> dict[str, str]:
    """The tokens that the seats of a recorded game were offered with."""
    return {seat: f"{game_id}.{seat}.invitation" for seat in RULES.seats(options)}


def begun(game_id: str, scenario: str, options: Mapping[str, Any], seed: str) -> list[Event]:
    """The events that begin a recorded game, which is drawn as games were before chains."""
    first = created(
        RULES,
        scenario,
        options,
        game_id=game_id,
        seed=seed,
        nonces={},
        tokens=tokens(game_id, options),
        awaits_seats=False,
        at=FIRST,
    )
    first = msgspec.structs.replace(first, chains={})
    return [first, *laid_out(folded(None, [first], RULES), RULES, at=FIRST)]


def played(number: int) -> Recording:
    """Game number so and so, played to its end by bots."""
    random = Random(number)
    kind = KINDS[number % len(KINDS)]
    player = (Bold, Bold, Careless)[number // len(KINDS) % 3](number)
    game_id, seed = new_game_id(random.randbytes), random.randbytes(32).hex()
    options = kind.options
    events = begun(game_id, kind.scenario, options, seed)
    for seat in RULES.seats(options):
        token = token_hash(random.randbytes(24).hex())
        now = events[-1]
        claim = SeatClaimed(
            seat=seat, nonce="", token=token, turn=now.turn, phase=now.phase, by=seat
        )
        events += stamped([claim], game_id, after=now.version, at=FIRST)
    game = folded(None, events, RULES)
    orders: list[tuple[str, Order]] = []
    rows: set[str] = set()

    def give(seat: str, order: Order, decision: str | None) -> bool:
        nonlocal game, events
        request = Request(seat, (order,), decision, new_order_id(random.randbytes), b"")
        outcome = carried_out(game, request, RULES, at=FIRST + SECOND * (len(orders) + 1))
        if isinstance(outcome, Refusal):
            return False
        game, accepted = outcome
        events += accepted.events
        orders.append((seat, order))
        return True

    while not game.over:
        decision = random.choice(RULES.decisions(game.state))
        order = player(game.state, decision, list(RULES.offers(game.state, decision)))
        rows |= set(reached(Answer(game.state, decision, order)))
        assert give(decision.seat, order, decision.id), order
        if random.random() < TALK and not game.over:
            give(random.choice(game.created.seats), MESSAGE, None)
    return Recording(kind, game, orders, events, rows)


class Found(NamedTuple):
    """What a game is good for, as a search cannot keep every game."""

    number: int
    events: int
    shows: frozenset[str]


def found(number: int) -> Found:
    """What game number so and so is an example of."""
    game = played(number)
    return Found(number, len(game.events), frozenset(game.shows))


def chosen(games: Iterable[Found]) -> Iterator[tuple[str, int]]:
    """The games to keep, shortest ones first, under the names of what they are kept for."""
    by_length = sorted((game for game in games if game.events <= LONGEST), key=lambda it: it.events)
    examples = Counter(thing for game in by_length for thing in game.shows)
    ends = {thing for thing in examples if thing.startswith(tuple(ENDS.values()))}
    rarest_first = sorted(examples.keys() - ends, key=lambda thing: (examples[thing], thing))
    shown: set[str] = set()
    for wanted in sorted(ends) + rarest_first:
        if wanted not in shown:
            first = next(game for game in by_length if wanted in game.shows)
            shown |= first.shows
            yield wanted, first.number


def main() -> None:
    """Search, and write the goldens of the installed rules."""
    folder = FOLDER / f"{RULES.name}-{RULES.version}"
    folder.mkdir(exist_ok=True)
    with ProcessPoolExecutor() as pool:
        games = list(pool.map(found, range(GAMES), chunksize=8))
    for old in folder.glob("*.json"):
        old.unlink()
    for name, number in chosen(games):
        game = played(number)
        write(game.golden, folder / f"{name}.json")
        sys.stdout.write(f"{name}: {len(game.events)} events\n")


if __name__ == "__main__":
    main()
