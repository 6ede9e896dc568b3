"""What an order brings on by itself: whether something is drawn before anybody is asked again.

Questions that have one answer by what everybody knows are not put [E-57, E-58], so that a pass, or
the choice of a battle, may lead straight to the dice. Players are asked before such an order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from napoleon.rules.kit.sequence import advance
from napoleon.rules.kit.table import copies_of
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import movement
from napoleon.rulesets.napoleonic_empire.sequence import SEQUENCE
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table, at

T = TypeVar("T")

_copied = copies_of(State)


class _Drawn(Exception):
    """Something is drawn."""


class _NoChance:
    """Chance that says when it is called for."""

    def pick(self, options: Sequence[T], purpose: str, chain: str = "") -> T:
        raise _Drawn


def before_chance(
    carry_out: Callable[[Table, Decision, Any], None],
) -> Callable[[Table, Decision, Any], bool]:
    """Whether an order leads to a draw before the next question.

    What is asked goes by what all may see, so this tells nobody anything hidden.
    """

    def leads_to_a_draw(table: Table, decision: Decision, order: Any) -> bool:
        trial = at(_copied(table.state), table.data.pack, _NoChance())
        try:
            with until_the_end():
                carry_out(trial, decision, order)
                advance(SEQUENCE, trial)
        except _Drawn:
            return True
        return False

    return leads_to_a_draw


def moves_out(
    move: Callable[[Table, Decision, Any], None],
) -> Callable[[Table, Decision, Any], bool]:
    """Whether a move is the last one possible, and something is drawn at once after it.

    There are many moves to look at, and mostly armies are left that may still go.
    """
    leads_to_a_draw = before_chance(move)

    def is_last_before_a_draw(table: Table, decision: Decision, order: Any) -> bool:
        left = sum(armies for _, armies in movement.movable(table)) - order.armies
        return left == 0 and leads_to_a_draw(table, decision, order)

    return is_last_before_a_draw
