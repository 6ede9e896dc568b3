"""What draws were made from: the log holds a digest of it, and the rules know the rest.

The orders that drew something are decided again with what was drawn, and the options that the
rules draw from on the way are noted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import msgspec

from napoleon.chance import SECRET
from napoleon.chance.draws import digest_of
from napoleon.chance.recorded import RecordedChance
from napoleon.log.branches import pieces
from napoleon.log.errors import BrokenLog
from napoleon.log.events.draws import DrawsCalled, SecretDrawsCalled, drawn_values
from napoleon.log.events.rewinds import GameForked, HistoryRewound
from napoleon.log.folding import Walk
from napoleon.log.game import Game, GameCreated
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven
from napoleon.rules.structs import one_of

T = TypeVar("T")

Call = DrawsCalled | SecretDrawsCalled


class Drawn(NamedTuple):
    """Draws that were called at once, and what they were made from."""

    call: Call
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


def draws(log: Sequence[Event], rules: Ruleset, wanted: Callable[[Call], bool]) -> Iterator[Drawn]:
    """The `wanted` draws that were called in this game, from its events from the first one on.

    Those of a game that it was forked from are left out. Rules that are newer than the game may
    decide an order differently: what they do not arrive at is looked for in the position, where
    the log's digest tells it. What is found nowhere, in a log that somebody has changed, is left
    out too, and the verifier notices that it is missing.
    """
    walk = Walk(rules, {event.to for event in log if isinstance(event, HistoryRewound)})
    forked = max((event.version for event in log if isinstance(event, GameForked)), default=0)
    calls = {it.version for it in log if isinstance(it, Call) and wanted(it)}
    last = max(calls, default=0)
    for piece in pieces(log):
        if piece[0].version > last:
            return
        called: dict[int, _Called] = {}
        if piece[0].version > forked and any(it.version in calls for it in piece):
            called = {it.call.version: it for it in _called(piece)}
            options = _options(walk.game, piece, rules)
            first = min((it.call.first for it in called.values()), default=0)
        try:
            for event in piece:
                if event.version in calls and (it := called.get(event.version)) is not None:
                    start = it.call.first - first
                    found = options[start : start + len(it.call.sizes)]
                    if not _are_those(found, it.call):
                        found = list(_lying_there(it, walk.game))
                    if _are_those(found, it.call):
                        yield Drawn(it.call, it.result, found)
                walk.step(event)
        except (BrokenLog, LookupError):
            return


def _options(game: Game | None, piece: Sequence[Event], rules: Ruleset) -> list[list[Any]]:
    """What the draws of an order, or of a set-up, were made from, as far as it can be decided."""
    chance = NotingChance(value for event in piece for value in drawn_values(event))
    first = piece[0]
    # Rules may stumble in any way over what they did not record themselves.
    with suppress(Exception):
        if isinstance(first, OrderGiven) and game is not None:
            rules.decide(game.state, first.player, one_of(rules.verbs, first.order), chance)
        elif isinstance(first, GameCreated):
            rules.setup(first.scenario, first.options, chance)
        elif game is not None:
            rules.setup(game.created.scenario, game.created.options, chance)
    return chance.options


class _Called(NamedTuple):
    """A call of draws, and where their results are."""

    call: Call
    result: Event
    values: list[Any]
    """What was drawn, from the first draw of the call on."""


def _called(piece: Sequence[Event]) -> Iterator[_Called]:
    waiting: list[Call] = []
    for event in piece:
        if isinstance(event, Call):
            waiting.append(event)
        elif waiting and (values := [*drawn_values(event)]):
            for call in waiting:
                yield _Called(call, event, values[call.first - waiting[0].first :])
            waiting = []


def _are_those(options: Sequence[list[Any]], call: Call) -> bool:
    return tuple(map(digest_of, options)) == call.options


def _lying_there(called: _Called, game: Game | None) -> Iterator[list[Any]]:
    """For each draw of a call the list in the position, or of what was drawn, that has its digest.

    A deck is a list of the position, without what has just been drawn from it; a die has its
    numbers; what is dealt out to the last one is all drawn.
    """
    lists = [] if game is None else [*_lists(msgspec.to_builtins(game.state))]
    call, values = called.call, called.values
    for place, (size, digest) in enumerate(zip(call.sizes, call.options, strict=True)):
        left = ([it for it in one if it not in values[:place]] for one in lists)
        dealt, numbers = sorted(values[place:], key=repr), [*range(1, size + 1)]
        candidates = (*left, values[place : place + size], dealt, numbers)
        likely = (it for it in candidates if len(it) == size and digest_of(it) == digest)
        yield next(likely, [])


def _lists(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _lists(inner)
    elif isinstance(value, list | tuple):
        yield [*value]
        for inner in value:
            yield from _lists(inner)
