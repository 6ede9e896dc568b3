"""Couriers: dispatches ride along the lanes of a battlefield, and from field to field [G-83].

The two players are enemies, so a letter to anybody else may be captured by the other side; what
they write to each other can only be lost.
"""

from __future__ import annotations

from napoleon.rules.couriers import Couriers
from napoleon.rules.kit.roads import Road, RoadGraph, road_id
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack, Place
from napoleon.rulesets.eagles_waterloo.sides import enemy
from napoleon.rulesets.eagles_waterloo.state import State


def couriers(pack: Pack) -> Couriers[State]:
    """What dispatches ride by with this data pack."""
    stations = [it for it in pack.places.values() if it.role != "middle_ground"]
    graph = RoadGraph([it.id for it in stations], _ways(pack, stations))

    def places(state: State) -> tuple[str, ...]:
        return tuple(it.id for it in stations if it.field == 1 or state.is_campaign)

    return Couriers(
        places=places,
        distance=lambda state, origin, destination: graph.distance(origin, destination),
        enemies=lambda state, seat: (enemy(seat),),
    )


def _ways(pack: Pack, stations: list[Place]) -> list[Road]:
    """The lanes, and the way between the two Reserves of each side [8.0, G-83]."""
    ways = [(it.a, it.b) for it in pack.lanes]
    reserves = [it for it in stations if it.role == "reserve"]
    ways += [
        (one.id, other.id)
        for one in reserves
        for other in reserves
        if one.side == other.side and one.field < other.field
    ]
    return [Road(road_id(a, b), a, b) for a, b in ways]
