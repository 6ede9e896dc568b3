"""Correcting armies and commanders: where they stand, and which of them have moved [E-55].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_empire.corrections.checks import (
    nothing_to_correct,
    refuse_battlefield,
    refuse_country,
    refuse_moved,
    refuse_place,
    refuse_placing,
)
from napoleon.rulesets.napoleonic_empire.corrections.kinds import (
    PlaceCommander,
    RemoveCommander,
    SetArmies,
    SetMovedArmies,
)
from napoleon.rulesets.napoleonic_empire.events.corrections import (
    NONE,
    ArmiesCorrected,
    CommanderCorrected,
    CommanderWithdrawn,
    MovedArmiesCorrected,
)
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND
from napoleon.rulesets.napoleonic_empire.sides import NAMES, counted
from napoleon.rulesets.napoleonic_empire.table import Table, refuse

# -- armies ----------------------------------------------------------------------------------------


def set_armies(table: Table, wanted: SetArmies, reason: str) -> Refusal | None:
    """Armies come out of the pool, or go back to it [COMP.2]."""
    state, side, country = table.state, wanted.side, wanted.country
    refusal = (
        refuse_place(table, side, country)
        or refuse_battlefield(table, country)
        or refuse_placing(table)
    )
    if refusal is not None:
        return refusal
    before, after = state.armies_in(side, country), wanted.armies
    if after < 0:
        detail = "There are no fewer armies than 0."
        return refuse("OUT_OF_RANGE", "COMP.3", detail, armies=after)
    pool = state.pool(side)
    if after - before > pool:
        detail = f"The pool of the {NAMES[side]} has {counted(pool)}."
        return refuse("EXCEEDS_POOL", "COMP.2", detail, pool=pool)
    if before == after:
        return nothing_to_correct(country=country, armies=before)
    moved = state.moved.get(country, 0)
    if side == state.active and after < moved:
        table.record(MovedArmiesCorrected(side, country, moved, after, reason), "E-55", "MOVE.2")
    table.record(ArmiesCorrected(side, country, before, after, reason), "E-55", "COMP.2")
    return None


def set_moved(table: Table, wanted: SetMovedArmies, reason: str) -> Refusal | None:
    """Which armies of the active side have moved in this turn [MOVE.2]."""
    state, country, after = table.state, wanted.country, wanted.armies
    refusal = refuse_country(table, country)
    if refusal is not None:
        return refusal
    there, before = state.armies_in(state.active, country), state.moved.get(country, 0)
    if not 0 <= after <= there:
        detail = f"The {NAMES[state.active]} have {counted(there)} there."
        return refuse("OUT_OF_RANGE", "MOVE.2", detail, armies=after, there=there)
    if before == after:
        return nothing_to_correct(country=country, armies=before)
    refusal = refuse_moved(table, country) if after else None
    if refusal is not None:
        return refusal
    brought = sum(state.moved.values())
    if after > max(before, brought):
        detail = f"The moves of this turn have brought {counted(brought)} anywhere, and no more."
        return refuse("OUT_OF_RANGE", "MOVE.2", detail, armies=after, brought=brought)
    corrected = MovedArmiesCorrected(state.active, country, before, after, reason)
    table.record(corrected, "E-55", "MOVE.2")
    return None


# -- commanders ------------------------------------------------------------------------------------


def place_commander(table: Table, wanted: PlaceCommander, reason: str) -> Refusal | None:
    """A commander stands in a country, with armies or alone [E-34, E-49]."""
    name, country = wanted.commander, wanted.country
    refusal = _refuse_commander(table, name)
    if refusal is not None:
        return refusal
    side, there = table.data.pack.commanders[name].side, table.state.commanders.get(name)
    before = NONE if there is None else there.country
    refusal = (
        refuse_place(table, side, country)
        or _refuse_england(table, name, country)
        or refuse_battlefield(table, country)
        or refuse_battlefield(table, before)
        or (_refuse_having_moved(table, side, country) if wanted.moved else None)
    )
    if refusal is not None:
        return refusal
    had_moved = there is not None and there.moved
    if (before, had_moved) == (country, wanted.moved):
        return nothing_to_correct(commander=name, country=country)
    table.record(
        CommanderCorrected(name, side, before, country, had_moved, wanted.moved, reason),
        "E-55",
        "E-34",
    )
    return None


def _refuse_england(table: Table, name: str, country: str) -> Refusal | None:
    """Nobody enters England, so only who begins there can be there [MOVE.6, E-33]."""
    if country != ENGLAND or table.data.pack.commanders[name].start == ENGLAND:
        return None
    detail = "Nobody enters England, and this commander does not begin there."
    return refuse("ENGLAND_CLOSED", "MOVE.6", detail, commander=name)


def _refuse_having_moved(table: Table, side: str, country: str) -> Refusal | None:
    """Only commanders of the active side have moved in the running turn [MOVE.2]."""
    if side != table.state.active:
        detail = "Only commanders of the side whose turn it is have moved in it."
        return refuse("OUT_OF_RANGE", "MOVE.2", detail, active=table.state.active)
    return refuse_moved(table, country)


def remove_commander(table: Table, wanted: RemoveCommander, reason: str) -> Refusal | None:
    """A commander is out of the game [E-38]."""
    name = wanted.commander
    refusal = _refuse_commander(table, name)
    if refusal is not None:
        return refusal
    there = table.state.commanders.get(name)
    if there is None:
        return nothing_to_correct(commander=name)
    refusal = refuse_battlefield(table, there.country)
    if refusal is not None:
        return refusal
    table.record(CommanderWithdrawn(name, there.country, reason), "E-55", "E-38")
    return None


def _refuse_commander(table: Table, name: str) -> Refusal | None:
    if not table.state.options["commanders"]:
        detail = "The game is played without commanders."
        return refuse("UNKNOWN_COMMANDER", "E-33", detail, commander=name)
    if name not in table.data.pack.commanders:
        detail = f"There is no commander {name}."
        return refuse("UNKNOWN_COMMANDER", "E-33", detail, commander=name)
    return None
