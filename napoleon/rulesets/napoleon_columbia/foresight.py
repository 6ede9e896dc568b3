"""What an order brings on by itself: whether it is past recall once it is given.

It is so when dice are rolled or terrain is drawn before anybody is asked again, when blocks are
shown or eliminated, and when a side is routed: its losses tell what stood in its Reserve, and
whether any of it is eliminated must not be told before. Tokens that are dealt anew tell nobody
anything, and keep no order from being withdrawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from napoleon.rules.events import Event
from napoleon.rules.kit.foresight import CarryOut, Foresight
from napoleon.rules.kit.table import copies_of
from napoleon.rules.terms import Decision, Loss
from napoleon.rulesets.napoleon_columbia.events.blocks import UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.retreat import SideRouted
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.table import Table, at

_copied = copies_of(State)


def _counts(purpose: str) -> bool:
    return " token " not in purpose


def _shows(event: Event) -> bool:
    return event.reveals or type(event) is SideRouted


def _lost(table: Table, decision: Decision, event: Event) -> Loss | None:
    """A unit of the seat that is eliminated, by the clause that says so."""
    if type(event) is UnitEliminated and commands(table, decision.seat, event.unit):
        return Loss(event.unit, event.clauses[0])
    return None


_FORESIGHT = Foresight[Table](
    lambda table, chance: at(_copied(table.state), table.data, chance, rulings=table.rulings),
    _counts,
    _shows,
)

irreversible_if_random = _FORESIGHT.irreversible_if_random
"""Whether an order leads to what cannot be taken back before the next question."""


def own_losses(carry_out: CarryOut[Table]) -> Callable[[Table, Decision, Any], Sequence[Loss]]:
    """The units of its own that an order costs a seat by the rules; for `Verb.warns`."""
    costs = _FORESIGHT.losses(carry_out, _lost)
    return lambda table, decision, order: (
        costs(table, decision, order) if _may_cost(table, decision, order) else ()
    )


def _may_cost(table: Table, decision: Decision, order: Any) -> bool:
    """Whether an order is worth a trial: units that nobody engages move and leave without loss."""
    block = table.state.blocks.get(getattr(order, "unit", ""))
    battle = table.state.battle_in(block.town) if block else None
    if decision.kind != "combat" or battle is None:
        return True
    return table.state.is_engaged(battle, battle.fighters[order.unit].place)
