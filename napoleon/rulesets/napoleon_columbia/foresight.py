"""What an order brings on by itself: whether it is past recall once it is given.

It is so when dice are rolled or terrain is drawn before anybody is asked again, when blocks are
shown or eliminated, and when a side is routed: its losses tell what stood in its Reserve, and
whether any of it is eliminated must not be told before. Tokens that are dealt again tell nobody
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
from napoleon.rulesets.napoleon_columbia.seats import commands, is_unseen
from napoleon.rulesets.napoleon_columbia.sides import side_of
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


MANY = 99
"""More steps than a block loses before somebody is asked."""


def own_losses(carry_out: CarryOut[Table]) -> Callable[[Table, Decision, Any], Sequence[Loss]]:
    """The units of its own that an order costs a seat by the rules; for `Verb.warns`."""
    costs = _FORESIGHT.losses(carry_out, _lost)
    return lambda table, decision, order: (
        costs(_as_seen(table, decision.seat), decision, order)
        if _may_cost(table, decision, order)
        else ()
    )


def _as_seen(table: Table, seat: str) -> Table:
    """The table as a seat sees it that has a partner: of their upright blocks none is lost.

    How many of them a rout leaves says who has the last road, and would tell their steps [N-88].
    """
    blocks = table.state.blocks
    sides = {side_of(army) for army in table.state.armies_of_seat(seat)}
    unseen = [
        unit
        for unit, it in blocks.items()
        if side_of(it.army) in sides and is_unseen(table, seat, unit)
    ]
    if not unseen:
        return table
    seen = at(_copied(table.state), table.data, rulings=table.rulings)
    seen.go_on = table.go_on
    for unit in unseen:
        seen.state.blocks[unit].strength = MANY
    return seen


def _may_cost(table: Table, decision: Decision, order: Any) -> bool:
    """Whether an order is worth a trial: units that nobody engages move and leave without loss."""
    block = table.state.blocks.get(getattr(order, "unit", ""))
    battle = table.state.battle_in(block.town) if block else None
    if decision.kind != "combat" or battle is None:
        return True
    return table.state.is_engaged(battle, battle.fighters[order.unit].place)
