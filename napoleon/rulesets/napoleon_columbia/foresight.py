"""What an order brings on by itself: whether it is past recall once it is given.

It is so when dice are rolled or terrain is drawn before anybody is asked again, when blocks are
shown or eliminated, and when a side is routed: its losses tell what stood in its Reserve, and
whether any of it is eliminated must not be told before. Tokens that are dealt anew tell nobody
anything, and keep no order from being withdrawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from napoleon.rules.kit.sequence import advance
from napoleon.rules.kit.table import copies_of
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia.events.retreat import SideRouted
from napoleon.rulesets.napoleon_columbia.sequence import SEQUENCE
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.table import Table, at

T = TypeVar("T")

_copied = copies_of(State)


class _Drawn(Exception):
    """Something is drawn that tells somebody something."""


class _TokensOnly:
    """Chance that deals tokens in any order, and says when something else is drawn."""

    def pick(self, options: Sequence[T], purpose: str, chain: str = "") -> T:
        if " token " not in purpose:
            raise _Drawn
        return options[0]


def before_chance(
    carry_out: Callable[[Table, Decision, Any], None],
) -> Callable[[Table, Decision, Any], bool]:
    """Whether an order leads to what cannot be taken back before the next question."""

    def is_past_recall(table: Table, decision: Decision, order: Any) -> bool:
        trial = at(_copied(table.state), table.data, _TokensOnly())
        try:
            with until_the_end():
                carry_out(trial, decision, order)
                advance(SEQUENCE, trial)
        except _Drawn:
            return True
        return any(event.reveals or type(event) is SideRouted for event in trial.recorded)

    return is_past_recall
