"""Links as they run over the map, each in a fragment of its own."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, degrees, hypot

from napoleon.rules.picture.layout import SIZES
from napoleon.rules.picture.markup import curve, number, pair, text
from napoleon.rules.picture.model import Arrow, Link, Place, Point
from napoleon.rules.picture.sides import Side

BEND = 0.055
"""How far a road swings out to one side and the other, compared with its length."""

ON_THE_GROUND = ("road", "bridge", "broken")


def link_fragment(link: Link, places: Mapping[str, Place], *, chosen: bool = False) -> str:
    """The link as an element of its own; it tells nothing to those who cannot see it."""
    data = course(link, places)
    classes = f"link {link.kind}{' chosen' if chosen else ''}"
    head = f'<g class="{classes}" data-link="{text(link.id)}" aria-hidden="true">'
    if link.kind not in ON_THE_GROUND:
        end = ' marker-end="url(#sail)"' if link.one_way and "closed" not in link.kind else ""
        return f'{head}<path class="way" d="{data}"{end}/></g>'
    sign = ""
    if link.kind != "road":
        a, b = places[link.a], places[link.b]
        x, y = _middle(a, b)
        turned = degrees(atan2(b.y - a.y, b.x - a.x))
        sign = (
            f'<use href="#sign-{link.kind}" '
            f'transform="translate({pair(x, y)}) rotate({number(turned)})"/>'
        )
    return f'{head}<path class="bed" d="{data}"/><path class="way" d="{data}"/>{sign}</g>'


def course(link: Link, places: Mapping[str, Place]) -> str:
    """The data of the path that a link runs along."""
    a, b = places[link.a], places[link.b]
    if link.kind in ON_THE_GROUND:
        return f"M{pair(a.x, a.y)}Q{pair(*_bow(a, b))} {pair(b.x, b.y)}"
    points = ((a.x, a.y), *link.via, (b.x, b.y))
    if not link.one_way:
        return curve(points)
    # It ends before the place, so that the point of the arrow is seen.
    (x, y), (to_x, to_y) = points[-2:]
    share = 1 - (SIZES[b.kind] + 12) / max(60, hypot(to_x - x, to_y - y))
    return curve((*points[:-1], (x + (to_x - x) * share, y + (to_y - y) * share)))


def arrow_fragment(arrow: Arrow, link: Link, places: Mapping[str, Place], side: Side) -> str:
    """A direction as an arrow on the first part of the link, with the letter of its side."""
    start = places[arrow.place]
    end = places[link.b if link.a == arrow.place else link.a]
    # Seen from either end the road swings out to the same side, so the arrow lies upon it.
    bow_x, bow_y = _bow(places[link.a], places[link.b])
    turned = degrees(atan2(bow_y - start.y, bow_x - start.x))
    upright = -turned
    length = min(46.0, hypot(end.x - start.x, end.y - start.y) - SIZES[start.kind] - 12)
    begin = SIZES[start.kind] + 4
    tip, neck = begin + length, begin + length - 13
    shape = (
        f"M{number(begin)},-5H{number(neck)}V-10L{number(tip)},0L{number(neck)},10V5"
        f"H{number(begin)}Z"
    )
    at = begin + length / 2 - 3
    return (
        f'<g class="arrow {side.look}" '
        f'transform="translate({pair(start.x, start.y)}) rotate({number(turned)})">'
        f'<path d="{shape}"/><text transform="translate({number(at)},0) rotate({number(upright)})" '
        f'y="3.6">{text(side.letter)}</text></g>'
    )


def _bow(a: Place, b: Place) -> Point:
    """The point that draws a road out of the straight, to the left or the right of it."""
    away = BEND if (len(a.id) + len(b.id)) % 2 else -BEND
    x, y = (a.x + b.x) / 2, (a.y + b.y) / 2
    return x - (b.y - a.y) * 2 * away, y + (b.x - a.x) * 2 * away


def _middle(a: Place, b: Place) -> Point:
    """The point half way along a road."""
    bow_x, bow_y = _bow(a, b)
    return (a.x + b.x + 2 * bow_x) / 4, (a.y + b.y + 2 * bow_y) / 4


def crossing(link: Link, places: Mapping[str, Place]) -> Point:
    """Where a river runs under the link."""
    return _middle(places[link.a], places[link.b])
