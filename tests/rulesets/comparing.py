"""What a second reading of a rulebook, or an oracle, is held against: the answers of the rules.

All of it goes the way that the service goes: orders are decided, events applied. So a comparison
names no function of a chapter of the rules, and what it compares is what players get.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Generic, TypeVar

import pytest

from napoleon.chance import SECRET, Chance
from napoleon.rules.events import Event
from napoleon.rules.kit import sequence
from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision

E = TypeVar("E", bound=Event)
S = TypeVar("S")
T = TypeVar("T")


class Dice:
    """Chance by which dice show what is on a list, and all else is at random."""

    def __init__(self, random: Random | None = None, dice: Sequence[int] = ()) -> None:
        self._random, self._dice = random or Random(0), list(dice)

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """What comes next."""
        if self._dice and list(options) == [1, 2, 3, 4, 5, 6]:
            return self._dice.pop(0)  # type: ignore[return-value]
        return self._random.choice(options)


class Answers(Generic[S]):
    """What the rules of a game say of positions, which stay as they are."""

    def __init__(self, rules: DeclaredRules[Any, Any, Any, Any]) -> None:
        self._rules = rules

    def refused(self, state: S, decision: Decision, order: Order) -> Refusal | None:
        """Why an order of the seat that is asked is refused; None if it is carried out."""
        answer = self._rules.decide(state, decision.seat, order, Dice())
        return answer if isinstance(answer, Refusal) else None

    def decided(
        self, state: S, seat: str, order: Order, chance: Chance | None = None
    ) -> list[Event]:
        """What a legal order causes."""
        causes = self._rules.decide(state, seat, order, chance or Dice())
        assert not isinstance(causes, Refusal), (order, causes)
        return causes

    def after(self, state: S, events: Iterable[Event]) -> S:
        """The position after events."""
        moved = self._rules.copied(state)
        for event in events:
            moved = self._rules.apply(moved, event)
        return moved

    def gone_on(self, state: S, chance: Chance | None = None, *first: Event) -> list[Event]:
        """What happens by itself in a position, until somebody decides; `first` is recorded first.

        A position that was made up need not be one at which somebody is asked.
        """
        table = self._rules.table(self._rules.copied(state), self._rules.pack, chance or Dice())
        with until_the_end():
            for event in first:
                table.record(event)
            sequence.advance(self._rules.book.sequence, table)
        return table.recorded

    def legal(self, state: S, decision: Decision, kind: type[T]) -> list[T]:
        """The legal orders of a verb."""
        return [it for it in self._rules.legal_orders(state, decision) if isinstance(it, kind)]


Reasons = Callable[[Any, Decision, Order], "set[str] | None"]
"""What the oracle has against an order that answers a question; None if it does not know."""


@contextmanager
def overhearing(rules: DeclaredRules[Any, Any, Any, Any], reasons: Reasons) -> Iterator[list[str]]:
    """Asks the oracle of whatever is decided by these rules with this pack in the meantime.

    What it would have decided otherwise is said in the list.
    """
    found: list[str] = []
    decide = DeclaredRules.decide

    def decided(it: Any, state: Any, seat: str, order: Order, chance: Chance) -> Any:
        answer = decide(it, state, seat, order, chance)
        if (it.name, it.version, it.pack) == (rules.name, rules.version, rules.pack):
            refusal = answer if isinstance(answer, Refusal) else None
            for asked in (decision for decision in it.decisions(state) if decision.seat == seat):
                expected = reasons(state, asked, order)
                if expected is not None:
                    found.extend(disagreement(refusal, expected, order))
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DeclaredRules, "decide", decided)
        yield found


def up_to(events: Sequence[Event], is_over: Callable[[Event], bool]) -> list[Event]:
    """What happens before the first event of some sort."""
    place = next((n for n, it in enumerate(events) if is_over(it)), len(events))
    return list(events[:place])


def the(kind: type[E], events: Iterable[Event]) -> E:
    """The one event of a class."""
    (found,) = [it for it in events if isinstance(it, kind)]
    return found


# -- whether they answer alike ---------------------------------------------------------------------


def disagreement(answer: Refusal | None, reasons: Collection[str], what: object) -> list[str]:
    """What is to be said of an answer of the game for which the oracle has these reasons.

    They are all words that apply, of which the game has to name one. A word like ``clause:6.52``
    stands for any, as the digest has none for it.
    """
    if answer is None:
        return [f"{what}: accepted, but {sorted(reasons)}"] if reasons else []
    if not reasons:
        return [f"{what}: refused {answer.code} [{answer.clause}], but legal by the oracle"]
    if answer.code.lower() in reasons or any(it.startswith("clause:") for it in reasons):
        return []
    return [f"{what}: refused {answer.code} [{answer.clause}], but {sorted(reasons)}"]


def unequal(mine: Any, yours: Any, what: object) -> list[str]:
    """What is to be said if the game has something else than the oracle."""
    return [] if mine == yours else [f"{what}: {mine}, but by the oracle {yours}"]
