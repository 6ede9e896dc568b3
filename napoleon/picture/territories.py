"""The ground of places on a map with a sea: what is nearer to one of them than to all others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from napoleon.picture.markup import number, polygon
from napoleon.picture.model import Picture, Point, by_id

COAST = ("border", "closed")
"""Links that lie on land."""


def territories(picture: Picture) -> Mapping[str, str]:
    """The data of the path around the ground of each place, by its id; none without a sea.

    The sea lies over what of it is no land.
    """
    if not picture.coast:
        return {}
    sites = tuple((place.id, (place.x, place.y)) for place in picture.places)
    return _grounds(sites, picture.box)


def land(picture: Picture, kind: str, reach: float) -> str:
    """The land, drawn `reach` units wider than it is, in lines and circles of class `kind`."""
    places, radius = by_id(picture), picture.coast + reach
    islands = (
        f'<circle cx="{number(it.x)}" cy="{number(it.y)}" r="{number(radius)}"/>'
        for it in picture.places
    )
    necks = (
        f"M{number(places[it.a].x)},{number(places[it.a].y)}"
        f"L{number(places[it.b].x)},{number(places[it.b].y)}"
        for it in picture.links
        if it.kind in COAST
    )
    width = number(1.55 * picture.coast + 2 * reach)
    return f'<g class="{kind}">{"".join(islands)}<path d="{"".join(necks)}" stroke-width="{width}"/></g>'


@lru_cache(maxsize=32)
def _grounds(
    sites: tuple[tuple[str, Point], ...], box: tuple[float, float, float, float]
) -> Mapping[str, str]:
    left, top, width, height = box
    whole = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    found = {}
    for name, site in sites:
        ground = whole
        for other, rival in sites:
            if other != name:
                ground = _nearer(ground, site, rival)
        found[name] = polygon(ground)
    return found


def _nearer(ground: list[Point], site: Point, rival: Point) -> list[Point]:
    """What of a convex piece of ground is nearer to `site` than to `rival`."""

    def lead(point: Point) -> float:
        """How much nearer it is to `site`; negative if it is nearer to `rival`."""
        return _squared(point, rival) - _squared(point, site)

    kept = []
    for here, there in zip(ground, [*ground[1:], *ground[:1]], strict=True):
        before, after = lead(here), lead(there)
        if before >= 0:
            kept.append(here)
        if (before >= 0) != (after >= 0):
            share = before / (before - after)
            kept.append(
                (here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share)
            )
    return kept


def _squared(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
