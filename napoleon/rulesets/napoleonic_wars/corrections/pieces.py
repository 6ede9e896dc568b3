"""Correcting what stands on the map: strength, leaders, flags, squadrons [R-135].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.kit.correcting import nothing_to_correct
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars.cards.grammar import says
from napoleon.rulesets.napoleonic_wars.corrections.checks import (
    CLAUSE,
    refuse_number,
    refuse_under_way,
    refuse_unknown,
)
from napoleon.rulesets.napoleonic_wars.corrections.kinds import (
    PlaceLeader,
    RemoveLeader,
    SetAllegiance,
    SetEntered,
    SetFlag,
    SetFled,
    SetFought,
    SetInterception,
    SetLeaderFought,
    SetRegroup,
    SetRegroupedSquadrons,
    SetSquadrons,
    SetStack,
    SetStrength,
    SetTiedDown,
    SetWarLeader,
)
from napoleon.rulesets.napoleonic_wars.events.corrections import (
    AllegianceCorrected,
    FlagCorrected,
    FlagWithdrawn,
    FlightCorrected,
    InterceptionCorrected,
    LeaderCorrected,
    LeaderRested,
    LeaderWithdrawn,
    MovesCorrected,
    RegroupCorrected,
    RegroupedShipsCorrected,
    SquadronsCorrected,
    StackCorrected,
    StrengthCorrected,
    TiedDownCorrected,
    WarLeaderCorrected,
)
from napoleon.rulesets.napoleonic_wars.fleets import at_sea, lead_of
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.nations import at_war, is_allied
from napoleon.rulesets.napoleonic_wars.pieces import doing_least, sp_of, squadrons_of
from napoleon.rulesets.napoleonic_wars.spaces import present, sp_in
from napoleon.rulesets.napoleonic_wars.table import Wars
from napoleon.rulesets.napoleonic_wars.values import MOST_SPACES


def _refuse_enemies(table: Wars, space: str, nation: str) -> Refusal | None:
    """Field forces at war never rest in one space [9.51.a]."""
    if not any(at_war(table.state, nation, it) for it in present(table.state, space)):
        return None
    detail = "Enemies of that nation stand there: they would have to fight."
    return refuse("ENEMY_THERE", "9.51.a", detail, space=space)


def set_strength(table: Wars, wanted: SetStrength, reason: str) -> Refusal | None:
    """Strength points come from the counters, or go back to them [7.a]."""
    nation, space = wanted.nation, wanted.space
    refusal = refuse_unknown(table, nation=nation, space=space) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    before = sp_in(table.state, space, nation)
    room = table.data.limits[nation].max_sp - sp_of(table.state, nation)
    refusal = refuse_number(wanted.sp, before + room, "7.a")
    if refusal is None and wanted.sp:
        refusal = _refuse_enemies(table, space, nation)
    if refusal is not None:
        return refusal
    if wanted.sp == before:
        return nothing_to_correct(CLAUSE, space=space, sp=before)
    own = [it for it in table.state.spaces[space].lots if it.nation == nation]
    gone = doing_least(own, nation, max(0, before - wanted.sp))
    come = [Lot(nation, wanted.sp - before)] if wanted.sp > before else []
    lots = (*_without(own, gone), *come)
    event = StrengthCorrected(nation, space, before, wanted.sp, lots, reason)
    table.record(event, CLAUSE, "7.a")
    return None


def _without(lots: Iterable[Lot], gone: Iterable[Lot]) -> list[Lot]:
    """What is left of some lots when these have gone."""
    less = {(it.entered, it.fought): it.sp for it in gone}
    left = [(it, it.sp - less.get((it.entered, it.fought), 0)) for it in lots]
    return [Lot(it.nation, sp, it.entered, it.fought) for it, sp in left if sp]


def set_fought(table: Wars, wanted: SetFought, reason: str) -> Refusal | None:
    """Some may move once more in this impulse, or no more [9.51.a]."""
    nation, space = wanted.nation, wanted.space
    refusal = refuse_unknown(table, nation=nation, space=space) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    there = sp_in(table.state, space, nation)
    refusal = refuse_number(wanted.sp, there, "9.51.a")
    if refusal is not None:
        return refusal
    own = (it for it in table.state.spaces[space].lots if it.nation == nation)
    if sum(it.sp for it in own if it.fought) == wanted.sp:
        return nothing_to_correct(CLAUSE, space=space, sp=wanted.sp)
    lots = (Lot(nation, wanted.sp, fought=True), Lot(nation, there - wanted.sp))
    kept = tuple(it for it in lots if it.sp)
    table.record(MovesCorrected(nation, space, kept, reason), CLAUSE, "9.51.a")
    return None


def set_entered(table: Wars, wanted: SetEntered, reason: str) -> Refusal | None:
    """Some have entered so many spaces in this impulse, the others none [9.1.a, R-75]."""
    nation, space = wanted.nation, wanted.space
    refusal = refuse_unknown(table, nation=nation, space=space) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    own = [it for it in table.state.spaces[space].lots if it.nation == nation]
    fresh = sum(it.sp for it in own if not it.fought)
    refusal = refuse_number(wanted.sp, fresh, "9.51.a")
    refusal = refusal or refuse_number(wanted.spaces, MOST_SPACES, "9.1.a")
    if refusal is not None:
        return refusal
    moved = [Lot(nation, wanted.sp, wanted.spaces), Lot(nation, fresh - wanted.sp)]
    rested = _merged(it for it in moved if it.sp)
    if rested == _merged(it for it in own if not it.fought):
        return nothing_to_correct(CLAUSE, space=space, sp=wanted.sp)
    lots = (*(it for it in own if it.fought), *rested)
    table.record(MovesCorrected(nation, space, lots, reason), CLAUSE, "9.1.a")
    return None


def _merged(lots: Iterable[Lot]) -> list[Lot]:
    """Strength points that have done the same are one lot; those that have moved least first."""
    found: dict[int, Lot] = {}
    for it in lots:
        one = found.setdefault(it.entered, Lot(it.nation, 0, it.entered))
        one.sp += it.sp
    return [found[it] for it in sorted(found)]


def place_leader(table: Wars, wanted: PlaceLeader, reason: str) -> Refusal | None:
    """A leader stands in a space."""
    refusal = refuse_unknown(table, leader=wanted.leader, space=wanted.space)
    refusal = refusal or refuse_under_way(table)
    if refusal is not None:
        return refusal
    leader = table.state.leaders[wanted.leader]
    refusal = _refuse_war(table, wanted.leader)
    refusal = refusal or _refuse_enemies(table, wanted.space, leader.nation)
    if refusal is not None:
        return refusal
    if (leader.standing, leader.where) == ("map", wanted.space):
        return nothing_to_correct(CLAUSE, leader=wanted.leader, space=wanted.space)
    event = LeaderCorrected(wanted.leader, leader.standing, leader.where, wanted.space, reason)
    table.record(event, CLAUSE)
    return None


def set_leader_fought(table: Wars, wanted: SetLeaderFought, reason: str) -> Refusal | None:
    """A leader may move once more in this impulse, or no more [9.51.a]."""
    refusal = refuse_unknown(table, leader=wanted.leader) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    leader = table.state.leaders[wanted.leader]
    if leader.standing != "map":
        detail = "That leader is not on the map."
        return refuse("NOT_ON_THE_MAP", CLAUSE, detail, leader=wanted.leader)
    if leader.fought == wanted.fought:
        return nothing_to_correct(CLAUSE, leader=wanted.leader)
    table.record(LeaderRested(wanted.leader, wanted.fought, reason), CLAUSE, "9.51.a")
    return None


def remove_leader(table: Wars, wanted: RemoveLeader, reason: str) -> Refusal | None:
    """A leader is off the map."""
    refusal = refuse_unknown(table, leader=wanted.leader) or refuse_under_way(table)
    refusal = refusal or _refuse_war(table, wanted.leader)
    if refusal is not None:
        return refusal
    leader = table.state.leaders[wanted.leader]
    if leader.standing == wanted.to:
        return nothing_to_correct(CLAUSE, leader=wanted.leader, to=wanted.to)
    event = LeaderWithdrawn(wanted.leader, leader.standing, leader.where, wanted.to, reason)
    table.record(event, CLAUSE)
    return None


def _refuse_war(table: Wars, leader: str) -> Refusal | None:
    """A leader on the card of a foreign war stays there until it ends [6.13]."""
    if table.state.leaders[leader].standing != "war":
        return None
    return refuse("IN_FOREIGN_WAR", "6.13.a", "That leader is in a foreign war.", leader=leader)


def set_flag(table: Wars, wanted: SetFlag, reason: str) -> Refusal | None:
    """A flag lies in a space, or none: the original owner never has one there [7.4.b]."""
    refusal = refuse_unknown(table, space=wanted.space) or refuse_under_way(table)
    if refusal is None and wanted.nation:
        refusal = refuse_unknown(table, nation=wanted.nation)
    if refusal is not None:
        return refusal
    if wanted.nation == table.data.spaces[wanted.space].colour:
        detail = "The owner of a space needs no flag there: take the other one away."
        return refuse("OWN_COLOUR", "7.4.b", detail, space=wanted.space)
    before = table.state.spaces[wanted.space].flag
    if before == wanted.nation:
        return nothing_to_correct(CLAUSE, space=wanted.space, flag=before)
    if wanted.nation:
        table.record(FlagCorrected(wanted.space, before, wanted.nation, reason), CLAUSE, "7.4.a")
    else:
        table.record(FlagWithdrawn(wanted.space, before, reason), CLAUSE, "7.4.a")
    return None


def set_regroup(table: Wars, wanted: SetRegroup, reason: str) -> Refusal | None:
    """Strength points wait in the Regroup box [7.7]."""
    refusal = refuse_unknown(table, nation=wanted.nation)
    if refusal is not None:
        return refusal
    before = table.state.nations[wanted.nation].regroup_sp
    room = table.data.limits[wanted.nation].max_sp - sp_of(table.state, wanted.nation)
    refusal = refuse_number(wanted.sp, before + room, "7.a")
    if refusal is not None:
        return refusal
    if before == wanted.sp:
        return nothing_to_correct(CLAUSE, nation=wanted.nation, sp=before)
    table.record(RegroupCorrected(wanted.nation, before, wanted.sp, reason), CLAUSE, "7.7.a")
    return None


def set_regrouped_squadrons(
    table: Wars, wanted: SetRegroupedSquadrons, reason: str
) -> Refusal | None:
    """Squadrons wait in the Regroup box [7.7]."""
    refusal = refuse_unknown(table, nation=wanted.nation)
    if refusal is not None:
        return refusal
    before = table.state.nations[wanted.nation].regroup_squadrons
    limit = table.data.limits[wanted.nation].max_squadrons
    room = limit - squadrons_of(table.state, wanted.nation)
    refusal = refuse_number(wanted.squadrons, before + room, "7.a")
    if refusal is not None:
        return refusal
    if before == wanted.squadrons:
        return nothing_to_correct(CLAUSE, nation=wanted.nation, squadrons=before)
    event = RegroupedShipsCorrected(wanted.nation, before, wanted.squadrons, reason)
    table.record(event, CLAUSE, "7.7.a")
    return None


def set_squadrons(table: Wars, wanted: SetSquadrons, reason: str) -> Refusal | None:
    """Squadrons are in a port or a sea zone [13.1]."""
    refusal = refuse_unknown(table, nation=wanted.nation, at=wanted.at) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    space = table.data.spaces.get(wanted.at)
    if space is not None and not space.ports:
        return refuse("NO_PORT", "3.duchy", "That space has no port.", at=wanted.at)
    if space is None and wanted.building:
        detail = "Squadrons are under construction in a port alone."
        return refuse("BUILT_IN_PORT", "7.3.a", detail, at=wanted.at)
    own = [it for it in table.state.squadrons if (it.nation, it.at) == (wanted.nation, wanted.at)]
    before = (
        sum(it.ready for it in own),
        sum(it.refit for it in own),
        sum(it.building for it in own),
    )
    after = (wanted.ready, wanted.refit, wanted.building)
    limit = table.data.limits[wanted.nation].max_squadrons
    room = limit - squadrons_of(table.state, wanted.nation) + sum(before)
    refusal = refuse_number(min(after), room, "7.a") or refuse_number(sum(after), room, "7.a")
    if refusal is not None:
        return refusal
    if before == after:
        return nothing_to_correct(CLAUSE, at=wanted.at)
    event = SquadronsCorrected(wanted.nation, wanted.at, before, after, reason)
    table.record(event, CLAUSE, "13.1.a")
    return None


def set_interception(table: Wars, wanted: SetInterception, reason: str) -> Refusal | None:
    """A leader may try to intercept, or may not [10.3]."""
    refusal = refuse_unknown(table, leader=wanted.leader) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    leader = table.state.leaders[wanted.leader]
    able = not leader.failed and leader.where not in table.state.failed_from
    if able == wanted.able:
        return nothing_to_correct(CLAUSE, leader=wanted.leader, able=able)
    table.record(InterceptionCorrected(wanted.leader, wanted.able, reason), CLAUSE, "10.3.a")
    return None


# -- leaders, fleets and wars ----------------------------------------------------------------------


def set_allegiance(table: Wars, wanted: SetAllegiance, reason: str) -> Refusal | None:
    """A leader that an event brings in is of a nation that may play that event [R-119]."""
    refusal = refuse_unknown(table, leader=wanted.leader, nation=wanted.nation)
    refusal = refusal or refuse_under_way(table) or _refuse_war(table, wanted.leader)
    if refusal is not None:
        return refusal
    pack, leader = table.data, table.state.leaders[wanted.leader]
    bringing = [
        it for it in pack.cards.values() if says(it.program, "build", "leader", wanted.leader)
    ]
    if not any(it.is_played_by(wanted.nation) for it in bringing):
        detail = "No event brings that leader in for that nation."
        return refuse("NOT_THEIRS", "R-119", detail, leader=wanted.leader)
    if leader.standing == "map":
        refusal = _refuse_enemies(table, leader.where, wanted.nation)
        if refusal is not None:
            return refusal
    if leader.nation == wanted.nation:
        return nothing_to_correct(CLAUSE, leader=wanted.leader)
    event = AllegianceCorrected(wanted.leader, leader.nation, wanted.nation, reason)
    table.record(event, CLAUSE, "R-119")
    return None


def set_stack(table: Wars, wanted: SetStack, reason: str) -> Refusal | None:
    """Allied fleets at sea lie in one stack, which the top squadron leads [13.2, 13.21]."""
    nation, zone, lead = wanted.nation, wanted.zone, wanted.lead or wanted.nation
    refusal = refuse_unknown(table, nation=nation, at=zone) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    there = {it.nation: lead_of(it) for it in at_sea(table.state, zone)}
    if zone not in table.data.zones or nation not in there or lead not in there:
        detail = "Both nations need a fleet in that sea zone."
        return refuse("NO_FLEET", "R-161", detail, at=zone)
    if not is_allied(table.state, nation, lead):
        detail = "Only fleets of allies lie in one stack."
        return refuse("NOT_ALLIED", "13.2.a", detail, lead=lead)
    if lead != nation and there[lead] != lead:
        detail = "That fleet lies under another one: name the one on top."
        return refuse("NOT_ON_TOP", "13.21.a", detail, lead=lead)
    if there[nation] == lead:
        return nothing_to_correct(CLAUSE, at=zone)
    event = StackCorrected(nation, zone, there[nation], lead, reason)
    table.record(event, CLAUSE, "13.2.a")
    return None


def set_fled(table: Wars, wanted: SetFled, reason: str) -> Refusal | None:
    """A beaten fleet stays where it has fled to, for the rest of the impulse [13.41]."""
    refusal = refuse_unknown(table, nation=wanted.nation, at=wanted.at) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    own = [it for it in table.state.squadrons if (it.nation, it.at) == (wanted.nation, wanted.at)]
    if not own:
        return refuse("NO_FLEET", "13.41.a", "The nation has no squadron there.", at=wanted.at)
    if all(it.stays == wanted.fled for it in own):
        return nothing_to_correct(CLAUSE, at=wanted.at)
    event = FlightCorrected(wanted.nation, wanted.at, wanted.fled, reason)
    table.record(event, CLAUSE, "13.41.a")
    return None


def set_tied_down(table: Wars, wanted: SetTiedDown, reason: str) -> Refusal | None:
    """Pieces lie on a card, out of what the nation has left [6.13, 7.a]."""
    refusal = refuse_unknown(table, card=wanted.card) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    war = next((it for it in table.state.foreign_wars if it.card == wanted.card), None)
    if war is None:
        return refuse("NO_SUCH_WAR", "6.13.a", "No pieces lie on that card.", card=wanted.card)
    limits = table.data.limits[war.nation]
    sp = limits.max_sp - sp_of(table.state, war.nation) + war.sp
    squadrons = limits.max_squadrons - squadrons_of(table.state, war.nation) + war.squadrons
    refusal = refuse_number(wanted.sp, sp, "7.a")
    refusal = refusal or refuse_number(wanted.squadrons, squadrons, "7.a")
    if refusal is not None:
        return refusal
    if (war.sp, war.squadrons) == (wanted.sp, wanted.squadrons):
        return nothing_to_correct(CLAUSE, card=wanted.card)
    event = TiedDownCorrected(
        war.card, war.nation, war.sp, war.squadrons, wanted.sp, wanted.squadrons, reason
    )
    table.record(event, CLAUSE, "6.13.a")
    return None


def set_war_leader(table: Wars, wanted: SetWarLeader, reason: str) -> Refusal | None:
    """A leader of the nation whose war it is lies on its card, or comes back [6.13, 7.6.b]."""
    refusal = refuse_unknown(table, card=wanted.card, leader=wanted.leader)
    refusal = refusal or refuse_under_way(table)
    if refusal is not None:
        return refusal
    war = next((it for it in table.state.foreign_wars if it.card == wanted.card), None)
    if war is None:
        return refuse("NO_SUCH_WAR", "6.13.a", "No pieces lie on that card.", card=wanted.card)
    if (wanted.leader in war.leaders) == wanted.held:
        return nothing_to_correct(CLAUSE, leader=wanted.leader)
    if wanted.held:
        leader = table.state.leaders[wanted.leader]
        if leader.nation != war.nation or leader.standing in ("war", "dead"):
            detail = "Only a leader of that nation who is on the map or may come back."
            return refuse("NOT_THEIRS", "6.13.a", detail, leader=wanted.leader)
    event = WarLeaderCorrected(wanted.card, wanted.leader, wanted.held, reason)
    table.record(event, CLAUSE, "6.13.a")
    return None
