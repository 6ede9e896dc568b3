"""Couriers: dispatches ride from town to town by road, day and night."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rules.couriers import Couriers
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.sides import side_of
from napoleon.rulesets.napoleon_columbia.state import State


def couriers(pack: Pack) -> Couriers[State]:
    """What dispatches ride by with this data pack."""
    towns = tuple(pack.towns)

    def distance(state: State, origin: str, destination: str) -> int | None:
        return pack.distance(origin, destination)

    return Couriers(places=lambda state: towns, distance=distance, enemies=enemies)


def enemies(state: State, seat: str) -> Sequence[str]:
    """The seats that may capture what a seat sends: those of the other side.

    Before anybody has a side, those who bid against it are its enemies; a partner never is.
    """
    own = {side_of(army) for army in state.armies_of_seat(seat)}
    if not own:
        return tuple(other for other in state.seats if other != seat)
    armies = {
        other: {side_of(army) for army in state.armies_of_seat(other)} for other in state.seats
    }
    return tuple(other for other, sides in armies.items() if not sides & own)
