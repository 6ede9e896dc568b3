"""Correcting units on a battle board: where they are, and what they have done [N-80, 6]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED
from napoleon.rules.kit.settings import Field, Setting, corrected, in_turn, opened
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia import places, squares, terrain, turns, units
from napoleon.rulesets.napoleon_columbia.acting import Acting
from napoleon.rulesets.napoleon_columbia.combat_moves import (
    refuse_crossing,
    refuse_engaging,
    refuse_woods,
)
from napoleon.rulesets.napoleon_columbia.corrections import checks
from napoleon.rulesets.napoleon_columbia.events.blocks import abandon
from napoleon.rulesets.napoleon_columbia.events.fights import board
from napoleon.rulesets.napoleon_columbia.fire import refuse_in_reserve
from napoleon.rulesets.napoleon_columbia.sides import opposing
from napoleon.rulesets.napoleon_columbia.stand_up import may_be_upright
from napoleon.rulesets.napoleon_columbia.state import Battle, Fighter, State, forget_engagements
from napoleon.rulesets.napoleon_columbia.table import refuse

OF_FIGHTER = {**checks.OF_UNIT, "town": str}
"""What an event tells first of a unit on a battle board."""


A_FIGHTER = opened(checks.of_unit(Acting), checks.refuse_setting_up, checks.refuse_no_fighter)
"""A unit on a battle board, wherever one is fought."""


# -- who lies open [6.24, N-47] --------------------------------------------------------------------


class SetShown(checks.OfUnit, frozen=True, tag="set_shown"):
    """Show a block on a battle board to everybody, or stand it up again."""

    shown: bool


def _show(state: State, unit: str) -> None:
    """It lies open until it stands up again."""
    state.blocks[unit].revealed = True


def _stand_up(state: State, unit: str) -> None:
    """Others see no more of it than its token."""
    state.blocks[unit].revealed = False


def _refuse_standing(it: Acting, wanted: SetShown) -> Refusal | None:
    if wanted.shown:
        return None
    if not may_be_upright(it.battle, it.place) or it.is_engaged:
        detail = "A block stands up again in the Reserve, or in Woods without enemies."
        return refuse("NOT_IN_RESERVE_OR_WOODS", "6.24", detail, unit=it.unit, place=it.place)
    return checks.refuse_mingling(it.table, it.town, it.place, it.block.army)


SHOWN = Setting(
    SetShown,
    A_FIGHTER,
    "6.24",
    {
        True: corrected(
            "napoleon_columbia.block_shown/1",
            "Correction: {unit} in {town} lies open, with {strength:step/steps}.",
            {"unit": str, "token": str, "town": str, "strength": int},
            _show,
            reveals=True,
        ),
        False: corrected(
            "napoleon_columbia.block_stood_up/1",
            "Correction: {unit} in {town} stands upright.",
            {"unit": str, "token": str, "town": str},
            _stand_up,
        ),
    },
    sets={"shown": Field(lambda it: it.block.revealed)},
    refuses=_refuse_standing,
    more=lambda it, wanted: {"strength": it.block.strength},
)


# -- where they are [6.2] --------------------------------------------------------------------------


class PlaceFighter(checks.OfUnit, frozen=True, tag="place_fighter"):
    """Put a unit into another place of its battle board, in line and without any bonus."""

    place: checks.Place


def _put(state: State, unit: str, town: str, place: str) -> None:
    """It stands there in line, holds nothing, and has no bonus; what it has done stays done."""
    battle = board(state, town)
    abandon(state, unit, town)
    _free_sheltered(battle, unit)
    before = battle.fighters[unit]
    battle.fighters[unit] = Fighter(place, moves=before.moves, way=before.way, fired=before.fired)
    forget_engagements(state, battle)


def _free_sheltered(battle: Battle, square: str) -> None:
    for other in battle.fighters.values():
        if other.shelter == square:
            other.shelter = ""


def _refuse_place(it: Acting, wanted: PlaceFighter) -> Refusal | None:
    refusal = _refuse_ground(it, wanted.place) or checks.refuse_parting(it.table, [it.unit])
    if refusal or it.block.revealed or not may_be_upright(it.battle, wanted.place):
        return refusal
    return checks.refuse_mingling(it.table, it.town, wanted.place, it.block.army)


def _refuse_ground(it: Acting, to: str) -> Refusal | None:
    """Places where a unit can never be [N-22, 6.21.woods, 6.32, FAQ.5]."""
    if to == places.reserve(opposing(it.role)):
        return refuse("NOT_A_PLACE", "N-22", "Nobody enters the Reserve of the enemy.", place=to)
    refusal = refuse_woods(it, to)
    if refusal or places.owner(to) == it.role:
        return refusal
    beyond = places.lane_of(to) == terrain.stream_lane(it.battle)
    return refuse_engaging(it, to) or (refuse_crossing(it, to) if beyond else None)


PLACE = Setting(
    PlaceFighter,
    A_FIGHTER,
    "6.2",
    corrected(
        "napoleon_columbia.fighter_corrected/1",
        "Correction: {unit} is in {place} at {town}, no longer in {origin}.",
        {**OF_FIGHTER, "origin": str, "place": str},
        _put,
        fogged="Correction: {token} is in {place} at {town}, no longer in {origin}.",
    ),
    sets={"place": Field(lambda it: it.place, before="origin", after="place")},
    refuses=_refuse_place,
)


# -- squares [6.5] ---------------------------------------------------------------------------------

LINE, SQUARE = "line", "square"


class SetSquare(checks.OfUnit, frozen=True, tag="set_square"):
    """Say whether an infantry unit stands in square."""

    square: bool


def _form_up(state: State, unit: str, town: str, after: str) -> None:
    """It costs no combat move; units that sheltered in a square that is gone are free."""
    battle = board(state, town)
    battle.fighters[unit].square = after == SQUARE
    if after == SQUARE:
        abandon(state, unit, town)
    else:
        _free_sheltered(battle, unit)


def _refuse_square(it: Acting, wanted: SetSquare) -> Refusal | None:
    """Places in which nobody stands in square, and units that would be eliminated in one."""
    if not wanted.square:
        return None
    refusal = squares.refuse_ground(it)
    if refusal or not it.fighter.shaken:
        return refusal
    detail = "That unit has to withdraw, which a square cannot."
    return refuse("SHAKEN", "6.31", detail, unit=it.unit)


FORMED = Setting(
    SetSquare,
    A_FIGHTER,
    "6.5",
    corrected(
        "napoleon_columbia.square_corrected/1",
        "Correction: {unit} stood in {before}, and stands in {after}.",
        {**OF_FIGHTER, "before": str, "after": str},
        _form_up,
        fogged="Correction: {token} stood in {before}, and stands in {after}.",
    ),
    sets={"square": Field(lambda it: it.fighter.square, {True: SQUARE, False: LINE})},
    unable=lambda it, wanted: squares.refuse_mounted(it),
    refuses=_refuse_square,
)


# -- what they have done [6.32, 6.33] --------------------------------------------------------------


class SetActions(checks.OfUnit, frozen=True, tag="set_actions"):
    """Say what a unit has done in the running combat turn: its moves, and whether it fired."""

    moves: int
    fired: bool


def _have_done(state: State, unit: str, town: str, moves: int, fired: bool) -> None:
    """It may do the rest; a unit that has not moved has neither engaged nor disengaged."""
    fighter = board(state, town).fighters[unit]
    fighter.moves, fighter.fired = moves, fired
    if not moves:
        fighter.way = ""


def _refuse_turn(it: Acting, wanted: SetActions) -> Refusal | None:
    """A unit acts only in the Combat phase of its own side [6.3]."""
    running = turns.running_battle(it.table)
    if (
        running is not it.battle
        or it.battle.step != turns.COMBAT
        or turns.acting_side(it.battle) != it.side
    ):
        detail = "That is set in the Combat phase of its side only."
        return refuse("WRONG_PHASE", "6.3", detail, unit=it.unit)
    return it.refuse_shaken()


def _refuse_number(it: Acting, wanted: SetActions) -> Refusal | None:
    """More moves than a unit of its type can have made in one combat turn."""
    clause, most = ("6.33", it.most_with_fire) if wanted.fired else ("6.32", it.most_moves)
    detail = f"It makes 0 to {most} combat moves{' when it fires' if wanted.fired else ''}."
    return checks.refuse_beyond(wanted.moves, 0, most, clause, detail, unit=it.unit)


def _refuse_fired(it: Acting, wanted: SetActions) -> Refusal | None:
    """Units that cannot have fired."""
    if not wanted.fired:
        return None
    if not it.block.revealed:
        detail = "A block that fires lies open: show it first."
        return refuse("NOT_REVEALED", "N-47", detail, unit=it.unit)
    if not it.table.data.blocks[it.unit].firepower:
        return refuse("F_ZERO", "3.5", "A unit of F0 never fires.", unit=it.unit)
    rode_off = it.kind == units.HORSE_ARTILLERY and wanted.moves
    return None if rode_off else refuse_in_reserve(it)


ACTIONS = Setting(
    SetActions,
    A_FIGHTER,
    "6.32",
    corrected(
        "napoleon_columbia.actions_corrected/1",
        "Correction: {unit} has made {moves:combat move/combat moves} in this combat turn, "
        "and has {fired:fired/not fired}.",
        OF_FIGHTER
        | {"moves_before": Annotated[int, FOGGED], "moves": Annotated[int, FOGGED]}
        | {"fired_before": bool, "fired": bool},
        _have_done,
        fogged="Correction: what {token} has done in this combat turn is another thing.",
    ),
    sets={
        "moves": Field(lambda it: it.fighter.moves, before="moves_before", after="moves"),
        "fired": Field(lambda it: it.fighter.fired, before="fired_before", after="fired"),
    },
    unable=in_turn(_refuse_turn, _refuse_number, _refuse_fired),
)

SETTINGS = (SHOWN, PLACE, FORMED, ACTIONS)
