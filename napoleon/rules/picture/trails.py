"""Trails: where pieces have just gone, made of what a reader may know of the last events.

A game declares in `Moves` which of its events are steps of a way. They are read as the gate gives
them out, so that a trail tells no more than the journal does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from napoleon.rules.events import Event
from napoleon.rules.picture.model import Trail

MOST = 60
"""How many ways are told of a long time: more cannot be told apart on a map."""

Told = Mapping[str, Any]
"""The fields of an event as its reader may know them; see `napoleon.rules.redaction.redacted`."""


class Step(NamedTuple):
    """Pieces of a side have gone from one place to the next."""

    side: str
    origin: str
    to: str
    goes_on: bool = True
    """Whether they are those that have come to `origin` before, if any of the side have."""


class Moves(NamedTuple):
    """What on a log is a step of a way, and where something new begins."""

    steps: Mapping[str, Callable[[Told], Step]]
    """By topic, what makes a step of the fields of an event."""
    begins: frozenset[str]
    """Topics of events with which another operation or turn begins; its ways are told by
    themselves."""
    ends: frozenset[str]
    """Topics of events beyond which nothing is looked for, such as the beginning of a turn."""

    @property
    def topics(self) -> frozenset[str]:
        """The topics of all events from which ways are made."""
        return self.begins | self.ends | self.steps.keys()


NOWHERE = Moves({}, frozenset(), frozenset())
"""In a game in which nothing goes anywhere."""


def trails(
    moves: Moves, latest: Iterable[Event], read: Callable[[Event], Mapping[str, Any]]
) -> tuple[Trail, ...]:
    """The ways of the last operation or turn in which pieces went anywhere, the oldest first.

    `latest` are events that count, the newest first; no more of them are asked for than are needed.
    `read` redacts an event for the reader.
    """
    steps: list[Step] = []
    for event in latest if moves.steps else ():
        if event.topic in moves.steps:
            steps.append(moves.steps[event.topic](read(event)["data"]))
        elif event.topic in moves.ends or (steps and event.topic in moves.begins):
            break
    return _joined(reversed(steps))


def trails_since(
    moves: Moves, latest: Iterable[Event], read: Callable[[Event], Mapping[str, Any]]
) -> tuple[Trail, ...]:
    """The ways of all operations and turns among some events, the oldest first, each told once.

    `latest` are events that count, the newest first. It tells the newest `MOST` ways.
    `read` redacts an event for the reader.
    """
    found: dict[Trail, None] = {}
    for steps in _by_operation(moves, latest, read):
        found |= dict.fromkeys(_joined(reversed(steps))[::-1])
        if len(found) >= MOST:
            break
    return tuple(found)[:MOST][::-1]


def _by_operation(
    moves: Moves, latest: Iterable[Event], read: Callable[[Event], Mapping[str, Any]]
) -> Iterator[list[Step]]:
    """The steps of each operation or turn that has any, and both the newest first."""
    steps: list[Step] = []
    for event in latest if moves.steps else ():
        if event.topic in moves.steps:
            steps.append(moves.steps[event.topic](read(event)["data"]))
        elif steps and event.topic in moves.begins | moves.ends:
            yield steps
            steps = []
    if steps:
        yield steps


def _joined(steps: Iterable[Step]) -> tuple[Trail, ...]:
    """Ways of steps that follow each other, each told once."""
    ways: list[tuple[str, list[str]]] = []
    for step in steps:
        before = [way for side, way in ways if side == step.side and way[-1] == step.origin]
        if step.goes_on and before and step.to not in before[0]:
            before[0].append(step.to)
        elif (step.side, [step.origin, step.to]) not in ways:
            ways.append((step.side, [step.origin, step.to]))
    return tuple(Trail(side, tuple(way)) for side, way in ways)
