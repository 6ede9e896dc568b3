"""What draws were made from: the log holds a digest of it, the rules know the rest.

The orders that drew something are decided again with what was drawn, and the options that the
rules draw from on the way are noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar, Union

import msgspec

from napoleon.chance import SECRET
from napoleon.chance.draws import digest_of
from napoleon.chance.recorded import RecordedChance
from napoleon.log.branches import pieces
from napoleon.log.errors import BrokenLog
from napoleon.log.events.draws import DrawsCalled, SecretDrawsCalled, drawn_values
from napoleon.log.events.forks import GameForked
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.folding import Walk
from napoleon.log.game import Game, GameCreated
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven

T = TypeVar("T")


class Drawn(NamedTuple):
    """Draws that were called at once, and what they were made from."""

    call: DrawsCalled | SecretDrawsCalled
    result: Event
    """The event that tells what was drawn."""
    options: list[list[Any]]
    """Those of each draw."""


class NotingChance:
    """Gives the values that were drawn, in their order, and notes what they were drawn from."""

    def __init__(self, values: Iterable[Any]) -> None:
        self._chance = RecordedChance(values)
        self.options: list[list[Any]] = []

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """The value that was drawn. Raises NotRecorded."""
        self.options.append(list(options))
        return self._chance.pick(options, purpose, chain)


def draws(log: Sequence[Event], rules: Ruleset) -> Iterator[Drawn]:
    """All draws in a log, its events from the first one on, that were called in this game.

    Those of a game that it was forked from are left out. So are, in a log that somebody has
    changed, those that the rules no longer arrive at: the verifier notices that they are missing.
    """
    walk = Walk(rules, {event.to for event in log if isinstance(event, HistoryRewound)})
    forked = max((event.version for event in log if isinstance(event, GameForked)), default=0)
    for piece in pieces(log):
        if piece[0].version > forked and any(map(_calls, piece)):
            yield from _drawn(piece, _options(walk.game, piece, rules))
        try:
            for event in piece:
                walk.step(event)
        except (BrokenLog, LookupError):
            return


def _calls(event: Event) -> bool:
    return isinstance(event, DrawsCalled | SecretDrawsCalled)


def _options(game: Game | None, piece: Sequence[Event], rules: Ruleset) -> list[list[Any]]:
    """What the draws of an order, or of a set-up, were made from, as far as it can be decided."""
    chance = NotingChance(value for event in piece for value in drawn_values(event))
    first = piece[0]
    verbs: Any = Union[rules.verbs]  # noqa: UP007 - the members are known at run time only
    # Rules may stumble in any way over what they did not record themselves.
    with suppress(Exception):
        if isinstance(first, OrderGiven) and game is not None:
            rules.decide(game.state, first.player, msgspec.convert(first.order, verbs), chance)
        elif isinstance(first, GameCreated):
            rules.setup(first.scenario, first.options, chance)
        elif game is not None:
            rules.setup(game.created.scenario, game.created.options, chance)
    return chance.options


def _drawn(piece: Sequence[Event], options: Sequence[list[Any]]) -> Iterator[Drawn]:
    first: int | None = None
    waiting: list[DrawsCalled | SecretDrawsCalled] = []
    for event in piece:
        if isinstance(event, DrawsCalled | SecretDrawsCalled):
            first = event.first if first is None else first
            waiting.append(event)
        elif waiting and first is not None and drawn_values(event):
            for call in waiting:
                start = call.first - first
                found = list(options[start : start + len(call.sizes)])
                if tuple(map(digest_of, found)) == call.options:
                    yield Drawn(call, event, found)
            waiting = []
