"""What is counted over all events of a game: each is read once, and then only those that are new.

Pages and calls that count so take as long in a long game as in a short one. What a process counts
the first time in a game it counts from its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

from api.lru_by_log import LruByLog
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.events import Event

MOST = 128
"""How many are kept in a process."""


class Counting(Protocol):
    """What events are entered into, the oldest first."""

    @property
    def topics(self) -> Collection[str] | None:
        """The topics of what it takes in; None for all events."""

    def enter(self, event: Event) -> object:
        """Take in the next event."""


C = TypeVar("C", bound=Counting)
T = TypeVar("T")


class _Grown(Generic[C]):
    """What has been entered up to a version."""

    def __init__(self, begun: C) -> None:
        self.book = begun
        self.version = 0
        self.lock = Lock()

    def up_to(self, games: Games, game: Game) -> C:
        """The same with what has happened since."""
        if self.version < game.version:
            topics = self.book.topics
            for event in games.history(
                game.id, after=self.version, upto=game.version, topics=topics
            ):
                self.book.enter(event)
                # Were a later one not to be read, this one would not be entered twice.
                self.version = event.version
            self.version = game.version
        return self.book


_kept: LruByLog[_Grown[Any]] = LruByLog(MOST)


def counted(
    games: Games,
    game: Game,
    kind: Hashable,
    begin: Callable[[], C],
    read: Callable[[C], T],
) -> T:
    """What `read` finds in a book into which all events up to the position `game` are entered.

    `begin` makes an empty one; `kind` names all on which what is entered depends, besides the log.
    What `read` returns may not change as more is entered. Raises UnknownGame, BrokenLog.
    """
    kept = _kept.kept(games, (game.id, kind), lambda: _Grown(begin()))
    with kept.lock:
        if kept.version <= game.version:
            return read(kept.up_to(games, game))
    # Others have looked at a later position meanwhile.
    return read(_Grown(begin()).up_to(games, game))
