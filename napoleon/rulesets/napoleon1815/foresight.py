"""What an order costs its own side by the rules, before anything is drawn and anybody is asked.

A march in Rain, or against a retreat arrow, may tire a corps beyond what it bears [ELIM.2].
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from napoleon.rules.events import Event
from napoleon.rules.kit.foresight import CarryOut, Foresight
from napoleon.rules.kit.table import copies_of
from napoleon.rules.terms import Decision, Loss
from napoleon.rulesets.napoleon1815.events.casualties import CommanderRemoved, CorpsEliminated
from napoleon.rulesets.napoleon1815.events.fog import ScoutEliminated
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table

_copied = copies_of(State)


def _lost(table: Table, decision: Decision, event: Event) -> Loss | None:
    """A block of the side that decides which is removed, by the clause that says so."""
    match event:
        case (
            CorpsEliminated(corps=block)
            | CommanderRemoved(commander=block)
            | ScoutEliminated(block=block)
        ):
            pass
        case _:
            return None
    own = table.side_of(block) == table.side_of_player(decision.seat)
    return Loss(block, event.clauses[0]) if own else None


_FORESIGHT = Foresight[Table](
    lambda table, chance: type(table)(_copied(table.state), table.pack, chance)
)


def own_losses(carry_out: CarryOut[Table]) -> Callable[[Table, Decision, Any], Sequence[Loss]]:
    """The blocks of its own side that an order costs a seat by the rules; for `Verb.warns`."""
    return _FORESIGHT.losses(carry_out, _lost)


def own_losses_in_sight(
    carry_out: CarryOut[Table],
) -> Callable[[Table, Decision, Any], Sequence[Loss]]:
    """The same where it may depend on blocks that the enemy hides: nothing in fog of war."""
    costs = own_losses(carry_out)
    return lambda table, decision, order: () if table.fog else costs(table, decision, order)
