"""Where everything stands on a map: names of places and rivers, and a berth for everybody.

Names and berths depend on what never changes on a map: its places, links and rivers. They are found
once and kept, and no position of a game moves any of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import dist
from typing import NamedTuple

from msgspec.structs import replace

from napoleon.rules.picture.layout import SIZES, Rectangle
from napoleon.rules.picture.links import ON_THE_GROUND, course
from napoleon.rules.picture.markup import curve
from napoleon.rules.picture.model import Link, Picture, Place, River
from napoleon.rules.picture.placing.afar import Afar, afar
from napoleon.rules.picture.placing.berths import SIDE, Berth, Ground, berths, crowded
from napoleon.rules.picture.placing.boxes import Points, around, meets_any, rounded, sampled
from napoleon.rules.picture.placing.kept import Found, digest, found_before, written
from napoleon.rules.picture.placing.names import BARRED, WATERS, Choice, Named, choices, chosen
from napoleon.rules.picture.placing.streams import Along, along

STAGE = (908.0, 590.0)
"""Pixels of a page that a map is made for: there its whole has letters of their full size."""

RING = 6.0
"""Units that the mark of a place reaches beyond its sign."""

_MARGIN = 24.0
_NEIGHBOURS = 5
"""Places around a crowded one whose names may have to make room."""

LEGEND, LEGEND_WIDE = 0.64, 250.0
"""Pixels of the stage to a unit of a legend, and how many such units it is wide."""

END = 12.0
"""Units of a road from the rim of a mark on that are its end."""


class Site(NamedTuple):
    """Where the name of a place is written, and where its stacks stand."""

    name: Choice
    berths: tuple[Berth, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Plan:
    """Where everything stands on a map, by the ids of its places; `unit` units are a pixel.

    `rivers` are the names of its rivers, in their order, or None for one that has no room. `afar`
    are the names for those who see all of it on a phone. `bare` are its places
    with nothing of what changes in a game.

    It is found once for a map and equal to no other one: so what follows from it can be kept.
    """

    sites: Mapping[str, Site]
    rivers: tuple[Along | None, ...]
    unit: float
    bare: Mapping[str, Place]
    afar: tuple[Afar, ...]


def unit_of(picture: Picture) -> float:
    """How many units of a picture are a pixel where its letters have their full size."""
    _, _, width, height = picture.box
    return max(width / STAGE[0], height / STAGE[1]) / picture.magnified


def legend_box(picture: Picture) -> Rectangle:
    """What is left free for the legend of a map: from where it begins down to the frame."""
    (x, y), scale = picture.legend_at, LEGEND * unit_of(picture)
    _, top, _, height = picture.box
    return Rectangle(x - 8, y - 8, x + LEGEND_WIDE * scale, max(y, top + height - _MARGIN))


def plan(picture: Picture) -> Plan:
    """Where everything stands on a map."""
    return _plan(_basis(picture))


class Basis(NamedTuple):
    """What a plan is found from: nothing of it changes on a map."""

    places: tuple[Named, ...]
    links: tuple[Link, ...]
    rivers: tuple[River, ...]
    box: tuple[float, float, float, float]
    legend: Rectangle
    unit: float
    coast: str
    """Around the land that names of waters keep off; empty where there are none."""


def to_keep(picture: Picture) -> tuple[str, bytes]:
    """The name and the content of the file that keeps the plan of a map, which is found for it."""
    basis = _basis(picture)
    return digest(basis), written(_found(basis))


def _basis(picture: Picture) -> Basis:
    places = tuple(
        Named(
            it.id,
            it.name,
            it.kind,
            it.x,
            it.y,
            SIZES[it.kind] + RING,
            0 if it.kind == "country" else it.value,
        )
        for it in picture.places
    )
    links = tuple(map(_steady, picture.links))
    coast = picture.land.coast if any(it.rank == WATERS for it in places) else ""
    return Basis(
        places, links, picture.rivers, picture.box, legend_box(picture), unit_of(picture), coast
    )


@lru_cache(maxsize=4096)
def _steady(link: Link) -> Link:
    """A link without what may change in a game, such as whether its bridge is broken."""
    return replace(link, kind="road", name="") if link.kind in ON_THE_GROUND else link


@lru_cache(maxsize=32)
def _plan(basis: Basis) -> Plan:
    found = found_before(digest(basis)) or _found(basis)
    stand = {name: Site(*site) for name, site in found.sites.items()}
    return Plan(stand, found.rivers, basis.unit, _bare(basis.places), found.afar)


def _bare(places: Sequence[Named]) -> Mapping[str, Place]:
    return {it.id: Place(id=it.id, name="", x=it.x, y=it.y, kind=it.kind) for it in places}


def _found(basis: Basis) -> Found:
    places, links, rivers, box, legend, unit, coast = basis
    left, top, width, height = box
    sheet = Rectangle(left + _MARGIN, top + _MARGIN, left + width - _MARGIN, top + height - _MARGIN)
    at = _bare(places)
    roads = [sampled(course(it, at)) for it in links]
    on_roads = Points(point for road in roads for point in road)
    rims = {it.id: it.radius for it in places}
    ends = [
        point
        for link, road in zip(links, roads, strict=True)
        for end in (at[link.a], at[link.b])
        for point in road
        if rims[end.id] <= dist(point, (end.x, end.y)) <= rims[end.id] + END
    ]
    in_rivers = Points(point for it in rivers for point in sampled(curve(it.course)))
    shore = Points(sampled(coast))
    offered = {
        it.id: choices(it, places, on_roads, in_rivers, shore, sheet, legend, unit) for it in places
    }
    names = chosen(places, offered)
    drawn = [box for it in places for box in it.covered]
    drawn += [it.box for it in names.values()]
    near = [around(it.x, it.y, it.radius + (SIDE + 4) * unit) for it in places]
    named = tuple(along(it, (*drawn, legend), near, on_roads, sheet, unit) for it in rivers)
    kept = (legend, *(box for it in named if it for box in it.boxes))
    ground = Ground(places, {}, kept, on_roads, ends, in_rivers, sheet, unit)
    ground = _given_way(ground, names, offered)
    found = berths(ground)
    sites = {it.id: (_rounded(names[it.id]), found[it.id]) for it in places}
    return Found(sites, named, afar(places, links, found, box, sheet))


def _rounded(name: Choice) -> Choice:
    """A name where it stands to a hundredth, and what it cost forgotten."""
    return Choice(0.0, rounded(name.box), name.anchor)


def _given_way(
    ground: Ground, names: dict[str, Choice], offered: Mapping[str, Sequence[Choice]]
) -> Ground:
    """The ground with names that have made room: everybody needs berths close to their mark."""

    def with_names() -> Ground:
        return ground._replace(names={name: it.box for name, it in names.items()})

    for place in ground.places:
        if not crowded(place, with_names()):
            continue
        around = sorted(ground.places, key=lambda it: dist((it.x, it.y), (place.x, place.y)))
        for it in around[:_NEIGHBOURS]:
            before = names[it.id]
            others = [box.box for name, box in names.items() if name != it.id]
            others += ground.kept
            free = [
                box
                for box in offered[it.id]
                if box.cost < BARRED and box != before and not meets_any(box.box, others, 1.0)
            ]
            for names[it.id] in free:
                if not crowded(place, with_names()) and not crowded(it, with_names()):
                    break
            else:
                names[it.id] = before
                continue
            break
    return with_names()


__all__ = [
    *("END", "LEGEND", "RING", "STAGE", "Afar", "Along", "Plan", "Site"),
    *("legend_box", "plan", "to_keep", "unit_of"),
]
