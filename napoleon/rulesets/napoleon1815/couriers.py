"""Couriers: dispatches ride along the roads of the map, and the other side may capture them."""

from __future__ import annotations

from napoleon.rules.couriers import Couriers
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.sides import enemy, side_of_army
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table


def couriers(pack: Pack) -> Couriers[State]:
    """What dispatches ride by with this data pack."""

    def enemies(state: State, seat: str) -> tuple[str, ...]:
        return tuple(Table(state, pack, None).players_of(enemy(side_of_army(seat))))

    return Couriers(
        places=lambda state: tuple(pack.areas),
        distance=lambda state, origin, destination: pack.graph.distance(origin, destination),
        enemies=enemies,
    )
