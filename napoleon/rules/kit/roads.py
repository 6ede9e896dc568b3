"""A map as a graph: areas joined by roads, some of them over bridges."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

import msgspec


def road_id(a: str, b: str) -> str:
    """The id of the road between two areas: both ids in alphabetical order.

    >>> road_id("marbais", "ligny")
    'ligny-marbais'
    """
    return f"{a}-{b}" if a <= b else f"{b}-{a}"


def other_end(a: str, b: str, area: str) -> str:
    """The area at the other end of the road between two. Raises ValueError if it is none of them.

    >>> other_end("ligny", "marbais", "ligny")
    'marbais'
    """
    if area == a:
        return b
    if area == b:
        return a
    raise ValueError(f"the road {road_id(a, b)} does not touch {area}")


class Road(msgspec.Struct, frozen=True):
    """A road between areas `a` and `b`."""

    id: str
    a: str
    b: str
    bridge: bool = False

    def other(self, area: str) -> str:
        """The area at the other end. Raises ValueError if the road does not touch `area`."""
        return other_end(self.a, self.b, area)


class RoadGraph:
    """Areas and the roads between them, in a stable order.

    >>> graph = RoadGraph(["a", "b", "c"], [Road("a-b", "a", "b"), Road("b-c", "b", "c")])
    >>> [road.id for road in graph.roads_of("b")]
    ['a-b', 'b-c']
    >>> graph.distance("a", "c")
    2
    """

    def __init__(self, areas: Iterable[str], roads: Iterable[Road]) -> None:
        self.roads: dict[str, Road] = {road.id: road for road in roads}
        self._of: dict[str, tuple[Road, ...]] = dict.fromkeys(areas, ())
        for road in self.roads.values():
            self._of[road.a] += (road,)
            self._of[road.b] += (road,)
        self._distances: dict[str, dict[str, int]] = {}

    def roads_of(self, area: str) -> tuple[Road, ...]:
        """The roads that leave an area. Raises KeyError for an unknown area."""
        return self._of[area]

    def neighbours(self, area: str) -> tuple[str, ...]:
        """The areas one road away."""
        return tuple(road.other(area) for road in self._of[area])

    def between(self, a: str, b: str) -> Road | None:
        """The road between two areas, None if there is none."""
        return self.roads.get(road_id(a, b))

    def distance(self, a: str, b: str) -> int | None:
        """Roads along the shortest way, 0 from an area to itself; None if there is no way."""
        return self.distances(a).get(b)

    def distances(self, start: str) -> Mapping[str, int]:
        """By area, the roads along the shortest way to it; without those to which there is none."""
        if start not in self._distances:
            self._distances[start] = self._measure(start)
        return self._distances[start]

    def _measure(self, start: str) -> dict[str, int]:
        found, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for there in self.neighbours(here):
                if there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found
