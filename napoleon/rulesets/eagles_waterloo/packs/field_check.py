"""Checks of the battlefields: places, the moves between them, and the drawing [4.0, 8.0]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import get_args

from napoleon.rules.kit.findings import strays
from napoleon.rulesets.eagles_waterloo.packs.cards import Lane, Side
from napoleon.rulesets.eagles_waterloo.packs.pack import Column, Pack, Place

FIELDS = (1, 2)
"""One battlefield for a battle, and a second for two at a time [16.b]."""
WIDTH, HEIGHT = 1400, 860
"""The size of the drawing."""
FACING: dict[str, str] = {"left": "right", "centre": "centre", "right": "left"}
"""Which position of the enemy faces an own one [4.0]."""


def _places(pack: Pack) -> Iterator[str]:
    due = Counter(
        [
            *((side, "position", lane) for side in get_args(Side) for lane in get_args(Lane)),
            *((side, "reserve", "") for side in get_args(Side)),
            *(("", "middle_ground", "") for _ in get_args(Column)),
        ]
    )
    fields = {place.field for place in pack.places.values()}
    yield from strays(map(str, fields), [str(it) for it in FIELDS], "be a battlefield")
    for field in sorted(fields):
        there = Counter(
            (it.side, it.role, it.lane) for it in pack.places.values() if it.field == field
        )
        if there != due:
            yield f"field {field} has no two lines of three with Reserves and three pieces between"


def _columns(pack: Pack) -> Iterator[str]:
    there = Counter((it.field, it.side, it.column) for it in pack.places.values() if it.column)
    for (field, side, column), times in there.items():
        if times > 1:
            yield f"field {field} has {times} places of {side or 'nobody'} in the {column} column"


def _facing(pack: Pack) -> Iterator[str]:
    for place in pack.places.values():
        if place.role != "position":
            continue
        opposite, reserve = pack.places[place.opposite], pack.places[place.own_reserve]
        faces = (opposite.field, opposite.column, opposite.lane)
        if faces != (place.field, place.column, FACING[place.lane]) or opposite.side == place.side:
            yield f"{opposite.id} is not opposite to {place.id}"
        if (reserve.field, reserve.side, reserve.role) != (place.field, place.side, "reserve"):
            yield f"{reserve.id} is not the Reserve of {place.id}"


def _moves(pack: Pack) -> Iterator[str]:
    there = {_pair(way.a, way.b): way.crosses for way in pack.lanes}
    due = {}
    for place in pack.places.values():
        if place.role == "position":
            due[_pair(place.id, place.own_reserve)] = ""
            due[_pair(place.id, place.opposite)] = _ground(pack, place)
    for pair in sorted(there.keys() | due.keys()):
        if pair not in there:
            yield f"nobody moves between {pair}"
        elif pair not in due:
            yield f"somebody moves between {pair}"
        elif there[pair] != due[pair]:
            yield f"the move between {pair} crosses {there[pair] or 'nothing'}"


def _pair(a: str, b: str) -> str:
    return " and ".join(sorted((a, b)))


def _ground(pack: Pack, place: Place) -> str:
    """The piece of Middle Ground in the column of a position, empty if there is none."""
    for other in pack.places.values():
        if (other.field, other.column, other.role) == (place.field, place.column, "middle_ground"):
            return other.id
    return ""


def _drawn(pack: Pack) -> Iterator[str]:
    for place in pack.places.values():
        if not (0 < place.x < WIDTH and 0 < place.y < HEIGHT):
            yield f"{place.id} lies outside the drawing"
    for (x, y), times in Counter((it.x, it.y) for it in pack.places.values()).items():
        if times > 1:
            yield f"{times} places are drawn at {x}, {y}"


FIELD_CHECKS: dict[str, Callable[[Pack], Iterable[str]]] = {
    "battlefields have two lines of three positions [4.0]": _places,
    "each column has a place of each [4.0]": _columns,
    "a left faces a right [4.0]": _facing,
    "cards move along their lane [8.0]": _moves,
    "places lie on the drawing": _drawn,
}
"""What is asked of the battlefields: the name of each check, and what finds what is wrong."""
