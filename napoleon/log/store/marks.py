"""What a worker that begins looks for: events marked by their topic, in games that are awake.

A log has no index of topics, which would cost every event its bytes for the sake of few. The
database marks the events below as they are recorded, and notes that their game is awake. A game
sleeps once it is over and somebody has said so; whatever is recorded there wakes it. Both are kept
by triggers, so that processes of an earlier release keep them too. What such a release recorded
before there were triggers is marked a portion at a time, and found by going through it meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

MARKED = (
    "game_created/1",
    "bot_seated/1",
    "game_forked/1",
    "clock_set/1",
    "clock_removed/1",
    "clock_held/1",
    "clock_resumed/1",
    "deadlines_set/1",
    "more_time_taken/1",
    "deadline_near/1",
    "deadline_passed/1",
    "grace_ended/1",
    "waiting_ended/1",
    "absence_declared/1",
    "absence_ended/1",
    "stand_in_named/1",
    "stand_in_called/1",
    "stand_in_dismissed/1",
    "game_forfeited/1",
    "seat_forfeited/1",
)
"""The topics of the events that are marked. Another one needs another schema of the log."""

AT_ONCE = 500
"""Games that are asked for at a time."""

PORTION = 20_000
"""Events of an earlier release that are gone through at a time, so that no writer waits for long.
"""


def check_marked(topics: Collection[str]) -> None:
    """Raise ValueError for topics that are not marked."""
    if not {*topics} <= {*MARKED}:
        raise ValueError(f"the log marks no {', '.join({*topics} - {*MARKED})}")


def portions(values: Collection[T], size: int = AT_ONCE) -> Iterator[Sequence[T]]:
    """The values in their order, at most `size` at a time.

    >>> [*portions("abcde", 2)]
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    left = iter(values)
    while some := [*islice(left, size)]:
        yield some
