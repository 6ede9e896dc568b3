"""Where labels and stacks go, so that as little as possible lies over something else.

Only places and links decide it, never pieces: nothing jumps about while a game is looked through,
and a place is drawn alike whatever happens in the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from napoleon.picture.model import Picture, Place, Point

PLATE_WIDTH, PLATE_HEIGHT = 70, 19
"""What the plate of a piece takes up, with the gap to the next one."""

LETTER_WIDTH = 6.6
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

    def common(self, other: Rectangle) -> float:
        """How much of a picture both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


_Geometry = tuple[tuple[tuple[str, float, float, str, int], ...], tuple[tuple[Point, Point], ...]]


def spots(picture: Picture) -> Mapping[str, Spot]:
    """The spots of all places of a picture, by their ids."""
    at = {place.id: (place.x, place.y) for place in picture.places}
    places = tuple((it.id, it.x, it.y, it.kind, len(it.name)) for it in picture.places)
    return _spots((places, tuple((at[link.a], at[link.b]) for link in picture.links)))


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
    bottom = y + PLATE_HEIGHT / 2 + 3
    return Rectangle(start, bottom - height * PLATE_HEIGHT, start + PLATE_WIDTH, bottom)


@lru_cache(maxsize=32)
def _spots(geometry: _Geometry) -> Mapping[str, Spot]:
    places, links = geometry
    signs = {name: _sign(x, y, SIZES[kind]) for name, x, y, kind, _ in places}
    labels: dict[str, Rectangle] = {}
    above: dict[str, bool] = {}
    for name, x, y, kind, letters in places:
        others = [sign for other, sign in signs.items() if other != name] + list(labels.values())
        choices = {up: label_box(x, y, SIZES[kind], letters, above=up) for up in (False, True)}
        # A label above has to keep clear of swords and flags: it takes a good reason.
        costs = {up: _over(box, others) + 60 * up for up, box in choices.items()}
        above[name] = costs[True] < costs[False]
        labels[name] = choices[above[name]]
    return {
        name: Spot(above[name], _goes_left(name, (x, y), SIZES[kind], signs, labels, links))
        for name, x, y, kind, _ in places
    }


def _goes_left(
    name: str,
    at: Point,
    radius: float,
    signs: Mapping[str, Rectangle],
    labels: Mapping[str, Rectangle],
    links: tuple[tuple[Point, Point], ...],
) -> bool:
    """Whether the stacks of a place hide less on its left than on its right."""
    others = [box for boxes in (signs, labels) for other, box in boxes.items() if other != name]

    def cost(*, left: bool) -> float:
        small, large = (_stack(*at, radius, height, left=left) for height in (2, 5))
        roads = sum(_runs_through(link, small) for link in links)
        return 4 * _over(small, others) + _over(large, others) + 8 * roads

    return cost(left=True) < cost(left=False)


def _over(box: Rectangle, others: list[Rectangle]) -> float:
    return sum(box.common(other) for other in others)


def _sign(x: float, y: float, radius: float) -> Rectangle:
    return Rectangle(x - radius, y - radius, x + radius, y + radius)


def _runs_through(link: tuple[Point, Point], box: Rectangle) -> float:
    """How far a straight link runs through a box, to some units."""
    (x, y), (to_x, to_y) = link
    steps = max(1, int(hypot(to_x - x, to_y - y) / 6))
    along: Iterator[Point] = (
        (x + (to_x - x) * step / steps, y + (to_y - y) * step / steps) for step in range(steps + 1)
    )
    return 6.0 * sum(
        box.left < px < box.right and box.top < py < box.bottom for px, py in along
    )
