"""A game's events fetched as one row, whatever database they come from.

Drivers give up the interpreter lock, or call back, at every row; a game has thousands of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import cast

import msgspec
from eventsourcing.persistence import ProgrammingError, StoredEvent

SEPARATOR = b"\x1e"
"""Stands between states. JSON escapes control characters, so this one does not occur in a state."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """A stored event, as light as it gets: a game is rebuilt from thousands."""

    originator_id: str
    originator_version: int
    topic: str
    state: bytes


def check_states(events: Sequence[StoredEvent]) -> None:
    """Raise ProgrammingError for a state that could not be told from its neighbours."""
    if any(SEPARATOR in event.state for event in events):
        raise ProgrammingError("a stored state is JSON without control characters")


def rows(
    game: str, versions: list[int], topics: Sequence[str], states: bytes
) -> Sequence[StoredEvent]:
    """The events of a game, in ascending or descending order of their versions.

    `states` are all of them joined by `SEPARATOR`. Raises ProgrammingError if a version between
    the first and the last one is missing.
    """
    step = 1 if versions[-1] >= versions[0] else -1
    if versions != list(range(versions[0], versions[-1] + step, step)):
        raise ProgrammingError(f"versions of game {game} are missing before {versions[-1]}")
    found = map(Row, repeat(game), versions, topics, states.split(SEPARATOR))
    return cast("Sequence[StoredEvent]", list(found))
