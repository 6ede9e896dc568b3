"""Couriers: dispatches ride across land borders; to and from England they sail."""

from __future__ import annotations

from napoleon.rules.couriers import Couriers
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND
from napoleon.rulesets.napoleonic_empire.packs.pack import Board, Pack
from napoleon.rulesets.napoleonic_empire.sides import enemy
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import board_of


def couriers(pack: Pack) -> Couriers[State]:
    """What dispatches ride by with this data pack."""

    def distance(state: State, origin: str, destination: str) -> int | None:
        return way(board_of(state, pack), origin, destination)

    return Couriers(
        places=lambda state: tuple(board_of(state, pack).countries),
        distance=distance,
        enemies=lambda state, seat: (enemy(seat),),
    )


def way(board: Board, origin: str, destination: str) -> int | None:
    """Borders on the shortest way, the sea between England and its landing places among them."""
    direct = board.distance(origin, destination)
    if direct is not None:
        return direct
    ends = (origin, destination)
    ports = [[it, *board.sea_reach] if it == ENGLAND else [it] for it in ends]
    found = [
        legs + (a != origin) + (b != destination)
        for a in ports[0]
        for b in ports[1]
        if (legs := board.distance(a, b)) is not None
    ]
    return min(found, default=None)
