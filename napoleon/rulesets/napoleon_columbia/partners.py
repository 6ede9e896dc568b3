"""Three players: when the two Allied ones may talk to each other [12.0, N-40]."""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia.setups import PHASES
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, ANGLO, PRUSSIAN
from napoleon.rulesets.napoleon_columbia.table import Table, refuse


def refuse_talk(table: Table, seat: str, other: str) -> Refusal | None:
    """Allied players consult at set-up and in the Allied night turns only [12.0]."""
    if {seat, other} != {ANGLO, PRUSSIAN} or may_consult(table):
        return None
    detail = "The Allied players consult at set-up and in their night turns only."
    return refuse("NO_CONSULTATION", "12.0", detail)


def may_consult(table: Table) -> bool:
    """Whether the channel between the Allied players is open."""
    state = table.state
    if state.result is not None or PHASES.get(state.phase) == ALLIED:
        return True
    return state.turn > 0 and table.data.turn(state.turn).allied_consultation
