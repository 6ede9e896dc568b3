"""Checks of what is drawn: that it shows what the tables of the game say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from napoleon.rulesets.napoleon_columbia.packs.pack import LinePoint, Pack, Town

Point = tuple[float, float]


def _rivers(pack: Pack) -> Iterator[str]:
    crossings = Counter((point.road, point.river) for point in pack.rivers if point.road)
    due = {(road.id, road.river_name) for road in pack.roads.values() if road.river}
    for road, river in sorted(due - crossings.keys()):
        yield f"the {river} does not run under {road}"
    for (road, river), times in sorted(crossings.items()):
        if (road, river) not in due:
            yield f"the {river} must not run under {road}"
        elif times > 1:
            yield f"the {river} runs under {road} {times} times"


def _lines(pack: Pack) -> Iterator[str]:
    frontier = [_place(point) for point in pack.lines if point.line == "frontier"]
    deployment = [_place(point) for point in pack.lines if point.line == "deployment"]
    for road in pack.roads.values():
        a, b = pack.towns[road.a], pack.towns[road.b]
        if _parted(a, b, frontier) != (a.country != b.country):
            yield f"the frontier is on the wrong side of {a.id} or {b.id}"
        elif "french" not in {a.zone, b.zone} and _parted(a, b, deployment) != (a.zone != b.zone):
            yield f"the deployment line is on the wrong side of {a.id} or {b.id}"


def _parted(a: Town, b: Town, line: list[Point]) -> bool:
    """Whether the straight way between the towns crosses the line an odd number of times."""
    ends = _place(a), _place(b)
    return sum(_cross(*ends, *stretch) for stretch in pairwise(line)) % 2 == 1


def _place(it: Town | LinePoint) -> Point:
    return it.x, it.y


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the straight ways from a to b and from c to d cross; an end counts to one side."""
    return _left(a, b, c) != _left(a, b, d) and _left(c, d, a) != _left(c, d, b)


def _left(a: Point, b: Point, c: Point) -> bool:
    """Whether c lies to the left of the way from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0


def _battle_board(pack: Pack) -> Iterator[str]:
    places = pack.battle_board
    due = [("position", "a"), ("position", "b"), ("position", "c"), ("reserve", "")]
    boards = {place.board for place in places.values()}
    for board, side in (
        (board, side) for board in sorted(boards) for side in ("attacker", "defender")
    ):
        there = sorted(
            (p.role, p.lane) for p in places.values() if (p.board, p.side) == (board, side)
        )
        if there != due:
            yield f"the {side} has no three lanes and a Reserve on board {board}"
    for place in places.values():
        if place.role == "reserve":
            continue
        opposite, reserve = places[place.opposite], places[place.own_reserve]
        if (opposite.board, opposite.lane) != (place.board, place.lane) or (
            opposite.side == place.side
        ):
            yield f"{opposite.id} is not opposite to {place.id}"
        if (reserve.board, reserve.side, reserve.role) != (place.board, place.side, "reserve"):
            yield f"{reserve.id} is not the Reserve of {place.id}"


DRAWN_CHECKS: dict[str, Callable[[Pack], Iterable[str]]] = {
    "rivers run under the roads that cross them [5.5]": _rivers,
    "border and deployment line part the towns [1.0, 4.1]": _lines,
    "battle boards have three lanes and Reserves [6.2]": _battle_board,
}
"""What is asked of the drawing: the name of each check, and what finds what is wrong."""
