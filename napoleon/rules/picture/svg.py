"""The one way in which a map is drawn, for pages, pictures, mail and exports."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from napoleon.rules.picture import scenery, style
from napoleon.rules.picture.counters import Column
from napoleon.rules.picture.fans import fan_fragment
from napoleon.rules.picture.frames import arranged, heading_box
from napoleon.rules.picture.layout import Rectangle
from napoleon.rules.picture.links import arrow_fragment, link_fragment, trail_fragment
from napoleon.rules.picture.markup import number, text
from napoleon.rules.picture.model import Link, Picture, Place, by_id
from napoleon.rules.picture.places import counters_fragment, place_fragment
from napoleon.rules.picture.placing import LEGEND, Plan, plan, unit_of
from napoleon.rules.picture.plates import Plate, plates
from napoleon.rules.picture.scenery import NAMESPACE, named_ground
from napoleon.rules.picture.sides import Side
from napoleon.rules.picture.signs import definitions
from napoleon.rules.picture.towns import afar_fragment, is_folded, town_fragment
from napoleon.rules.prose.language import noted

_TAG = re.compile("<[^ >]+")

Key = Callable[[str, str], str]
"""Gives a fragment a key, or leaves it as it is."""

EMPTY = noted("The table has not been laid yet.")


class Sheet(NamedTuple):
    """What is looked up constantly while a picture is drawn."""

    picture: Picture
    places: Mapping[str, Place]
    links: Mapping[str, Link]
    sides: Mapping[str, Side]
    columns: Mapping[str, tuple[Column, ...]]
    """What stands in the frames of a board."""
    plan: Plan | None
    """Where everything stands on a map; none of a board."""
    plates: Mapping[str, tuple[Plate, ...]]


def sheet(picture: Picture) -> Sheet:
    """A picture made ready to be drawn."""
    sides = {side.id: side for side in picture.sides}
    places, links = by_id(picture), {link.id: link for link in picture.links}
    if is_map(picture):
        found = plan(picture)
        stacks = plates(picture, found)
        return Sheet(picture, places, links, sides, {}, found, stacks)
    stand = {it.id: arranged(it, sides).columns for it in picture.places}
    return Sheet(picture, places, links, sides, stand, None, {})


def legend_scale(picture: Picture) -> float:
    """How large the legend is drawn, compared with one that is in units."""
    return LEGEND * unit_of(picture) if is_map(picture) else 1.0


def is_map(picture: Picture) -> bool:
    """Whether pieces fold into stacks; on a board, whose places are frames, every one is shown."""
    return not any(it.room for it in picture.places) if picture.places else picture.north


def draw(
    picture: Picture,
    *,
    changed: Collection[str] = (),
    chosen: Collection[str] = (),
    href: Callable[[str, bool], str | None] | None = None,
    opened: str = "",
    keyed: bool = False,
    file: str = "",
) -> str:
    """The map as an ``<svg>`` element for a page that has `style.stylesheet` among its styles.

    `changed` are ids of places with a thick edge, `chosen` those of places and links that an order
    can be about. `href` gives the address that a place leads to, or None, and is told whether a fan
    shows its pieces; that of the place `opened` is seen. An element can be found by its
    ``data-place`` or ``data-link``. A page holds one such map: its places have ids.

    One that is `keyed` can be made into a later one piece by piece: whatever differs from position
    to position has a ``data-key`` of its own, and so has what lies around it and never changes. It
    has names for those who see all of it on a phone, too.
    `file` is the address of `scenery.lasting`, where that is a file of its own.
    """
    ready = sheet(picture)
    return _element(picture, _drawn(ready, changed, chosen, href, opened, keyed=keyed, file=file))


def draw_board(
    picture: Picture, name: str, *, changed: Collection[str] = (), chosen: Collection[str] = ()
) -> str:
    """A board as an ``<svg>`` element for a page that holds a map as well, and whose signs it uses.

    `name` is a word of its own on the page. Whatever differs from position to position has a
    ``data-key`` that begins with it.
    """
    ready = sheet(picture)
    links = "".join(link_of(ready, it, chosen=it.id in chosen) for it in picture.links)
    places = "".join(
        _with_key(
            f"{name}-{number_of}",
            place_of(ready, it, classes=_classes(it.id, changed, chosen), named=False),
        )
        for number_of, it in enumerate(in_order(picture))
    )
    drawn = "".join(
        (
            f'<g aria-hidden="true">{scenery.paper(picture.box)}</g>',
            f'<g class="links">{links}</g><g class="places">{places}</g>',
            scenery.frame(picture.box),
        )
    )
    return _element(picture, drawn, f"{name}-title")


def _classes(place: str, changed: Collection[str], chosen: Collection[str]) -> str:
    """How a place is marked."""
    marks = (("changed", changed), ("chosen", chosen))
    return " ".join(name for name, ids in marks if place in ids)


def document(picture: Picture, theme: style.Theme = style.PARCHMENT) -> str:
    """The map as a file of its own, which needs nothing else."""
    drawn = _drawn(sheet(picture), (), (), None, "")
    return _element(picture, f"<style>{style.embedded(theme)}</style>{drawn}")


def ground_fragment(ready: Sheet, place: Place, file: str = "") -> str:
    """The ground of a place in the colour and with the hatching of its owner.

    `file` is as in `draw`; without one its shape has to be in the same document.
    """
    head = f'<g data-territory="{text(place.id)}" class="territory'
    shape = f"{file}#{named_ground(place.id)}"
    tint = f'<use class="tint" href="{shape}"/>'
    if place.kind == "closed":
        return f'{head} barred">{tint}</g>'
    if not place.control:
        return f'{head}">{tint}</g>'
    side = ready.sides[place.control]
    hatching = f'<use fill="url(#hatching-{text(side.id)})" href="{shape}"/>'
    return f'{head} {side.look}">{tint}{hatching}</g>'


def link_of(ready: Sheet, link: Link, *, chosen: bool = False) -> str:
    """A link as an element of its own."""
    return link_fragment(link, ready.places, chosen=chosen)


def place_of(
    ready: Sheet, place: Place, *, classes: str = "", href: str | None = None, named: bool = True
) -> str:
    """A place as an element of its own, with the arrows that lead away from it."""
    arrows = "".join(
        arrow_fragment(it, ready.links[it.link], ready.places, ready.sides[it.side])
        for it in ready.picture.arrows
        if it.place == place.id
    )
    everyone = tuple(ready.sides.values())
    if ready.plan is None:
        drawn = counters_fragment(place, everyone, ready.columns[place.id])
    else:
        drawn = town_fragment(place, everyone, ready.plan, ready.plates.get(place.id, ()))
    return place_fragment(place, drawn, arrows=arrows, classes=classes, href=href, named=named)


def fan_of(ready: Sheet, place: Place, *, opened: bool = False) -> str:
    """The fan of a place as an element of its own; an empty one where nothing is folded."""
    stacks = ready.plates.get(place.id, ())
    if ready.plan is None or not is_folded(stacks):
        return f'<g data-fan="{text(place.id)}"/>'
    return fan_fragment(place, stacks, ready.sides, ready.picture.box, ready.plan, opened=opened)


def trails_fragment(ready: Sheet) -> str:
    """The ways that pieces have just gone, as one element; an empty one if there are none."""
    ways = {frozenset((it.a, it.b)): it for it in ready.picture.links}
    drawn = (
        trail_fragment(it, ways, ready.places, ready.sides[it.side], ready.picture.language)
        for it in ready.picture.trails
    )
    return f'<g class="trails" data-trails="" aria-hidden="true">{"".join(drawn)}</g>'


def with_ground(ready: Sheet) -> list[Place]:
    """The places that have ground of their own."""
    return [it for it in ready.picture.places if it.id in ready.picture.land.grounds]


def ashore(drawn: str) -> str:
    """What is drawn as far as the coast, and not beyond it; see `scenery.outline`."""
    return f'<g clip-path="url(#coast)">{drawn}</g>'


def on_ground(picture: Picture, file: str = "") -> str:
    """What is on the ground as far as the coast and never changes: heights, and borders.

    `file` is as in `draw`.
    """
    return f"{scenery.relief(picture, file)}{scenery.borders(picture, file)}"


def over_grounds(ready: Sheet) -> str:
    """What lies over the grounds of places and never changes: shore, woods and rivers."""
    picture = ready.picture
    unit = unit_of(picture)
    names_of = ready.plan.rivers if ready.plan else (None,) * len(picture.rivers)
    streams = "".join(
        scenery.river(it, index, unit, name)
        for index, (it, name) in enumerate(zip(picture.rivers, names_of, strict=True))
    )
    names = {it.id: name_box(ready, it) for it in picture.places}
    trees = "".join(scenery.woods(it, names[it.id]) for it in picture.places if it.kind == "forest")
    wild = scenery.wild_woods(picture, names)
    return "".join((scenery.shore(picture), wild, trees, streams))


def name_box(ready: Sheet, place: Place) -> Rectangle:
    """What the name of a place covers."""
    if ready.plan is not None:
        return ready.plan.sites[place.id].name.box
    return heading_box(place)


def in_order(picture: Picture) -> list[Place]:
    """The places from the back to the front: what stands in front hides what is behind it."""
    return sorted(picture.places, key=lambda place: (place.y, place.x))


def _drawn(
    ready: Sheet,
    changed: Collection[str],
    chosen: Collection[str],
    href: Callable[[str, bool], str | None] | None,
    opened: str,
    *,
    keyed: bool = False,
    file: str = "",
) -> str:
    picture = ready.picture
    key = _with_key if keyed else _without_key
    if not picture.places:
        return f'<text class="empty" x="300" y="60">{text(picture.language.gettext(EMPTY))}</text>'
    grounds = "".join(
        key(f"ground-{it.id}", ground_fragment(ready, it, file)) for it in with_ground(ready)
    )
    drawn_here = () if file else with_ground(ready)
    shapes = "".join(scenery.ground_shape(picture, it.id) for it in drawn_here)
    shapes = f"<defs>{shapes}</defs>" if shapes else ""
    land = f"{grounds}{on_ground(picture, file)}"
    land = ashore(land) if picture.land.coast else land
    links = _links(ready, chosen, key)
    places = (
        key(
            f"place-{it.id}",
            place_of(
                ready,
                it,
                classes=_classes(it.id, changed, chosen),
                href=None if href is None else href(it.id, is_folded(ready.plates.get(it.id, ()))),
            ),
        )
        for it in in_order(picture)
    )
    fans = (key(f"fan-{it.id}", fan_of(ready, it, opened=it.id == opened)) for it in picture.places)
    back = "".join(
        (
            scenery.outline(picture),
            shapes,
            scenery.ground(picture, file),
            land,
            over_grounds(ready),
        )
    )
    # It changes from phase to phase, and the rest of the legend seldom does.
    caption = key("caption", scenery.caption(picture)) if picture.caption else ""
    # What is no page of a game has one size, in which the names of the places are read.
    afar = ""
    if keyed and ready.plan:
        afar = key("afar", afar_fragment(picture, ready.plan, ready.plates))
    return "".join(
        (
            key("signs", definitions(picture.sides)),
            # A page may show what is beyond the sheet: there is nothing.
            scenery.sheet_edge(picture.box),
            key("back", f'<g aria-hidden="true" clip-path="url(#picture-edge)">{back}</g>'),
            f'<g clip-path="url(#picture-edge)">{key("lines", scenery.lines(picture))}</g>',
            key("links", f'<g class="links">{links}</g>'),
            key("trails", trails_fragment(ready)),
            key("legend", scenery.legend(picture, caption, legend_scale(picture))),
            key("places", f'<g class="places">{"".join(places)}</g>'),
            afar,
            key("frame", scenery.frame(picture.box)),
            key("fans", f'<g class="fans">{"".join(fans)}</g>') if is_map(picture) else "",
        )
    )


def _links(ready: Sheet, chosen: Collection[str], key: Key) -> str:
    """All links, which hardly ever change on a map."""
    among = frozenset(ready.links.keys() & chosen)
    if ready.plan is None:
        return _linked(ready.picture.links, ready.places, among, key)
    return _links_of_map(ready.picture.links, ready.plan, among, key)


@lru_cache(maxsize=128)
def _links_of_map(links: tuple[Link, ...], plan: Plan, chosen: frozenset[str], key: Key) -> str:
    return _linked(links, plan.bare, chosen, key)


def _linked(
    links: Iterable[Link], places: Mapping[str, Place], chosen: frozenset[str], key: Key
) -> str:
    return "".join(
        key(f"link-{number_of}", link_fragment(it, places, chosen=it.id in chosen))
        for number_of, it in enumerate(links)
    )


def _with_key(key: str, fragment: str) -> str:
    """A fragment that is one element, with a key by which it can be replaced.

    It is of letters, digits and single hyphens, as it has to stand in a comment.
    """
    tag = _TAG.match(fragment)
    assert tag is not None, "an element begins with one"
    return f'{tag[0]} data-key="{text(key)}"{fragment[tag.end() :]}'


def _without_key(key: str, fragment: str) -> str:
    return fragment


def _element(picture: Picture, drawn: str, title: str = "picture-title") -> str:
    left, top, width, height = map(number, picture.box)
    words = ", ".join(filter(None, (picture.title, picture.caption)))
    unit = f' data-unit="{unit_of(picture):.3g}"' if is_map(picture) else ""
    return (
        f'<svg xmlns="{NAMESPACE}" class="picture" role="group" aria-labelledby="{title}" '
        f'viewBox="{left} {top} {width} {height}" width="{width}" height="{height}"{unit}>'
        f'<title id="{title}">{text(words)}</title>{drawn}</svg>'
    )
