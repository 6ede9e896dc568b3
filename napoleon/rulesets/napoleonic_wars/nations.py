"""Seats, nations and camps: three layers that never mix [4.3, 8, R-67].

A seat is a person's chair, a nation acts, a camp is who is allied. `commander` alone joins seats
and nations.
"""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.state import PACT, State, pair


def commander(state: State, nation: str) -> str:
    """The seat that commands a nation: as its power, in Pact, or as caretaker; empty if none does.

    [4.3.c, 8.2, 8.32]
    """
    if nation in state.powers:
        return state.powers[nation]
    it = state.nations[nation]
    if it.box == PACT:
        return state.powers[it.row]
    return it.caretaker


def seats(state: State) -> list[str]:
    """The seats, by the first power of each on the track [R-69]."""
    return list(dict.fromkeys(state.powers.values()))


def powers_of(state: State, seat: str) -> list[str]:
    """The player powers of a seat, in track order."""
    return [nation for nation, it in state.powers.items() if it == seat]


def at_war(state: State, one: str, other: str) -> bool:
    """Whether two nations are at war."""
    return pair(one, other) in state.wars


def is_allied(state: State, one: str, other: str) -> bool:
    """Whether two nations are of one camp, or one and the same [3.alliance, 8.3]."""
    camp = state.nations[one].camp
    return one == other or (bool(camp) and camp == state.nations[other].camp)


def is_client(state: State, proxy: str, power: str) -> bool:
    """Whether a proxy's consul stands on the row of a power, from Friend to Pact [3.client]."""
    it = state.nations[proxy]
    return it.row == power and it.box > 0
