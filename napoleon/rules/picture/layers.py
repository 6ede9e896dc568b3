"""The layers of a map: parts that are drawn by themselves, each to be laid over those before it.

Together they show what `svg.document` shows. A mail differs from the one before it by some places;
so a maker of pixels draws only the layers that have not been drawn before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple

from napoleon.rules.picture import scenery
from napoleon.rules.picture.frames import frame_box
from napoleon.rules.picture.layout import SIZES, Rectangle
from napoleon.rules.picture.model import Picture, Place, Point
from napoleon.rules.picture.svg import (
    Sheet,
    ashore,
    ground_fragment,
    in_order,
    legend_scale,
    link_of,
    name_box,
    on_ground,
    place_of,
    sheet,
    trails_fragment,
    with_ground,
)
from napoleon.rules.picture.svg import over_grounds as shore_and_rivers

MARGIN = 45.0
"""How far signs, flags and stars reach beyond the middle of their place."""

ARROW = 95.0
"""How far an arrow does."""

_POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")


class Layer(NamedTuple):
    """A part of a map as SVG. It may refer to signs and to what is `defined` with it.

    It lies within `box`, as far as that can be told before it is drawn.
    """

    drawn: str
    box: Rectangle
    defined: str = ""


def layers(picture: Picture) -> Iterator[Layer]:
    """The layers of a map, from the ground up. Raises ValueError if it has no places."""
    if not picture.places:
        raise ValueError("nothing lies on this map")
    ready = sheet(picture)
    left, top, width, height = picture.box
    whole = Rectangle(left, top, left + width, top + height)
    links = "".join(link_of(ready, it) for it in picture.links)
    over = f'{shore_and_rivers(ready)}{scenery.lines(picture)}<g class="links">{links}</g>'
    coast = scenery.outline(picture)
    grounds = with_ground(ready)
    if grounds:
        yield Layer(scenery.ground(picture), whole, coast)
        for place in grounds:
            data = picture.land.grounds[place.id]
            defined = f"{coast}<defs>{scenery.ground_shape(picture, place.id)}</defs>"
            yield Layer(ashore(ground_fragment(ready, place)), _around_path(data), defined)
        yield Layer(f"{ashore(on_ground(picture))}{over}", whole, coast)
    else:
        land = ashore(on_ground(picture)) if coast else on_ground(picture)
        yield Layer(f"{scenery.ground(picture)}{land}{over}", whole, coast)
    if picture.trails:
        yield Layer(trails_fragment(ready), _around_trails(ready))
    x, y = picture.legend_at
    legend = scenery.legend(picture, scenery.caption(picture), legend_scale(picture))
    yield Layer(legend, whole._replace(left=x - MARGIN, top=y - MARGIN))
    for place in in_order(picture):
        yield Layer(place_of(ready, place), _around_place(ready, place))
    yield Layer(scenery.frame(picture.box), whole)


def _around_place(ready: Sheet, place: Place) -> Rectangle:
    if place.room is not None:
        return _grown(frame_box(place), 6)
    pointed = any(it.place == place.id for it in ready.picture.arrows)
    reach = SIZES[place.kind] + (ARROW if pointed else MARGIN)
    label = name_box(ready, place)
    half = (label.right - label.left) / 2
    return _all(
        (
            Rectangle(place.x - reach, place.y - reach, place.x + reach, place.y + reach),
            # Letters are as wide as fonts have them.
            _grown(label._replace(left=label.left - half, right=label.right + half), 6),
            *(_grown(it.box, 3) for it in ready.columns.get(place.id, ())),
            *(_grown(it.box, 3) for it in ready.plates.get(place.id, ())),
        )
    )


def _around_trails(ready: Sheet) -> Rectangle:
    """What the ways of a picture may cover: links swing out, and are led past points."""
    gone = {place for trail in ready.picture.trails for place in trail.places}
    points: list[Point] = [(ready.places[it].x, ready.places[it].y) for it in gone]
    for link in ready.picture.links:
        if {link.a, link.b} <= gone:
            points += link.via
    return _grown(_bounds(points), ARROW)


@lru_cache(maxsize=256)
def _around_path(data: str) -> Rectangle:
    return _grown(_bounds((float(x), float(y)) for x, y in _POINT.findall(data)), 6)


def _bounds(points: Iterable[Point]) -> Rectangle:
    return _all(Rectangle(x, y, x, y) for x, y in points)


def _all(boxes: Iterable[Rectangle]) -> Rectangle:
    """The smallest box around all of some."""
    left, top, right, bottom = inf, inf, -inf, -inf
    for box in boxes:
        left, top = min(left, box.left), min(top, box.top)
        right, bottom = max(right, box.right), max(bottom, box.bottom)
    return Rectangle(left, top, right, bottom)


def _grown(box: Rectangle, by: float) -> Rectangle:
    return Rectangle(box.left - by, box.top - by, box.right + by, box.bottom + by)
