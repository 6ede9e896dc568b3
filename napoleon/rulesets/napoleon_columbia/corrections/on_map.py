"""Correcting units on the map: where they are, and in what state [N-80]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from napoleon.rules.events import FOGGED, HIDDEN
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.settings import Field, Setting, corrected, opened
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia import acting, fog, turns, units
from napoleon.rulesets.napoleon_columbia.corrections import checks
from napoleon.rulesets.napoleon_columbia.events.blocks import leave_board, remove
from napoleon.rulesets.napoleon_columbia.events.fights import board
from napoleon.rulesets.napoleon_columbia.state import Block, Fighter, State
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of

OF_UNITS = {"player": str, "units": Annotated[tuple[str, ...], FOGGED], "tokens": tuple[str, ...]}
"""What an event tells first of several units."""


# -- where they are --------------------------------------------------------------------------------


class PlaceUnits(checks.OfUnits, frozen=True, tag="place_units"):
    """Put units into a town; where a battle is fought there, into the Reserve of their side.

    They stand there as if the turn had begun so. Upright blocks of an army that stand together
    are put elsewhere together, or not at all.
    """

    town: checks.Town


class SetDisrupted(checks.OfUnits, frozen=True, tag="set_disrupted"):
    """Say whether units lie face down after a retreat of this player turn."""

    disrupted: bool


class Units(Scene[Table]):
    """Units that are set right, told of by groups: of an army, in one town, open or upright."""

    def __init__(self, table: Table, named: Sequence[str], to: str = "") -> None:
        super().__init__(table, seat_of(table, named[0]))
        self.units, self.tokens, self.to = tuple(named), fog.tokens(table, named), to
        self.block = table.state.blocks[named[0]]
        self.origin, self.town = self.block.town, to or self.block.town
        self.place = checks.reserve_of(table, self.block.army, self.town)

    @property
    def fog(self) -> bool:
        """Whether others do not see which they are."""
        return not self.block.revealed

    def tell(self, kind: type[Any], *clauses: str, **more: Any) -> None:
        """Record an event for each group."""
        groups: dict[tuple[str, str, bool], list[str]] = {}
        for unit in fog.in_order(self.table, self.units):
            block = self.table.state.blocks[unit]
            groups.setdefault((block.town, block.army, block.revealed), []).append(unit)
        for together in groups.values():
            Scene.tell(Units(self.table, together, self.to), kind, *clauses, **more)


def _refuse_twice(table: Table, wanted: checks.OfUnits) -> Refusal | None:
    if len(set(wanted.units)) == len(wanted.units):
        return None
    return refuse("BAD_PAYLOAD", "N-80", "Name each unit once.", units=list(wanted.units))


ON_MAP = checks.refuse_setting_up, _refuse_twice, checks.refuse_off_map


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
    return next(filter(None, refusals), None) or checks.refuse_parting(it.table, wanted.units)


def _refuse_one(table: Table, unit: str, town: str) -> Refusal | None:
    block = table.state.blocks[unit]
    if block.town == town:
        return checks.nothing_to_correct(unit=unit, town=town)
    if unit in table.state.unchecked:
        detail = f"The forced march of {units.name_of(table, unit)} is about to be checked."
        return refuse("NOT_NOW", "5.6", detail, unit=unit)
    from_fight = checks.refuse_fight(table, block.town)
    if refusal := from_fight or checks.refuse_coming(table, block.army, town):
        return refusal
    reserve = checks.reserve_of(table, block.army, town)
    if reserve and block.disrupted:
        detail = f"{units.name_of(table, unit)} has retreated in this turn, and joins no battle."
        return refuse("DISRUPTED", "7.3", detail, unit=unit)
    return checks.refuse_mingling(table, town, reserve, block.army)


PLACED = Setting(
    PlaceUnits,
    opened(lambda table, wanted: Units(table, wanted.units, wanted.town), *ON_MAP),
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
            return checks.nothing_to_correct(unit=unit, disrupted=block.disrupted)
        if state.is_fought_over(block.town):
            detail = "Nobody retreats to a town that is fought over."
            return refuse("BATTLE_TOWN", "N-50", detail, unit=unit, town=block.town)
    return checks.refuse_parting(it.table, wanted.units)


FACE_DOWN = Setting(
    SetDisrupted,
    opened(lambda table, wanted: Units(table, wanted.units), *ON_MAP),
    "7.3",
    corrected(
        "napoleon_columbia.disruption_corrected/1",
        "Correction: {after} in {town}, no longer {before}: {units}.",
        {**OF_UNITS, "town": str, "before": str, "after": str},
        _disrupt,
        fogged="Correction: {after} in {town}, no longer {before}: {tokens}.",
    ),
    sets={"disrupted": Field(lambda it: it.block.disrupted, {True: DISRUPTED, False: "in order"})},
    unable=_refuse_disrupting,
    more=lambda it, wanted: {"fog": True},
)


# -- who is there at all [3.4] ---------------------------------------------------------------------


class RestoreUnit(checks.OfUnit, frozen=True, tag="restore_unit"):
    """Bring a unit that was eliminated back into a town, with a strength."""

    town: checks.Town
    strength: int


class EliminateUnit(checks.OfUnit, frozen=True, tag="eliminate_unit"):
    """Take a unit off the map for good; it counts as one that was eliminated."""


class Casualty(Scene[Table]):
    """A unit whose army counts one that is eliminated more, or fewer [11.0]."""

    def __init__(self, table: Table, wanted: RestoreUnit | EliminateUnit) -> None:
        super().__init__(table, seat_of(table, wanted.unit))
        self.army = table.data.blocks[wanted.unit].army
        self.limit = table.data.defeated_at[self.army]
        self.total = len(table.state.eliminated[self.army])
        if isinstance(wanted, RestoreUnit):
            self.total -= 1
            self.town, self.token = wanted.town, fog.next_token(table, self.army)
        else:
            self.total += 1
            block = table.state.blocks[wanted.unit]
            self.town, self.token = block.town, block.token

    @property
    def place(self) -> str:
        """Where it stands on the board of a battle there; empty for none."""
        return checks.reserve_of(self.table, self.army, self.town)


def _refuse_alive(table: Table, wanted: RestoreUnit) -> Refusal | None:
    """Not one of an army that has left the map [11.0]."""
    unit = wanted.unit
    army, name = table.data.blocks[unit].army, units.name_of(table, unit)
    if army in table.state.defeated:
        detail = f"The army of {name} was defeated, and has left the map."
        return refuse("ARMY_DEFEATED", "11.0", detail, army=army)
    if unit not in table.state.eliminated[army]:
        return refuse("NOT_ELIMINATED", "3.4", f"{name} was not eliminated.", unit=unit)
    return None


def _refuse_return(it: Casualty, wanted: RestoreUnit) -> Refusal | None:
    return (
        checks.refuse_strength(it.table, wanted.unit, wanted.strength)
        or checks.refuse_coming(it.table, it.army, it.town)
        or checks.refuse_mingling(it.table, it.town, it.place, it.army)
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
    opened(Casualty, checks.refuse_setting_up, _refuse_alive),
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
)


def _eliminate(state: State, unit: str, army: str) -> None:
    """It counts for the defeat of its army."""
    state.eliminated[army].append(unit)
    remove(state, unit)


WITHDRAWN = Setting(
    EliminateUnit,
    opened(Casualty, checks.refuse_setting_up, checks.refuse_off_map),
    "3.4",
    corrected(
        "napoleon_columbia.unit_withdrawn/1",
        "Correction: {unit} was taken off the map in {town}: {total} of the {army} are "
        "eliminated, limit {limit}.",
        {"unit": str, "token": str, "army": str, "town": str, "total": int, "limit": int},
        _eliminate,
        reveals=True,
    ),
    unable=lambda it, wanted: checks.refuse_fight(it.table, it.town),
)


# -- with how many steps [3.3] ---------------------------------------------------------------------


class SetStrength(checks.OfUnit, frozen=True, tag="set_strength"):
    """Set how many steps a unit has left: from 1 to what its label says."""

    strength: int


def _turn(state: State, unit: str, after: int) -> None:
    """It is turned to that edge."""
    state.blocks[unit].strength = after


def _refuse_turning(it: acting.Unit, wanted: SetStrength) -> Refusal | None:
    """On a battle board hits and losses that are being taken go by strengths as they are [6.4]."""
    fought = it.table.state.battle_in(it.block.town) is not None
    refusal = checks.refuse_strength(it.table, it.unit, wanted.strength)
    return refusal or (checks.refuse_fight(it.table, it.block.town) if fought else None)


STRENGTH = Setting(
    SetStrength,
    opened(checks.of_unit(acting.Unit), checks.refuse_setting_up, checks.refuse_off_map),
    "3.3",
    corrected(
        "napoleon_columbia.strength_corrected/1",
        "Correction: {unit} has {after:step/steps}, no longer {before}.",
        {**checks.OF_UNIT, "before": Annotated[int, FOGGED], "after": Annotated[int, FOGGED]},
        _turn,
        fogged="Correction: the strength of {token} is another one.",
    ),
    sets={"strength": Field(lambda it: it.block.strength)},
    unable=_refuse_turning,
)

SETTINGS = (PLACED, RESTORED, WITHDRAWN, STRENGTH, FACE_DOWN)
