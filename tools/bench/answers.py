"""How many answers a game takes, counted from the orders that were given by hand.

An *answer* is one Send or one mail, with any number of orders. It ends when somebody else has to
answer by hand, and where an order has drawn something, or shown more than the cards it names, and
what comes next is another kind of question, or of order: a march that was planned before its card
is flipped goes on, and fires in a row are one list. What the rules or standing orders answer is no
answer.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

import msgspec

Stretch = tuple[str, Hashable]
"""What answers are counted in: its name in the table, such as a turn of a seat, and which it is."""


class Given(NamedTuple):
    """An order that a seat gave by hand."""

    seat: str
    kind: str
    """Kind of the question that it answers."""
    verb: str
    since: int
    """How many orders had been given by hand when the question was put."""
    forced: bool
    """Whether it was the only legal order."""
    shown: bool
    """Whether something was drawn or shown between it and the next question, except a card that the
    order itself names: its giver has learned nothing by it."""
    turn: Hashable
    """The turn in which it was given."""
    stretch: Stretch


def begins(before: Given | None, it: Given) -> bool:
    """Whether an order begins an answer, after what was given by hand before it."""
    if before is None or before.seat != it.seat:
        return True
    return before.shown and (before.kind, before.verb) != (it.kind, it.verb)


def answers(given: Sequence[Given]) -> Iterator[Given]:
    """The first order of each answer."""
    return (it for before, it in zip([None, *given], given, strict=False) if begins(before, it))


def hand_overs(given: Sequence[Given]) -> Iterator[Given]:
    """The orders to questions that somebody else's order put: a mail goes out for each."""
    for number, it in enumerate(given[1:], 1):
        if it.seat != given[number - 1].seat and it.since == number:
            yield it


def in_sequence(given: Sequence[Given]) -> int:
    """How many answers follow one after the other; those that may be given at once count once.

    At one answer a day it is how many days the game lasts.
    """
    last: Counter[str] = Counter()
    past, before = [0], None
    for it in given:
        if begins(before, it):
            last[it.seat] = 1 + max(last[it.seat], past[it.since])
        past.append(max(past[-1], last[it.seat]))
        before = it
    return past[-1]


class Spread(msgspec.Struct, frozen=True):
    """The median of some numbers, and the 90th percentile: nine in ten are no higher."""

    median: float
    p90: float

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Spread:
        """Of at least one number."""
        ordered = sorted(numbers)
        return cls(statistics.median(ordered), ordered[-(-9 * len(ordered) // 10) - 1])

    def __str__(self) -> str:
        return f"{self.median:g} / {self.p90:g}"
