"""Correcting what lies on a battle board, the roads of a battle, and supply [N-80, 6.21, 7.2, 10].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia import places, running_battle, supply, terrain, units
from napoleon.rulesets.napoleon_columbia.corrections.checks import (
    board_at,
    nothing_to_correct,
    refuse_no_board,
    refuse_not_on_map,
    refuse_road,
    refuse_town,
)
from napoleon.rulesets.napoleon_columbia.corrections.kinds import (
    SetCombatRoadUse,
    SetHolder,
    SetSupplyDue,
    SetTerrain,
)
from napoleon.rulesets.napoleon_columbia.events.corrections import (
    NONE,
    REINFORCEMENT,
    CombatRoadUseCorrected,
    HolderCorrected,
    HolderWithdrawn,
    SupplyDueCorrected,
    TerrainCorrected,
)
from napoleon.rulesets.napoleon_columbia.retreats import ROAD_LIMITS
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of
from napoleon.rulesets.napoleon_columbia.turns import SUPPLY

# -- terrain [6.21] --------------------------------------------------------------------------------


def set_terrain(table: Table, wanted: SetTerrain, reason: str) -> Refusal | None:
    """Other terrain in a position, out of what is left of it [6.21, N-05]."""
    town, place = wanted.town, wanted.place
    refusal = refuse_no_board(table, town)
    if refusal is not None:
        return refusal
    battle = board_at(table, town)
    before = battle.terrain_at(place) or NONE
    refusal = _refuse_position(place)
    if refusal is not None:
        return refusal
    if before == wanted.terrain:
        return nothing_to_correct(town=town, place=place, terrain=before)
    refusal = _refuse_terrain(table, battle, wanted)
    if refusal is not None:
        return refusal
    table.record(TerrainCorrected(town, place, before, wanted.terrain, reason), "N-80", "6.21")
    return None


def _refuse_position(place: str) -> Refusal | None:
    if place in places.POSITIONS:
        return None
    return refuse("NOT_A_PLACE", "6.2", f"There is no position {place} on the board.", place=place)


def _refuse_terrain(table: Table, battle: Battle, wanted: SetTerrain) -> Refusal | None:
    """Terrain that is not there, that is too much, or on which somebody stands who never can."""
    kind, place = wanted.terrain, wanted.place
    if kind == NONE:
        return None
    if kind not in table.state.pool:
        detail = "All such terrain lies on a battle board already."
        return refuse("NO_TERRAIN_LEFT", "FAQ.1", detail, terrain=kind)
    role = places.owner(place)
    lying = [it for it in battle.terrain if places.owner(it) == role and it != place]
    if len(lying) >= terrain.DRAWN[role]:
        detail = f"The {role} has no more than {terrain.DRAWN[role]} of its own."
        return refuse("TOO_MUCH_TERRAIN", "6.21", detail, place=place, lying=lying)
    if kind == terrain.STREAM and terrain.stream_lane(battle) not in ("", places.lane_of(place)):
        return refuse("TOO_MUCH_TERRAIN", "FAQ.1", "One stream lies on a board at most.")
    if kind != terrain.WOODS:
        return None
    for unit in table.state.fighters_at(battle, place):
        name = units.name_of(table, unit)
        if units.type_of(table, unit) in units.ARTILLERY:
            detail = f"{name} stands there, and artillery does not go into Woods."
            return refuse("ARTILLERY_IN_WOODS", "6.21.woods", detail, unit=unit)
        if battle.fighters[unit].square:
            detail = f"{name} stands there in square, which nobody does in Woods."
            return refuse("WOODS_OR_FARM", "6.5", detail, unit=unit)
    return None


def set_holder(table: Table, wanted: SetHolder, reason: str) -> Refusal | None:
    """The one unit that a Farm or a Hill serves, or nobody [6.21.hold]."""
    town, place, unit = wanted.town, wanted.place, wanted.unit
    refusal = refuse_no_board(table, town) or _refuse_position(place)
    if refusal is not None:
        return refusal
    battle = board_at(table, town)
    kind = battle.terrain_at(place)
    if kind not in (terrain.FARM, terrain.HILL):
        detail = "There is no Farm and no Hill in that position."
        return refuse("NOTHING_TO_HOLD", "6.21.hold", detail, place=place)
    holder = battle.terrain[place].holder
    if holder == unit:
        return nothing_to_correct(place=place, unit=unit)
    refusal = _refuse_holder(table, battle, wanted, kind) if unit else None
    if refusal is not None:
        return refusal
    blocks = table.state.blocks
    hidden = not all(blocks[it].revealed for it in (unit, holder) if it)
    if not unit:
        withdrawn = HolderWithdrawn(
            seat_of(table, holder),
            holder,
            blocks[holder].token,
            town,
            kind,
            place,
            reason,
            fog=hidden,
        )
        table.record(withdrawn, "N-80", "6.21.hold")
        return None
    corrected = HolderCorrected(
        seat_of(table, unit),
        unit,
        blocks[unit].token,
        holder or NONE,
        blocks[holder].token if holder else NONE,
        town,
        kind,
        place,
        reason,
        fog=hidden,
    )
    table.record(corrected, "N-80", "6.21.hold")
    return None


def _refuse_holder(table: Table, battle: Battle, wanted: SetHolder, kind: str) -> Refusal | None:
    """Units that cannot hold it [6.21.farm, 6.21.hold, 6.5]."""
    unit = wanted.unit
    absent = refuse_not_on_map(table, unit)
    if absent is not None:
        return absent
    fighter, name = battle.fighters.get(unit), units.name_of(table, unit)
    if fighter is None or fighter.place != wanted.place:
        detail = f"{name} does not stand in that position."
        return refuse("NOTHING_TO_HOLD", "6.21.hold", detail, unit=unit, place=wanted.place)
    if kind == terrain.FARM and units.type_of(table, unit) != units.INFANTRY:
        return refuse("WRONG_TYPE", "6.21.farm", "Only infantry holds a Farm.", unit=unit)
    if fighter.square or fighter.shelter:
        return refuse("WRONG_TYPE", "6.21.hold", f"{name} stands in a square.", unit=unit)
    holder = battle.terrain[wanted.place].holder
    if holder and seat_of(table, holder) != seat_of(table, unit):
        detail = "A unit of another player holds it: first have nobody hold it."
        return refuse("HOLDER_PRESENT", "6.21.hold", detail, unit=holder)
    return None


# -- the roads of a battle [7.2, 6.34] -------------------------------------------------------------


def set_road_use(table: Table, wanted: SetCombatRoadUse, reason: str) -> Refusal | None:
    """How many units of the acting side have gone or come by a road in this combat turn [T2]."""
    town, way = wanted.town, wanted.way
    clause = "6.34" if way == REINFORCEMENT else "7.2"
    refusal = refuse_no_board(table, town) or refuse_road(table, wanted.road)
    if refusal is not None:
        return refusal
    battle, road = board_at(table, town), table.data.roads[wanted.road]
    running = running_battle.running(table)
    if running is None or running.town != town:
        detail = "That is set in a combat turn of the battle only."
        return refuse("WRONG_PHASE", "6.3", detail, town=town)
    if town not in (road.a, road.b):
        detail = f"That road does not lead to {table.data.towns[town].name}."
        return refuse("NOT_ADJACENT", clause, detail, road=road.id, town=town)
    limit, side = ROAD_LIMITS[road.kind], running_battle.acting_side(battle)
    if not 0 <= wanted.units <= limit:
        detail = f"That road takes 0 to {limit} units in a combat turn."
        return refuse("OUT_OF_RANGE", clause, detail, road=road.id, most=limit)
    use = battle.reinforce_use.get(side, {}) if way == REINFORCEMENT else battle.retreat_use
    before = use.get(road.id, 0)
    if before == wanted.units:
        return nothing_to_correct(road=road.id, units=before)
    corrected = CombatRoadUseCorrected(
        town, side, road.id, way, before, wanted.units, limit, reason
    )
    table.record(corrected, "N-80", clause)
    return None


# -- supply [10.0] ---------------------------------------------------------------------------------


def set_supply_due(table: Table, wanted: SetSupplyDue, reason: str) -> Refusal | None:
    """How many units are still to go for a city, while any are [10.0, N-66]."""
    city = wanted.city
    refusal = refuse_town(table, city)
    if refusal is not None:
        return refusal
    if table.state.phase != SUPPLY or not table.state.supply_due:
        detail = "No units are being lost for want of supply."
        return refuse("WRONG_PHASE", "10.0", detail, phase=table.state.phase)
    town = table.data.towns[city]
    if city not in supply.held(table):
        detail = f"{town.name} is no supply city that the French hold."
        return refuse("NOT_HELD", "10.0", detail, city=city)
    army = str(town.supply_army)
    before = sum(due for it, _, due in table.state.supply_due if it == city)
    others = sum(due for it, of, due in table.state.supply_due if of == army and it != city)
    most = min(town.supply_loss, len(table.state.of_army(army)) - others)
    if not 0 <= wanted.units <= most:
        detail = f"{town.name} costs 0 to {most} units."
        return refuse("OUT_OF_RANGE", "10.0", detail, city=city, most=most)
    if before == wanted.units:
        return nothing_to_correct(city=city, units=before)
    corrected = SupplyDueCorrected(city, army, before, wanted.units, reason)
    table.record(corrected, "N-80", "10.0")
    return None
