"""Fire: engaged, or by artillery at long range [6.33, 6.4]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import (
    combat_moves,
    firepower,
    fog,
    hits,
    places,
    running_battle,
    terrain,
    units,
)
from napoleon.rulesets.napoleon_columbia.events.combat import (
    ChargeSpent,
    FirstFireSpent,
    UnitFired,
)
from napoleon.rulesets.napoleon_columbia.firepower import ENGAGED, LONG, SHORT, SQUARE
from napoleon.rulesets.napoleon_columbia.orders import Fire
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, refuse

OPEN = "open"


def reach(table: Table, battle: Battle, unit: str) -> str:
    """At what range a unit would fire: ``engaged``, ``short`` or ``long`` [6.33]."""
    engaged = table.state.is_engaged(battle, battle.fighters[unit].place)
    if units.type_of(table, unit) in units.ARTILLERY:
        return SHORT if engaged else LONG
    return ENGAGED


def aim(table: Table, battle: Battle, unit: str) -> str:
    """The position that a unit would fire at [6.33]."""
    place = battle.fighters[unit].place
    return places.opposite(place) if reach(table, battle, unit) == LONG else place


def offers(table: Table, decision: Decision) -> Iterator[Fire]:
    """Every fire of every unit of the seat [6.33]."""
    for unit in running_battle.here(table).fighters:
        if commands(table, decision.seat, unit):
            for order in (Fire(unit), Fire(unit, "square")):
                if refuse_fire(table, decision, order) is None:
                    yield order


def refuse_fire(table: Table, decision: Decision, order: Fire) -> Refusal | None:
    """Why a unit cannot fire at a group [6.33, 6.51]."""
    battle = running_battle.here(table)
    return (
        combat_moves.refuse_fighter(table, decision, order.unit, "6.33")
        or _refuse_state(table, battle, order.unit)
        or _refuse_range(table, battle, order.unit)
        or _refuse_target(table, battle, order)
    )


def _refuse_state(table: Table, battle: Battle, unit: str) -> Refusal | None:
    """Units that cannot fire at all now [6.33, 6.31, 6.52]."""
    fighter, name = battle.fighters[unit], units.name_of(table, unit)
    if places.is_reserve(fighter.place):
        return refuse("IN_RESERVE", "6.33", "Nobody fires from the Reserve.")
    if fighter.fired:
        return refuse("ALREADY_FIRED", "6.33", f"{name} has fired in this combat turn.")
    if fighter.shelter:
        return refuse("SHELTERED", "6.52", f"{name} shelters in a square, and does not fire.")
    if fighter.shaken:
        return refuse("SHAKEN", "N-21", f"{name} has to withdraw, and does nothing else.")
    free = 1 if units.type_of(table, unit) == units.HORSE_ARTILLERY else 0
    if fighter.moves > free:
        return refuse("ALREADY_MOVED", "6.33", f"{name} has moved in this combat turn.")
    return None


def _refuse_range(table: Table, battle: Battle, unit: str) -> Refusal | None:
    """Who is near enough [6.33, N-24]."""
    place = battle.fighters[unit].place
    if reach(table, battle, unit) != LONG:
        if table.state.is_engaged(battle, place):
            return None
        name = units.name_of(table, unit)
        return refuse("NOT_ENGAGED", "6.33", f"{name} fires at enemies in its own position only.")
    role = battle.role(side_of(table.state.blocks[unit].army))
    if places.owner(place) != role:
        return refuse("NO_TARGET", "6.33.art", "There is no enemy position beyond.")
    target = places.opposite(place)
    if battle.terrain_at(target) == terrain.WOODS:
        return refuse("WOODS", "6.21.woods", "Artillery does not fire into Woods.")
    if table.state.is_engaged(battle, target):
        detail = "Friends stand among the enemies there, so it is no target at long range."
        return refuse("POSITION_ENGAGED", "6.33.art", detail)
    return None


def _refuse_target(table: Table, battle: Battle, order: Fire) -> Refusal | None:
    """Whether there is anybody to be hit, with a firepower that hits [6.4, 6.51]."""
    side = enemy(side_of(table.state.blocks[order.unit].army))
    place = aim(table, battle, order.unit)
    aimed_at = hits.targets(table, battle, place, side, order.group)
    if not aimed_at:
        squares = "in square" if order.group == SQUARE else "in the open"
        return refuse("NO_TARGET", "6.4", f"No enemy stands {squares} there.")
    if spares_farm(table, battle, order.unit, place) and aimed_at == [
        battle.terrain[place].holder
    ]:  # fmt: skip
        detail = "Only the holder of the Farm is there, whom cavalry does not hit."
        return refuse("FARM_CAVALRY", "6.21.farm", detail)
    if not total(_breakdown(table, battle, order)):
        detail = "With all that changes it the firepower is F0, which hits nobody."
        return refuse("F_ZERO", "6.51", detail)
    return None


def _breakdown(table: Table, battle: Battle, order: Fire) -> tuple[Line, ...]:
    distance = reach(table, battle, order.unit)
    return firepower.breakdown(table, battle, order.unit, distance, order.group)


def spares_farm(table: Table, battle: Battle, unit: str, place: str) -> bool:
    """Whether hits of a unit pass by the holder of a Farm: those of cavalry do [6.21.farm]."""
    return units.type_of(table, unit) == units.CAVALRY and battle.terrain_at(place) == terrain.FARM


def fire(table: Table, decision: Decision, order: Fire) -> None:
    """As many dice as it has steps; each that is no higher than its firepower hits [3.3, 3.5]."""
    battle, unit = running_battle.here(table), order.unit
    fog.reveal(table, battle.town, [unit], "fires", "N-47")
    block, name = table.state.blocks[unit], units.name_for_chance(table, unit)
    distance, place = reach(table, battle, unit), aim(table, battle, unit)
    lines = _breakdown(table, battle, order)
    target = enemy(side_of(block.army))
    worth, least = total(lines), 1 if distance == LONG else 0
    aimed_at = [
        table.state.blocks[it] for it in hits.targets(table, battle, place, target, order.group)
    ]
    dice = tuple(
        table.draw(range(1, 7), f"fire of {name}", PUBLIC)[0] for _ in range(block.strength)
    )
    fired = UnitFired(
        unit,
        side_of(block.army),
        battle.town,
        distance,
        place,
        order.group,
        worth,
        lines,
        dice,
        sum(die <= worth for die in dice),
        target,
        least,
        spares_farm(table, battle, unit, place),
        any(it.strength > least or not it.revealed for it in aimed_at),
        table.state.draws + len(dice) - 1,
    )
    table.record(fired, "6.33", *(line.clause for line in lines[1:]))
    fighter = battle.fighters[unit]
    if fighter.charge:
        table.record(ChargeSpent(unit, battle.town), "N-23")
    if fighter.first_fire and distance == SHORT:
        table.record(FirstFireSpent(unit, battle.town), "6.33.art")


__all__ = ["ENGAGED", "LONG", "OPEN", "SHORT", "SQUARE", "aim", "fire", "offers", "refuse_fire"]
