"""What an order brings on by itself: whether something is drawn before anybody is asked again.

Questions that have one answer by what everybody knows are not put [E-57, E-58], so that a pass, or
the choice of a battle, may lead straight to the dice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from napoleon.rules.kit.foresight import Foresight
from napoleon.rules.kit.table import copies_of
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import movement
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table, at

_copied = copies_of(State)

irreversible_if_random = Foresight[Table](
    lambda table, chance: at(_copied(table.state), table.data.pack, chance)
).irreversible_if_random
"""Whether an order leads to a draw before the next question."""


def moves_out(
    move: Callable[[Table, Decision, Any], None],
) -> Callable[[Table, Decision, Any], bool]:
    """Whether a move is the last one possible, and something is drawn at once after it.

    There are many moves to look at, and mostly armies are left that may still go.
    """
    leads_to_a_draw = irreversible_if_random(move)

    def is_last_before_a_draw(table: Table, decision: Decision, order: Any) -> bool:
        left = sum(map(table.state.unmoved, movement.movable(table)))
        return left == order.armies and leads_to_a_draw(table, decision, order)

    return is_last_before_a_draw
