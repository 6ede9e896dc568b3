"""Where the counters of a position stand: beside their places, and never over anything of another.

A stack stands where it would stand if it were alone. Only where it would cover the counters of
another place, a name or a value, it goes to another side of its place, stands two or three abreast,
or is drawn smaller, until it covers none of them. Names and values never make room: they stand
still while somebody looks through a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import NamedTuple

from napoleon.rules.picture.layout import (
    COUNT_WIDTH,
    NAME,
    PLATE_HEIGHT,
    PLATE_WIDTH,
    SIZES,
    Rectangle,
    Spot,
    Taken,
    fight_flag_box,
    flag_box,
    label_box,
    stack_box,
)
from napoleon.rules.picture.model import Picture, Piece, Place, Point
from napoleon.rules.picture.sides import Side

SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
"""How large counters are drawn: the largest size at which they have room is taken."""

_AWAY = 40.0
"""What it costs to stand a unit farther from where a stack alone would stand."""

_ABREAST = 900.0
"""What it costs that one more stands in a row."""


class Column(NamedTuple):
    """Counters of a place that stand together, in rows of `abreast`, the first ones on top.

    A counter is drawn at `scale` times its size. Numbers of armies stand to the `right` of a row
    that is made for wider counters, close to the place.
    """

    box: Rectangle
    pieces: tuple[Piece, ...]
    abreast: int
    scale: float
    right: bool

    def counters(self) -> Iterator[tuple[Piece, Rectangle]]:
        """Each counter, and what it covers."""
        wide, high = _width(self.pieces) * self.scale, PLATE_HEIGHT * self.scale
        for number, piece in enumerate(self.pieces):
            row, across = divmod(number, self.abreast)
            own = _width((piece,)) * self.scale
            left = self.box.left + across * wide + (wide - own if self.right else 0.0)
            top = self.box.top + row * high
            yield piece, Rectangle(left, top, left + own, top + high)


class _Stack(NamedTuple):
    """What has to be placed: where it would stand if it were alone, and what it may not cover."""

    at: Point
    radius: float
    height: int
    width: float
    alone: Rectangle
    soft: tuple[Taken, ...]
    flag: Rectangle


class _Room(NamedTuple):
    """Where a stack may stand, and how."""

    box: Rectangle
    abreast: int
    scale: float


def columns(
    picture: Picture, sides: Mapping[str, Side], where: Mapping[str, Spot]
) -> Mapping[str, tuple[Column, ...]]:
    """The columns of all places that have pieces, by the ids of the places."""
    fixed = _fixed(
        tuple(
            (it.x, it.y, it.kind, len(it.name), it.value, it.contested, where[it.id].above)
            for it in picture.places
        )
    )
    ready: list[tuple[str, tuple[Piece, ...], bool, _Stack]] = []
    for place in picture.places:
        spot, camps = where[place.id], camps_of(place, sides)
        for number, pieces in enumerate(camps):
            left = spot.left if len(camps) == 1 else number == 0
            ready.append((place.id, pieces, left, _stack(place, pieces, spot, left=left)))
    rooms = _settled([it[-1] for it in ready], fixed)
    found: dict[str, tuple[Column, ...]] = {}
    for (name, pieces, left, _), room in zip(ready, rooms, strict=True):
        column = Column(room.box, pieces, room.abreast, room.scale, left)
        found[name] = (*found.get(name, ()), column)
    return found


def camps_of(place: Place, sides: Mapping[str, Side]) -> list[tuple[Piece, ...]]:
    """The pieces of a place camp by camp, each in the order of the sides."""
    order = list(sides)
    by_side = sorted(place.pieces, key=lambda piece: order.index(piece.side))
    return [
        tuple(together)
        for _, together in groupby(by_side, key=lambda piece: sides[piece.side].camp)
    ]


def fixed_boxes(picture: Picture, where: Mapping[str, Spot]) -> Mapping[str, tuple[Rectangle, ...]]:
    """What the names and the values of places cover, by the ids of the places."""
    return {
        it.id: _written(
            it.x, it.y, it.kind, len(it.name), it.value, it.contested, where[it.id].above
        )
        for it in picture.places
    }


def _written(
    x: float, y: float, kind: str, letters: int, value: int, contested: bool, above: bool
) -> tuple[Rectangle, ...]:
    radius = SIZES[kind]
    label = label_box(x, y, radius, letters, above=above)
    if kind == "country":
        return label, Rectangle(x - radius, y - radius, x + radius, y + radius)
    if not value:
        return (label,)
    half, middle = 6.5 * value, y - radius - (22 if contested else 0) - 8
    return label, Rectangle(x - half, middle - 7, x + half, middle + 7)


@lru_cache(maxsize=1024)
def _fixed(
    places: tuple[tuple[float, float, str, int, int, bool, bool], ...],
) -> tuple[Rectangle, ...]:
    return tuple(box for it in places for box in _written(*it))


def _width(pieces: Sequence[Piece]) -> int:
    """How wide the widest of some counters is."""
    return PLATE_WIDTH if any(it.count is None for it in pieces) else COUNT_WIDTH


def _stack(place: Place, pieces: Sequence[Piece], spot: Spot, *, left: bool) -> _Stack:
    box, width = stack_box(place, len(pieces), spot, left=left), float(_width(pieces))
    alone = box._replace(left=box.right - width) if left else box._replace(right=box.left + width)
    at, radius = (place.x, place.y), SIZES[place.kind]
    if place.contested:
        stars = bool(place.value)
        flag = fight_flag_box(*at, radius, stars=stars, above=spot.above, low=spot.low)
    else:
        flag = flag_box(*at, radius, left=not spot.left)
    return _Stack(at, radius, len(pieces), width, alone, spot.taken, flag)


def _settled(stacks: Sequence[_Stack], fixed: tuple[Rectangle, ...]) -> list[_Room]:
    """A room for each stack, none of which covers another one or what is `fixed`."""
    alone = [_alone(it, fixed) for it in stacks]
    rooms: list[_Room | None] = [None] * len(stacks)
    for one, room in enumerate(alone):
        boxes = (it.box for other, it in enumerate(alone) if it is not None and other != one)
        # Of two that meet both have to look for room, so that a small one leaves some to a high one.
        if room is not None and not _meets(room.box, boxes):
            rooms[one] = room
    # Those that are hard to place come first; places decide among equals.
    waiting = [number for number, room in enumerate(rooms) if room is None]
    waiting.sort(key=lambda it: (-stacks[it].height, stacks[it].at, stacks[it].alone))
    for number in waiting:
        others = [it.box for it in rooms if it is not None]
        choices = _choices(stacks[number], fixed)
        rooms[number] = next((it for it in choices if not _meets(it.box, others)), choices[-1])
    return [it for it in rooms if it is not None]


@lru_cache(maxsize=4096)
def _alone(stack: _Stack, fixed: tuple[Rectangle, ...]) -> _Room | None:
    """Where a stack stands that is alone, if it covers nothing there."""
    return None if _meets(stack.alone, fixed) else _Room(stack.alone, 1, 1.0)


@lru_cache(maxsize=4096)
def _choices(stack: _Stack, fixed: tuple[Rectangle, ...]) -> Sequence[_Room]:
    """Where a stack may stand without covering what is fixed: the largest first, then the best."""
    found: list[_Room] = []
    for scale in SCALES:
        rooms = [
            (_cost(stack, it), it) for it in _around(stack, scale) if not _meets(it.box, fixed)
        ]
        rooms.sort(key=lambda it: it[0])
        found += [it for _, it in rooms]
    return found or [_Room(stack.alone, 1, 1.0)]


def _cost(stack: _Stack, room: _Room) -> float:
    box, alone = room.box, stack.alone
    away = abs(box.left + box.right - alone.left - alone.right) / 2
    away += abs(box.top + box.bottom - alone.top - alone.bottom) / 2
    covered = sum(it.weight * box.common(it.box) for it in stack.soft)
    return covered + NAME * box.common(stack.flag) + _AWAY * away + _ABREAST * (room.abreast - 1)


def _around(stack: _Stack, scale: float) -> Iterator[_Room]:
    """Rooms on all sides of a place, each of which touches it."""
    (x, y), gap = stack.at, stack.radius + 6
    for abreast in {1, *(it for it in (2, 3) if stack.height > it)}:
        wide = stack.width * abreast * scale
        high = ceil(stack.height / abreast) * PLATE_HEIGHT * scale
        steps = max(2, ceil(high / 8))
        for step in range(steps + 1):
            top = y - gap - high + (high + 2 * gap) * step / steps
            for left in (x - gap - wide, x + gap):
                yield _Room(Rectangle(left, top, left + wide, top + high), abreast, scale)
        steps = max(2, ceil(wide / 8))
        for step in range(steps + 1):
            left = x - gap - wide + (wide + 2 * gap) * step / steps
            for top in (y - gap - high, y + gap, y - gap - 20 - high, y + gap + 20):
                yield _Room(Rectangle(left, top, left + wide, top + high), abreast, scale)


def _meets(box: Rectangle, others: Iterable[Rectangle]) -> bool:
    """Whether a box has anything in common with another one."""
    left, top, right, bottom = box
    return any(it[0] < right and left < it[2] and it[1] < bottom and top < it[3] for it in others)
