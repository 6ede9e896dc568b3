"""Links as they run across the map, each in a fragment of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

from napoleon.rules.picture.layout import SIZES
from napoleon.rules.picture.markup import curve, number, pair, text
from napoleon.rules.picture.model import Arrow, Link, Place, Point, Trail
from napoleon.rules.picture.sides import Side
from napoleon.rules.prose.language import ENGLISH, Language

BEND = 0.055
"""How far a road swings out to one side and the other, compared with its length."""

ON_THE_GROUND = ("road", "bridge", "broken", "minor_road", "minor_bridge", "ground", "stream")

_SIGNS = {"bridge": "bridge", "minor_bridge": "bridge", "broken": "broken", "stream": "stream"}
"""What lies in the middle of a way, by its kind."""

_STAND = {"pass": "peaks", "marsh": "reeds"}
"""What stands upright in the middle of a way that is no road."""


def link_fragment(link: Link, places: Mapping[str, Place], *, chosen: bool = False) -> str:
    """The link as an element of its own; it says nothing to those who cannot see it."""
    data = course(link, places)
    classes = f"link {link.kind}{' chosen' if chosen else ''}"
    head = f'<g class="{classes}" data-link="{text(link.id)}" aria-hidden="true">'
    if link.kind not in ON_THE_GROUND:
        end = ' marker-end="url(#sail)"' if link.one_way and "closed" not in link.kind else ""
        stands = ""
        if link.kind in _STAND:
            a, b = places[link.a], places[link.b]
            middle = f'x="{number((a.x + b.x) / 2)}" y="{number((a.y + b.y) / 2)}"'
            stands = f'<use href="#sign-{_STAND[link.kind]}" {middle}/>'
        return f'{head}<path class="way" d="{data}"{end}/>{stands}</g>'
    sign = ""
    if link.kind in _SIGNS:
        a, b = places[link.a], places[link.b]
        x, y = _middle(a, b)
        turned = degrees(atan2(b.y - a.y, b.x - a.x))
        sign = (
            f'<use href="#sign-{_SIGNS[link.kind]}" '
            f'transform="translate({pair(x, y)}) rotate({number(turned)})"/>'
        )
        if link.name:
            sign += f'<text x="{number(x + 16)}" y="{number(y + 24)}">{text(link.name)}</text>'
    return f'{head}<path class="bed" d="{data}"/><path class="way" d="{data}"/>{sign}</g>'


def course(link: Link, places: Mapping[str, Place]) -> str:
    """The data of the path that a link runs along."""
    a, b = places[link.a], places[link.b]
    if link.kind in ON_THE_GROUND:
        return f"M{pair(a.x, a.y)}Q{pair(*_bow(a, b))} {pair(b.x, b.y)}"
    points = ((a.x, a.y), *link.via, (b.x, b.y))
    # One way ends before the place, so that the point of the arrow is seen.
    return curve(_shortened(points, SIZES[b.kind] + 12) if link.one_way else points)


def _shortened(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """The points of a way that ends some units before its last one."""
    (x, y), (to_x, to_y) = points[-2:]
    share = 1 - by / max(5 * by / 2, hypot(to_x - x, to_y - y))
    return *points[:-1], (x + (to_x - x) * share, y + (to_y - y) * share)


def arrow_fragment(arrow: Arrow, link: Link, places: Mapping[str, Place], side: Side) -> str:
    """A direction as an arrow on the first part of the link, with the letter of its side."""
    start = places[arrow.place]
    end = places[link.b if link.a == arrow.place else link.a]
    # Seen from either end the road swings out to the same side, so the arrow lies on it.
    bow_x, bow_y = _bow(places[link.a], places[link.b])
    turned = degrees(atan2(bow_y - start.y, bow_x - start.x))
    upright = -turned
    length = min(56.0, hypot(end.x - start.x, end.y - start.y) - SIZES[start.kind] - 12)
    begin = SIZES[start.kind] + 4
    tip, neck = begin + length, begin + length - 17
    shape = (
        f"M{number(begin)},-7H{number(neck)}V-13L{number(tip)},0L{number(neck)},13V7"
        f"H{number(begin)}Z"
    )
    at = begin + length / 2 - 3
    return (
        f'<g class="arrow {side.look}" '
        f'transform="translate({pair(start.x, start.y)}) rotate({number(turned)})">'
        f'<path d="{shape}"/><text transform="translate({number(at)},0) rotate({number(upright)})" '
        f'y="4.7">{text(side.letter)}</text></g>'
    )


def trail_fragment(
    trail: Trail,
    ways: Mapping[frozenset[str], Link],
    places: Mapping[str, Place],
    side: Side,
    language: Language = ENGLISH,
) -> str:
    """A way that pieces have gone as an arrow along its links; a script may ask for its title.

    `ways` are the links by both of their ends. Where there is none the way is straight.
    """
    points: tuple[Point, ...] = ()
    for start, end in pairwise(trail.places):
        along = _along(ways.get(frozenset((start, end))), places[start], places[end])
        points = (*points, *along) if not points else (*points, *along[1:])
    # The point of the arrow touches the sign of the place where they are now.
    points = _shortened(points, _reach(places[trail.places[-1]], points[-2]) + 16)
    (x, y), (to_x, to_y) = points[-2:]
    turned = number(degrees(atan2(to_y - y, to_x - x)))
    words = _told(side, [places[it].name for it in trail.places], language)
    return (
        f'<g class="trail {side.look}"><title>{text(words)}</title>'
        f'<path class="march" d="{curve(points)}"/><path class="head" d="M-4,-11L15,0L-4,11Z" '
        f'transform="translate({pair(to_x, to_y)}) rotate({turned})"/></g>'
    )


def _reach(place: Place, towards: Point) -> float:
    """How far the sign or the frame of a place reaches towards a point."""
    if place.room is None:
        return SIZES[place.kind]
    x, y = towards[0] - place.x, towards[1] - place.y
    shares = [half / abs(way) for half, way in
              ((place.room[0] / 2, x), (place.room[1] / 2, y)) if way]  # fmt: skip
    return min(1.0, *shares) * hypot(x, y)


def _told(side: Side, names: Sequence[str], language: Language) -> str:
    way = names[0]
    for name in names[1:]:
        way = language.gettext("%(way)s to %(place)s", way=way, place=name)
    return language.gettext("%(side)s: from %(way)s", side=side.name, way=way)


def _along(link: Link | None, start: Place, end: Place) -> tuple[Point, ...]:
    """Points that a way from one end of a link to the other leads through."""
    first, last = (start.x, start.y), (end.x, end.y)
    if link is None:
        return first, last
    if link.kind in ON_THE_GROUND:
        return first, _middle(start, end), last
    via = link.via if link.a == start.id else link.via[::-1]
    return first, *via, last


def _bow(a: Place, b: Place) -> Point:
    """The point that bends a road, to the left or the right of the straight line."""
    away = BEND if (len(a.id) + len(b.id)) % 2 else -BEND
    x, y = (a.x + b.x) / 2, (a.y + b.y) / 2
    return x - (b.y - a.y) * 2 * away, y + (b.x - a.x) * 2 * away


def _middle(a: Place, b: Place) -> Point:
    """The point halfway along a road."""
    bow_x, bow_y = _bow(a, b)
    return (a.x + b.x + 2 * bow_x) / 4, (a.y + b.y + 2 * bow_y) / 4


def crossing(link: Link, places: Mapping[str, Place]) -> Point:
    """Where a river runs under the link."""
    return _middle(places[link.a], places[link.b])
