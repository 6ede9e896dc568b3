"""Preferences: standing orders that say what a seat would choose where the rules ask it.

They are declared by the verb and the field of the orders that they choose among: "retreat to",
"take losses from", "place there". Of what a standing order names the first that is legal is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from napoleon.rules.kit.standing_orders import Answers
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept, StandingOrder, Use
from napoleon.rules.terms import Decision

Given = TypeVar("Given", bound=Order)

Gives = Callable[[Any, Decision, Any, Sequence[Order]], Iterable[Order]]
"""The orders that a standing order gives at a table in answer to a decision with these legal
orders, the first choice first."""


class Preference(NamedTuple):
    """What a standing order of a kind chooses."""

    kind: type[StandingOrder]
    gives: Gives
    once: bool = False
    """Whether it is used up by being followed."""


def preferred(*preferences: Preference) -> Answers[Any]:
    """What standing orders answer to a kind of question, the oldest first."""
    by_kind = {it.kind: it for it in preferences}

    def answers(
        table: Any, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
    ) -> Iterator[Use]:
        for it in kept:
            found = by_kind.get(type(it.instruction))
            if found is not None:
                for order in found.gives(table, decision, it.instruction, legal_orders):
                    yield Use(it, order, spent=found.once)

    return answers


def first_of(verb: type[Order], field: str, said: str) -> Gives:
    """The legal orders of a verb whose field is what the standing order names in its field `said`.

    That is one name or several, in the order in which they are preferred.
    """

    def gives(
        table: Any, decision: Decision, word: Any, legal_orders: Sequence[Order]
    ) -> Iterator[Order]:
        return named(of_verb(legal_orders, verb), field, getattr(word, said))

    return gives


def of_verb(legal_orders: Iterable[Order], verb: type[Given]) -> list[Given]:
    """The legal orders of one verb."""
    return [it for it in legal_orders if isinstance(it, verb)]


def named(legal_orders: Sequence[Given], field: str, names: Any) -> Iterator[Given]:
    """Those of `legal_orders` whose field is `names`, or one of several, in the order of these."""
    for name in names if isinstance(names, tuple) else (names,):
        yield from (it for it in legal_orders if getattr(it, field) == name)
