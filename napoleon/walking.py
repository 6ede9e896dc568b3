"""Walking through a log: the position after every event, also after what a rewind makes current."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from napoleon.events import Event
from napoleon.game import Game, fold
from napoleon.playing import copied
from napoleon.rewinding import HistoryRewound
from napoleon.ruleset import Ruleset


class Walk:
    """A game that is moved on in place, event by event, from its first one.

    The positions at the versions in `targets`, among which are those that rewinds go back to,
    are remembered.
    """

    def __init__(self, rules: Ruleset, targets: Collection[int]) -> None:
        self.game: Game | None = None
        """The position after the last event; None before the first."""
        self._rules = rules
        self._targets = targets
        self._kept: dict[int, Game] = {}

    def at(self, version: int) -> Game:
        """The position at one of the targets. Raises KeyError for one that there is not."""
        return self._kept[version]

    def step(self, event: Event) -> Game:
        """The position after `event`.

        Raises BrokenLog, and KeyError for a rewind to what is no target.
        """
        game = self.game = fold(self.game, event, self._rules)
        if isinstance(event, HistoryRewound):
            game.state = copied(self._kept[event.to], self._rules).state
        if event.version in self._targets:
            self._kept[event.version] = copied(game, self._rules)
        return game


def pieces(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Events in pieces that were caused at once; the position before each of them is at rest."""
    piece: list[Event] = []
    for event in events:
        if event.begins and piece:
            yield piece
            piece = []
        piece.append(event)
    if piece:
        yield piece
