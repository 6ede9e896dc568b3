"""Squares, and who shelters in them [6.5, 6.52]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import places, running_battle, terrain, units
from napoleon.rulesets.napoleon_columbia.combat_moves import moves_left, refuse_fighter
from napoleon.rulesets.napoleon_columbia.events.combat import (
    SquareBroken,
    SquareFormed,
    UnitLeftShelter,
    UnitSheltered,
)
from napoleon.rulesets.napoleon_columbia.orders import (
    BreakSquare,
    FormSquare,
    LeaveShelter,
    Shelter,
)
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.sides import side_of
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, refuse


def _own(table: Table, decision: Decision) -> Iterator[str]:
    fighters = running_battle.here(table).fighters
    return (unit for unit in fighters if commands(table, decision.seat, unit))


def _refuse_idle(table: Table, battle: Battle, unit: str, clause: str) -> Refusal | None:
    """What costs a combat move is for units that have not fired, and have one left."""
    fighter = battle.fighters[unit]
    if fighter.shaken:
        name = units.name_of(table, unit)
        return refuse("SHAKEN", "N-21", f"{name} has to withdraw, and does nothing else.")
    if fighter.fired or not moves_left(table, battle, unit):
        name = units.name_of(table, unit)
        return refuse("ALREADY_ACTED", clause, f"{name} has acted in this combat turn.")
    return None


# -- squares [6.5] --------------------------------------------------------------------------------


def forming_offers(table: Table, decision: Decision) -> Iterator[FormSquare]:
    """Every infantry unit that may form square."""
    orders = map(FormSquare, _own(table, decision))
    return (it for it in orders if refuse_forming(table, decision, it) is None)


def refuse_forming(table: Table, decision: Decision, order: FormSquare) -> Refusal | None:
    """Why a unit cannot form square [6.5]."""
    foreign = refuse_fighter(table, decision, order.unit, "6.5")
    if foreign is not None:
        return foreign
    battle = running_battle.here(table)
    fighter, name = battle.fighters[order.unit], units.name_of(table, order.unit)
    if units.type_of(table, order.unit) != units.INFANTRY:
        return refuse("NOT_INFANTRY", "6.5", "Only infantry forms square.")
    if fighter.square:
        return refuse("ALREADY_ACTED", "6.5", f"{name} stands in square already.")
    role = battle.role(side_of(table.state.blocks[order.unit].army))
    if places.owner(fighter.place) != role:
        return refuse("IN_ENEMY_POSITION", "6.5", "No square is formed in an enemy position.")
    kind = battle.terrain_at(fighter.place)
    on_farm = kind == terrain.FARM and battle.terrain[fighter.place].holder == order.unit
    if kind == terrain.WOODS or on_farm:
        return refuse("WOODS_OR_FARM", "6.5", "No square is formed in Woods or on a Farm.")
    return _refuse_idle(table, battle, order.unit, "6.5")


def form(table: Table, decision: Decision, order: FormSquare) -> None:
    """The unit stands in square until it breaks it."""
    battle, block = running_battle.here(table), table.state.blocks[order.unit]
    place = battle.fighters[order.unit].place
    formed = SquareFormed(
        decision.seat, order.unit, block.token, battle.town, place, fog=not block.revealed
    )
    table.record(formed, "6.5")


def breaking_offers(table: Table, decision: Decision) -> Iterator[BreakSquare]:
    """Every unit that may break its square."""
    orders = map(BreakSquare, _own(table, decision))
    return (it for it in orders if refuse_breaking(table, decision, it) is None)


def refuse_breaking(table: Table, decision: Decision, order: BreakSquare) -> Refusal | None:
    """Why a unit cannot break its square [6.5]."""
    foreign = refuse_fighter(table, decision, order.unit, "6.5")
    if foreign is not None:
        return foreign
    battle = running_battle.here(table)
    if not battle.fighters[order.unit].square:
        return refuse("NOT_IN_SQUARE", "6.5", "That unit does not stand in square.")
    return _refuse_idle(table, battle, order.unit, "6.5")


def break_up(table: Table, decision: Decision, order: BreakSquare) -> None:
    """The unit stands in line again, and who sheltered in it is free [N-28]."""
    battle, block = running_battle.here(table), table.state.blocks[order.unit]
    place = battle.fighters[order.unit].place
    broken = SquareBroken(
        decision.seat, order.unit, block.token, battle.town, place, fog=not block.revealed
    )
    table.record(broken, "6.5", "N-28")


# -- shelter [6.52] -------------------------------------------------------------------------------


def shelter_offers(table: Table, decision: Decision) -> Iterator[Shelter]:
    """Every unit that may shelter, in every square that may take it."""
    for unit in _own(table, decision):
        if units.type_of(table, unit) not in (*units.ARTILLERY, units.LEADER):
            continue
        for square in _squares(table, unit):
            order = Shelter(unit, square)
            if refuse_shelter(table, decision, order) is None:
                yield order


def _squares(table: Table, unit: str) -> list[str]:
    """The squares of its side in the position of a unit."""
    battle = running_battle.here(table)
    place, side = battle.fighters[unit].place, side_of(table.state.blocks[unit].army)
    return [it for it in table.state.fighters_at(battle, place, side) if battle.fighters[it].square]


def refuse_shelter(table: Table, decision: Decision, order: Shelter) -> Refusal | None:
    """Why a unit cannot shelter in a square [6.52]."""
    foreign = refuse_fighter(table, decision, order.unit, "6.52")
    if foreign is not None:
        return foreign
    battle = running_battle.here(table)
    fighter, name = battle.fighters[order.unit], units.name_of(table, order.unit)
    if units.type_of(table, order.unit) not in (*units.ARTILLERY, units.LEADER):
        return refuse("WRONG_TYPE", "6.52", "Only leaders and artillery shelter in a square.")
    if fighter.shelter or fighter.moves or fighter.fired:
        return refuse("ALREADY_ACTED", "6.52", f"{name} has acted in this combat turn.")
    if fighter.shaken:
        return refuse("SHAKEN", "N-21", f"{name} has to withdraw, and does nothing else.")
    if order.square not in _squares(table, order.unit):
        return refuse("NO_SQUARE", "6.52", "Name a unit in square in the same position.")
    if any(it.shelter == order.square for it in battle.fighters.values()):
        return refuse("SQUARE_TAKEN", "6.52", "A square shelters one unit only.")
    return None


def shelter(table: Table, decision: Decision, order: Shelter) -> None:
    """It stands in the square, which costs its combat move [N-28]."""
    hidden = _is_hidden(table, order.unit, order.square)
    sheltered = UnitSheltered(*_in_square(table, decision, order.unit, order.square), fog=hidden)
    table.record(sheltered, "6.52", "N-28")


def _in_square(
    table: Table, decision: Decision, unit: str, square: str
) -> tuple[str, str, str, str, str, str]:
    """Who shelters where, as the events tell it."""
    blocks = table.state.blocks
    town = running_battle.here(table).town
    return decision.seat, unit, blocks[unit].token, square, blocks[square].token, town


def leaving_offers(table: Table, decision: Decision) -> Iterator[LeaveShelter]:
    """Every unit that may leave its shelter."""
    orders = map(LeaveShelter, _own(table, decision))
    return (it for it in orders if refuse_leaving(table, decision, it) is None)


def refuse_leaving(table: Table, decision: Decision, order: LeaveShelter) -> Refusal | None:
    """Why a unit cannot leave its shelter [6.52, N-28]."""
    foreign = refuse_fighter(table, decision, order.unit, "6.52")
    if foreign is not None:
        return foreign
    fighter = running_battle.here(table).fighters[order.unit]
    if not fighter.shelter:
        return refuse("NOT_SHELTERED", "6.52", "That unit does not shelter in a square.")
    if fighter.moves or fighter.fired:
        name = units.name_of(table, order.unit)
        return refuse("ALREADY_ACTED", "6.52", f"{name} has acted in this combat turn.")
    return None


def leave(table: Table, decision: Decision, order: LeaveShelter) -> None:
    """It stands beside the square, which costs its combat move [N-28]."""
    battle = running_battle.here(table)
    square = battle.fighters[order.unit].shelter
    hidden = _is_hidden(table, order.unit, square)
    left = UnitLeftShelter(*_in_square(table, decision, order.unit, square), fog=hidden)
    table.record(left, "6.52", "N-28")


def _is_hidden(table: Table, *units_: str) -> bool:
    """Whether others may not know all of these units."""
    return not all(table.state.blocks[unit].revealed for unit in units_)
