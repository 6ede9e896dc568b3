"""A sequence of play: one list of steps, in parts, that reads like the rulebook's own.

The game stands at the first step of its list that is due. A step that asks waits for the answers;
one that asks nobody goes on by itself, and so does one whose answer is plain to everybody. Where
the game stands follows from the state alone, so a replay stands where the game stood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from napoleon.rules.kit.table import Table
from napoleon.rules.terms import Decision

T = TypeVar("T", bound=Table[Any, Any])


def nobody(table: Any) -> list[Decision]:
    """A step that asks nobody."""
    return []


def only_asks(table: Any) -> None:
    """What a step does that goes on by the answer alone."""
    raise AssertionError("this step waits for an answer")


def never(table: Any) -> bool:
    """A step whose answers are its players' business."""
    return False


class Step(NamedTuple, Generic[T]):
    """One step: its name, when it is due, what it does by itself, and whom it asks first.

    `due` is asked only if no step above is due, so it says what is still to be done here, and takes
    for granted that everything above is done.

    `forced` says whether what the step asks has one answer only, by what everybody knows: then
    nobody is kept waiting, and `proceed` carries that answer out. It never goes by anything that is
    hidden from somebody, as a question that is not put tells everybody why. Where the game stands
    already, as it may in one that was begun under rules that asked more, the question is open, and
    answered like any other.
    """

    name: str
    due: Callable[[T], bool]
    proceed: Callable[[T], None]
    asks: Callable[[T], list[Decision]] = nobody
    forced: Callable[[T], bool] = never


class Part(NamedTuple, Generic[T]):
    """Steps that belong together, such as those of a phase.

    `due` says what all of them take for granted: at any other time none of them is due, and so
    none is asked.
    """

    name: str
    due: Callable[[T], bool]
    steps: tuple[Step[T] | Part[T], ...]


SequenceOfPlay = Sequence[Step[T] | Part[T]]


def current(sequence: SequenceOfPlay[T], table: T) -> Step[T]:
    """The step of the sequence at which the game stands."""
    step = _first_due(sequence, table)
    assert step is not None, "no step of the sequence is due"
    return step


def _first_due(sequence: SequenceOfPlay[T], table: T) -> Step[T] | None:
    for item in sequence:
        if item.due(table):
            if isinstance(item, Step):
                return item
            if (step := _first_due(item.steps, table)) is not None:
                return step
    return None


def steps(sequence: SequenceOfPlay[T]) -> Iterator[Step[T]]:
    """All steps, in their order."""
    for item in sequence:
        if isinstance(item, Step):
            yield item
        else:
            yield from steps(item.steps)


def decisions(sequence: SequenceOfPlay[T], table: T) -> list[Decision]:
    """Who has to decide what now; empty when the game is over, or in the middle of an order."""
    return [] if table.state.result else current(sequence, table).asks(table)


def advance(sequence: SequenceOfPlay[T], table: T) -> list[Decision]:
    """Go on by the rules until somebody has to decide: who, and what."""
    while True:
        step = current(sequence, table)
        if not step.forced(table) and (asked := step.asks(table)):
            return asked
        recorded = len(table.recorded)
        step.proceed(table)
        assert len(table.recorded) > recorded, f"the step {step.name} leads nowhere"
