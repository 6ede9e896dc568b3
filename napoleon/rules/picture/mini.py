"""A map so small that it stands on a tile: the land, the ways, and where the sides are.

It is drawn from the picture of a position, so it shows no more than that does: which sides stand in
which places, and how many pieces about. It has no words, no ids and no colours of its own: its
parts have classes, and the page says what they look like. The ground is the same in all positions
of a board, so a page that shows many maps may draw it once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import log2

import msgspec

from napoleon.rules.picture.links import course
from napoleon.rules.picture.markup import curve
from napoleon.rules.picture.model import Picture, Piece, Place, by_id
from napoleon.rules.picture.outlines import BEYOND, Frame, minified, rings, shape
from napoleon.rules.picture.sides import LOOKS

HEIGHT = 264
"""Of every small map: two units are about a pixel of a tile."""

MOST = 6_000
"""Bytes that a small map has at most."""

SIGNS = 96
"""Most signs of sides on a small map."""

GAP = 4.0
"""Between the pieces in a frame, in units of the small map."""

Box = tuple[float, float, float, float]


class Cut(msgspec.Struct, frozen=True):
    """What a game shows on its small map, and how large.

    `box` is the part of its picture, left, top, width and height; without one it is what its places
    take up. `mark` is the width of the sign of one piece, in units of the small map.
    """

    box: Box | None = None
    mark: float = 18.0


class Mini(msgspec.Struct, frozen=True):
    """A small map: what never changes on it, and what does; parts of SVG without a frame.

    It is `width` wide and `HEIGHT` high; land and sea go on beyond that, as tiles may be wider.
    """

    width: int
    ground: str
    marks: str

    def drawn(self, ground: str | None = None) -> str:
        """The map as an ``<svg>`` element, with that `ground` instead of its own if there is one.

        It has no words for screen readers: what matters stands in words beside it.
        """
        inside = self.ground if ground is None else ground
        return (
            f'<svg class="mini" viewBox="0 0 {self.width} {HEIGHT}" aria-hidden="true">'
            f"{inside}{self.marks}</svg>"
        )


def mini(picture: Picture, cut: Cut) -> Mini:
    """The small map of a position as `picture` shows it; empty before there are any places."""
    box = cut.box or _around(picture.places)
    frame = Frame(box[0], box[1], HEIGHT / box[3])
    if any(it.room for it in picture.places):
        ground, marks = _frames(picture, frame), _rows(picture, frame, cut.mark)
    elif picture.land.coast:
        ground, marks = (
            _coast(picture.land.coast, picture.box, box),
            _signs(picture, frame, cut.mark),
        )
    else:
        ground, marks = _ways(picture, frame), _signs(picture, frame, cut.mark)
    return Mini(round(box[2] * frame.scale), ground, marks)


def _around(places: Sequence[Place]) -> Box:
    """What the places take up, with a margin."""
    if not places:
        return (0.0, 0.0, 2.0 * HEIGHT, float(HEIGHT))
    edges = [_edges(it) for it in places]
    left, top = min(it[0] for it in edges), min(it[1] for it in edges)
    right, bottom = max(it[2] for it in edges), max(it[3] for it in edges)
    margin = 0.04 * (bottom - top)
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin


def _edges(place: Place) -> Box:
    wide, high = place.room or (0.0, 0.0)
    return place.x - wide / 2, place.y - high / 2, place.x + wide / 2, place.y + high / 2


# -- the ground ------------------------------------------------------------------------------------


def _ways(picture: Picture, frame: Frame) -> str:
    """Rivers, roads, and a dot for each place."""
    places = by_id(picture)
    return "".join(
        (
            _path("m-river", (minified(curve(it.course), frame) for it in picture.rivers)),
            _path("m-road", (minified(course(it, places), frame) for it in picture.links)),
            _path("m-dot", (f"M{_at(frame, it)}h0" for it in picture.places)),
        )
    )


@lru_cache(maxsize=16)
def _coast(coast: str, sheet: Box, box: Box) -> str:
    """The sea and the land in it; both go on beyond the edge of the drawing."""
    frame = Frame(box[0], box[1], HEIGHT / box[3])
    wide, high = round(box[2] * frame.scale) + 2 * BEYOND, HEIGHT + 2 * BEYOND
    land = _path("m-land", rings(coast, frame, sheet))
    sea = f"M-{BEYOND}-{BEYOND}h{wide}v{high}h-{wide}z"
    return f'<path class="m-sea" d="{sea}"/>{land}'


def _frames(picture: Picture, frame: Frame) -> str:
    """The frames of a board that has no land."""
    return _path("m-frame", (_rectangle(frame, *_edges(it)) for it in picture.places))


# -- the pieces ------------------------------------------------------------------------------------


def _signs(picture: Picture, frame: Frame, mark: float) -> str:
    """The sides where they stand, each by the shape of its emblem, larger where it is stronger.

    Where there are too many to be told apart, the weakest are left out.
    """
    stand = [
        (place, index - (len(camps) - 1) / 2, picture.sides[side].look, _strength(them))
        for place in picture.places
        for camps in [_by_side(picture, place)]
        for index, (side, them) in enumerate(camps)
    ]
    least = sorted((it[3] for it in stand), reverse=True)[:SIGNS][-1:]
    found: dict[str, list[str]] = {}
    for place, aside, look, strength in [it for it in stand if it[3] >= least[0]][:SIGNS]:
        size = mark * min(1.5, 1 + 0.12 * log2(strength))
        x, y = frame.at(place.x, place.y)
        middle = round(x + aside * mark * 1.1), round(y)
        sign = shape(LOOKS[look].shape, round(size / 15, 2), *middle)
        found.setdefault(look, []).append(sign)
    return _in_colours(picture, found)


def _rows(picture: Picture, frame: Frame, mark: float) -> str:
    """The pieces of each frame in rows: the first side from the top, others from the bottom.

    A frame that is full shows no more of them.
    """
    found: dict[str, list[str]] = {}
    for place in picture.places:
        sides = [(picture.sides[it].look, them) for it, them in _by_side(picture, place)]
        camps = [[look] * _strength(them) for look, them in sides]
        if place.room is None or not camps:
            continue
        left, top, right, bottom = _edges(place)
        (x, y), (to_x, to_y) = frame.at(left, top), frame.at(right, bottom)
        high = min(mark / 2, to_y - y - 2 * GAP)
        columns = max(1, int((to_x - x - GAP) // (mark + GAP)))
        lines = max(1, int((to_y - y - GAP) // (high + GAP)))
        first, others = camps[0], [it for camp in camps[1:] for it in camp]
        cells = [(line, column) for line in range(lines) for column in range(columns)]
        laid = [*zip(first, cells, strict=False)]
        from_below = sorted(cells[len(laid) :], key=lambda it: (-it[0], it[1]))
        laid += zip(others, from_below, strict=False)
        for look, (line, column) in laid:
            at_x, at_y = x + GAP + column * (mark + GAP), y + GAP + line * (high + GAP)
            card = f"M{round(at_x)},{round(at_y)}h{_short(mark)}v{_short(high)}h{_short(-mark)}z"
            found.setdefault(look, []).append(card)
    return _in_colours(picture, found)


def _by_side(picture: Picture, place: Place) -> list[tuple[int, list[Piece]]]:
    """The pieces in a place by side, in the order of the sides."""
    order: Mapping[str, int] = {side.id: index for index, side in enumerate(picture.sides)}
    pieces = sorted(place.pieces, key=lambda it: order[it.side])
    return [(side, list(them)) for side, them in groupby(pieces, lambda it: order[it.side])]


def _strength(pieces: Iterable[Piece]) -> int:
    """How many pieces there are, armies and ships by their number."""
    return sum(1 if it.count is None else max(1, it.count) for it in pieces)


def _in_colours(picture: Picture, found: Mapping[str, Iterable[str]]) -> str:
    """A path a look, in the order of the sides."""
    looks = dict.fromkeys(side.look for side in picture.sides)
    return "".join(_path(f"m {look}", found[look]) for look in looks if look in found)


def _path(classes: str, parts: Iterable[str]) -> str:
    data = "".join(parts)
    return f'<path class="{classes}" d="{data}"/>' if data else ""


def _at(frame: Frame, place: Place) -> str:
    x, y = frame.at(place.x, place.y)
    return f"{round(x)},{round(y)}"


def _rectangle(frame: Frame, left: float, top: float, right: float, bottom: float) -> str:
    (x, y), (to_x, to_y) = frame.at(left, top), frame.at(right, bottom)
    wide, high = round(to_x - x), round(to_y - y)
    return f"M{round(x)},{round(y)}h{wide}v{high}h-{wide}z"


def _short(value: float) -> str:
    return f"{round(value, 1):g}"


__all__ = ["HEIGHT", "MOST", "Box", "Cut", "Mini", "mini"]
