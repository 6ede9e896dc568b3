"""3.army, 3.armygroup, 9.6 Armies and army groups: who leads what, and how much goes along."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot
from napoleon.rulesets.napoleonic_wars.nations import commander, is_allied
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.pieces import drawn_from, first_of, strength
from napoleon.rulesets.napoleonic_wars.spaces import leaders_in, present
from napoleon.rulesets.napoleonic_wars.state import State

PIECE = 4
"""The strength points of a piece that moves without a leader, at most [9.1.c, R-25]."""


def ratings(state: State, pack: Pack, armies: Iterable[str]) -> dict[str, int]:
    """By nation the units that the leaders of these armies can lead."""
    found: dict[str, int] = {}
    for name in armies:
        nation = state.leaders[name].nation
        found[nation] = found.get(nation, 0) + pack.leaders[name].command
    return found


def is_led(pack: Pack, held: Mapping[str, int], units: Mapping[str, int]) -> bool:
    """Whether armies of these ratings can lead so many units of each nation.

    A power's leaders lead units of their own nation and of allied minors, a minor's leader those of
    their own nation alone [9.1.b].
    """
    spare = over = 0
    for nation in {*held, *units}:
        room = held.get(nation, 0) - units.get(nation, 0)
        if pack.nations[nation].rank == "minor":
            over += max(0, -room)
        elif room < 0:
            return False
        else:
            spare += room
    return over <= spare


def units_of(state: State, armies: Sequence[str], force: Force) -> dict[str, int]:
    """By nation the units of a force that its army leaders have to lead."""
    found: dict[str, int] = {}
    for lot in force.lots:
        found[lot.nation] = found.get(lot.nation, 0) + lot.sp
    for name in force.leaders:
        if name not in armies:
            nation = state.leaders[name].nation
            found[nation] = found.get(nation, 0) + 1
    return found


def force_of(state: State, space: str, nations: Sequence[str]) -> Force:
    """All field forces of some nations in a space."""
    leaders = [it for nation in nations for it in leaders_in(state, space, nation)]
    lots = [it for it in state.spaces[space].lots if it.nation in nations]
    return Force(leaders, [Lot(it.nation, it.sp, it.entered, it.fought) for it in lots])


def led_by(state: State, pack: Pack, armies: Sequence[str], force: Force) -> bool:
    """Whether these armies can take a force along."""
    return is_led(pack, ratings(state, pack, armies), units_of(state, armies, force))


def may_lead(state: State, pack: Pack, armies: Sequence[str], space: str) -> list[str]:
    """The nations whose units there these armies may take along, their own first."""
    own = dict.fromkeys(state.leaders[it].nation for it in armies)
    seats = {commander(state, it) for it in own}
    powers = [it for it in own if pack.nations[it].rank == "power"]
    minors = [
        it
        for it in present(state, space)
        if powers and it not in own and pack.nations[it].rank == "minor"
        and commander(state, it) in seats and is_allied(state, it, powers[0])
    ]  # fmt: skip
    return [*own, *minors]


def able_to_move(state: State, space: str, nation: str) -> int:
    """The strength points of a nation there that have not fought [9.51]."""
    lots = state.spaces[space].lots
    return sum(it.sp for it in lots if it.nation == nation and not it.fought)


def fullest(state: State, pack: Pack, armies: Sequence[str], space: str) -> list[Lot]:
    """As many strength points as these armies can lead: their own nations' first, then minors'."""
    lots: list[Lot] = []
    for nation in may_lead(state, pack, armies, space):
        held = ratings(state, pack, armies)
        room = held.get(nation, 0)
        if pack.nations[nation].rank == "minor":
            led = sum(sp for name, sp in held.items() if pack.nations[name].rank == "power")
            taken = sum(it.sp for it in lots if pack.nations[it.nation].rank == "power")
            others = sum(it.sp for it in lots if pack.nations[it.nation].rank == "minor")
            room = room + led - taken - others
        lots += drawn_from(state, space, nation, min(room, able_to_move(state, space, nation)))
    return lots


def with_sp(state: State, space: str, force: Force, nation: str, sp: int) -> Force:
    """A force with so many strength points of a nation that stand where it does."""
    kept = [it for it in force.lots if it.nation != nation]
    own = [it for it in force.lots if it.nation == nation]
    if sp <= strength(own, nation):
        changed = first_of(own, sp)
    else:
        changed = drawn_from(state, space, nation, sp)
    return Force(force.leaders, [*kept, *changed])
