"""Records the goldens of Napoléon 1815: ``python -m tests.goldens.record``.

Many games are played by bots. Of each way in which a game can end, with cards and with dice, the
shortest one found is kept; then the shortest ones that show what those do not. The same rules
give the same goldens.

The goldens of rules that were released are never recorded again: changed rules have a new version.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from napoleon.events import Event
from napoleon.game import Game, SeatClaimed, token_hash
from napoleon.ids import new_game_id, new_order_id
from napoleon.orders import Order, Refusal, to_data
from napoleon.playing import carried_out, folded, laid_out, stamped
from napoleon.request import Request
from napoleon.rulesets.napoleon1815 import RULES
from tests.goldens.golden import FOLDER, Golden, digest, logged, write
from tests.napoleon1815.random_play import KINDS, Bold, Careless, Kind

GAMES = 480
LONGEST = 1500
"""Events in the longest game to keep."""

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


class Recording(NamedTuple):
    """A finished game, as it was recorded."""

    kind: Kind
    game: Game
    orders: list[tuple[str, Order]]
    events: list[Event]

    @property
    def end(self) -> str:
        """How it ended, and how its combats were fought."""
        result = self.game.state.result
        return f"{ENDS[result.winner, result.clause]}-{self.kind.resolver}"

    @property
    def shows(self) -> set[str]:
        """Everything that it is an example of: its end and its kind, verbs and events in it."""
        kind = {self.kind.scenario, "farm_stop" if self.kind.farm_stop else "no_farm_stop"}
        verbs = {str(to_data(order)["order"]) for _, order in self.orders}
        facts = {fact for event in self.events for fact in _facts(event)}
        return {self.end} | kind | verbs | facts

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
    for name in ("event", "reason"):
        word = getattr(event, name, "")
        if word.isidentifier():
            yield f"{event.type}_{word}"


def tokens(game_id: str) -> dict[str, str]:
    """The tokens that the seats of a recorded game were offered with."""
    return {seat: f"{game_id}.{seat}.invitation" for seat in RULES.seats({})}


def played(number: int) -> Recording:
    """Game number so and so, played to its end by bots."""
    random = Random(number)
    kind = KINDS[number % len(KINDS)]
    player = (Bold, Bold, Careless)[number // len(KINDS) % 3](number)
    game_id, seed = new_game_id(random.randbytes), random.randbytes(32).hex()
    options = {"resolver": kind.resolver, "farm_stop": kind.farm_stop}
    events = laid_out(
        RULES,
        kind.scenario,
        options,
        game_id=game_id,
        seed=seed,
        tokens=tokens(game_id),
        at=FIRST,
    )
    for seat in RULES.seats(options):
        token = token_hash(random.randbytes(24).hex())
        now = events[-1]
        claim = SeatClaimed(
            seat=seat, nonce="", token=token, turn=now.turn, phase=now.phase, by=seat
        )
        events += stamped([claim], game_id, after=now.version, at=FIRST)
    game = folded(None, events, RULES)
    orders: list[tuple[str, Order]] = []
    while not game.over:
        decision = random.choice(RULES.decisions(game.state))
        order = player(game.state, decision, list(RULES.offers(game.state, decision)))
        order_id = new_order_id(random.randbytes)
        request = Request(decision.seat, (order,), decision.id, order_id, b"")
        orders.append((decision.seat, order))
        outcome = carried_out(game, request, RULES, at=FIRST + SECOND * len(orders))
        assert not isinstance(outcome, Refusal), outcome
        game, accepted = outcome
        events += accepted.events
    return Recording(kind, game, orders, events)


def chosen(games: list[Recording]) -> Iterator[tuple[str, Recording]]:
    """The games to keep, shortest ones first, under the names of what they are kept for."""
    by_length = sorted(games, key=lambda game: len(game.events))
    ends = sorted({game.end for game in games})
    others = sorted({thing for game in games for thing in game.shows} - set(ends))
    shown: set[str] = set()
    for wanted in ends + others:
        if wanted not in shown:
            first = next(game for game in by_length if wanted in game.shows)
            shown |= first.shows
            yield wanted, first


def main() -> None:
    """Search, and write the goldens of the installed rules."""
    folder = FOLDER / f"{RULES.name}-{RULES.version}"
    folder.mkdir(exist_ok=True)
    games = [game for game in map(played, range(GAMES)) if len(game.events) <= LONGEST]
    for old in folder.glob("*.json"):
        old.unlink()
    for name, game in chosen(games):
        write(game.golden, folder / f"{name}.json")
        sys.stdout.write(f"{name}: {len(game.events)} events\n")


if __name__ == "__main__":
    main()
