"""Rewinding: an earlier position becomes the current one, and nothing is erased.

The events of a log are a tree of branches in the order in which they happened. Which of them lead
to a position is told by the rewinds alone: `path`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from napoleon.events import Event, HouseEvent, recorded
from napoleon.game import Game

NONE, TAINTED, ALL = "none", "tainted", "all"

REROLLS = (NONE, TAINTED, ALL)
"""What is drawn anew after a rewind if it is called again: nothing, what the seat whose move was
taken back has learnt (or any seat, if it was nobody's), or everything."""

WITHDRAWAL, TAKEBACK, RULING = "withdrawal", "takeback", "ruling"

Stretch = tuple[int, int]
"""First and last version of events that follow upon each other in one branch."""


@recorded("history_rewound/1", "The position of version {to} is the current one again ({reason}).")
class HistoryRewound(HouseEvent, frozen=True):
    """What came after version `to` is undone. It stays in the log."""

    to: int
    reason: str
    """``withdrawal``, ``takeback`` or ``ruling``."""
    cause: int = 0
    """Version of the request or of the ruling that it answers; 0 for a withdrawal."""
    seat: str = ""
    """Seat whose move is taken back; empty if it was nobody's."""
    reroll: str = ALL
    """One of `REROLLS`."""
    keeps: tuple[int, ...] = ()
    """Versions of the calls for draws that count again, if they are called again."""

    def change(self, game: Game) -> None:
        """A branch begins; the table of its first position is for the caller to lay."""
        game.rewinds.append((self.version, self.to))
        if self.reason != WITHDRAWAL:
            game.branch += 1
        game.kept_calls = self.keeps


def path(rewinds: Sequence[tuple[int, int]], upto: int) -> list[Stretch]:
    """The stretches of events that lead to the position at version `upto`, the oldest first.

    `rewinds` are versions of rewinds, ascending, and the versions that they went back to.

    >>> path([(10, 4), (20, 15)], 22)
    [(1, 4), (10, 15), (20, 22)]
    >>> path([(10, 4), (20, 15)], 7)
    [(1, 7)]
    """
    stretches, end = [], upto
    for version, to in reversed(rewinds):
        if version <= end:
            stretches.append((version, end))
            end = to
    stretches.append((1, end))
    return stretches[::-1]


def settled(rewinds: Iterable[tuple[int, int]], version: int) -> int:
    """The version of the same position that is no rewind itself.

    Rewinds that went back to each other would have to be walked through one by one.

    >>> settled([(10, 4), (14, 10)], 14)
    4
    """
    targets = dict(rewinds)
    while version in targets:
        version = targets[version]
    return version


def is_on(stretches: Iterable[Stretch], version: int) -> bool:
    """Whether the event of that version is in one of the stretches."""
    return any(first <= version <= last for first, last in stretches)


def counting(game: Game) -> Callable[[Event], bool]:
    """A function that says of many events whether they count in `game`; see `counts`."""
    stretches = path(game.rewinds, game.version)
    return lambda event: isinstance(event, HouseEvent) or is_on(stretches, event.version)


def counts(game: Game, event: Event) -> bool:
    """Whether `event` counts in the position `game`: a rewind undoes what happened on the table."""
    return counting(game)(event)


def resting(events: Iterable[Event], version: int) -> int:
    """The version at which the order that `version` lies in has been carried out.

    `events` are those after `version`. An order is one piece: there is nobody to decide anything
    in the middle of it.
    """
    for event in events:
        if event.begins:
            break
        version = event.version
    return version
