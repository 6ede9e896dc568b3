"""Reinforcement: the last step of a combat turn [6.34, N-25]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import fog, places, running_battle
from napoleon.rulesets.napoleon_columbia.events.combat import ReinforcementEnded, UnitReinforced
from napoleon.rulesets.napoleon_columbia.orders import EndReinforcement, Reinforce
from napoleon.rulesets.napoleon_columbia.retreats import ROAD_LIMITS
from napoleon.rulesets.napoleon_columbia.running_battle import REINFORCEMENT, acting_side, here
from napoleon.rulesets.napoleon_columbia.seats import commands, next_seat
from napoleon.rulesets.napoleon_columbia.table import Table, refuse


def due(table: Table) -> bool:
    """Whether the acting side may still bring units into the battle."""
    battle = running_battle.running(table)
    return battle is not None and battle.step == REINFORCEMENT and bool(_seat(table))


def _near(table: Table) -> Iterator[str]:
    """Units of the acting side that can come into the Reserve now."""
    battle = here(table)
    side = acting_side(battle)
    for town in table.data.neighbours(battle.town):
        for unit in table.state.standing(town, side):
            if _refuse(table, unit) is None:
                yield unit


def _seat(table: Table) -> str:
    """The Anglo-Dutch seat comes before the Prussian one [N-54]."""
    battle = here(table)
    return next_seat(table, acting_side(battle), battle.parts, list(_near(table)))


def asks(table: Table) -> list[Decision]:
    """Who joins the battle from adjacent towns [6.34]."""
    town = table.data.towns[here(table).town].name
    text = f"Bring units from adjacent towns into the battle of {town}, or no more."
    return [table.question(_seat(table), "reinforcement", "6.34", text)]


def offers(table: Table, decision: Decision) -> Iterator[Reinforce]:
    """Every unit of the seat that can come [6.34]."""
    return (Reinforce(it) for it in _near(table) if commands(table, decision.seat, it))


def refuse_reinforcement(table: Table, decision: Decision, order: Reinforce) -> Refusal | None:
    """Why a unit cannot join the battle [6.34, N-25, N-50]."""
    if not commands(table, decision.seat, order.unit):
        return refuse("NOT_YOUR_UNIT", "6.34", "Name a unit of yours that is on the map.")
    return _refuse(table, order.unit)


def _refuse(table: Table, unit: str) -> Refusal | None:
    battle, block = here(table), table.state.blocks[unit]
    road = table.data.road_between(block.town, battle.town)
    if road is None:
        return refuse("NOT_ADJACENT", "6.34", "That unit is in no adjacent town.")
    if table.state.is_fought_over(block.town):
        return refuse("IN_BATTLE", "N-50", "That unit stands in a fight of its own.")
    if block.disrupted:
        return refuse("DISRUPTED", "7.3", "That unit has retreated in this turn.")
    limit = ROAD_LIMITS[road.kind]
    if battle.reinforce_use.get(acting_side(battle), {}).get(road.id, 0) >= limit:
        detail = "That road takes no more units in this combat turn."
        return refuse("ROAD_FULL", "6.34", detail, road=road.id, limit=limit)
    return None


def bring(table: Table, decision: Decision, order: Reinforce) -> None:
    """It stands in the Reserve, of use from the next combat turn on [6.34]."""
    battle = here(table)
    side = acting_side(battle)
    fog.part(table, order.unit)
    block = table.state.blocks[order.unit]
    road = table.data.road_between(block.town, battle.town)
    assert road is not None, "refused where there is no road"
    brought = UnitReinforced(
        decision.seat,
        order.unit,
        block.token,
        side,
        block.town,
        battle.town,
        road.id,
        places.reserve(battle.acting),
        battle.reinforce_use.get(side, {}).get(road.id, 0) + 1,
        ROAD_LIMITS[road.kind],
        fog=not block.revealed,
    )
    table.record(brought, "6.34")
    fog.join(table, order.unit)


def end(table: Table, decision: Decision, order: EndReinforcement) -> None:
    """The seat brings no more units into this battle now."""
    table.record(ReinforcementEnded(decision.seat, here(table).town), "6.34")
