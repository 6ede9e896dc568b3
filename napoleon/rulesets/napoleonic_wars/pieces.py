"""Strength points in lots, put down and taken up by events [2.2.b, R-01, R-75]."""

from __future__ import annotations

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


def rest(state: State) -> None:
    """A new impulse: nobody has moved or fought yet."""
    for name, space in state.spaces.items():
        if space.lots and any(it.entered or it.fought for it in space.lots):
            kept, space.lots = space.lots, []
            for lot in kept:
                put(state, name, lot.nation, lot.sp)
    for leader in state.leaders.values():
        leader.entered, leader.fought, leader.failed = 0, False, False


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
