"""What keeps a game from being read: it does not exist, or its log was changed."""

from __future__ import annotations

from eventsourcing.application import AggregateNotFoundError
from eventsourcing.persistence import OperationalError


class BrokenLog(Exception):
    """An event that cannot be read, or does not fit the position before it.

    Somebody has changed the log, or the disk has. `version` is where the replay stopped; the change
    is there or earlier.
    """

    def __init__(self, game: str, version: int, error: Exception) -> None:
        super().__init__(f"event {version} of game {game}: {type(error).__name__}: {error}")
        self.version = version


class ChangedOrder(BrokenLog):
    """What is kept of an order was changed: it is not repeated. What the log says holds."""


class UnknownGame(AggregateNotFoundError, LookupError):
    """There is no game with that id."""


class UnknownVersion(AggregateNotFoundError, LookupError):
    """The game has no such version."""


class EventsLost(OperationalError):
    """The log holds less than what is known to have been recorded in it: nothing is added to it.

    It passes once the log has been brought back, or a person has confirmed the loss.
    """


CLOSED = "the store is closed, as it moves to another one"
"""How a database says that it refuses a change; see `napoleon.log.store.online`."""


class StoreClosed(OperationalError):
    """The store takes no changes, as it moves, or has moved: nothing was recorded.

    It passes once the processes use the new store, or the move is undone.
    """
