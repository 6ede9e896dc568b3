"""Who holds a Farm or a Hill in the course of a battle [6.21.hold, N-17]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import places, running_battle, terrain, units
from napoleon.rulesets.napoleon_columbia.combat_moves import refuse_fighter
from napoleon.rulesets.napoleon_columbia.events.combat import HolderSwapped, TerrainTaken
from napoleon.rulesets.napoleon_columbia.orders import SwapHolder, TakeTerrain
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.sides import side_of
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, refuse


def _own(table: Table, decision: Decision) -> Iterator[str]:
    fighters = running_battle.here(table).fighters
    return (unit for unit in fighters if commands(table, decision.seat, unit))


def _refuse_unit(table: Table, battle: Battle, unit: str) -> Refusal | None:
    """Who can hold terrain at all, and has not acted [6.21.hold]."""
    fighter, name = battle.fighters[unit], units.name_of(table, unit)
    kind = battle.terrain_at(fighter.place)
    if kind not in (terrain.FARM, terrain.HILL) or places.is_reserve(fighter.place):
        return refuse("NOTHING_TO_HOLD", "6.21.hold", f"{name} stands at no Farm and no Hill.")
    if kind == terrain.FARM and units.type_of(table, unit) != units.INFANTRY:
        return refuse("WRONG_TYPE", "6.21.farm", "Only infantry holds a Farm.")
    if fighter.square or fighter.shelter:
        return refuse("WRONG_TYPE", "6.21.hold", f"{name} stands in a square.")
    if fighter.shaken:
        return refuse("SHAKEN", "N-21", f"{name} has to withdraw, and does nothing else.")
    if fighter.moves or fighter.fired:
        return refuse("ALREADY_ACTED", "6.21.hold", f"{name} has acted in this combat turn.")
    return None


def taking_offers(table: Table, decision: Decision) -> Iterator[TakeTerrain]:
    """Every unit that may take terrain that nobody holds."""
    orders = map(TakeTerrain, _own(table, decision))
    return (it for it in orders if refuse_taking(table, decision, it) is None)


def refuse_taking(table: Table, decision: Decision, order: TakeTerrain) -> Refusal | None:
    """Why a unit cannot take the terrain of its position [6.21.hold, N-17]."""
    foreign = refuse_fighter(table, decision, order.unit, "6.21.hold")
    if foreign is not None:
        return foreign
    battle = running_battle.here(table)
    refusal = _refuse_unit(table, battle, order.unit)
    if refusal is not None:
        return refusal
    if battle.terrain[battle.fighters[order.unit].place].holder:
        return refuse("HOLDER_PRESENT", "6.21.hold", "A unit holds it already.")
    return None


def take(table: Table, decision: Decision, order: TakeTerrain) -> None:
    """It holds it from now on, for one combat move."""
    battle, block = running_battle.here(table), table.state.blocks[order.unit]
    place = battle.fighters[order.unit].place
    taken = TerrainTaken(
        decision.seat,
        order.unit,
        block.token,
        battle.town,
        battle.terrain_at(place),
        place,
        fog=not block.revealed,
    )
    table.record(taken, "6.21.hold", "N-17")


def swap_offers(table: Table, decision: Decision) -> Iterator[SwapHolder]:
    """Every unit that may take over from a holder of its own side."""
    orders = map(SwapHolder, _own(table, decision))
    return (it for it in orders if refuse_swap(table, decision, it) is None)


def refuse_swap(table: Table, decision: Decision, order: SwapHolder) -> Refusal | None:
    """Why a unit cannot take over from the holder [6.21.hold, N-17]."""
    foreign = refuse_fighter(table, decision, order.unit, "6.21.hold")
    if foreign is not None:
        return foreign
    battle = running_battle.here(table)
    refusal = _refuse_unit(table, battle, order.unit)
    if refusal is not None:
        return refusal
    blocks = table.state.blocks
    holder = battle.terrain[battle.fighters[order.unit].place].holder
    if not holder or side_of(blocks[holder].army) != side_of(blocks[order.unit].army):
        return refuse("NO_HOLDER", "6.21.hold", "No unit of your side holds it.")
    if holder == order.unit:
        return refuse("HOLDER_PRESENT", "6.21.hold", "That unit holds it already.")
    if not commands(table, decision.seat, holder):
        return refuse("NOT_YOUR_UNIT", "N-54", "A unit of your partner holds it.")
    before, name = battle.fighters[holder], units.name_of(table, holder)
    if before.shaken:
        return refuse("SHAKEN", "N-21", f"{name} has to withdraw, and does nothing else.")
    if before.moves or before.fired:
        return refuse("ALREADY_ACTED", "6.21.hold", f"{name} has acted in this combat turn.")
    return None


def swap(table: Table, decision: Decision, order: SwapHolder) -> None:
    """It costs neither of them anything [N-17]."""
    battle, blocks = running_battle.here(table), table.state.blocks
    place = battle.fighters[order.unit].place
    holder = battle.terrain[place].holder
    swapped = HolderSwapped(
        decision.seat,
        order.unit,
        blocks[order.unit].token,
        holder,
        blocks[holder].token,
        battle.town,
        battle.terrain_at(place),
        place,
        fog=not (blocks[order.unit].revealed and blocks[holder].revealed),
    )
    table.record(swapped, "6.21.hold", "N-17")
