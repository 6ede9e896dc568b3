"""Correcting units on the map: where they are, and in what state [N-80]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from napoleon.rules.corrections import Correction
from napoleon.rules.events import FOGGED, HIDDEN
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.settings import Field, Setting, corrected
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia import fog, turns, units
from napoleon.rulesets.napoleon_columbia.acting import Unit
from napoleon.rulesets.napoleon_columbia.corrections.checks import (
    nothing_to_correct,
    refuse_coming,
    refuse_fight,
    refuse_mingling,
    refuse_not_on_map,
    refuse_parting,
    refuse_setting_up,
    refuse_strength,
    refuse_unknown,
    reserve_of,
)
from napoleon.rulesets.napoleon_columbia.events.blocks import leave_board, remove
from napoleon.rulesets.napoleon_columbia.events.fights import board
from napoleon.rulesets.napoleon_columbia.orders import Id
from napoleon.rulesets.napoleon_columbia.state import Block, Fighter, State
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of

Ids = Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=58)]

OF_UNIT = {"player": str, "unit": Annotated[str, FOGGED], "token": str}
OF_UNITS = {"player": str, "units": Annotated[tuple[str, ...], FOGGED], "tokens": tuple[str, ...]}
"""What an event tells first of a unit, and of several."""


# -- where they are --------------------------------------------------------------------------------


class PlaceUnits(Correction, frozen=True, tag="place_units"):
    """Put units into a town; where a battle is fought there, into the Reserve of their side.

    They stand there as if the turn had begun so. Upright blocks of an army that stand together
    are put elsewhere together, or not at all.
    """

    units: Ids
    town: Id


class SetDisrupted(Correction, frozen=True, tag="set_disrupted"):
    """Say whether units lie face down after a retreat of this player turn."""

    units: Ids
    disrupted: bool


class Group(Scene[Table]):
    """Units of an army in one town, all of which lie open or none."""

    def __init__(self, table: Table, named: Sequence[str], to: str) -> None:
        super().__init__(table, seat_of(table, named[0]))
        first = table.state.blocks[named[0]]
        self.units, self.tokens = tuple(named), fog.tokens(table, named)
        self.origin, self.town, self.revealed = first.town, to or first.town, first.revealed
        self.place = reserve_of(table, first.army, self.town)

    @property
    def fog(self) -> bool:
        """Whether others do not see which they are."""
        return not self.revealed


class Units(Scene[Table]):
    """Units that are put elsewhere, or set right where they are: what is told of it by groups."""

    def __init__(self, table: Table, named: Sequence[str], to: str = "") -> None:
        super().__init__(table, "")
        self.named, self.to = named, to
        self.disrupted = table.state.blocks[named[0]].disrupted

    def tell(self, kind: type[Any], *clauses: str, **more: Any) -> None:
        """Record an event for each group."""
        groups: dict[tuple[str, str, bool], list[str]] = {}
        for unit in fog.in_order(self.table, self.named):
            block = self.table.state.blocks[unit]
            groups.setdefault((block.town, block.army, block.revealed), []).append(unit)
        for together in groups.values():
            Group(self.table, together, self.to).tell(kind, *clauses, **more)


def _units(table: Table, wanted: PlaceUnits | SetDisrupted) -> Units | Refusal:
    named = wanted.units
    if refusal := refuse_setting_up(table):
        return refusal
    if len(set(named)) < len(named):
        return refuse("BAD_PAYLOAD", "N-80", "Name each unit once.", units=list(named))
    refusal = next((it for unit in named if (it := refuse_not_on_map(table, unit))), None)
    return refusal or Units(table, named, wanted.town if isinstance(wanted, PlaceUnits) else "")


def _place(state: State, units: Sequence[str], town: str, place: str) -> None:
    """They stand there as if the turn had begun so; on the map every block is upright."""
    for unit in units:
        block = state.blocks[unit]
        battle = state.battle_in(block.town)
        if battle is not None and unit in battle.fighters:
            leave_board(state, unit, block.town)
        if not place:
            block.revealed = False
        block.town = block.start = town
        not_marched(state, unit)
        if place:
            board(state, town).fighters[unit] = Fighter(place)


def not_marched(state: State, unit: str) -> None:
    """A unit is still to march."""
    block = state.blocks[unit]
    block.path, block.forced, block.halted = [], False, False
    if state.marching == unit:
        state.marching = ""


def _refuse_placing(it: Units, wanted: PlaceUnits) -> Refusal | None:
    refusals = (_refuse_one(it.table, unit, wanted.town) for unit in wanted.units)
    return next(filter(None, refusals), None) or refuse_parting(it.table, wanted.units)


def _refuse_one(table: Table, unit: str, town: str) -> Refusal | None:
    block = table.state.blocks[unit]
    if block.town == town:
        return nothing_to_correct(unit=unit, town=town)
    if unit in table.state.unchecked:
        detail = f"The forced march of {units.name_of(table, unit)} is about to be checked."
        return refuse("NOT_NOW", "5.6", detail, unit=unit)
    if refusal := refuse_fight(table, block.town) or refuse_coming(table, block.army, town):
        return refusal
    reserve = reserve_of(table, block.army, town)
    if reserve and block.disrupted:
        detail = f"{units.name_of(table, unit)} has retreated in this turn, and joins no battle."
        return refuse("DISRUPTED", "7.3", detail, unit=unit)
    return refuse_mingling(table, town, reserve, block.army)


PLACED = Setting(
    PlaceUnits,
    _units,
    "5.1",
    corrected(
        "napoleon_columbia.units_corrected/1",
        "Correction: in {town}, no longer in {origin}: {units}.",
        # The place is the Reserve of the battle that is fought there, or empty.
        {**OF_UNITS, "origin": str, "town": str, "place": str},
        _place,
        fogged="Correction: in {town}, no longer in {origin}: {tokens}.",
    ),
    unable=_refuse_placing,
)


# -- who lies face down [7.3] ----------------------------------------------------------------------

DISRUPTED = "disrupted"

RETREATING = (turns.SKIRMISH, turns.BATTLE_DEPLOY, turns.BATTLE, turns.SUPPLY)
"""Phases in which units may have retreated in the player turn."""


def _disrupt(state: State, units: Sequence[str], after: str) -> None:
    """It holds until the player turn ends."""
    for unit in units:
        state.blocks[unit].disrupted = after == DISRUPTED


def _refuse_disrupting(it: Units, wanted: SetDisrupted) -> Refusal | None:
    """Outside fights, and once anybody can have retreated."""
    state = it.table.state
    if state.phase not in RETREATING:
        detail = "Nobody has retreated yet in this player turn."
        return refuse("WRONG_PHASE", "7.3", detail, phase=state.phase)
    for unit in wanted.units:
        block = state.blocks[unit]
        if block.disrupted == wanted.disrupted:
            return nothing_to_correct(unit=unit, disrupted=block.disrupted)
        if state.is_fought_over(block.town):
            detail = "Nobody retreats to a town that is fought over."
            return refuse("BATTLE_TOWN", "N-50", detail, unit=unit, town=block.town)
    return refuse_parting(it.table, wanted.units)


FACE_DOWN = Setting(
    SetDisrupted,
    _units,
    "7.3",
    corrected(
        "napoleon_columbia.disruption_corrected/1",
        "Correction: {after} in {town}, no longer {before}: {units}.",
        {**OF_UNITS, "town": str, "before": str, "after": str},
        _disrupt,
        fogged="Correction: {after} in {town}, no longer {before}: {tokens}.",
    ),
    sets={"disrupted": Field(lambda it: it.disrupted, {True: DISRUPTED, False: "in order"})},
    unable=_refuse_disrupting,
    more=lambda it, wanted: {"fog": True},
)


# -- who is there at all [3.4] ---------------------------------------------------------------------


class RestoreUnit(Correction, frozen=True, tag="restore_unit"):
    """Bring a unit that was eliminated back into a town, with a strength."""

    unit: Id
    town: Id
    strength: int


class EliminateUnit(Correction, frozen=True, tag="eliminate_unit"):
    """Take a unit off the map for good; it counts as one that was eliminated."""

    unit: Id


class Casualty(Scene[Table]):
    """A unit whose army counts one that is eliminated more, or fewer [11.0]."""

    def __init__(self, table: Table, unit: str, change: int) -> None:
        super().__init__(table, seat_of(table, unit))
        self.unit, self.army = unit, table.data.blocks[unit].army
        self.total = len(table.state.eliminated[self.army]) + change
        self.limit = table.data.defeated_at[self.army]

    @property
    def block(self) -> Block:
        """The unit, while it is on the map."""
        return self.table.state.blocks[self.unit]


def _eliminated(table: Table, wanted: RestoreUnit) -> Casualty | Refusal:
    """Not one of an army that has left the map [11.0]."""
    unit = wanted.unit
    if refusal := refuse_unknown(table, unit) or refuse_setting_up(table):
        return refusal
    army, name = table.data.blocks[unit].army, units.name_of(table, unit)
    if army in table.state.defeated:
        detail = f"The army of {name} was defeated, and has left the map."
        return refuse("ARMY_DEFEATED", "11.0", detail, army=army)
    if unit not in table.state.eliminated[army]:
        return refuse("NOT_ELIMINATED", "3.4", f"{name} was not eliminated.", unit=unit)
    return Casualty(table, unit, -1)


def _refuse_return(it: Casualty, wanted: RestoreUnit) -> Refusal | None:
    table, town = it.table, wanted.town
    return (
        refuse_strength(table, it.unit, wanted.strength)
        or refuse_coming(table, it.army, town)
        or refuse_mingling(table, town, reserve_of(table, it.army, town), it.army)
    )


def _restore(
    state: State, unit: str, token: str, army: str, town: str, place: str, strength: int
) -> None:
    """It stands there upright, and does not count for the defeat of its army."""
    state.eliminated[army].remove(unit)
    state.blocks[unit] = Block(army=army, strength=strength, token=token, town=town, start=town)
    state.tokens += 1
    if place:
        board(state, town).fighters[unit] = Fighter(place)


RESTORED = Setting(
    RestoreUnit,
    _eliminated,
    "11.0",
    corrected(
        "napoleon_columbia.unit_restored/1",
        "Correction: {unit}, which was eliminated, is in {town} with {strength:step/steps}: "
        "{total} of the {army} are eliminated, limit {limit}.",
        {"player": str, "unit": str, "token": str, "army": str, "town": str, "place": str}
        | {"strength": Annotated[int, HIDDEN], "total": int, "limit": int},
        _restore,
        veiled="Correction: {unit}, which was eliminated, is in {town}: {total} of the {army} "
        "are eliminated, limit {limit}.",
    ),
    unable=_refuse_return,
    more=lambda it, wanted: {
        "token": fog.next_token(it.table, it.army),
        "town": wanted.town,
        "place": reserve_of(it.table, it.army, wanted.town),
        "strength": wanted.strength,
    },
)


def _eliminate(state: State, unit: str, army: str) -> None:
    """It counts for the defeat of its army."""
    state.eliminated[army].append(unit)
    remove(state, unit)


WITHDRAWN: Setting[Table, Casualty, EliminateUnit] = Setting(
    EliminateUnit,
    lambda table, wanted: (
        refuse_setting_up(table)
        or refuse_not_on_map(table, wanted.unit)
        or Casualty(table, wanted.unit, 1)
    ),
    "3.4",
    corrected(
        "napoleon_columbia.unit_withdrawn/1",
        "Correction: {unit} was taken off the map in {town}: {total} of the {army} are "
        "eliminated, limit {limit}.",
        {"unit": str, "token": str, "army": str, "town": str, "total": int, "limit": int},
        _eliminate,
        reveals=True,
    ),
    unable=lambda it, wanted: refuse_fight(it.table, it.block.town),
    more=lambda it, wanted: {"token": it.block.token, "town": it.block.town},
)


# -- with how many steps [3.3] ---------------------------------------------------------------------


class SetStrength(Correction, frozen=True, tag="set_strength"):
    """Set how many steps a unit has left: from 1 to what its label says."""

    unit: Id
    strength: int


def _turn(state: State, unit: str, after: int) -> None:
    """It is turned to that edge."""
    state.blocks[unit].strength = after


def _refuse_turning(it: Unit, wanted: SetStrength) -> Refusal | None:
    """On a battle board hits and losses that are being taken go by strengths as they are [6.4]."""
    if refusal := refuse_strength(it.table, it.unit, wanted.strength):
        return refusal
    town = it.block.town
    return refuse_fight(it.table, town) if it.table.state.battle_in(town) else None


STRENGTH: Setting[Table, Unit, SetStrength] = Setting(
    SetStrength,
    lambda table, wanted: (
        refuse_setting_up(table)
        or refuse_not_on_map(table, wanted.unit)
        or Unit(table, seat_of(table, wanted.unit), wanted.unit)
    ),
    "3.3",
    corrected(
        "napoleon_columbia.strength_corrected/1",
        "Correction: {unit} has {after:step/steps}, no longer {before}.",
        {**OF_UNIT, "before": Annotated[int, FOGGED], "after": Annotated[int, FOGGED]},
        _turn,
        fogged="Correction: the strength of {token} is another one.",
    ),
    sets={"strength": Field(lambda it: it.block.strength)},
    unable=_refuse_turning,
)

SETTINGS = (PLACED, RESTORED, WITHDRAWN, STRENGTH, FACE_DOWN)
