"""What workers share a log by: each partition is held by one of them at a time.

A log in a file has nobody to settle that: each worker there does everything, as it always did. The
version of a game and the positions of read models see to it that nothing is done twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Generic, NamedTuple, Protocol, TypeVar

from eventsourcing.persistence import OperationalError

Log = TypeVar("Log")

Check = Callable[[], None]
"""Raises LeaseLost where its caller may not work on what it holds any more."""


class LeaseLost(OperationalError):
    """Another worker may hold these partitions by now: whatever was under way is not done."""


class Holding(NamedTuple):
    """A worker that lives, and what it holds."""

    worker: str
    """The name that it has given itself: machine and process."""
    partitions: tuple[int, ...]
    """Numbers of the partitions, in order; none for one that stands by."""


class Held(NamedTuple):
    """What all workers of a log hold."""

    workers: tuple[Holding, ...]
    unheld: tuple[int, ...]
    """The partitions that nobody holds, on which nobody works."""


class Leases(Protocol[Log]):
    """What a worker holds of a log, renewed by looking again and again."""

    def look(self, working: Log | None, wait: float, *, leaves: bool = False) -> Log | None:
        """What there is to work on: the log as far as it is held here; None if nothing is.

        It is the same object as long as nothing changes. `working` is what is still being worked on
        here, which no other worker gets meanwhile, unless it has been lost. One that `leaves` is
        given nothing more. Waits for up to `wait` seconds, and a few more where the database does
        not answer. Raises nothing if the database is away.
        """

    def close(self) -> None:
        """Let go of everything, also of what is worked on."""

    def is_away(self) -> bool:
        """Whether nobody can say what is held, as the database is away."""


@contextmanager
def everything(log: Log) -> Iterator[Leases[Log]]:
    """The leases of a log of which each worker works on all of it."""
    yield _Everything(log)


class _Everything(Generic[Log]):
    def __init__(self, log: Log) -> None:
        self._log = log

    def look(self, working: Log | None, wait: float, *, leaves: bool = False) -> Log | None:
        if working is not None:
            time.sleep(wait)
        return self._log

    def close(self) -> None:
        pass

    def is_away(self) -> bool:
        return False


def share_of(mine: str, held: Mapping[str, Collection[int]], partitions: int) -> int:
    """How many of the partitions a worker may hold, where `held` says what each of all holds.

    Nobody has more than one above another. Where they do not come out even, those who hold most
    keep one more, so that as little as possible changes hands.

    >>> share_of("a", {"a": [0, 1, 2, 3], "b": []}, 4)
    2
    >>> [share_of(it, {"a": [0, 1], "b": [2, 3], "c": []}, 4) for it in "abc"]
    [2, 1, 1]
    >>> [share_of(it, {"a": [0], "b": []}, 1) for it in "ab"]
    [1, 0]
    """
    each, more = divmod(partitions, len(held))
    by_most = sorted(held, key=lambda it: (-len(held[it]), it))
    return each + (by_most.index(mine) < more)
