"""A game's events, fetched as one row, whatever the database.

Drivers give up the interpreter lock, or call back, at every row; a game has thousands of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat, zip_longest
from typing import cast

import msgspec
from eventsourcing.persistence import ProgrammingError, StoredEvent

from napoleon.log.errors import BrokenLog

SEPARATOR = b"\x1e"
"""Stands between states. JSON escapes control characters, so this one does not occur in a state."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """A stored event, as light as possible: a game is rebuilt from thousands."""

    originator_id: str
    originator_version: int
    topic: str
    state: bytes


class Asked(msgspec.Struct, frozen=True):
    """Which of a game's events are asked for; see `AggregateRecorder.select_events`."""

    gt: int | None = None
    lte: int | None = None
    desc: bool = False
    limit: int | None = None

    def check(self, game: str, found: list[int], head: int) -> None:
        """Raise BrokenLog at the first version that should be among those `found`, but is not.

        `head` is the newest version of the game.
        """
        # Versions begin with 1; the library's own test cases begin some streams with 0.
        first = int(0 not in found[:1] + found[-1:]) if self.gt is None else self.gt + 1
        last = head if self.lte is None else min(self.lte, head)
        due = range(first, last + 1)[:: -1 if self.desc else 1][: self.limit]
        if len(found) == len(due) and found == list(due):
            return
        missing = next(it for it, there in zip_longest(due, found) if it != there)
        version = head + 1 if missing is None else missing
        raise BrokenLog(game, version, LookupError("it is not in the log"))


def check_states(events: Sequence[StoredEvent]) -> None:
    """Raise ProgrammingError for a state that could not be told from its neighbours."""
    if any(SEPARATOR in event.state for event in events):
        raise ProgrammingError("a stored state is JSON without control characters")


def rows(
    game: str, versions: Sequence[int], topics: Sequence[str], states: bytes
) -> Sequence[StoredEvent] | None:
    """The events of a game; None if they cannot be told apart.

    `states` are all of them joined by `SEPARATOR`; inside a state it means that one was changed.
    """
    apart = states.split(SEPARATOR)
    if not len(versions) == len(topics) == len(apart):
        return None
    return cast("Sequence[StoredEvent]", list(map(Row, repeat(game), versions, topics, apart)))


def topic_called(number: object) -> str:
    """What stands in for a topic whose name is lost: no event can be read under it."""
    return f"lost/{number}"
