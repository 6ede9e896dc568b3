"""Branches: the events of a log form a tree, in the order in which they happened.

Only the rewinds say which of them lead to a position: `path`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import Event


def pieces(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events in pieces, each caused at once; the position before each of them is at rest."""
    piece: list[Event] = []
    for event in events:
        if event.begins and piece:
            yield piece
            piece = []
        piece.append(event)
    if piece:
        yield piece


Stretch = tuple[int, int]
"""First and last version of events that follow each other in one branch."""


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
    """The version of the same position that is not itself a rewind.

    Rewinds that went back to each other would have to be walked through one by one.

    >>> settled([(10, 4), (14, 10)], 14)
    4
    """
    targets = dict(rewinds)
    while version in targets:
        version = targets[version]
    return version


def is_on(stretches: Iterable[Stretch], version: int) -> bool:
    """Whether the event with that version is in one of the stretches."""
    return any(first <= version <= last for first, last in stretches)


def parting(one: Sequence[Stretch], other: Sequence[Stretch]) -> int:
    """The last version that two paths have in common, after which they part.

    >>> parting([(1, 4), (10, 22)], [(1, 4), (10, 15), (20, 22)])
    15
    >>> parting([(1, 9)], [(1, 4), (10, 15)])
    4
    """
    common = 0
    for mine, others in zip(one, other, strict=False):
        if mine[0] != others[0]:
            break
        common = min(mine[1], others[1])
        if mine != others:
            break
    return common


def counting(game: Game) -> Callable[[Event], bool]:
    """A function that says whether an event counts in `game`, for many events; see `counts`."""
    stretches, newest = path(game.rewinds, game.version), game.version
    if len(stretches) == 1:
        return lambda event: event.version <= newest or isinstance(event, ServiceEvent)
    return lambda event: isinstance(event, ServiceEvent) or is_on(stretches, event.version)


def counts(game: Game, event: Event) -> bool:
    """Whether `event` counts in the position `game`: a rewind undoes what happened on the table."""
    return counting(game)(event)


def resting(events: Iterable[Event], version: int) -> int:
    """The version at which the order around `version` has been carried out.

    `events` are those after `version`. An order is one piece: nobody decides anything in the middle
    of it.
    """
    for event in events:
        if event.begins:
            break
        version = event.version
    return version
