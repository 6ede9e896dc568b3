"""Combat moves: engage, disengage, reposition [6.32, N-22, N-81]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import fog, places, running_battle, terrain, units
from napoleon.rulesets.napoleon_columbia.events.combat import (
    StreamCrossed,
    UnitDisengaged,
    UnitEngaged,
    UnitRepositioned,
)
from napoleon.rulesets.napoleon_columbia.orders import CombatMove
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.sides import enemy, opposing, side_of
from napoleon.rulesets.napoleon_columbia.state import Battle, Fighter
from napoleon.rulesets.napoleon_columbia.table import Table, refuse

MOST_CROSSINGS = 2
"""Units that cross a stream in a combat turn [6.21.stream]."""


def refuse_fighter(table: Table, decision: Decision, unit: str, clause: str) -> Refusal | None:
    """Only units of one's own, in the battle of the combat turn, act."""
    battle = running_battle.here(table)
    if unit not in battle.fighters or not commands(table, decision.seat, unit):
        return refuse("NOT_YOUR_UNIT", clause, "Name a unit of yours in this battle.")
    return None


def offers(table: Table, decision: Decision) -> Iterator[CombatMove]:
    """Every combat move of every unit of the seat [6.32]."""
    battle = running_battle.here(table)
    for unit in battle.fighters:
        if commands(table, decision.seat, unit):
            yield from moves_of(table, battle, unit)


def moves_of(table: Table, battle: Battle, unit: str) -> Iterator[CombatMove]:
    """The combat moves that a unit can make now."""
    for place in places.PLACES:
        if _refuse(table, battle, unit, place) is None:
            yield CombatMove(unit, place)


def refuse_move(table: Table, decision: Decision, order: CombatMove) -> Refusal | None:
    """Why a unit cannot make a combat move [6.32]."""
    foreign = refuse_fighter(table, decision, order.unit, "6.32")
    return foreign or _refuse(table, running_battle.here(table), order.unit, order.place)


def moves_left(table: Table, battle: Battle, unit: str) -> int:
    """Combat moves that a unit may still make in this combat turn [6.32, 6.33.horse]."""
    fighter = battle.fighters[unit]
    most = units.combat_moves(table, unit)
    if fighter.fired:
        most = 1 if units.type_of(table, unit) == units.HORSE_ARTILLERY else 0
    return max(0, most - fighter.moves)


def _refuse(table: Table, battle: Battle, unit: str, place: str) -> Refusal | None:
    fighter = battle.fighters[unit]
    return (
        _refuse_to_stir(table, battle, unit, fighter)
        or _refuse_way(table, battle, unit, place)
        or _refuse_contact(table, battle, unit, place)
        or _refuse_ground(table, battle, unit, place)
    )


def _refuse_to_stir(table: Table, battle: Battle, unit: str, fighter: Fighter) -> Refusal | None:
    """Units that cannot move at all [6.32, 6.5, 6.52]."""
    name = units.name_of(table, unit)
    if fighter.square or fighter.shelter:
        return refuse("SQUARE_FIXED", "6.5", f"{name} stands in a square, and cannot move.")
    if fighter.fired and units.type_of(table, unit) != units.HORSE_ARTILLERY:
        return refuse("ALREADY_FIRED", "6.33", f"{name} has fired in this combat turn.")
    if not moves_left(table, battle, unit):
        return refuse("NO_MOVES_LEFT", "6.32", f"{name} has no combat move left.")
    return None


def _refuse_way(table: Table, battle: Battle, unit: str, place: str) -> Refusal | None:
    """A lane is a chain: own Reserve, own position, opposite position [6.32, N-22].

    Only who is engaged leaves it, to a position beside.
    """
    role = _role(table, battle, unit)
    here, own_reserve = battle.fighters[unit].place, places.reserve(role)
    theirs = places.reserve(opposing(role))
    if place not in places.PLACES or place in (here, theirs):
        return refuse("NOT_A_PLACE", "N-22", "Name a position, or your own Reserve.")
    if here == own_reserve:
        linked = places.owner(place) == role
    elif places.owner(here) == role:
        linked = place in (own_reserve, places.opposite(here))
    else:
        linked = place == places.opposite(here)
    if not linked and _breaks_off_anywhere(table, battle, here):
        linked = place in places.beside(here)
    if not linked:
        detail = "Moves go forwards and backwards in a lane, through your own position."
        return refuse("SIDEWAYS", "6.32", detail)
    return None


def _breaks_off_anywhere(table: Table, battle: Battle, here: str) -> bool:
    """Whether a unit in a place may break off in any direction [6.32, N-22]."""
    backwards = not table.rulings.any_way_out or table.state.options.get("backwards", False)
    return not backwards and table.state.is_engaged(battle, here)


def _refuse_contact(table: Table, battle: Battle, unit: str, place: str) -> Refusal | None:
    """Who engages, who disengages, and who must [6.31, 6.32, N-21, N-22]."""
    fighter, name = battle.fighters[unit], units.name_of(table, unit)
    meets = bool(_enemies(table, battle, unit, place))
    if table.state.is_engaged(battle, fighter.place):
        if fighter.way == "engage":
            detail = f"{name} has engaged in this combat turn, and does not disengage in it."
            return refuse("ENGAGE_AFTER_DISENGAGE", "6.32", detail)
        anywhere = _breaks_off_anywhere(table, battle, fighter.place)
        if not anywhere and not _goes_back(table, battle, unit, place):
            return refuse("ENGAGED", "N-22", f"{name} is engaged, and can only go back.")
        if fighter.shaken and places.owner(place) != _role(table, battle, unit):
            detail = f"{name} has to withdraw, and does not go to a position of the enemy."
            return refuse("SHAKEN", "N-81", detail)
        if meets:
            return refuse("POSITION_ENGAGED", "6.32", "Enemies stand where it would go to.")
        return None
    if fighter.shaken and not (table.rulings.shaken_live and places.is_reserve(place)):
        return refuse("SHAKEN", "N-21", f"{name} has to withdraw, and does nothing else.")
    if meets and units.type_of(table, unit) == units.FOOT_ARTILLERY:
        return refuse("FOOT_ARTILLERY_ENGAGE", "6.32", "Foot artillery never engages.")
    if meets and fighter.way == "disengage":
        detail = f"{name} has disengaged in this combat turn, and does not engage in it."
        return refuse("ENGAGE_AFTER_DISENGAGE", "6.32", detail)
    return None


def _goes_back(table: Table, battle: Battle, unit: str, place: str) -> bool:
    """Whether a move leads backwards in its lane."""
    here = battle.fighters[unit].place
    role = _role(table, battle, unit)
    return places.is_reserve(place) or (
        places.owner(here) != role and place == places.opposite(here)
    )


def _role(table: Table, battle: Battle, unit: str) -> str:
    return battle.role(side_of(table.state.blocks[unit].army))


def _enemies(table: Table, battle: Battle, unit: str, place: str) -> list[str]:
    return table.state.fighters_at(battle, place, enemy(side_of(table.state.blocks[unit].army)))


def crosses_stream(battle: Battle, here: str, place: str) -> bool:
    """Whether a move crosses the stream of its lane [6.21.stream]."""
    lane = terrain.stream_lane(battle)
    lanes = {places.lane_of(here), places.lane_of(place)}
    return bool(lane) and lanes == {lane}


def _refuse_ground(table: Table, battle: Battle, unit: str, place: str) -> Refusal | None:
    """Woods and streams in the way [6.21.woods, 6.21.stream, FAQ.5]."""
    kind = units.type_of(table, unit)
    if kind in units.ARTILLERY and battle.terrain_at(place) == terrain.WOODS:
        return refuse("WOODS_ARTILLERY", "6.21.woods", "Artillery does not go into Woods.")
    if not crosses_stream(battle, battle.fighters[unit].place, place):
        return None
    meets = bool(_enemies(table, battle, unit, place))
    if kind == units.FOOT_ARTILLERY or (kind == units.HORSE_ARTILLERY and meets):
        detail = "Foot artillery never crosses a stream, and horse artillery not among enemies."
        return refuse("STREAM_ARTILLERY", "FAQ.5", detail)
    if battle.crossed >= MOST_CROSSINGS:
        detail = "Two units have crossed the stream in this combat turn."
        return refuse("STREAM_LIMIT", "6.21.stream", detail, limit=MOST_CROSSINGS)
    return None


def stopped_by_stream(table: Table, battle: Battle, unit: str) -> bool:
    """Whether a unit could go back but for those that have crossed the stream before it."""
    refusals = (_refuse(table, battle, unit, place) for place in places.PLACES)
    return any(it is not None and it.code == "STREAM_LIMIT" for it in refusals)


def move(table: Table, decision: Decision, order: CombatMove) -> None:
    """The unit engages, disengages or repositions [6.32]."""
    battle = running_battle.here(table)
    unit, to = order.unit, order.place
    fighter = battle.fighters[unit]
    origin = fighter.place
    breaks_off = fighter.shaken or table.state.is_engaged(battle, origin)
    meets = bool(_enemies(table, battle, unit, to))
    crosses = crosses_stream(battle, origin, to)
    bonuses = _bonuses(table, battle, unit, to)
    fog.part(table, unit)
    block = table.state.blocks[unit]
    stops = units.type_of(table, unit) == units.CAVALRY and battle.terrain_at(to) == terrain.WOODS
    moves = units.combat_moves(table, unit) if stops else fighter.moves + 1
    moved = (decision.seat, unit, block.token, battle.town, origin, to, moves)
    hidden = not block.revealed
    if meets:
        charge, first_fire = bonuses
        table.record(UnitEngaged(*moved, charge, first_fire, fog=hidden), "6.32")
    elif breaks_off:
        clauses = ("6.31", "N-81") if fighter.shaken else ("6.32", "N-22")
        table.record(UnitDisengaged(*moved, fog=hidden), *clauses)
    else:
        table.record(UnitRepositioned(*moved, fog=hidden), "6.32")
    if crosses:
        crossed = StreamCrossed(battle.town, places.lane_of(to), battle.crossed + 1, MOST_CROSSINGS)
        table.record(crossed, "6.21.stream")
    if places.is_reserve(to) or battle.terrain_at(to) == terrain.WOODS:
        fog.join(table, unit)


def _bonuses(table: Table, battle: Battle, unit: str, to: str) -> tuple[bool, tuple[str, ...]]:
    """Whether it charges, and which artillery fires for the first time, if it engages there."""
    kind = units.type_of(table, unit)
    charge = kind == units.CAVALRY and battle.terrain_at(to) != terrain.WOODS
    there = [] if table.state.is_engaged(battle, to) else table.state.fighters_at(battle, to)
    guns = [it for it in (*there, unit) if units.type_of(table, it) in units.ARTILLERY]
    return charge, tuple(sorted(guns))
