"""Correcting units on the map: where they are, and in what state [N-80].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia import fog, turns, units
from napoleon.rulesets.napoleon_columbia.corrections.checks import (
    nothing_to_correct,
    refuse_coming,
    refuse_fight,
    refuse_mingling,
    refuse_not_on_map,
    refuse_parting,
    refuse_setting_up,
    refuse_strength,
    reserve_of,
)
from napoleon.rulesets.napoleon_columbia.corrections.kinds import (
    EliminateUnit,
    PlaceUnits,
    RestoreUnit,
    SetDisrupted,
    SetStrength,
)
from napoleon.rulesets.napoleon_columbia.events.corrections import (
    DISRUPTED,
    IN_ORDER,
    DisruptionCorrected,
    StrengthCorrected,
    UnitRestored,
    UnitsCorrected,
    UnitWithdrawn,
)
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of

RETREATING = (turns.SKIRMISH, turns.BATTLE_DEPLOY, turns.BATTLE, turns.SUPPLY)
"""Phases in which units may have retreated in the player turn [7.3]."""


# -- where they are --------------------------------------------------------------------------------


def place(table: Table, wanted: PlaceUnits, reason: str) -> Refusal | None:
    """Units are put into a town, as if the turn had begun so [5.1]."""
    refusal = refuse_setting_up(table) or _refuse_list(table, wanted.units)
    if refusal is not None:
        return refusal
    blocks, town = table.state.blocks, wanted.town
    for unit in wanted.units:
        refusal = _refuse_placing(table, unit, town)
        if refusal is not None:
            return refusal
    refusal = refuse_parting(table, wanted.units)
    if refusal is not None:
        return refusal
    for origin, moved in _together(table, wanted.units):
        army = blocks[moved[0]].army
        shown = not any(blocks[unit].revealed is False for unit in moved)
        corrected = UnitsCorrected(
            seat_of(table, moved[0]),
            tuple(moved),
            fog.tokens(table, moved),
            origin,
            town,
            reserve_of(table, army, town),
            reason,
            fog=not shown,
        )
        table.record(corrected, "N-80", "5.1")
    return None


def _refuse_list(table: Table, named: tuple[str, ...]) -> Refusal | None:
    if len(set(named)) < len(named):
        return refuse("BAD_PAYLOAD", "N-80", "Name each unit once.", units=list(named))
    return next((it for unit in named if (it := refuse_not_on_map(table, unit))), None)


def _refuse_placing(table: Table, unit: str, town: str) -> Refusal | None:
    block = table.state.blocks[unit]
    if block.town == town:
        return nothing_to_correct(unit=unit, town=town)
    if unit in table.state.unchecked:
        detail = f"The forced march of {units.name_of(table, unit)} is about to be checked."
        return refuse("NOT_NOW", "5.6", detail, unit=unit)
    refusal = refuse_fight(table, block.town) or refuse_coming(table, block.army, town)
    if refusal is not None:
        return refusal
    reserve = reserve_of(table, block.army, town)
    if reserve and block.disrupted:
        detail = f"{units.name_of(table, unit)} has retreated in this turn, and joins no battle."
        return refuse("DISRUPTED", "7.3", detail, unit=unit)
    return refuse_mingling(table, town, reserve, block.army)


def _together(table: Table, named: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Units by the town that they leave, army by army; those that lie open by themselves."""
    groups: dict[tuple[str, str, bool], list[str]] = {}
    for unit in fog.in_order(table, named):
        block = table.state.blocks[unit]
        groups.setdefault((block.town, block.army, block.revealed), []).append(unit)
    return [(town, moved) for (town, _, _), moved in groups.items()]


def restore(table: Table, wanted: RestoreUnit, reason: str) -> Refusal | None:
    """A unit that was eliminated is back [3.4]; not one of an army that has left the map [11.0]."""
    unit, state = wanted.unit, table.state
    if unit not in table.data.blocks:
        return refuse_not_on_map(table, unit)
    army = table.data.blocks[unit].army
    refusal = (
        refuse_setting_up(table)
        or _refuse_restoring(table, unit)
        or refuse_strength(table, unit, wanted.strength)
        or refuse_coming(table, army, wanted.town)
    )
    if refusal is not None:
        return refusal
    reserve = reserve_of(table, army, wanted.town)
    refusal = refuse_mingling(table, wanted.town, reserve, army)
    if refusal is not None:
        return refusal
    restored = UnitRestored(
        seat_of(table, unit),
        unit,
        fog.next_token(table, army),
        army,
        wanted.town,
        reserve,
        wanted.strength,
        len(state.eliminated[army]) - 1,
        table.data.defeated_at[table.data.blocks[unit].army],
        reason,
    )
    table.record(restored, "N-80", "11.0")
    return None


def _refuse_restoring(table: Table, unit: str) -> Refusal | None:
    army, name = table.data.blocks[unit].army, units.name_of(table, unit)
    if army in table.state.defeated:
        detail = f"The army of {name} was defeated, and has left the map."
        return refuse("ARMY_DEFEATED", "11.0", detail, army=army)
    if unit not in table.state.eliminated[army]:
        return refuse("NOT_ELIMINATED", "3.4", f"{name} was not eliminated.", unit=unit)
    return None


def eliminate(table: Table, wanted: EliminateUnit, reason: str) -> Refusal | None:
    """A unit is lost for good, for all to see [3.4, N-44]."""
    unit = wanted.unit
    refusal = refuse_setting_up(table) or refuse_not_on_map(table, unit)
    if refusal is not None:
        return refusal
    block = table.state.blocks[unit]
    refusal = refuse_fight(table, block.town)
    if refusal is not None:
        return refusal
    label = table.data.blocks[unit]
    withdrawn = UnitWithdrawn(
        unit,
        block.token,
        label.army,
        block.town,
        len(table.state.eliminated[label.army]) + 1,
        table.data.defeated_at[label.army],
        reason,
    )
    table.record(withdrawn, "N-80", "3.4")
    return None


# -- how they are ----------------------------------------------------------------------------------


def set_strength(table: Table, wanted: SetStrength, reason: str) -> Refusal | None:
    """The steps of a unit [3.3]."""
    unit = wanted.unit
    refusal = (
        refuse_setting_up(table)
        or refuse_not_on_map(table, unit)
        or refuse_strength(table, unit, wanted.strength)
        or _refuse_settling(table, unit)
    )
    if refusal is not None:
        return refusal
    block = table.state.blocks[unit]
    if block.strength == wanted.strength:
        return nothing_to_correct(unit=unit, strength=wanted.strength)
    corrected = StrengthCorrected(
        seat_of(table, unit),
        unit,
        block.token,
        block.strength,
        wanted.strength,
        reason,
        fog=not block.revealed,
    )
    table.record(corrected, "N-80", "3.3")
    return None


def _refuse_settling(table: Table, unit: str) -> Refusal | None:
    """On a battle board hits and losses that are being taken go by strengths as they are [6.4]."""
    town = table.state.blocks[unit].town
    return refuse_fight(table, town) if table.state.battle_in(town) else None


def set_disrupted(table: Table, wanted: SetDisrupted, reason: str) -> Refusal | None:
    """Whether units lie face down: outside fights, once anybody can have retreated [7.3]."""
    refusal = refuse_setting_up(table) or _refuse_list(table, wanted.units)
    if refusal is not None:
        return refusal
    if table.state.phase not in RETREATING:
        detail = "Nobody has retreated yet in this player turn."
        return refuse("WRONG_PHASE", "7.3", detail, phase=table.state.phase)
    before, after = (IN_ORDER, DISRUPTED) if wanted.disrupted else (DISRUPTED, IN_ORDER)
    for unit in wanted.units:
        block = table.state.blocks[unit]
        if block.disrupted == wanted.disrupted:
            return nothing_to_correct(unit=unit, disrupted=block.disrupted)
        if table.state.is_fought_over(block.town):
            detail = "Nobody retreats to a town that is fought over."
            return refuse("BATTLE_TOWN", "N-50", detail, unit=unit, town=block.town)
    refusal = refuse_parting(table, wanted.units)
    if refusal is not None:
        return refusal
    for town, together in _together(table, wanted.units):
        corrected = DisruptionCorrected(
            seat_of(table, together[0]),
            tuple(together),
            fog.tokens(table, together),
            town,
            before,
            after,
            reason,
            fog=True,
        )
        table.record(corrected, "N-80", "7.3")
    return None
