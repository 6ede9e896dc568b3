"""Games in which the bot of a game plays some of the seats, and who sits at the others any order.

A game says in `bot_games` of the folder of its tests in which forms its bot plays, and how well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from random import Random
from time import process_time
from typing import Any, NamedTuple

import msgspec

from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from tests.rulesets.entrants import Form
from tests.watching import RandomGames, Watched

ANSWERS = 5
"""So many answers to questions of a kind say how long the bot takes for one."""


class Bots:
    """The bot of a game at some of its seats, all if none are named; at the others any order."""

    def __init__(self, rules: Ruleset, number: int, seats: Collection[str] | None = None) -> None:
        self._rules, self._number, self._seats = rules, number, seats
        self._careless = Random(number)
        self._bots: dict[str, Any] = {}
        self.answers: Counter[str] = Counter()
        """What kinds of questions it answered; it is asked where there is a choice."""
        self._seconds: Counter[str] = Counter()

    def __call__(self, state: Any, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        seat = decision.seat
        if self._seats is not None and seat not in self._seats:
            return self._careless.choice(legal_orders)
        if len(legal_orders) == 1:
            return legal_orders[0]
        if seat not in self._bots:
            assert self._rules.bot is not None
            self._bots[seat] = self._rules.bot(Random(f"{self._number} {seat}"))
        known = self._rules.known(state, Viewer(seat))
        # Through JSON, as a bot may sit at the other end of a line.
        told = msgspec.json.decode(msgspec.json.encode(known), type=type(known))
        begun = process_time()
        order: Order = self._bots[seat].choose(told, decision, iter(legal_orders))
        self._seconds[decision.kind] += process_time() - begun
        self.answers[decision.kind] += 1
        return order

    @property
    def slowest(self) -> float:
        """Seconds of computing for an answer, on average, to the hardest kind of question."""
        often = (kind for kind, number in self.answers.items() if number >= ANSWERS)
        return max((self._seconds[it] / self.answers[it] for it in often), default=0)


def itself(seat: str) -> str:
    """The side of a seat that is one."""
    return seat


class BotGames(NamedTuple):
    """How a bot plays its game, and how well; of a form, options that are not named are default."""

    games: RandomGames
    ends: Collection[str]
    """How its games may end: the sides that may win, and nobody if it may be a draw."""
    seconds: float
    """What an answer takes on average at most, on a machine that has other things to do."""
    against: Sequence[Sequence[Form]]
    """Forms that are played in turn against a player who picks any order; each row is won."""
    tried: int = 100
    """Games in which each side has to beat such a player."""
    beats: float = 0.8
    """What part of them it wins at least."""
    spared: Collection[str] = ()
    """Sides with which it does not have to."""
    forms: Sequence[Form] = ()
    """Forms in which it plays itself; if none are named, those of the random games."""
    each: int = 1
    """Games in each of them."""
    balanced: Sequence[Form] = ()
    """Forms in which each side wins some games of bots."""
    wins: float = 0.1
    """What part of them each side wins at least."""
    at_once: int = 0
    """How many of these games ``make test`` plays."""
    side_of: Callable[[str], str] = itself
    """The side of a seat."""
    quick: Callable[[Form], bool] = lambda form: True
    """Whether ``make test`` plays games of a form against players who pick any order."""

    def sides_in(self, row: Sequence[Form]) -> set[str]:
        """The sides that somebody plays in all forms of a row."""
        rules = self.games.rules
        seated = [
            {self.side_of(it) for it in rules.seats(rules.checked_options(form.options))}
            for form in row
        ]
        return set.intersection(*seated)

    def play(self, number: int, form: Form, side: str | None = None) -> tuple[str, Counter[str]]:
        """Who wins a game, and what the bot was asked; it plays a side, or all if none is named."""
        bots, last = self.bots(number, form, side), None
        for moment in self._endless.moments(number, bots, form):
            last = moment
        assert last is not None
        state: Any = last.state
        assert state.result is not None, f"no end in turn {state.turn}"
        assert state.result.winner in self.ends
        return state.result.winner, bots.answers

    def asked(self, number: int, form: Form, kinds: Collection[str]) -> set[str]:
        """What kinds of questions the bot answers in a game, left when it has answered `kinds`."""
        bots = self.bots(number, form)
        for _ in self._endless.moments(number, bots, form):
            if bots.answers.keys() >= set(kinds):
                break
        return set(bots.answers)

    def watched(self, number: int, form: Form) -> tuple[Watched[Any], Bots]:
        """A game of the bot against itself, watched event by event."""
        bots, games = self.bots(number, form), self._endless
        return games.played(games.watch(form, number), bots, Random(number)), bots

    def bots(self, number: int, form: Form, side: str | None = None) -> Bots:
        """The bot at the seats of a side, and who picks any order at the others."""
        rules = self.games.rules
        seats = rules.seats(rules.checked_options(form.options))
        own = [it for it in seats if side in (None, self.side_of(it))]
        return Bots(rules, number, own)

    @property
    def _endless(self) -> RandomGames:
        """Games of bots come to their end, though others may go on for ever."""
        return self.games._replace(longest=None)
