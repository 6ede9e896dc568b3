"""Where labels and stacks go, so that as little as possible lies over something else.

Only places and links decide on which side of a place its stacks stand, never pieces: so nothing
jumps about while somebody looks through a game. A high stack is lowered to keep off the names
around it, or raised a little, as far as its own height asks for: a place is drawn alike whatever
happens in the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import NamedTuple, TypeVar

from napoleon.rules.picture.model import Picture, Place, Point

PLATE_WIDTH, PLATE_HEIGHT = 140, 34
"""What the plate of a piece takes up, with the gap to the next one."""

COUNT_WIDTH = 80
"""What the plate of a number of armies takes up instead."""

LETTER_WIDTH = 8.6
"""About the width of a letter of a label."""

SIZES: Mapping[str, float] = {
    "plain": 7, "forest": 9, "hill": 9, "town": 11, "citadel": 15, "fortified_farm": 12,
    "reserve": 11, "country": 13, "closed": 11, "position": 11,
    "capital": 14, "fortress": 15, "waters": 11,
}  # fmt: skip
"""The radius of the sign of a place, by its kind."""


class Rectangle(NamedTuple):
    """A part of a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def common(self, other: Rectangle) -> float:
        """How much of a picture both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


class Taken(NamedTuple):
    """A part of a picture to be kept clear, and how much each covered unit of it matters."""

    box: Rectangle
    weight: float


@dataclass(frozen=True, eq=False, slots=True)
class Spot:
    """Where the label of a place goes, above it or below, and its stacks, left of it or right.

    Stacks keep off what is `taken`.

    A spot is found once for a map and is equal to no other one: so what follows from it can be
    kept without looking at all that is taken.
    """

    above: bool
    left: bool
    taken: tuple[Taken, ...]


_FRAMED = Spot(above=False, left=False, taken=())

NAME, SIGN, FRAME = 4.0, 1.0, 9.0
"""How much it matters that a name is covered, a sign, or what is outside the frame."""

HEIGHTS = (1, 2, 3, 5)
"""The heights of stacks that need room beside a place."""

_STEP = PLATE_HEIGHT / 2
_LOWERED = 70.0
"""What a step up or down costs: a stack does not move for the corner of a letter."""

_Named = tuple[str, float, float, str, int]
"""The id of a place, where it is, its kind, and how many letters its name has."""

_Links = tuple[tuple[Point, Point], ...]

_FAR = 400.0
"""Farther than the highest stack or the widest plate is from its place."""

_B = TypeVar("_B")


def spots(picture: Picture) -> Mapping[str, Spot]:
    """The spots of all places of a picture, by their ids; a frame holds all that is about it."""
    at = {place.id: (place.x, place.y) for place in picture.places}
    places = tuple(
        (it.id, it.x, it.y, it.kind, len(it.name)) for it in picture.places if it.room is None
    )
    framed = {it.id: _FRAMED for it in picture.places if it.room is not None}
    links = tuple((at[link.a], at[link.b]) for link in picture.links)
    return {**framed, **_spots(places, links, picture.box)}


def label_box(x: float, y: float, radius: float, letters: int, *, above: bool) -> Rectangle:
    """What the label of a place at `x`, `y` covers."""
    half = letters * LETTER_WIDTH / 2
    top = y - radius - 20 if above else y + radius + 3
    return Rectangle(x - half, top, x + half, top + 17)


def stack_box(place: Place, height: int, spot: Spot, *, left: bool) -> Rectangle:
    """What a stack of `height` plates beside a place covers."""
    return beside((place.x, place.y), place.kind, height, spot, left)


@lru_cache(maxsize=4096)
def beside(at: Point, kind: str, height: int, spot: Spot, left: bool) -> Rectangle:
    """What `stack_box` finds: the same at every version of a game, and of all games of a map."""
    return _room(at, SIZES[kind], height, spot.taken, left=left)[0]


def _room(
    at: Point, radius: float, height: int, taken: Iterable[Taken], *, left: bool
) -> tuple[Rectangle, float]:
    """Where a stack covers least, as level as it can be, and what it still covers."""
    level = _stack(*at, radius, height, left=left)
    steps = (0, -1, *range(1, 2 * height + 1))
    boxes = [
        level._replace(top=level.top + step * _STEP, bottom=level.bottom + step * _STEP)
        for step in steps
    ]
    # What a stack may come to lie over while it is raised or lowered.
    highest, lowest = level.top - _STEP, 2 * level.bottom - level.top + _STEP
    near = [
        it
        for it in taken
        if it.box[0] < level.right
        and level.left < it.box[2]
        and it.box[1] < lowest
        and highest < it.box[3]
    ]
    costs = [
        _covered(box, near) + abs(step) * _LOWERED for step, box in zip(steps, boxes, strict=True)
    ]
    return boxes[costs.index(min(costs))], min(costs)


def _covered(box: Rectangle, taken: Iterable[Taken]) -> float:
    """As `Rectangle.common` with each, of which a map asks for a hundred thousand."""
    left, top, right, bottom = box
    found = 0.0
    for (its_left, its_top, its_right, its_bottom), weight in taken:
        if its_left < right and left < its_right and its_top < bottom and top < its_bottom:
            width = min(right, its_right) - max(left, its_left)
            found += weight * (width * (min(bottom, its_bottom) - max(top, its_top)))
    return found


def _stack(x: float, y: float, radius: float, height: int, *, left: bool) -> Rectangle:
    start = x - radius - 6 - PLATE_WIDTH if left else x + radius + 6
    bottom = y + min(radius + 8, 18)
    return Rectangle(start, bottom - height * PLATE_HEIGHT, start + PLATE_WIDTH, bottom)


@lru_cache(maxsize=16)
def _spots(
    places: tuple[_Named, ...], links: _Links, box: tuple[float, float, float, float]
) -> Mapping[str, Spot]:
    signs = {name: _sign(x, y, SIZES[kind]) for name, x, y, kind, _ in places}
    lines = {name: _near(links, x, y) for name, x, y, _, _ in places}
    labels: dict[str, Rectangle] = {}
    above: dict[str, bool] = {}
    for name, x, y, kind, letters in places:
        others = [*_but(signs, name), *labels.values()]
        choices = {up: label_box(x, y, SIZES[kind], letters, above=up) for up in (False, True)}
        # A label above has to keep clear of swords: it takes a good reason.
        costs = {up: _over(box, others) + 60 * up for up, box in choices.items()}
        above[name] = costs[True] < costs[False]
        labels[name] = choices[above[name]]
    always = [*(Taken(it, NAME) for it in labels.values()), *_outside(box)]
    marks = {name: Taken(it, SIGN) for name, it in signs.items()}
    stacks: dict[str, Taken] = {}
    found: dict[str, Spot] = {}
    # Twice: the second time the stacks that come later are also known.
    for name, x, y, kind, _ in (*places, *places):
        radius = SIZES[kind]
        fixed = [*always, *_but(marks, name)]
        # What is farther away than any stack reaches is in nobody's way.
        here = _touching(fixed, x, y)
        taken = [*here, *_touching(_but(stacks, name), x, y)]
        costs = {}
        for to_left in (False, True):
            rooms = [_room((x, y), radius, rows, taken, left=to_left) for rows in HEIGHTS]
            roads = sum(_runs_through(link, rooms[1][0]) for link in lines[name])
            costs[to_left] = sum(cost for _, cost in rooms) + 8 * roads
        left = costs[True] < costs[False]
        stacks[name] = Taken(_room((x, y), radius, 2, taken, left=left)[0], SIGN)
        found[name] = Spot(above[name], left, tuple(fixed))
    return found


def _outside(box: tuple[float, float, float, float]) -> Iterator[Taken]:
    """What lies on the frame of a picture or beyond it."""
    left, top, right, bottom = box[0] + 22, box[1] + 22, box[0] + box[2] - 22, box[1] + box[3] - 22
    far = box[2] + box[3]
    yield Taken(Rectangle(left - far, top - far, left, bottom + far), FRAME)
    yield Taken(Rectangle(right, top - far, right + far, bottom + far), FRAME)
    yield Taken(Rectangle(left, top - far, right, top), FRAME)
    yield Taken(Rectangle(left, bottom, right, bottom + far), FRAME)


def _but(boxes: Mapping[str, _B], name: str) -> Iterator[_B]:
    return (box for other, box in boxes.items() if other != name)


def _touching(taken: Iterable[Taken], x: float, y: float) -> list[Taken]:
    """What may be in the way of something that stands at a place; in the same order."""
    left, top, right, bottom = x - _FAR, y - _FAR, x + _FAR, y + _FAR
    return [
        it
        for it in taken
        if it[0][0] < right and left < it[0][2] and it[0][1] < bottom and top < it[0][3]
    ]


def _near(links: _Links, x: float, y: float) -> _Links:
    """The links that may run through something that stands at a place."""
    return tuple(
        link
        for link in links
        if min(link[0][0], link[1][0]) < x + _FAR
        and x - _FAR < max(link[0][0], link[1][0])
        and min(link[0][1], link[1][1]) < y + _FAR
        and y - _FAR < max(link[0][1], link[1][1])
    )


def _over(box: Rectangle, others: Iterable[Rectangle]) -> float:
    """As the sum of `Rectangle.common` with each."""
    left, top, right, bottom = box
    found = 0.0
    for its_left, its_top, its_right, its_bottom in others:
        if its_left < right and left < its_right and its_top < bottom and top < its_bottom:
            width = min(right, its_right) - max(left, its_left)
            found += width * (min(bottom, its_bottom) - max(top, its_top))
    return found


def _sign(x: float, y: float, radius: float) -> Rectangle:
    return Rectangle(x - radius, y - radius, x + radius, y + radius)


def _runs_through(link: tuple[Point, Point], box: Rectangle) -> float:
    """How far a straight link runs through a box, to some units."""
    (x, y), (to_x, to_y) = link
    if max(x, to_x) < box.left or min(x, to_x) > box.right:
        return 0.0
    if max(y, to_y) < box.top or min(y, to_y) > box.bottom:
        return 0.0
    steps = max(1, int(hypot(to_x - x, to_y - y) / 6))
    along: Iterator[Point] = (
        (x + (to_x - x) * step / steps, y + (to_y - y) * step / steps) for step in range(steps + 1)
    )
    return 6.0 * sum(box.left < px < box.right and box.top < py < box.bottom for px, py in along)
