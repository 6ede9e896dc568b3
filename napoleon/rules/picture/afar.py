"""What is seen of counters on a board of frames from afar, as on a phone that shows all of it.

Names would be a few pixels high there. So the pieces of a side in a place are one sign: its emblem,
and how strong they are together; its ships are another. It stands over its place, or as near to it
as it covers no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import hypot
from typing import NamedTuple

from napoleon.rules.picture.layout import Rectangle
from napoleon.rules.picture.markup import number, pair, text
from napoleon.rules.picture.model import Picture, Piece, Place, Point
from napoleon.rules.picture.plates import FLEET, STAR, strength
from napoleon.rules.picture.sides import Side

HEIGHT = 58.0
"""Units of a picture that a sign is high."""

_BADGE, _LETTER = 58.0, 35.0
"""How wide an emblem is in a sign, and each letter beside it."""

_SIZES = (1.0, 0.85, 0.7, 0.55)
"""How large signs are drawn: the largest size at which there is room is taken."""

_STEPS = 6
"""How many half signs one may stand away from its place."""


class Sign(NamedTuple):
    """The pieces of a side in a place, and what their sign covers."""

    side: str
    pieces: tuple[Piece, ...]
    box: Rectangle


def signs(picture: Picture, sides: Mapping[str, Side]) -> Mapping[str, tuple[Sign, ...]]:
    """The signs of all places that have pieces, by the ids of the places."""
    order = list(sides)
    ready = [
        (place, tuple(pieces))
        for place in picture.places
        for _, pieces in groupby(
            sorted(place.pieces, key=lambda it: (order.index(it.side), it.kind == FLEET)),
            key=lambda it: (it.side, it.kind == FLEET),
        )
    ]
    boxes = _placed(tuple(_wanted(*it) for it in ready), picture.box)
    found: dict[str, tuple[Sign, ...]] = {}
    for (place, pieces), box in zip(ready, boxes, strict=True):
        found[place.id] = (*found.get(place.id, ()), Sign(pieces[0].side, pieces, box))
    return found


@lru_cache(maxsize=1024)
def sign_fragment(sign: Sign, side: Side) -> str:
    """The sign as an element, which is shown where a map is seen from afar."""
    ready = "ready" if any(it.ready for it in sign.pieces) else "spent"
    scale = (sign.box.bottom - sign.box.top) / HEIGHT
    sized = "" if scale == 1 else f" scale({scale:.2f})"
    told = strength(sign.pieces)
    wide = _width(told)
    middle = (_BADGE + wide) / 2 - 3
    figure = (
        f'<use href="#sign-star" transform="translate({number(middle)},29) scale(3.6)"/>'
        if told == STAR
        else f'<text x="{number(middle)}" y="47.5">{text(told)}</text>'
    )
    return (
        f'<g class="stack {side.look} {ready}" '
        f'transform="translate({pair(sign.box.left, sign.box.top)}){sized}">'
        f"{_plate(sign, wide)}"
        f'<use href="#emblem-{text(side.id)}" transform="translate(31,29) scale(2.1)"/>'
        f"{figure}</g>"
    )


def _plate(sign: Sign, wide: float) -> str:
    """What a sign is written on; the hull of a ship for ships."""
    if sign.pieces[0].kind == FLEET:
        return f'<path d="M0,0H{number(wide)}L{number(wide - 16)},{number(HEIGHT)}H16Z"/>'
    return f'<rect width="{number(wide)}" height="{number(HEIGHT)}" rx="3"/>'


def _width(told: str) -> float:
    return _BADGE + _LETTER * len(told) + 4


class _Wanted(NamedTuple):
    """A sign that is to be placed: where its place is, and how wide it is."""

    x: float
    y: float
    width: float


def _wanted(place: Place, pieces: Sequence[Piece]) -> _Wanted:
    return _Wanted(place.x, place.y, _width(strength(pieces)))


@lru_cache(maxsize=1024)
def _placed(
    wanted: tuple[_Wanted, ...], box: tuple[float, float, float, float]
) -> tuple[Rectangle, ...]:
    """What each of the signs covers, in the order in which they are wanted."""
    left, top, width, height = box
    sheet = Rectangle(left + 20, top + 20, left + width - 20, top + height - 20)
    found: list[Rectangle] = []
    for sign in wanted:
        choices = [it for it in _choices(sign) if _within(it, sheet)]
        free = (it for it in choices if not any(it.common(other) for other in found))
        found.append(next(free, choices[0]))
    return tuple(found)


def _choices(sign: _Wanted) -> Iterator[Rectangle]:
    """Where a sign may stand, the best first: over its place, or close to it, or smaller."""
    for size in _SIZES:
        wide, high = sign.width * size, HEIGHT * size
        for across, down in _around():
            x, y = sign.x + across * wide / 2, sign.y + down * high / 2
            yield Rectangle(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


@lru_cache(maxsize=1)
def _around() -> tuple[Point, ...]:
    """Steps away from a place, in signs, the shortest first."""
    steps = range(-_STEPS, _STEPS + 1)
    every = ((across, down) for across in steps for down in steps)
    # A sign is about twice as wide as high.
    ordered = sorted(every, key=lambda it: (hypot(2 * it[0], it[1]), it))
    return tuple(it for it in ordered if hypot(2 * it[0], it[1]) <= _STEPS)


def _within(box: Rectangle, sheet: Rectangle) -> bool:
    return (
        box.left >= sheet.left
        and box.top >= sheet.top
        and box.right <= sheet.right
        and box.bottom <= sheet.bottom
    )
