"""Correcting CP, Resources, the round, and wars [R-135].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from napoleon.rules.kit.correcting import nothing_to_correct
from napoleon.rules.kit.frames import inmost
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars.corrections.checks import (
    CLAUSE,
    refuse_number,
    refuse_under_way,
    refuse_unknown,
)
from napoleon.rulesets.napoleonic_wars.corrections.kinds import (
    SetCP,
    SetKeptCP,
    SetPeace,
    SetPlusKey,
    SetResources,
    SetRound,
    SetScheduled,
    SetWar,
)
from napoleon.rulesets.napoleonic_wars.events.corrections import (
    CPCorrected,
    KeptCPCorrected,
    PeaceCorrected,
    PlusKeyCorrected,
    ResourcesCorrected,
    RoundCorrected,
    ScheduleCorrected,
    WarCorrected,
)
from napoleon.rulesets.napoleonic_wars.frames.impulses import CARDS, Impulse
from napoleon.rulesets.napoleonic_wars.nations import at_war, is_allied, is_grace
from napoleon.rulesets.napoleonic_wars.spaces import present
from napoleon.rulesets.napoleonic_wars.table import Wars
from napoleon.rulesets.napoleonic_wars.values import MOST_CP

MOST_RESOURCES, MOST_ROUNDS, MOST_PEACE = 9, 30, 6


def set_resources(table: Wars, wanted: SetResources, reason: str) -> Refusal | None:
    """Resources are set on the track [16]."""
    refusal = refuse_unknown(table, nation=wanted.nation)
    refusal = refusal or refuse_number(wanted.resources, MOST_RESOURCES, "16.1.a")
    if refusal is not None:
        return refusal
    before = table.state.nations[wanted.nation].resources
    if before == wanted.resources:
        return nothing_to_correct(CLAUSE, nation=wanted.nation, resources=before)
    event = ResourcesCorrected(wanted.nation, before, wanted.resources, reason)
    table.record(event, CLAUSE, "16.1.a")
    return None


def set_plus_key(table: Wars, wanted: SetPlusKey, reason: str) -> Refusal | None:
    """The status of a key more is France's alone [15.5.a]."""
    refusal = refuse_unknown(table, nation=wanted.nation)
    if refusal is not None:
        return refusal
    if table.state.nations[wanted.nation].plus_key == wanted.held:
        return nothing_to_correct(CLAUSE, nation=wanted.nation)
    table.record(PlusKeyCorrected(wanted.nation, wanted.held, reason), CLAUSE, "15.5.a")
    return None


def set_kept_cp(table: Wars, wanted: SetKeptCP, reason: str) -> Refusal | None:
    """At most one CP is kept on a capital [7.5.f]."""
    refusal = refuse_unknown(table, nation=wanted.nation) or refuse_number(wanted.cp, 1, "7.5.f")
    if refusal is not None:
        return refusal
    if table.state.nations[wanted.nation].marker_cp == wanted.cp:
        return nothing_to_correct(CLAUSE, nation=wanted.nation, cp=wanted.cp)
    table.record(KeptCPCorrected(wanted.nation, wanted.cp, reason), CLAUSE, "7.5.f")
    return None


def set_cp(table: Wars, wanted: SetCP, reason: str) -> Refusal | None:
    """The CP of the cards that were played in the running impulse [6.3]."""
    impulse = inmost(table.state, Impulse)
    if impulse is None:
        return refuse("NOT_NOW", "6.3.a", "Nobody takes an impulse.")
    refusal = refuse_number(wanted.cp, MOST_CP, "6.3.a")
    if refusal is not None:
        return refusal
    before = sum(pool.cp for pool in impulse.pools if pool.id == CARDS)
    if before == wanted.cp:
        return nothing_to_correct(CLAUSE, cp=before)
    table.record(CPCorrected(before, wanted.cp, reason), CLAUSE, "6.3.a")
    return None


def set_round(table: Wars, wanted: SetRound, reason: str) -> Refusal | None:
    """The round of the turn [5.5.a]."""
    refusal = refuse_number(wanted.round - 1, MOST_ROUNDS - 1, "5.5.a")
    if refusal is not None:
        return refusal
    before = table.state.round
    if before == wanted.round:
        return nothing_to_correct(CLAUSE, round=before)
    table.record(RoundCorrected(before, wanted.round, reason), CLAUSE, "5.5.a")
    return None


def set_scheduled(table: Wars, wanted: SetScheduled, reason: str) -> Refusal | None:
    """The impulse marker lies on another nation [5.11.a]."""
    refusal = refuse_unknown(table, nation=wanted.nation)
    if refusal is not None:
        return refusal
    marker = table.data.track.index(wanted.nation)
    if table.state.marker == marker:
        return nothing_to_correct(CLAUSE, nation=wanted.nation)
    table.record(ScheduleCorrected(wanted.nation, marker, reason), CLAUSE, "5.11.a")
    return None


def set_peace(table: Wars, wanted: SetPeace, reason: str) -> Refusal | None:
    """What events add to the peace roll [5.8, 6.b]."""
    refusal = refuse_number(wanted.by, MOST_PEACE, "5.8.c")
    if refusal is not None:
        return refusal
    before = table.state.peace
    if before == wanted.by:
        return nothing_to_correct(CLAUSE, by=before)
    table.record(PeaceCorrected(before, wanted.by, reason), CLAUSE, "5.8.c")
    return None


def set_war(table: Wars, wanted: SetWar, reason: str) -> Refusal | None:
    """Two nations of different camps are at war, or not [8.33]."""
    refusal = refuse_unknown(table, one=wanted.one, other=wanted.other)
    refusal = refusal or refuse_under_way(table)
    if refusal is not None:
        return refusal
    if is_allied(table.state, wanted.one, wanted.other):
        return refuse("ALLIED", "8.22.b", "Allies are not at war with each other.")
    if at_war(table.state, wanted.one, wanted.other) == wanted.at_war:
        return nothing_to_correct(CLAUSE, one=wanted.one, other=wanted.other)
    if wanted.at_war:
        refusal = _refuse_new_war(table, wanted.one, wanted.other)
        if refusal is not None:
            return refusal
    table.record(WarCorrected(wanted.one, wanted.other, wanted.at_war, reason), CLAUSE, "8.33.a")
    return None


def _refuse_new_war(table: Wars, one: str, other: str) -> Refusal | None:
    """Grace between two nations forbids war, and enemies never rest in one space."""
    if is_grace(table.state, [one], [other]):
        detail = "They may not go to war with each other yet: set that first."
        return refuse("GRACE", "15.21.d", detail)
    shared = (it for it in table.state.spaces if {one, other} <= {*present(table.state, it)})
    space = next(shared, "")
    if space:
        detail = "Forces of both stand in one space: they would have to fight."
        return refuse("ENEMY_THERE", "9.51.a", detail, space=space)
    return None
