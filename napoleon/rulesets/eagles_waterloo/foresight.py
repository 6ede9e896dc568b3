"""What an order brings on by itself: whether it is past recall once it is given.

It is so when dice are rolled or cards are drawn before anybody is asked again, when something is
shown that was hidden, and when a card is gone for good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from napoleon.rules.kit.sequence import advance
from napoleon.rules.kit.table import copies_of
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo.sequence import SEQUENCE
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import Table, at

T = TypeVar("T")

_copied = copies_of(State)


class _Drawn(Exception):
    """Something is drawn."""


class _NoChance:
    """Says when something is drawn."""

    def pick(self, options: Sequence[T], purpose: str, chain: str = "") -> T:
        raise _Drawn


def before_chance(
    carry_out: Callable[[Table, Decision, Any], None],
) -> Callable[[Table, Decision, Any], bool]:
    """Whether an order leads to what cannot be taken back before the next question."""

    def is_past_recall(table: Table, decision: Decision, order: Any) -> bool:
        trial = at(_copied(table.state), table.data, _NoChance())
        try:
            with until_the_end():
                carry_out(trial, decision, order)
                advance(SEQUENCE, trial)
        except _Drawn:
            return True
        return any(event.reveals for event in trial.recorded)

    return is_past_recall
