"""Correcting units on a battle board: where they are, and what they have done [N-80, 6].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia import places, running_battle, terrain, units
from napoleon.rulesets.napoleon_columbia.corrections.checks import (
    board_of,
    nothing_to_correct,
    refuse_mingling,
    refuse_no_fighter,
    refuse_parting,
)
from napoleon.rulesets.napoleon_columbia.corrections.kinds import (
    PlaceFighter,
    SetActions,
    SetShown,
    SetSquare,
)
from napoleon.rulesets.napoleon_columbia.events.corrections import (
    LINE,
    SQUARE,
    ActionsCorrected,
    BlockShown,
    BlockStoodUp,
    FighterCorrected,
    SquareCorrected,
)
from napoleon.rulesets.napoleon_columbia.sides import enemy, opposing, side_of
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of

# -- where they are --------------------------------------------------------------------------------


def place(table: Table, wanted: PlaceFighter, reason: str) -> Refusal | None:
    """A unit stands elsewhere on the board, in line and without any bonus [6.2]."""
    unit, to = wanted.unit, wanted.place
    refusal = refuse_no_fighter(table, unit)
    if refusal is not None:
        return refusal
    battle, block = board_of(table, unit), table.state.blocks[unit]
    origin = battle.fighters[unit].place
    if origin == to:
        return nothing_to_correct(unit=unit, place=to)
    refusal = _refuse_ground(table, battle, unit, to) or refuse_parting(table, [unit])
    if refusal is not None:
        return refusal
    if not block.revealed and _may_be_upright(battle, to):
        refusal = refuse_mingling(table, battle.town, to, block.army)
        if refusal is not None:
            return refusal
    corrected = FighterCorrected(
        seat_of(table, unit),
        unit,
        block.token,
        battle.town,
        origin,
        to,
        reason,
        fog=not block.revealed,
    )
    table.record(corrected, "N-80", "6.2")
    return None


def _may_be_upright(battle: Battle, place_: str) -> bool:
    return places.is_reserve(place_) or battle.terrain_at(place_) == terrain.WOODS


def _refuse_ground(table: Table, battle: Battle, unit: str, to: str) -> Refusal | None:
    """Places where a unit can never be [N-22, 6.21.woods, 6.32, FAQ.5]."""
    side, kind = side_of(table.state.blocks[unit].army), units.type_of(table, unit)
    role = battle.role(side)
    if to not in places.PLACES:
        return refuse("NOT_A_PLACE", "6.2", f"There is no place {to} on the board.", place=to)
    if to == places.reserve(opposing(role)):
        return refuse("NOT_A_PLACE", "N-22", "Nobody enters the Reserve of the enemy.", place=to)
    if kind in units.ARTILLERY and battle.terrain_at(to) == terrain.WOODS:
        return refuse("WOODS_ARTILLERY", "6.21.woods", "Artillery does not go into Woods.")
    if places.owner(to) == role:
        return None
    if kind == units.FOOT_ARTILLERY:
        return refuse("FOOT_ARTILLERY_ENGAGE", "6.32", "Foot artillery never engages.")
    beyond = places.lane_of(to) == terrain.stream_lane(battle)
    if (
        kind == units.HORSE_ARTILLERY
        and beyond
        and table.state.fighters_at(battle, to, enemy(side))
    ):
        detail = "Horse artillery crosses no stream among enemies."
        return refuse("STREAM_ARTILLERY", "FAQ.5", detail)
    return None


# -- who lies open ---------------------------------------------------------------------------------


def set_shown(table: Table, wanted: SetShown, reason: str) -> Refusal | None:
    """Whether a block on a battle board lies open [6.24, N-47]."""
    unit = wanted.unit
    refusal = refuse_no_fighter(table, unit)
    if refusal is not None:
        return refusal
    battle, block = board_of(table, unit), table.state.blocks[unit]
    if block.revealed == wanted.shown:
        return nothing_to_correct(unit=unit, shown=block.revealed)
    if wanted.shown:
        shown = BlockShown(unit, block.token, battle.town, block.strength, reason)
        table.record(shown, "N-80", "6.24")
        return None
    where = battle.fighters[unit].place
    if not _may_be_upright(battle, where) or table.state.is_engaged(battle, where):
        detail = "A block stands up again in the Reserve, or in Woods without enemies."
        return refuse("NOT_IN_RESERVE_OR_WOODS", "6.24", detail, unit=unit, place=where)
    refusal = refuse_mingling(table, battle.town, where, block.army)
    if refusal is not None:
        return refusal
    table.record(BlockStoodUp(unit, block.token, battle.town, reason), "N-80", "6.24")
    return None


# -- what they have done ---------------------------------------------------------------------------


def set_square(table: Table, wanted: SetSquare, reason: str) -> Refusal | None:
    """Whether a unit stands in square, at no cost [6.5]."""
    unit = wanted.unit
    refusal = refuse_no_fighter(table, unit)
    if refusal is not None:
        return refusal
    battle, block = board_of(table, unit), table.state.blocks[unit]
    fighter = battle.fighters[unit]
    if units.type_of(table, unit) != units.INFANTRY:
        return refuse("NOT_INFANTRY", "6.5", "Only infantry forms square.", unit=unit)
    if fighter.square == wanted.square:
        return nothing_to_correct(unit=unit, square=fighter.square)
    refusal = _refuse_square(table, battle, unit) if wanted.square else None
    if refusal is not None:
        return refusal
    before, after = (LINE, SQUARE) if wanted.square else (SQUARE, LINE)
    corrected = SquareCorrected(
        seat_of(table, unit),
        unit,
        block.token,
        battle.town,
        before,
        after,
        reason,
        fog=not block.revealed,
    )
    table.record(corrected, "N-80", "6.5")
    return None


def _refuse_square(table: Table, battle: Battle, unit: str) -> Refusal | None:
    """Places in which nobody stands in square, and units that would be eliminated in one."""
    fighter = battle.fighters[unit]
    role = battle.role(side_of(table.state.blocks[unit].army))
    if places.owner(fighter.place) != role or places.is_reserve(fighter.place):
        detail = "A square stands in one of its side's own positions."
        return refuse("IN_ENEMY_POSITION", "6.5", detail, place=fighter.place)
    marker = battle.terrain.get(fighter.place)
    on_farm = marker is not None and marker.kind == terrain.FARM and marker.holder == unit
    if on_farm or battle.terrain_at(fighter.place) == terrain.WOODS:
        return refuse("WOODS_OR_FARM", "6.5", "No square is formed in Woods or on a Farm.")
    if fighter.shaken:
        detail = "That unit has to withdraw, which a square cannot."
        return refuse("SHAKEN", "6.31", detail, unit=unit)
    return None


def set_actions(table: Table, wanted: SetActions, reason: str) -> Refusal | None:
    """What a unit has done in the combat turn of its side [6.32, 6.33]."""
    unit = wanted.unit
    refusal = refuse_no_fighter(table, unit)
    if refusal is not None:
        return refusal
    battle, block = board_of(table, unit), table.state.blocks[unit]
    fighter = battle.fighters[unit]
    refusal = _refuse_turn(table, battle, unit) or _refuse_actions(table, battle, wanted)
    if refusal is not None:
        return refusal
    if (fighter.moves, fighter.fired) == (wanted.moves, wanted.fired):
        return nothing_to_correct(unit=unit, moves=fighter.moves, fired=fighter.fired)
    corrected = ActionsCorrected(
        seat_of(table, unit),
        unit,
        block.token,
        battle.town,
        fighter.moves,
        wanted.moves,
        fighter.fired,
        wanted.fired,
        reason,
        fog=not block.revealed,
    )
    table.record(corrected, "N-80", "6.32")
    return None


def _refuse_turn(table: Table, battle: Battle, unit: str) -> Refusal | None:
    """Only in the Combat phase of its own side does a unit act [6.3]."""
    running = running_battle.running(table)
    own = side_of(table.state.blocks[unit].army)
    if (
        running is None
        or running.town != battle.town
        or battle.step != running_battle.COMBAT
        or running_battle.acting_side(battle) != own
    ):
        detail = "That is set in the Combat phase of its side only."
        return refuse("WRONG_PHASE", "6.3", detail, unit=unit)
    if battle.fighters[unit].shaken:
        detail = "That unit has to withdraw, and does nothing else."
        return refuse("SHAKEN", "N-21", detail, unit=unit)
    return None


def _refuse_actions(table: Table, battle: Battle, wanted: SetActions) -> Refusal | None:
    """Actions that no unit of its type can have made in one combat turn."""
    unit, moves = wanted.unit, wanted.moves
    most = units.combat_moves(table, unit)
    is_horse = units.type_of(table, unit) == units.HORSE_ARTILLERY
    if wanted.fired:
        most = 1 if is_horse else 0
    if not 0 <= moves <= most:
        detail = f"It makes 0 to {most} combat moves{' when it fires' if wanted.fired else ''}."
        clause = "6.33" if wanted.fired else "6.32"
        return refuse("OUT_OF_RANGE", clause, detail, unit=unit, most=most)
    if not wanted.fired:
        return None
    if not table.state.blocks[unit].revealed:
        detail = "Whoever fires lies open: show the block first."
        return refuse("NOT_REVEALED", "N-47", detail, unit=unit)
    if not table.data.blocks[unit].firepower:
        return refuse("F_ZERO", "3.5", "A unit of F0 never fires.", unit=unit)
    in_reserve = places.is_reserve(battle.fighters[unit].place)
    if in_reserve and not (is_horse and moves):
        return refuse("IN_RESERVE", "6.33", "Nobody fires from the Reserve.", unit=unit)
    return None
