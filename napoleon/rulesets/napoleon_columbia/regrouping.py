"""Regrouping: the winner of a battle draws in units, or sends some out [7.5, N-36, N-51]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import fog, places
from napoleon.rulesets.napoleon_columbia.events.retreat import (
    RegroupingClosed,
    RegroupingEnded,
    UnitRegrouped,
)
from napoleon.rulesets.napoleon_columbia.orders import EndRegroup, Regroup
from napoleon.rulesets.napoleon_columbia.retreats import ROAD_LIMITS
from napoleon.rulesets.napoleon_columbia.seats import commands, next_seat
from napoleon.rulesets.napoleon_columbia.sides import enemy
from napoleon.rulesets.napoleon_columbia.state import Regrouping
from napoleon.rulesets.napoleon_columbia.table import Table, refuse


def due(table: Table) -> bool:
    """Whether the winner of a battle may regroup."""
    return table.state.regrouping is not None


def _running(table: Table) -> Regrouping:
    regrouping = table.state.regrouping
    assert regrouping is not None, "a battle was won"
    return regrouping


def _possible(table: Table) -> Iterator[Regroup]:
    """Every move to or from the town of the battle that is allowed now."""
    regrouping = _running(table)
    near = table.data.neighbours(regrouping.town)
    for unit in table.state.standing(regrouping.town, regrouping.side):
        for town in near:
            if _refuse(table, unit, town) is None:
                yield Regroup(unit, town)
    for town in near:
        for unit in table.state.standing(town, regrouping.side):
            if _refuse(table, unit, regrouping.town) is None:
                yield Regroup(unit, regrouping.town)


def asks(table: Table) -> list[Decision]:
    """Who moves to or from the town; nobody is asked where nobody can [7.5, N-54]."""
    regrouping = _running(table)
    able = [order.unit for order in _possible(table)]
    seat = next_seat(table, regrouping.side, regrouping.parts, able)
    if not seat:
        return []
    town = table.data.towns[regrouping.town].name
    text = f"Regroup: move units between {town} and adjacent towns, or no more."
    return [table.question(seat, "regroup", "7.5", text)]


def close(table: Table) -> None:
    """Nobody regroups any more after this battle."""
    table.record(RegroupingClosed(_running(table).town), "7.5")


def offers(table: Table, decision: Decision) -> Iterator[Regroup]:
    """Every regrouping of the seat's units."""
    return (it for it in _possible(table) if commands(table, decision.seat, it.unit))


def refuse_regrouping(table: Table, decision: Decision, order: Regroup) -> Refusal | None:
    """Why a unit cannot regroup like that [7.5, N-33, N-36]."""
    if not commands(table, decision.seat, order.unit):
        return refuse("NOT_YOUR_UNIT", "7.5", "Name a unit of yours that is on the map.")
    return _refuse(table, order.unit, order.town)


def _refuse(table: Table, unit: str, to: str) -> Refusal | None:
    regrouping, block = _running(table), table.state.blocks[unit]
    road = table.data.road_between(block.town, to)
    if road is None or regrouping.town not in (block.town, to):
        detail = "Units move one road, to or from the town of the battle that was won."
        return refuse("NO_ROAD", "7.5", detail)
    if unit in regrouping.moved:
        return refuse("ALREADY_MOVED", "N-36", "That unit has regrouped.")
    if block.disrupted:
        return refuse("DISRUPTED", "N-33", "That unit has retreated in this turn.")
    if table.state.is_fought_over(block.town):
        return refuse("IN_BATTLE", "N-36", "That unit stands in a battle that goes on.")
    refusal = _refuse_town(table, to)
    if refusal is not None:
        return refusal
    limit = ROAD_LIMITS[road.kind]
    battle = table.state.battle_in(to)
    coming = battle.reinforce_use.get(regrouping.side, {}).get(road.id, 0) if battle else 0
    if regrouping.use.get(road.id, 0) >= limit or coming >= limit:
        detail = "That road takes no more units."
        return refuse("ROAD_FULL", "7.5", detail, road=road.id, limit=limit)
    return None


def _refuse_town(table: Table, to: str) -> Refusal | None:
    """Units go where own units are; into a battle of their own, that is into its Reserve [N-36]."""
    regrouping = _running(table)
    own = table.state.count(to, regrouping.side)
    fought_over = table.state.battle_in(to) is not None
    if not own or (table.state.count(to, enemy(regrouping.side)) and not fought_over):
        return refuse("NOT_FRIENDLY_TOWN", "N-36", "No units of your side hold that town.")
    return None


def move(table: Table, decision: Decision, order: Regroup) -> None:
    """The unit moves one road; in a battle it stands in the Reserve [7.5, N-51]."""
    regrouping = _running(table)
    fog.part(table, order.unit)
    block = table.state.blocks[order.unit]
    road = table.data.road_between(block.town, order.town)
    assert road is not None, "refused where there is no road"
    battle = table.state.battle_in(order.town)
    reserve = places.reserve(battle.role(regrouping.side)) if battle else ""
    regrouped = UnitRegrouped(
        decision.seat,
        order.unit,
        block.token,
        regrouping.side,
        block.town,
        order.town,
        road.id,
        regrouping.use.get(road.id, 0) + 1,
        ROAD_LIMITS[road.kind],
        reserve,
        fog=not block.revealed,
    )
    table.record(regrouped, "7.5", *(("N-51",) if reserve else ()))
    if reserve:
        fog.join(table, order.unit)


def end(table: Table, decision: Decision, order: EndRegroup) -> None:
    """The seat moves no more units."""
    table.record(RegroupingEnded(decision.seat, _running(table).town), "7.5")
