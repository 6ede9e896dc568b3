"""Where labels and stacks go, so that as little as possible lies over something else.

Only places and links decide it, never pieces: nothing jumps about while a game is looked through,
and a place is drawn alike whatever happens in the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from napoleon.picture.model import Picture, Place, Point

PLATE_WIDTH, PLATE_HEIGHT = 84, 20
"""What the plate of a piece takes up, with the gap to the next one."""

LETTER_WIDTH = 7.2
"""About the width of a letter of a label."""

SIZES: Mapping[str, float] = {
    "plain": 7, "forest": 9, "town": 11, "citadel": 15, "fortified_farm": 12,
    "country": 21, "closed": 17,
}  # fmt: skip
"""The radius of the sign of a place, by its kind."""


class Spot(NamedTuple):
    """Where the label of a place goes, above it or below, and its stacks, left of it or right."""

    above: bool
    left: bool


class Rectangle(NamedTuple):
    """A part of a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def area(self) -> float:
        """How much of a picture it covers."""
        return (self.right - self.left) * (self.bottom - self.top)

    def common(self, other: Rectangle) -> float:
        """How much of a picture both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


_Named = tuple[str, float, float, str, int]
"""The id of a place, where it is, its kind, and how many letters its name has."""

_Links = tuple[tuple[Point, Point], ...]


def spots(picture: Picture) -> Mapping[str, Spot]:
    """The spots of all places of a picture, by their ids."""
    at = {place.id: (place.x, place.y) for place in picture.places}
    places = tuple((it.id, it.x, it.y, it.kind, len(it.name)) for it in picture.places)
    links = tuple((at[link.a], at[link.b]) for link in picture.links)
    return _spots(places, links, picture.box)


def label_box(x: float, y: float, radius: float, letters: int, *, above: bool) -> Rectangle:
    """What the label of a place at `x`, `y` covers."""
    half = letters * LETTER_WIDTH / 2
    top = y - radius - 17 if above else y + radius + 3
    return Rectangle(x - half, top, x + half, top + 14)


def stack_box(place: Place, height: int, *, left: bool) -> Rectangle:
    """What a stack of `height` plates beside a place covers."""
    return _stack(place.x, place.y, SIZES[place.kind], height, left=left)


def _stack(x: float, y: float, radius: float, height: int, *, left: bool) -> Rectangle:
    start = x - radius - 6 - PLATE_WIDTH if left else x + radius + 6
    bottom = y + min(radius + 2, 13)
    return Rectangle(start, bottom - height * PLATE_HEIGHT, start + PLATE_WIDTH, bottom)


@lru_cache(maxsize=16)
def _spots(
    places: tuple[_Named, ...], links: _Links, box: tuple[float, float, float, float]
) -> Mapping[str, Spot]:
    inside = Rectangle(box[0] + 22, box[1] + 22, box[0] + box[2] - 22, box[1] + box[3] - 22)
    signs = {name: _sign(x, y, SIZES[kind]) for name, x, y, kind, _ in places}
    labels: dict[str, Rectangle] = {}
    above: dict[str, bool] = {}
    for name, x, y, kind, letters in places:
        others = [*_but(signs, name), *labels.values()]
        choices = {up: label_box(x, y, SIZES[kind], letters, above=up) for up in (False, True)}
        # A label above has to keep clear of swords and flags: it takes a good reason.
        costs = {up: _over(box, others) + 60 * up for up, box in choices.items()}
        above[name] = costs[True] < costs[False]
        labels[name] = choices[above[name]]
    stacks: dict[str, Rectangle] = {}
    left: dict[str, bool] = {}
    # Twice: the second time the stacks that come later are known as well.
    for name, x, y, kind, _ in (*places, *places):
        others = [*_but(signs, name), *_but(labels, name), *_but(stacks, name)]
        costs = {}
        for to_left in (False, True):
            small, large = (_stack(x, y, SIZES[kind], rows, left=to_left) for rows in (2, 5))
            roads = sum(_runs_through(link, small) for link in links)
            outside = large.area() - large.common(inside)
            hidden = 4 * _over(small, others) + _over(large, others)
            costs[to_left] = hidden + 8 * roads + 9 * outside
        left[name] = costs[True] < costs[False]
        stacks[name] = _stack(x, y, SIZES[kind], 2, left=left[name])
    return {name: Spot(above[name], left[name]) for name in signs}


def _but(boxes: Mapping[str, Rectangle], name: str) -> Iterator[Rectangle]:
    return (box for other, box in boxes.items() if other != name)


def _over(box: Rectangle, others: Iterable[Rectangle]) -> float:
    return sum(box.common(other) for other in others)


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
