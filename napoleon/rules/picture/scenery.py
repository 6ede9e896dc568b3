"""What lies under the places of a map and never changes: land, water, woods, and the frame."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from math import cos, sin, sqrt

from napoleon.rules.picture.layout import SIZES, Rectangle
from napoleon.rules.picture.legend import explanation
from napoleon.rules.picture.markup import curve, number, pair, text
from napoleon.rules.picture.model import Land, Picture, Place, Point, River
from napoleon.rules.picture.placing.streams import LETTERS, OFF, TALL, Along, from_left

NAMESPACE = "http://www.w3.org/2000/svg"

TREES = 14
"""Trees around a place in a forest."""


def outline(picture: Picture) -> str:
    """What land, shore and the grounds of countries refer to, as ``#coastline`` and ``#coast``."""
    if not picture.land.coast:
        return ""
    return (
        f'<defs><path id="coastline" d="{picture.land.coast}"/>'
        '<clipPath id="coast"><use href="#coastline"/></clipPath></defs>'
    )


GROUND = "ground"
"""What shapes are that grounds of places refer to; their colours change."""


def ground_shape(picture: Picture, place: str) -> str:
    """What the ground of a place refers to, as `named_ground` has it."""
    return f'<path id="{named_ground(place)}" d="{picture.land.grounds[place]}"/>'


def named_ground(place: str) -> str:
    """The name of the shape of a ground, which is drawn in a colour and with a hatching."""
    return f"land-of-{text(place)}"


def lasting(land: Land) -> str:
    """The shapes of a land that are alike in every position, as a file that a browser keeps.

    See `ground` and `relief`. It is empty if there are none.
    """
    drawn = "".join(f'<path id="{name}" d="{data}"/>' for name, _, data in _lasting(land))
    return f'<svg xmlns="{NAMESPACE}"><defs>{drawn}</defs></svg>' if drawn else ""


def _lasting(land: Land) -> Iterator[tuple[str, str, str]]:
    """The names, classes and data of these shapes."""
    for number_of, data in enumerate(land.depths):
        yield f"depth-{number_of}", "depth", data
    shapes = (("gentle", land.gentle), ("steep", land.steep), ("border-line", land.borders))
    yield from ((kind, kind, data) for kind, data in shapes if data)
    yield from ((named_ground(it), GROUND, data) for it, data in land.grounds.items())


def _shapes(land: Land, kinds: Collection[str], file: str) -> list[str]:
    """Those of some classes; each is in the `file`, or else drawn where it is."""
    return [
        f'<use class="{kind}" href="{file}#{name}"/>'
        if file
        else f'<path class="{kind}" d="{data}"/>'
        for name, kind, data in _lasting(land)
        if kind in kinds
    ]


def ground(picture: Picture, file: str = "") -> str:
    """Paper, or the sea with the lines along its coasts and the land in it.

    `file` is the address of what is `lasting`, if that is not to be drawn here.
    """
    land = picture.land
    if not land.coast:
        return (
            '<defs><radialGradient id="paper" r="0.8"><stop class="light" offset="0.35"/>'
            '<stop class="shade" offset="1"/></radialGradient></defs>'
            f"{paper(picture.box)}"
        )
    left, top, width, height = map(number, picture.box)
    area = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    depths = "".join(reversed(_shapes(land, ("depth",), file)))
    return f'<rect class="sea" {area}/>{depths}<use class="land" href="#coastline"/>'


def paper(box: tuple[float, float, float, float]) -> str:
    """The paper under all that is drawn, by the shades that `ground` has defined."""
    left, top, width, height = map(number, box)
    return f'<rect fill="url(#paper)" x="{left}" y="{top}" width="{width}" height="{height}"/>'


def relief(picture: Picture, file: str = "") -> str:
    """Heights, as strokes down their slopes; `file` is as in `ground`."""
    drawn = "".join(_shapes(picture.land, ("gentle", "steep"), file))
    return f'<g class="relief">{drawn}</g>' if drawn else ""


def borders(picture: Picture, file: str = "") -> str:
    """The lines between the grounds of places; `file` is as in `ground`."""
    return "".join(_shapes(picture.land, ("border-line",), file))


def shore(picture: Picture) -> str:
    """The coast, over the ground of the countries."""
    return '<use class="shore" href="#coastline"/>' if picture.land.coast else ""


def river(stream: River, index: int, unit: float, name: Along | None) -> str:
    """A river with its `name` along it, in letters for which `unit` units are a pixel."""
    place = f"river-{index}"
    data = curve(from_left(stream.course))
    label = ""
    if name is not None:
        size = LETTERS * unit
        off = OFF + TALL * size if name.below else -OFF
        label = (
            f'<text dy="{number(off)}" font-size="{number(size)}">'
            f'<textPath href="#{place}" startOffset="{number(name.share)}%">'
            f"{text(stream.name)}</textPath></text>"
        )
    return (
        f'<g class="river"><path class="bank" d="{data}"/><path id="{place}" class="stream" '
        f'd="{data}"/>{label}</g>'
    )


def lines(picture: Picture) -> str:
    """Frontiers and limits of zones as one element, which is empty if there are none."""
    drawn = (f'<path class="line {it.kind}" d="{curve(it.course)}"/>' for it in picture.lines)
    return f'<g class="lines" data-lines="" aria-hidden="true">{"".join(drawn)}</g>'


def woods(place: Place, label: Rectangle) -> str:
    """Trees scattered around a place, but not where its name is."""
    return _scattered((place.x, place.y), sum(map(ord, place.id)), label)


def wild_woods(picture: Picture, names: Mapping[str, Rectangle]) -> str:
    """Trees where no place is, but neither where a name nor where the sign of a place is."""
    if not picture.land.trees:
        return ""
    places = tuple((it.x, it.y, SIZES[it.kind], names[it.id]) for it in picture.places)
    return _wild(picture.land.trees, places)


@lru_cache(maxsize=16)
def _wild(
    trees: tuple[Point, ...], places: tuple[tuple[float, float, float, Rectangle], ...]
) -> str:
    """The trees that stand neither on a sign nor on the name of a place.

    For each place it is known where it is, how large its sign is, and what its name covers.
    """
    clear = [
        box
        for x, y, size, label in places
        for box in (
            label,
            Rectangle(x - size, y - size, x + size, y + size),
        )
    ]
    drawn = (
        f'<use href="#sign-tree" x="{number(x)}" y="{number(y)}"/>'
        for x, y in trees
        if not any(Rectangle(x - 6, y - 6, x + 7, y + 8).common(it) for it in clear)
    )
    return f'<g class="woods">{"".join(drawn)}</g>'


@lru_cache(maxsize=256)
def _scattered(at: Point, seed: int, label: Rectangle) -> str:
    """Trees around a point, from the back to the front, and none on the label there."""

    def candidates() -> Iterator[Point]:
        for step in range(TREES * 3 // 2):
            angle = 2.4 * step + seed
            distance = 20 + 7.6 * sqrt(step)
            x, y = at[0] + distance * cos(angle) * 1.25, at[1] + distance * sin(angle) * 0.85
            tree = Rectangle(x - 5, y - 6, x + 5, y + 7)
            if not tree.common(label):
                yield x, y

    found = sorted([*candidates()][:TREES], key=lambda tree: tree[1])
    trees = (f'<use href="#sign-tree" x="{number(x)}" y="{number(y)}"/>' for x, y in found)
    return f'<g class="woods">{"".join(trees)}</g>'


def sheet_edge(box: tuple[float, float, float, float]) -> str:
    """What keeps land and rivers on the sheet, as ``#picture-edge``."""
    left, top, width, height = map(number, box)
    area = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    return f'<clipPath id="picture-edge"><rect {area}/></clipPath>'


@lru_cache(maxsize=16)
def frame(box: tuple[float, float, float, float]) -> str:
    """A double line around a map, with a scale of black and white as on old ones."""
    left, top, width, height = box
    rims = (
        f'<rect class="{kind}" x="{number(left + inset)}" y="{number(top + inset)}" '
        f'width="{number(width - 2 * inset)}" height="{number(height - 2 * inset)}"/>'
        for kind, inset in (("rim", 4), ("hairline", 18))
    )
    near, far = left + 11, left + width - 11
    high, low = top + 11, top + height - 11
    across = (_scale(f"M{number(near)},{number(y)}H{number(far)}", far - near) for y in (high, low))
    down = (_scale(f"M{number(x)},{number(high)}V{number(low)}", low - high) for x in (near, far))
    inner = f"M{number(left + 18)},{number(top + 18)}"
    inner += f"h{number(width - 36)}v{number(height - 36)}h{number(36 - width)}Z"
    outer = f"M{number(left)},{number(top)}h{number(width)}v{number(height)}h{number(-width)}Z"
    # Nothing is drawn beyond it, not even land.
    margin = f'<path class="margin" fill-rule="evenodd" d="{outer}{inner}"/>'
    return f'<g class="frame" aria-hidden="true">{"".join((margin, *rims, *across, *down))}</g>'


def _scale(data: str, length: float) -> str:
    """One side of the frame, with black and white marks of equal length, and black at both ends."""
    dash = length / (2 * round(length / 90) + 1)
    return f'<path class="scale" d="{data}" stroke-dasharray="{dash:.2f}"/>'


def caption(picture: Picture) -> str:
    """When the map shows it, under its title; empty if it does not say."""
    if not picture.caption:
        return ""
    return f'<g><text class="caption" y="40">{text(picture.caption)}</text></g>'


def legend(picture: Picture, caption: str, scale: float) -> str:
    """The title of the map with its caption, a compass, whose emblem is which, what signs mean."""
    x, y = picture.legend_at
    first = 70 if picture.caption else 50
    rows = [
        f'<use href="#emblem-{text(side.id)}" x="16" y="{number(first + 27 * row)}"/>'
        f'<text x="36" y="{number(first + 6 + 27 * row)}">{text(side.name)}</text>'
        for row, side in enumerate(picture.sides)
    ]
    below = first + 27 * len(picture.sides)
    rows += [
        f'<g transform="translate(16,{number(below + 25 * row)})">{explanation(name)}</g>'
        f'<text x="42" y="{number(below + 6 + 25 * row)}">{text(words)}</text>'
        for row, (name, words) in enumerate(picture.explained)
    ]
    # Under the caption, which may be as long as the legend is wide.
    compass = (
        '<g class="compass" transform="translate(215,104)"><circle r="20"/>'
        '<path class="needle" d="M0,-28L5,0L0,28L-5,0Z"/><path d="M-28,0L0,-5L28,0L0,5Z"/>'
        '<path class="north" d="M0,-28L5,0H-5Z"/><text y="-32">N</text></g>'
        if picture.north
        else ""
    )
    return (
        f'<g class="legend" aria-hidden="true" transform="translate({pair(x, y)}) '
        f'scale({scale:.3g})"><text class="title" y="16">{text(picture.title)}</text>'
        f"{caption}{''.join(rows)}{compass}"
        "</g>"
    )
