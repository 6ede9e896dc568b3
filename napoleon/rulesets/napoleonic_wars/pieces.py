"""Strength points in lots, put down and taken up by events [2.2.b, R-01, R-75]."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rulesets.napoleonic_wars.frames import Mark
from napoleon.rulesets.napoleonic_wars.state import Lot, Squadrons, State


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


def take(state: State, space: str, nation: str, sp: int) -> None:
    """Strength points are taken away, those that can do least first."""
    lots = state.spaces[space].lots
    those = [it for it in lots if it.nation == nation]
    for lot in sorted(those, key=lambda it: (it.fought, it.entered), reverse=True):
        taken = min(sp, lot.sp)
        lot.sp -= taken
        sp -= taken
    assert sp == 0, f"{nation} has too few strength points in {space}"
    state.spaces[space].lots = [it for it in lots if it.sp]


def take_mark(state: State, space: str, mark: Mark) -> None:
    """The strength points of a mark are taken away: they have not fought."""
    lots = state.spaces[space].lots
    lot = next(
        it
        for it in lots
        if (it.nation, it.entered, it.fought) == (mark.nation, mark.entered, False)
    )
    lot.sp -= mark.sp
    assert lot.sp >= 0, f"{mark.nation} has too few strength points in {space}"
    state.spaces[space].lots = [it for it in lots if it.sp]


def movable(state: State, space: str, nation: str) -> int:
    """The strength points of a nation there that have not fought [9.51]."""
    lots = state.spaces[space].lots
    return sum(it.sp for it in lots if it.nation == nation and not it.fought)


def marks_for(state: State, space: str, nation: str, sp: int) -> list[Mark]:
    """So many strength points for a march: those that have entered fewest spaces first [R-75]."""
    marks: list[Mark] = []
    lots = (it for it in state.spaces[space].lots if it.nation == nation and not it.fought)
    for lot in sorted(lots, key=lambda it: it.entered):
        taken = min(sp, lot.sp)
        if taken:
            marks.append(Mark(nation, taken, lot.entered))
        sp -= taken
    assert sp == 0, f"{nation} has too few strength points in {space}"
    return marks


def fought(state: State, space: str, nations: Iterable[str]) -> None:
    """All of these nations there have fought, and move no more in this impulse [9.51]."""
    those = set(nations)
    kept = state.spaces[space].lots
    state.spaces[space].lots = []
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
    state.besieged, state.failed_from = [], []


def squadrons_at(state: State, nation: str, at: str) -> Squadrons:
    """The squadrons of a nation in a port or zone; a new entry if there are none yet."""
    for it in state.squadrons:
        if (it.nation, it.at) == (nation, at):
            return it
    state.squadrons.append(Squadrons(nation, at))
    return state.squadrons[-1]


def sp_of(state: State, nation: str) -> int:
    """The strength points of a nation on the map, in foreign wars and regrouped [7.a]."""
    on_map = sum(
        lot.sp for space in state.spaces.values() for lot in space.lots if lot.nation == nation
    )
    tied_down = sum(war.sp for war in state.foreign_wars if war.nation == nation)
    return on_map + tied_down + state.nations[nation].regroup_sp


def squadrons_of(state: State, nation: str) -> int:
    """The squadrons of a nation, likewise."""
    afloat = sum(it.ready + it.refit + it.building for it in state.squadrons if it.nation == nation)
    tied_down = sum(war.squadrons for war in state.foreign_wars if war.nation == nation)
    return afloat + tied_down + state.nations[nation].regroup_squadrons
