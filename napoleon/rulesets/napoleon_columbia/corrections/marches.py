"""Correcting the march phase: who has marched, in which groups, by which roads [N-80, 5].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia import units
from napoleon.rulesets.napoleon_columbia.corrections.checks import (
    nothing_to_correct,
    refuse_not_on_map,
    refuse_road,
    refuse_town,
)
from napoleon.rulesets.napoleon_columbia.corrections.kinds import SetGroup, SetMarched, SetRoadUse
from napoleon.rulesets.napoleon_columbia.events.corrections import (
    MARCHES,
    OVER,
    STAYS,
    TO_COME,
    GroupCorrected,
    RoadUseCorrected,
    UnitMarchCorrected,
)
from napoleon.rulesets.napoleon_columbia.march import ROAD_LIMITS, groups_left
from napoleon.rulesets.napoleon_columbia.sides import NAMES, enemy, side_of
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of
from napoleon.rulesets.napoleon_columbia.turns import MARCH


def set_marched(table: Table, wanted: SetMarched, reason: str) -> Refusal | None:
    """Whether the march of a unit is over [N-04, N-56]."""
    unit = wanted.unit
    refusal = _refuse_phase(table) or refuse_not_on_map(table, unit)
    if refusal is not None:
        return refusal
    block, name = table.state.blocks[unit], units.name_of(table, unit)
    foreign = _refuse_passive(table, block.army)
    if foreign is not None:
        return foreign
    if not wanted.marched and table.state.count(block.town, enemy(side_of(block.army))):
        detail = f"{name} has met enemies: put it elsewhere if it should not have."
        return refuse("ENEMY_IN_PATH", "5.0", detail, unit=unit)
    if wanted.marched == block.halted and (wanted.marched or not block.path):
        return nothing_to_correct(unit=unit, marched=wanted.marched)
    before, after = (TO_COME, OVER) if wanted.marched else (OVER, TO_COME)
    corrected = UnitMarchCorrected(
        seat_of(table, unit), unit, block.token, before, after, reason, fog=not block.revealed
    )
    table.record(corrected, "N-80", "N-56")
    return None


def set_group(table: Table, wanted: SetGroup, reason: str) -> Refusal | None:
    """Whether an army's units of a town are one of the groups that march in this turn [5.1]."""
    army, town = wanted.army, wanted.town
    refusal = (
        _refuse_phase(table) or refuse_town(table, town) or _refuse_passive(table, army)
    )  # fmt: skip
    if refusal is not None:
        return refusal
    own = [it for it in table.state.blocks.values() if (it.army, it.start) == (army, town)]
    marches, name = (army, town) in table.state.groups, table.data.towns[town].name
    if marches == wanted.marched:
        return nothing_to_correct(army=army, town=town, marched=marches)
    if wanted.marched and not own:
        detail = f"No units of the {NAMES[army]} began the turn in {name}."
        return refuse("NO_GROUP", "N-04", detail, army=army, town=town)
    if wanted.marched and not groups_left(table, army):
        detail = f"The {NAMES[army]} march with no more groups in this turn."
        return refuse("NO_MARCH_LEFT", "5.1", detail, army=army)
    if not wanted.marched and any(it.path for it in own):
        detail = f"Units of the {NAMES[army]} have marched from {name}."
        return refuse("ALREADY_MARCHED", "5.1", detail, army=army, town=town)
    before, after = (STAYS, MARCHES) if wanted.marched else (MARCHES, STAYS)
    table.record(GroupCorrected(army, town, before, after, reason), "N-80", "5.1")
    return None


def set_road_use(table: Table, wanted: SetRoadUse, reason: str) -> Refusal | None:
    """How many units have marched along a road: no fewer than are known to have [5.4, N-07]."""
    refusal = _refuse_phase(table) or refuse_road(table, wanted.road)
    if refusal is not None:
        return refusal
    road = table.data.roads[wanted.road]
    before, limit = table.state.road_use.get(road.id, 0), ROAD_LIMITS[road.kind]
    least = sum(it.path.count(road.id) for it in table.state.blocks.values())
    if not least <= wanted.units <= limit:
        detail = f"{least} to {limit} units have marched along that road."
        return refuse("OUT_OF_RANGE", "5.4", detail, road=road.id, least=least, most=limit)
    if before == wanted.units:
        return nothing_to_correct(road=road.id, units=before)
    corrected = RoadUseCorrected(road.id, before, wanted.units, limit, reason)
    table.record(corrected, "N-80", "5.4")
    return None


def _refuse_phase(table: Table) -> Refusal | None:
    """Only in the march phase does it mean anything who has marched."""
    if table.state.turn and table.state.phase == MARCH:
        return None
    detail = "That is set in the March phase only."
    return refuse("WRONG_PHASE", "2.1", detail, phase=table.state.phase)


def _refuse_passive(table: Table, army: str) -> Refusal | None:
    if side_of(army) == table.state.active:
        return None
    detail = f"The {NAMES[army]} do not march in this player turn."
    return refuse("NOT_ACTIVE", "2.0", detail, army=army, active=table.state.active)
