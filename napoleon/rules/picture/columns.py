"""Where the counters of a position stand: beside their places, and never over anything of another.

A stack stands where it would stand if it were alone. Only where it would cover the counters of
another place, a name or a value, it goes to another side of its place, stands two or three abreast,
or is drawn smaller, until it covers none of them. Names and values never make room: they stand
still while somebody looks through a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from napoleon.rules.picture.counters import Column, camps_of, width_of
from napoleon.rules.picture.frames import arranged, heading_box
from napoleon.rules.picture.layout import (
    FRAME,
    PLATE_HEIGHT,
    SIZES,
    Rectangle,
    Spot,
    Taken,
    beside,
    label_box,
)
from napoleon.rules.picture.model import Picture, Piece, Place
from napoleon.rules.picture.sides import Side

SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
"""How large counters are drawn: the largest size at which they have room is taken."""

ATTEMPTS = 6
"""How often stacks are placed anew, in another order, if some of them have found no room."""

_AWAY = 40.0
"""What it costs to stand a unit farther from where a stack alone would stand."""

_HIDDEN = 8.0
"""What it costs that a unit of the sign of another place is covered."""

_ABREAST = 900.0
"""What it costs that one more stands in a row."""


class _Stack(NamedTuple):
    """What has to be placed: so many counters of a `width`, to the `left` of a place or right."""

    x: float
    y: float
    kind: str
    spot: Spot
    height: int
    width: float
    left: bool


class _Written(NamedTuple):
    """What is written at a place: its name, and stars for its value, above swords where both are.

    The value of a country is in the middle of its sign.
    """

    x: float
    y: float
    kind: str
    letters: int
    stars: int
    swords: bool
    above: bool


@dataclass(frozen=True, eq=False, slots=True)
class _Writing:
    """What names and values cover on a map; like a spot it is equal to no other."""

    boxes: tuple[Rectangle, ...]


class _Room(NamedTuple):
    """Where a stack may stand, and how."""

    box: Rectangle
    abreast: int
    scale: float


def columns(
    picture: Picture, sides: Mapping[str, Side], where: Mapping[str, Spot]
) -> Mapping[str, tuple[Column, ...]]:
    """The columns of all places that have pieces, by the ids of the places."""
    open_ = [it for it in picture.places if it.room is None]
    writing = _writing(tuple(_written(it, where[it.id]) for it in open_))
    ready: list[tuple[str, tuple[Piece, ...], _Stack]] = []
    for place in open_:
        spot, camps = where[place.id], camps_of(place, sides)
        for number, pieces in enumerate(camps):
            left = spot.left if len(camps) == 1 else number == 0
            ready.append((place.id, pieces, _stack(place, pieces, spot, left=left)))
    framed = (it for it in picture.places if it.room is not None)
    found = {it.id: arranged(it, sides).columns for it in framed}
    rooms = _settled(tuple(it[-1] for it in ready), writing)
    for (name, pieces, stack), room in zip(ready, rooms, strict=True):
        column = Column(room.box, pieces, room.abreast, room.scale, stack.left)
        found[name] = (*found.get(name, ()), column)
    return found


def fixed_boxes(picture: Picture, where: Mapping[str, Spot]) -> Mapping[str, tuple[Rectangle, ...]]:
    """What the names and the values of places cover, by the ids of the places."""
    return {
        it.id: _covered(_written(it, where[it.id])) if it.room is None else (heading_box(it),)
        for it in picture.places
    }


def _written(place: Place, spot: Spot) -> _Written:
    stars = 0 if place.kind == "country" else place.value
    swords = bool(stars) and place.contested
    return _Written(place.x, place.y, place.kind, len(place.name), stars, swords, spot.above)


def _covered(it: _Written) -> tuple[Rectangle, ...]:
    radius = SIZES[it.kind]
    label = label_box(it.x, it.y, radius, it.letters, above=it.above)
    if it.kind == "country":
        return label, Rectangle(it.x - radius, it.y - radius, it.x + radius, it.y + radius)
    if not it.stars:
        return (label,)
    half, middle = 6.5 * it.stars, it.y - radius - (22 if it.swords else 0) - 8
    return label, Rectangle(it.x - half, middle - 7, it.x + half, middle + 7)


@lru_cache(maxsize=256)
def _writing(places: tuple[_Written, ...]) -> _Writing:
    return _Writing(tuple(box for it in places for box in _covered(it)))


def _stack(place: Place, pieces: Sequence[Piece], spot: Spot, *, left: bool) -> _Stack:
    return _Stack(
        place.x, place.y, place.kind, spot, len(pieces), width_of(pieces), left,
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _settled(stacks: tuple[_Stack, ...], writing: _Writing) -> tuple[_Room, ...]:
    """A room for each stack, none of which covers another one or what is written."""
    rooms: list[_Room | None] = []
    alone = [_alone(it, writing) for it in stacks]
    for one, room in enumerate(alone):
        boxes = (it.box for other, it in enumerate(alone) if it is not None and other != one)
        # Of two that meet both look for room, so that a small one leaves some to a high one.
        rooms.append(None if room is None or _meets(room.box, boxes) else room)
    # Those that are hard to place come first; places decide among equals.
    waiting = [number for number, room in enumerate(rooms) if room is None]
    waiting.sort(key=lambda it: (-stacks[it].height, stacks[it].y, stacks[it].x, stacks[it].left))
    for _ in range(ATTEMPTS):
        found, late = _placed(stacks, writing, rooms, waiting)
        if not late:
            break
        # Whoever came too late chooses first the next time.
        waiting = [*late, *(it for it in waiting if it not in late)]
    return tuple(found)


def _placed(
    stacks: Sequence[_Stack],
    writing: _Writing,
    rooms: Sequence[_Room | None],
    waiting: Iterable[int],
) -> tuple[list[_Room], list[int]]:
    """A room for each of those that are `waiting`, one after the other, besides the `rooms` taken.

    Gives all rooms, and who found none that was free.
    """
    found, late = list(rooms), []
    for number in waiting:
        others = [it.box for it in found if it is not None]
        choices = (it for scale in SCALES for it in _choices(stacks[number], scale, writing))
        free = next((it for it in choices if not _meets(it.box, others)), None)
        if free is None:
            late.append(number)
        found[number] = free or _Room(_alone_box(stacks[number]), 1, 1.0)
    return [it for it in found if it is not None], late


@lru_cache(maxsize=2048)
def _alone(stack: _Stack, writing: _Writing) -> _Room | None:
    """Where a stack stands that is alone, if it is on the sheet and covers nothing there."""
    box = _alone_box(stack)
    barred = (*writing.boxes, *_beyond(stack.spot))
    return None if _meets(box, barred) else _Room(box, 1, 1.0)


def _beyond(spot: Spot) -> tuple[Rectangle, ...]:
    """What lies beyond the sheet."""
    return tuple(it.box for it in spot.taken if it.weight == FRAME)


def _alone_box(stack: _Stack) -> Rectangle:
    box = beside((stack.x, stack.y), stack.kind, stack.height, stack.spot, stack.left)
    if stack.left:
        return box._replace(left=box.right - stack.width)
    return box._replace(right=box.left + stack.width)


@lru_cache(maxsize=512)
def _choices(stack: _Stack, scale: float, writing: _Writing) -> Sequence[_Room]:
    """Where a stack may stand at a scale without covering what is written, the best one first.

    None of it is beyond the sheet.
    """
    rooms = list(_around(stack, scale))
    reach = Rectangle(
        min(it.box.left for it in rooms), min(it.box.top for it in rooms),
        max(it.box.right for it in rooms), max(it.box.bottom for it in rooms),
    )  # fmt: skip
    barred = [it for it in (*writing.boxes, *_beyond(stack.spot)) if _meets(reach, (it,))]
    soft = [it for it in stack.spot.taken if _meets(reach, (it.box,))]
    alone = _alone_box(stack)
    costs = [
        (_cost(it, alone, soft), number)
        for number, it in enumerate(rooms)
        if not _meets(it.box, barred)
    ]
    return [rooms[number] for _, number in sorted(costs)]


def _cost(room: _Room, alone: Rectangle, soft: Iterable[Taken]) -> float:
    box = room.box
    away = abs(box.left + box.right - alone.left - alone.right) / 2
    away += abs(box.top + box.bottom - alone.top - alone.bottom) / 2
    covered = _HIDDEN * sum(it.weight * box.common(it.box) for it in soft)
    return covered + _AWAY * away + _ABREAST * (room.abreast - 1)


def _around(stack: _Stack, scale: float) -> Iterator[_Room]:
    """Rooms on all sides of a place, each of which touches it."""
    x, y, gap = stack.x, stack.y, SIZES[stack.kind] + 6
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
