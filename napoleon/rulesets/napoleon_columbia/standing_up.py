"""Revealed blocks that stand up in Reserve or Woods [6.24, N-47]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import fog, places, running_battle, terrain
from napoleon.rulesets.napoleon_columbia.combat_moves import refuse_fighter
from napoleon.rulesets.napoleon_columbia.events.blocks import UnitsConcealed
from napoleon.rulesets.napoleon_columbia.orders import StandUp
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.table import Table, refuse


def offers(table: Table, decision: Decision) -> Iterator[StandUp]:
    """Every revealed unit of the seat in Reserve or Woods."""
    fighters = running_battle.here(table).fighters
    orders = (StandUp(unit) for unit in fighters if commands(table, decision.seat, unit))
    return (it for it in orders if refuse_standing(table, decision, it) is None)


def refuse_standing(table: Table, decision: Decision, order: StandUp) -> Refusal | None:
    """Why a block cannot stand up [6.24, 6.21.woods]."""
    foreign = refuse_fighter(table, decision, order.unit, "6.24")
    if foreign is not None:
        return foreign
    battle = running_battle.here(table)
    place = battle.fighters[order.unit].place
    if not places.is_reserve(place) and battle.terrain_at(place) != terrain.WOODS:
        detail = "A block stands up again in the Reserve or in Woods only."
        return refuse("NOT_IN_RESERVE_OR_WOODS", "6.24", detail)
    if table.state.is_engaged(battle, place):
        return refuse("ENGAGED", "6.21.woods", "An engaged block lies open.")
    if not table.state.blocks[order.unit].revealed:
        return refuse("NOT_REVEALED", "6.24", "That block stands upright already.")
    return None


def stand_up(table: Table, decision: Decision, order: StandUp) -> None:
    """The enemy can no longer tell which of the upright blocks there it is [N-58]."""
    table.record(UnitsConcealed(running_battle.here(table).town, (order.unit,)), "6.24")
    fog.mix(table, fog.companions(table, order.unit))
