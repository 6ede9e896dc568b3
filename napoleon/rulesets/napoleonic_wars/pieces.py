"""2.2 Strength points in lots, put down and taken up by events [R-01, R-75]."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.kit.frames import inmost
from napoleon.rulesets.napoleonic_wars.frames.forces import Convoy, Force, Lot, March, same
from napoleon.rulesets.napoleonic_wars.nations import is_allied
from napoleon.rulesets.napoleonic_wars.state import Leader, Squadrons, State


def put(
    state: State, space: str, nation: str, sp: int, entered: int = 0, *, fought: bool = False
) -> None:
    """Strength points come to stand there, with those that have done the same."""
    lots = state.spaces[space].lots
    for lot in lots:
        if (lot.nation, lot.entered, lot.fought) == (nation, entered, fought):
            lot.sp += sp
            return
    lots.append(Lot(nation, sp, entered, fought))
    lots.sort(key=lambda it: (it.nation, it.entered, it.fought))


def take(state: State, space: str, nation: str, sp: int) -> list[Lot]:
    """Strength points are taken away, those that can do least first; which those were."""
    taken = doing_least(state.spaces[space].lots, nation, sp)
    assert strength(taken, nation) == sp, f"{nation} has too few strength points in {space}"
    for lot in taken:
        take_lot(state, space, lot)
    return taken


def first_of(lots: Iterable[Lot], sp: int) -> list[Lot]:
    """The first so many strength points of some lots; all of them if there are no more."""
    found: list[Lot] = []
    for lot in lots:
        if going := min(sp, lot.sp):
            found.append(Lot(lot.nation, going, lot.entered, lot.fought))
        sp -= going
    return found


def doing_least(lots: Iterable[Lot], nation: str, sp: int) -> list[Lot]:
    """So many strength points of a nation, those that can do least first."""
    own = (it for it in lots if it.nation == nation)
    return first_of(sorted(own, key=lambda it: (it.fought, it.entered), reverse=True), sp)


def take_lot(state: State, space: str, gone: Lot) -> None:
    """Strength points that have done the same are taken away."""
    there = state.spaces[space]
    lot = next(it for it in there.lots if same(it, gone))
    lot.sp -= gone.sp
    assert lot.sp >= 0, f"{gone.nation} has too few strength points in {space}"
    there.lots = [it for it in there.lots if it.sp]


def shift(state: State, force: Force, start: str, space: str, *, fought: bool = False) -> None:
    """A force goes from a space to another; it may be spent by that for this impulse."""
    for lot in force.lots:
        take_lot(state, start, lot)
        put(state, space, lot.nation, lot.sp, lot.entered, fought=lot.fought or fought)
    for name in force.leaders:
        leader = state.leaders[name]
        leader.where, leader.fought = space, leader.fought or fought


def drawn_from(state: State, space: str, nation: str, sp: int) -> list[Lot]:
    """So many strength points that have not fought: those that have entered fewest spaces first.

    [R-75]
    """
    lots = (it for it in state.spaces[space].lots if it.nation == nation and not it.fought)
    found = first_of(sorted(lots, key=lambda it: it.entered), sp)
    assert strength(found, nation) == sp, f"{nation} has too few strength points in {space}"
    return found


def strength(lots: Iterable[Lot], nation: str) -> int:
    """The strength points of a nation among these."""
    return sum(it.sp for it in lots if it.nation == nation)


def die(leader: Leader, *, for_good: bool) -> None:
    """A leader is lost: most may be built again [7.2.b]."""
    leader.standing, leader.where = "dead" if for_good else "pool", ""
    leader.entered, leader.fought, leader.failed = 0, False, False


def clip(state: State) -> None:
    """A force on the march, or aboard, has no more than is left of it where it stands."""
    march, convoy = inmost(state, March), inmost(state, Convoy)
    if march is not None:
        _clip(state, march.force, march.at)
        march.armies = [it for it in march.armies if it in march.force.leaders]
    elif convoy is not None and convoy.port:
        _clip(state, convoy.force, convoy.port)


def _clip(state: State, force: Force, at: str) -> None:
    there = state.spaces[at].lots
    for lot in force.lots:
        lot.sp = min(lot.sp, sum(it.sp for it in there if same(it, lot)))
    force.lots = [it for it in force.lots if it.sp]
    force.leaders = [it for it in force.leaders if state.leaders[it].where == at]


def have_fought(state: State, space: str, nations: Iterable[str]) -> None:
    """All of these nations there have fought, and move no more in this impulse [9.51]."""
    those = set(nations)
    kept, state.spaces[space].lots = state.spaces[space].lots, []
    for lot in kept:
        put(state, space, lot.nation, lot.sp, lot.entered, fought=lot.fought or lot.nation in those)
    for leader in state.leaders.values():
        if leader.standing == "map" and leader.where == space and leader.nation in those:
            leader.fought = True


def rest(state: State) -> None:
    """A new impulse: nobody has moved or fought yet."""
    for name, space in state.spaces.items():
        if space.lots and any(it.entered or it.fought for it in space.lots):
            kept, space.lots = space.lots, []
            for lot in kept:
                put(state, name, lot.nation, lot.sp)
    for leader in state.leaders.values():
        leader.entered, leader.fought, leader.failed = 0, False, False
    state.besieged, state.failed_from, state.parley = [], [], []
    for fleet in [it for it in state.squadrons if it.stays]:
        fleet.stays = False
        merge(state, fleet)


def squadrons_at(
    state: State, nation: str, at: str, *, sails: bool = False, stays: bool = False
) -> Squadrons:
    """The squadrons of a nation in a port or zone that have done the same; a new entry if none."""
    for it in state.squadrons:
        if (it.nation, it.at, it.sails, it.stays) == (nation, at, sails, stays):
            return it
    state.squadrons.append(Squadrons(nation, at, sails=sails, stays=stays))
    return state.squadrons[-1]


WORST_FIRST = ("building", "refit", "ready")
"""The kinds of squadrons, as a nation would rather lose them [R-111]."""


def sweep(state: State) -> None:
    """Entries without a squadron are taken off."""
    state.squadrons = [it for it in state.squadrons if it.number]


def sink(state: State, nation: str, at: str, number: int, *kinds: str) -> None:
    """Squadrons of a nation go, no more than there are, those that have fled like all others.

    Of `kinds` the first go first: by default unfinished ones, ready ones last [R-111].
    """
    there = [it for it in state.squadrons if (it.nation, it.at) == (nation, at)]
    for kind in kinds or WORST_FIRST:
        for it in there:
            gone = min(number, getattr(it, kind))
            setattr(it, kind, getattr(it, kind) - gone)
            number -= gone
    sweep(state)


def unstack(state: State) -> None:
    """Fleets whose leader is not with them any more, or no ally, lie by themselves [13.2, R-203].

    Those of one nation at one place are all in one stack [13.21.b]. A fleet under way parts with
    nobody before it has arrived.
    """
    led = {(it.nation, it.at): it.lead for it in state.squadrons if it.lead and not it.sails}
    for it in state.squadrons:
        if not it.sails:
            it.lead = led.get((it.nation, it.at), "")
    chiefs = {(it.nation, it.at, it.sails) for it in state.squadrons if it.lead in ("", it.nation)}
    for it in state.squadrons:
        led_there = (it.lead, it.at, it.sails) in chiefs
        if it.lead and not (led_there and (it.sails or is_allied(state, it.nation, it.lead))):
            it.lead = ""


def merge(state: State, fleet: Squadrons) -> None:
    """An entry joins another of the same nation that has done the same, if there is one."""
    state.squadrons = [it for it in state.squadrons if it is not fleet]
    other = squadrons_at(state, fleet.nation, fleet.at, sails=fleet.sails, stays=fleet.stays)
    other.ready += fleet.ready
    other.refit += fleet.refit
    other.building += fleet.building
    other.lead = fleet.lead or other.lead


def sp_of(state: State, nation: str) -> int:
    """The strength points of a nation on the map, in foreign wars and regrouped [7.a]."""
    on_map = sum(
        lot.sp for space in state.spaces.values() for lot in space.lots if lot.nation == nation
    )
    tied_down = sum(war.sp for war in state.foreign_wars if war.nation == nation)
    return on_map + tied_down + state.nations[nation].regroup_sp


def squadrons_afloat(state: State, nation: str) -> int:
    """The squadrons of a nation on the map, finished or not."""
    return sum(it.number for it in state.squadrons if it.nation == nation)


def squadrons_of(state: State, nation: str) -> int:
    """The squadrons of a nation, likewise."""
    tied_down = sum(war.squadrons for war in state.foreign_wars if war.nation == nation)
    return squadrons_afloat(state, nation) + tied_down + state.nations[nation].regroup_squadrons
